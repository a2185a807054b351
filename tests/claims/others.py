"""Claims of games without tricks, and of how many cards somebody has."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from tests.claims.words import claim_anywhere as claim
from tutor.kernel.events import TRICK_WON
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.claims.knowledge import Knowledge
    from tutor.kernel.cards import Card

    Them = tuple[Card, ...]

DEALS: Final = 3


@claim(r"(?:turns play to|it gives) {seat who}, who has only {n many} cards?", r"{seat who} is down to {n many} cards?")
@claim(r"turns play away from {seat who}, who has only {n many} cards?", r"give {seat who}, who has only {n many}")
@claim(r"then {seat who} plays, with only {n many} cards?", r"{seat who}, who has(?: only)? {n many} cards?,")
@claim(r"{seat who} has {n many} cards? and must draw", r"{seat who} has only {n many} cards?")
@claim(r"{seat who} has {n many} cards? left")
def so_many_cards(m: Knowledge, who: str, many: int) -> bool:
    return len(m.held(who)) == many


@claim(r"(?:^|: )<[^>]+> is on your side|by {seat who}, on your side", r"{seat who}, on your side, plays next")
def on_the_own_side(m: Knowledge, who: str = "") -> bool | None:
    return who in m.allies if who else None


def answers(m: Knowledge, move: Move) -> Iterator[tuple[Card, ...]]:
    """What others could play on a move, were it their turn, in the true deal and in others."""
    deals = [m.state, *(m.game.determinize(m.state, m.seat, Random(n)) for n in range(DEALS))]
    for deal in deals:
        then = m.phase.act(deal, m.seat, move).state
        for who in m.others:
            if who in m.friends or then.over or then.chance is not None:
                continue
            due: Any = then.replace(turn=(who,)) if hasattr(then, "replace") else then
            if due.turn == (who,):
                yield from (one.cards for one in legal(m.game, due, who) if one.cards)


def move_told(m: Knowledge, text: str) -> Move | None:
    return next((one for one in m.moves if one.text == text), None)


@claim(r"Nothing out of sight beats {move it}(?! that)", r"[Nn]obody can beat {move it}")
def nothing_answers(m: Knowledge, it: str) -> bool | None:
    move = move_told(m, it)
    return None if move is None or not move.cards else not any(answers(m, move))


@claim(r"Only {cards them} would beat {move it}")
def only_these_answer(m: Knowledge, them: Them, it: str) -> bool | None:
    move = move_told(m, it)
    return None if move is None else all(len(cards) > 1 or cards[0] in them for cards in answers(m, move))


@claim(r"^Only {card c} fits; otherwise you have to draw")
def only_one_fits(m: Knowledge, c: Card) -> bool:
    return {x for one in m.moves for x in one.cards} == {c}


@claim(r"{card then} follows {card c}, and you hold (?:it|both)")
def both_held(m: Knowledge, then: Card, c: Card) -> bool:
    return then in m.hand and c in m.hand


@claim(r"{card c} would follow {card other}, but it cannot come any more", r"{card c} stops play(?: by itself)?\.")
def cannot_come(m: Knowledge, c: Card, other: Card | None = None) -> bool:
    return other is None or (not any(c in m.held(who) for who in m.others) and c not in m.hand)


@claim(r"^{move it} leaves you {n many} cards?\.")
def leaves_so_many(m: Knowledge, it: str, many: int) -> bool | None:
    move = move_told(m, it)
    return None if move is None else len(m.hand) - len(move.cards) == many


@claim(r"^These are your last cards")
def last_cards(m: Knowledge) -> bool:
    return len(m.move.cards) == len(m.hand)


def wins(m: Knowledge, move: Move) -> bool:
    """Whether the move takes the trick at once."""
    events = m.phase.act(m.state, m.seat, move).events
    return any(event.what == TRICK_WON and event.seat == m.seat for event in events)


@claim(r"^No cards? (?:that )?you may play wins? the trick")
def none_wins(m: Knowledge) -> bool:
    return not any(wins(m, move) for move in m.moves)


@claim(r"^Every card that you may play wins the trick")
def every_one_wins(m: Knowledge) -> bool:
    return all(wins(m, move) for move in m.moves)


@claim(r"^{move it} wins the trick, and no cards that win it")
def this_wins(m: Knowledge, it: str) -> bool | None:
    move = move_told(m, it)
    return None if move is None else wins(m, move)
