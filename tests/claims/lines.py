"""Claims about how the trick or the hand goes on: played out at random in the true deal and in others that fit."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from tests.claims.words import claim
from tutor.kernel.events import HAND_ENDS, TRICK_WON, winners_of
from tutor.kernel.playout import legal
from tutor.kernel.seats import DECK, members

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.claims.knowledge import Knowledge
    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

DEALS: Final = 4
TRIES: Final = 12
TIMES: Final = 3
"""Ways of playing on at random in each deal."""


def deals(m: Knowledge) -> Iterator[Any]:
    """The true deal, and others in which nobody holds what was ruled out."""
    yield m.state
    found = 0
    for n in range(TRIES):
        deal = m.game.determinize(m.state, m.seat, Random(f"{n}"))
        if all(m.may(who, x) for who in m.others for x in m.game.held(deal, who)):
            yield deal
            found += 1
            if found == DEALS:
                return


def tricks(
    m: Knowledge, deal: Any, move: Move | None, rng: Random, most: int = 99
) -> list[tuple[Seat, tuple[Card, ...]]]:
    """Who wins the tricks, and with which cards in them, if `move` is made and all play on at random."""
    won: list[tuple[Seat, tuple[Card, ...]]] = []
    state, steps = deal, 0
    while not state.over and len(won) < most and steps < 200:
        if state.chance is not None:
            if state is not deal:
                break
            state, events = m.game.play(state, DECK, m.game.shuffle(state, rng))
        else:
            who = state.turn[0]
            moves = legal(m.game, state, who)
            carded = [one for one in moves if one.cards] or list(moves)
            state, events = m.game.play(state, who, move if move and not steps else rng.choice(carded))
        won += [(event.seat, tuple(event.cards)) for event in events if event.what == TRICK_WON]
        steps += 1
        if not any(m.game.held(state, one) for one in state.seats):
            break
    return won


def lines(m: Knowledge, move: Move | None, most: int = 99) -> Iterator[list[tuple[Seat, tuple[Card, ...]]]]:
    for at, deal in enumerate(deals(m)):
        for n in range(TIMES):
            yield tricks(m, deal, move, Random(f"{at}/{n}"), most)


def move_of(m: Knowledge, c: Card) -> Move | None:
    """The move of just this card."""
    return next((one for one in m.moves if one.cards == (c,)), None)


def takes(m: Knowledge, c: Card, side: frozenset[Seat]) -> bool | None:
    """Whether the trick goes to one of the side in each line after this card."""
    move = move_of(m, c)
    if move is None:
        return None
    return all(won[0][0] in side for won in lines(m, move, 1) if won)


@claim(r"Nobody can beat {card c}: the trick is yours", r"Nobody can beat (?:it): the trick is yours")
@claim(r"{card c} wins (?:the trick )?for certain", r"so {card c} wins the trick for certain", r"^(?:It wins): nobody")
@claim(r"trump (?:it), and the trick is yours", r"nobody can follow, so (?:it) wins", r"{card c} is sure to win")
@claim(r"^(?:A sure trick)")
def is_mine(m: Knowledge, c: Card | None = None) -> bool | None:
    return takes(m, c or m.move.cards[0], frozenset({m.seat}))


@claim(r"The opponents cannot beat {card c}: the trick is your side's", r"Your side wins this trick for certain")
@claim(r"[Tt]he trick is your side's (?:already|either way)")
def is_ours(m: Knowledge, c: Card | None = None) -> bool | None:
    return takes(m, c or m.move.cards[0], m.allies)


@claim(r"{card c} (?:cannot win, so|cannot win, and so|never does)", r"{card c} does not win the trick")
@claim(r"Neither {card c} nor {card other} can win this trick", r"while it cannot win")
def is_not_mine(m: Knowledge, c: Card | None = None, other: Card | None = None) -> bool | None:
    return all(takes(m, one, frozenset(m.others)) is not False for one in (c, other) if one)


@claim(r"^You take every trick that is left", r"the rest is yours, in any order", r"^Every trick that is left is yours")
def all_mine(m: Knowledge) -> bool:
    return all(who == m.seat for move in (m.move, m.other) if move for line in lines(m, move) for who, _ in line)


@claim(r"^Every trick that is left goes to your side")
def all_ours(m: Knowledge) -> bool:
    return all(who in m.allies for line in lines(m, m.move) for who, _ in line)


@claim(r"^You cannot win another trick", r"None of your cards can win a trick any more")
def none_mine(m: Knowledge) -> bool:
    return not any(who == m.seat for line in lines(m, m.move) for who, _ in line)


@claim(r"^Your side cannot win another trick")
def none_ours(m: Knowledge) -> bool:
    return not any(who in m.allies for line in lines(m, m.move) for who, _ in line)


@claim(r"{cards them} (?:wins a trick|win a trick each) whenever you play (?:it|them)")
@claim(r"{cards them} will win whenever you like", r"(?<!then ){cards them} wins whenever you (?:like|play it)")
def win_some_time(m: Knowledge, them: tuple[Card, ...]) -> bool:
    """Whenever the player plays one of these, the trick is won."""
    move = m.move if set(them) <= set(m.left) else None
    found = (who for line in lines(m, move) for who, cards in line if set(them) & set(cards))
    return all(who == m.seat for who in found)


@claim(r"Your trumps win whenever you play them")
def trumps_win(m: Knowledge) -> bool:
    return win_some_time(m, tuple(x for x in m.hand if m.view.is_trump(x)))


@claim(r"^Whatever you play, this trick goes to {seat side}")
def trick_goes_to(m: Knowledge, side: str) -> bool:
    return all(won[0][0] in members(side) for move in m.moves for won in lines(m, move, 1) if won)


@claim(r"^You win {n many} more tricks?, whatever you play")
def so_many_mine(m: Knowledge, many: int) -> bool:
    return all(sum(who == m.seat for who, _ in line) == many for move in m.moves for line in lines(m, move))


@claim(r"^Your side wins {n many} more tricks?, whatever you play")
def so_many_ours(m: Knowledge, many: int) -> bool:
    return all(sum(who in m.allies for who, _ in line) == many for move in m.moves for line in lines(m, move))


@claim(r"^With {card c} or with {card other} the trick goes to your side")
def either_is_ours(m: Knowledge, c: Card, other: Card) -> bool:
    return takes(m, c, m.allies) is not False and takes(m, other, m.allies) is not False


def changes(m: Knowledge, who: Seat) -> Iterator[float]:
    """What the hand brings a player, played on at random."""
    for at, deal in enumerate(deals(m)):
        for n in range(TIMES):
            rng, state = Random(f"{at}/{n}"), deal
            while not state.over and state.chance is None and any(m.game.held(state, one) for one in state.seats):
                state, _ = m.game.play(state, state.turn[0], rng.choice(legal(m.game, state, state.turn[0])))
            yield m.game.standing(state)[who] - m.game.standing(deal)[who]


@claim(r"What {seat who} wins counts for nobody any more")
def counts_for_nobody(m: Knowledge, who: str) -> bool:
    return len({*changes(m, who)}) == 1


@claim(r"^Whatever you play, this trick (?:is yours|goes to your side), and")
def trick_is_ours(m: Knowledge) -> bool:
    return all(won[0][0] in m.allies for move in m.moves for won in lines(m, move, 1) if won)


@claim(r"this trick (?:is yours|goes to your side|goes to {seat side}), and (?:makes|breaks) the contract")
def trick_decides(m: Knowledge, side: str = "") -> bool:
    """Whoever takes the trick wins the hand, however it goes on."""
    taker = members(side)[0] if side else m.seat
    for at, deal in enumerate(deals(m)):
        rng, state, won = Random(f"{at}"), deal, None
        while won is None and state.chance is None:
            state, events = m.game.play(state, state.turn[0], rng.choice(legal(m.game, state, state.turn[0])))
            won = next((winners_of(event) for event in events if event.what in HAND_ENDS), None)
        if won and not any(taker in members(one) for one in won):
            return False
    return True
