"""What a declarer in Tyzicha is sure of, whatever the others hold: tricks without trumps, then marriages."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from tutor.games.tyzicha import SHOW, Trick
from tutor.games.tyzicha.table import MARRIAGES, PACK, POINTS, TyzichaState, needed, pair
from tutor.kernel.cards import SUITS, Card, Cards, card
from tutor.kernel.moves import Move
from tutor.policies.values import SurePlan

if TYPE_CHECKING:
    from tutor.kernel.seats import Seat

RANKS: Final = "ATKQJ9"
"""The ranks of a suit from the top."""
SAFE: Final = 4
"""Cards in hand with which a marriage can still be shown after a sure trick."""


@lru_cache(4096)
def sure_points(hand: Cards, gone: frozenset[Card] = frozenset()) -> float:
    """The points that a declarer with these cards, on lead without trumps, makes whatever the others hold.

    What the own cards bring (`own_points`), and on each sure trick two cards of others, at worst those that count least
    of all that are not yet `gone`.
    """
    run = {c for s in SUITS for c in _run(s, hand, gone)}
    fall = sorted(POINTS.of((c,)) for c in PACK.order if c not in gone and c not in hand)[: 2 * len(run)]
    return own_points(hand, gone) + sum(fall)


def own_points(hand: Cards, gone: Set[Card] = frozenset()) -> float:
    """The same without the cards of others.

    The cards from the top of each suit, of those not yet `gone`, win as long as there are no trumps. Then come
    marriages: those of which the king wins too keep the lead, and one more may be shown.
    """
    held = marriages_in(hand)
    run = {c for s in SUITS for c in _run(s, hand, gone)}
    whole = [s for s in held if set(pair(s)) <= run]
    last = max((MARRIAGES[s] for s in held if s not in whole), default=0)
    return POINTS.of(run) + sum(MARRIAGES[s] for s in whole) + last


def _run(s: str, hand: Cards, gone: Set[Card]) -> Cards:
    """The own cards from the top of a suit (`_top`); all of it, if these draw what others have."""
    left = [c for r in RANKS if (c := card(r + s)) not in gone]
    mine, top = tuple(c for c in left if c in hand), _top(s, hand, gone)
    return mine if len(left) - len(mine) <= len(top) else top


def _top(s: str, hand: Cards, gone: Set[Card]) -> Cards:
    """The own cards from the top of a suit, of those not yet gone."""
    return tuple(takewhile(hand.__contains__, (c for r in RANKS if (c := card(r + s)) not in gone)))


def marriages_in(hand: Cards) -> list[str]:
    """The suits of the marriages in a hand."""
    return [s for s in SUITS if set(pair(s)) <= set(hand)]


def declared(hand: Cards) -> float:
    """What the marriages in a hand count."""
    return sum(MARRIAGES[s] for s in marriages_in(hand))


def surely(state: TyzichaState, seat: Seat, v: Trick, legal: Sequence[Move]) -> tuple[Move, ...]:
    """The declarer's leads after which the contract is still sure, if it is so without trumps (`sure_points`).

    Empty if it is not, or if only a marriage is left to show that gives up the lead.
    """
    if seat != state.declarer or v.trumps or v.trick:
        return ()
    gone = _gone(state)
    has = POINTS.of(state.won(seat))
    if has + sure_points(v.hand, gone) < needed(state.contract, state.options):
        return ()
    paired = {c for s in marriages_in(v.hand) for c in pair(s)}
    run, top = ([c for s in SUITS for c in part(s, v.hand, gone)] for part in (_run, _top))
    first = [move for move in legal if not move.word and move.card in top and move.card not in paired]
    whole = [move for move in legal if move.word == SHOW and set(pair(move.card.suit)) <= set(run)]
    return tuple(sorted(first or whole, key=lambda move: -POINTS.of(move.cards)))


def planned(v: Trick, leads: Sequence[Move], state: TyzichaState) -> SurePlan:
    """The plan that begins with one of `leads`: sure tricks, then marriages, last the one that may lose the lead."""
    run = {c for s in SUITS for c in _run(s, v.hand, _gone(state))}
    held = sorted(marriages_in(v.hand), key=MARRIAGES.__getitem__, reverse=True)
    whole = [s for s in held if set(pair(s)) <= run]
    shown = [*whole, *[s for s in held if s not in whole][:1]]
    paired = {c for s in shown for c in pair(s)}
    return SurePlan(leads, tuple(c for c in v.hand if c in run - paired), tuple(pair(s) for s in shown))


def _gone(state: TyzichaState) -> frozenset[Card]:
    """The cards of the tricks before."""
    return frozenset(c for taken in state.past for c in taken.cards)


def sure_first(v: Trick, legal: Sequence[Move], others: Sequence[Card]) -> list[Move]:
    """Leads that nobody can beat as long as there is no trump suit, of suits without a marriage in hand; dearest first.

    `others` are the cards that others may hold.
    """
    married = marriages_in(v.hand)
    if v.trumps or v.trick or len(v.hand) < SAFE or len(married) > 1:
        return []
    power = v.order.power
    sure = [
        move
        for move in legal
        if not move.word
        and move.card.suit not in married
        and all(power[move.card.suit][x] < power[move.card.suit][move.card] for x in others if x.suit == move.card.suit)
    ]
    return sorted(sure, key=lambda move: -POINTS.of(move.cards))
