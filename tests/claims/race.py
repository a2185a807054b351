"""Claims about a hand that goes to the side with more tricks, where tricks may be drawn: told by playing on."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tests.claims.words import claim
from tutor.games.truc.table import DRAW, POWER, SIDES, hand_winner, side, trick_result
from tutor.kernel.seats import after

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.claims.knowledge import Knowledge
    from tutor.kernel.cards import Card
    from tutor.kernel.seats import Seat

    Hands = tuple[tuple[Card, ...], ...]

DEALS: Final = 12
"""Other deals in which all lines of play are looked at."""
CARDS: Final = 8
"""The most cards in all hands together for that."""


def won_by(m: Knowledge, results: tuple[str, ...]) -> set[str]:
    """The sides that may still win the hand after these tricks, whoever wins those that are left."""
    end = hand_winner(results, m.state.cards, m.state.dealer, m.state.options)
    return {end.side} if end else {one for more in (*SIDES, DRAW) for one in won_by(m, (*results, more))}


def so_far(m: Knowledge) -> tuple[str, ...]:
    """The results of the tricks, of one that lies complete too."""
    done = (trick_result(m.state.trick, m.state.leader),) if len(m.state.trick) == m.state.players else ()
    return (*m.state.results, *done)


def other(one: str) -> str:
    return next(x for x in SIDES if x != one)


@claim(r"[Ii]f tricks are equal,? (?:your side|it) wins", r"equal tricks (?:are enough|win for your side)")
def equal_tricks_are_ours(m: Knowledge) -> bool:
    return side(m.state.dealer) != side(m.seat)


@claim(r"[Ii]f tricks are equal,? the others win", r"[Ee]qual tricks are not enough", r"even equal tricks are theirs")
def equal_tricks_are_theirs(m: Knowledge) -> bool:
    return side(m.state.dealer) == side(m.seat)


@claim(r"^Your side has a trick", r"^You are a trick up")
def a_trick_up(m: Knowledge) -> bool:
    return (so_far(m).count(side(m.seat)), so_far(m).count(other(side(m.seat)))) == (1, 0)


@claim(r"^The others have a trick, and one more")
def a_trick_down(m: Knowledge) -> bool:
    return (so_far(m).count(side(m.seat)), so_far(m).count(other(side(m.seat)))) == (0, 1)


@claim(r"^Each side has a trick, so the next one decides")
def one_all(m: Knowledge) -> bool:
    return all(so_far(m).count(one) == 1 for one in SIDES)


@claim(r"^If your side takes it, the hand is yours", r"^This trick decides the hand")
@claim(r"^The next trick decides: if your side takes it, the hand is yours")
def taking_it_wins(m: Knowledge) -> bool:
    own = side(m.seat)
    return won_by(m, (*so_far(m), own)) == {own}


@claim(r"^If the others take it, the hand is theirs", r"^This trick decides the hand")
@claim(r"^If <[^>]+> does not, the hand is theirs")
def losing_it_loses(m: Knowledge) -> bool:
    foe = other(side(m.seat))
    return won_by(m, (*so_far(m), foe)) == {foe}


@claim(r"^So far this trick is drawn", r"^Both sides have a card as high as {card c} in the trick")
def drawn_so_far(m: Knowledge, c: Card | None = None) -> bool:
    return trick_result(m.state.trick, m.state.leader) == DRAW


@claim(r"^You play last, and this trick is your side's")
def takes_it_now(m: Knowledge) -> bool:
    last = len(m.state.trick) == m.state.players - 1
    return last and any(trick_result((*m.state.trick, c), m.state.leader) == side(m.seat) for c in m.hand)


@claim(r"^You play last, and with {card c} this trick is your side's")
def takes_it_with(m: Knowledge, c: Card) -> bool:
    last = len(m.state.trick) == m.state.players - 1
    return last and c in m.hand and trick_result((*m.state.trick, c), m.state.leader) == side(m.seat)


@claim(r"^You are the last to play, and only {n many} of the cards that are out would beat your {card c}")
def last_with(m: Knowledge, many: int, c: Card) -> bool:
    last = after(m.state.seats, m.state.leader, m.state.players - 1) == m.seat
    best = c in m.hand and all(POWER[c] > POWER[x] for x in m.state.trick)
    return last and best and many == sum(n for x, n in m.out.items() if POWER[x] > POWER[c])


@claim(r"^{seat who} can at best draw this trick")
def at_best_drawn(m: Knowledge, who: str) -> bool:
    top = max(POWER[x] for x in m.state.trick)
    return side(who) == side(m.seat) and max(POWER[x] for x in m.out) == top


@claim(r"^This trick is theirs already: wait with a raise")
def is_theirs(m: Knowledge) -> bool:
    return max(POWER[x] for x in m.out) < max(POWER[x] for x in m.state.trick)


@claim(r"see first whether {seat who} takes this trick", r"^See first whether {seat who} takes this trick")
def may_take(m: Knowledge, who: str) -> bool:
    top = max(POWER[x] for x in m.state.trick)
    return side(who) == side(m.seat) and any(POWER[x] > top for x in m.out)


@claim(r"This trick is theirs, and makes it one all")
def lost_for_one_all(m: Knowledge) -> bool:
    to_play = [after(m.state.seats, m.state.leader, n) for n in range(len(m.state.trick), m.state.players)]
    theirs = trick_result(m.state.trick, m.state.leader) == other(side(m.seat))
    results = (*so_far(m), other(side(m.seat)))
    lost = theirs and not any(side(who) == side(m.seat) for who in to_play)
    return lost and all(results.count(one) == 1 for one in SIDES) and hand_open(m, results)


def hand_open(m: Knowledge, results: tuple[str, ...]) -> bool:
    return len(won_by(m, results)) > 1


@claim(r"in the last one a draw is enough for your side")
def last_draw_wins(m: Knowledge) -> bool:
    return won_by(m, (*so_far(m), other(side(m.seat)), DRAW)) == {side(m.seat)}


@claim(r"one more trick is enough, even a drawn one")
def draw_wins(m: Knowledge) -> bool:
    return all(won_by(m, (*so_far(m), one)) == {side(m.seat)} for one in (side(m.seat), DRAW))


@claim(r"^Only {cards them} (?:can beat|beats) {card top}\.$")
def only_these_beat(m: Knowledge, them: tuple[Card, ...], top: Card) -> bool | None:
    if m.game.name != "truc":
        return None
    return set(them) == {x for x in m.out if POWER[x] > POWER[top]}


@claim(r"^{card c} can draw this trick")
def can_draw(m: Knowledge, c: Card) -> bool:
    return c in m.held(m.seat) and POWER[c] == max(POWER[x] for x in m.state.trick)


@claim(r"^{card c} is winning for your side so far")
def winning_so_far(m: Knowledge, c: Card) -> bool:
    return c in m.state.trick and trick_result(m.state.trick, m.state.leader) == side(m.seat)


def ends(m: Knowledge, hands: Hands, trick: tuple[Card, ...], leader: Seat) -> set[str]:
    """Who may win the hand from here, whatever card each plays."""
    rules, seats, dealer, cards = m.state.options, m.state.seats, m.state.dealer, m.state.cards

    @cache
    def after_all(hands: Hands, trick: tuple[Card, ...], leader: Seat, results: tuple[str, ...]) -> frozenset[str]:
        if len(trick) == len(seats):
            won = trick_result(trick, leader)
            results, top = (*results, won), max(POWER[c] for c in trick)
            players = [after(seats, leader, n) for n in range(len(seats))]
            first = next(who for who, c in zip(players, trick, strict=True) if POWER[c] == top)
            trick, leader = (), leader if won == DRAW else first
            if end := hand_winner(results, cards, dealer, rules):
                return frozenset((end.side,))
        at = seats.index(after(seats, leader, len(trick)))
        found: set[str] = set()
        for c in {POWER[x]: x for x in hands[at]}.values():
            left = tuple(x for x in hands[at] if x is not c)
            found |= after_all((*hands[:at], left, *hands[at + 1 :]), (*trick, c), leader, results)
        return frozenset(found)

    return set(after_all(hands, trick, leader, m.state.results))


def deals(m: Knowledge) -> Iterator[Any]:
    """The true hands, and others that look the same."""
    if sum(map(len, m.state.hands)) <= CARDS:
        yield m.state
        yield from (m.game.determinize(m.state, m.seat, Random(n)) for n in range(DEALS))


@claim(r"^Whatever comes, the hand is yours")
def won_whatever_comes(m: Knowledge) -> bool | None:
    found = [ends(m, deal.hands, deal.trick, deal.leader) for deal in deals(m)]
    return all(one == {side(m.seat)} for one in found) if found else None


@claim(r"^With {card c} the hand is yours for certain")
def won_with(m: Knowledge, c: Card) -> bool | None:
    """Once this card has been played, which may be after others that are still to play to the trick before."""
    at, found = m.state.seats.index(m.seat), []
    for deal in islice(deals(m), DEALS):
        if m.phase.name == "answer" and after(m.state.seats, deal.leader, len(deal.trick)) != m.seat:
            continue
        left = tuple(x for x in deal.hands[at] if x is not c)
        hands = (*deal.hands[:at], left, *deal.hands[at + 1 :])
        found.append(ends(m, hands, (*deal.trick, c), deal.leader))
    return all(one == {side(m.seat)} for one in found) if found else None


@claim(r"cannot win the hand any more", r"^The hand is lost", r"and that loses the hand", r"the hand is lost with it")
@claim(r"tricks can only be equal, and then the hand is theirs")
def lost(m: Knowledge) -> bool | None:
    found = [ends(m, deal.hands, deal.trick, deal.leader) for deal in deals(m)]
    return all(side(m.seat) not in one for one in found) if found else None


@claim(r"^{card c} may still be beaten: see first", r"^Wait with a raise: now .* beats {card c},")
@claim(r"^{card c} may well be beaten")
def may_be_beaten(m: Knowledge, c: Card) -> bool:
    return any(POWER[x] > POWER[c] for x in m.out)


@claim(r"^{card c} may still be drawn: wait")
def may_be_drawn(m: Knowledge, c: Card) -> bool:
    return any(POWER[x] == POWER[c] for x in m.out) and not may_be_beaten(m, c)


@claim(r"wait, and raise only if it (?:holds|wins)")
def may_raise_then(m: Knowledge) -> bool:
    """The hand goes on if the own side takes this trick."""
    return hand_winner((*so_far(m), side(m.seat)), m.state.cards, m.state.dealer, m.state.options) is None


@claim(r"^{cards them} (?:is|are) as high\.")
def as_high(m: Knowledge, them: tuple[Card, ...]) -> bool:
    c = m.move.cards[0]
    return set(them) == {x for x in m.out if POWER[x] == POWER[c]}


@claim(r"^{n many} cards? as high (?:is|are) out")
def so_many_as_high(m: Knowledge, many: int) -> bool:
    """Of the best card that is held or lies for the own side."""
    best = max((*m.hand, *m.state.trick), key=lambda c: POWER[c])
    return many == sum(POWER[x] == POWER[best] for x in m.out)


@claim(r"^{card c} beats {n many} cards? out of sight, {card low} (?:only )?{n less}\b")
def beats_so_many(m: Knowledge, c: Card, many: int, low: Card, less: int) -> bool:
    below = [sum(n for x, n in m.out.items() if POWER[x] < POWER[one]) for one in (c, low)]
    return below == [many, less]


@claim(r"^On {card c} a raise would be no more than a bluff")
def hardly_wins(m: Knowledge, c: Card) -> bool:
    """More than a third of the cards out of sight beat it, or one that lies there does."""
    lies = any(POWER[x] > POWER[c] for x in m.state.trick)
    return lies or 3 * sum(n for x, n in m.out.items() if POWER[x] > POWER[c]) >= sum(m.out.values())


@claim(r"^Your best card, {card c}, loses to {n many} of the cards that are out")
def best_loses_to(m: Knowledge, c: Card, many: int) -> bool:
    best = max(POWER[x] for x in m.hand)
    return POWER[c] == best and many == sum(n for x, n in m.out.items() if POWER[x] > best)


@claim(r"^{card c} is a fair card")
def is_fair(m: Knowledge, c: Card) -> bool:
    """Hardly more than a third of the cards out of sight beat it."""
    return 5 * sum(n for x, n in m.out.items() if POWER[x] > POWER[c]) <= 2 * sum(m.out.values())


@claim(r"This trick stays drawn whatever you play")
def stays_drawn(m: Knowledge) -> bool:
    last = len(m.state.trick) == m.state.players - 1
    return last and all(trick_result((*m.state.trick, c), m.state.leader) == DRAW for c in m.hand)


@claim(r"{card c} would only draw this trick", r"{card c} draws it for now")
def would_draw(m: Knowledge, c: Card) -> bool:
    return POWER[c] == max(POWER[x] for x in m.state.trick)
