"""Entries of the table for trick games, and how hands with trumps are sorted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.families.auctions import AuctionPhase
from tutor.families.tabletop import counts, leader
from tutor.families.tricks.play import TrickPhase
from tutor.families.tricks.state import Taken, TrickState
from tutor.kernel.cards import Card, Cards, Pack
from tutor.kernel.seats import Seat, Side, from_
from tutor.kernel.tabletop import (
    Arrangement,
    CardRow,
    Count,
    Facts,
    TableContext,
    TableEntry,
    alternating,
    fact,
    laid,
    note,
    pile,
    said,
    said_by,
    tally,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tutor.families.tricks.ranking import Order, Ranking

Past = tuple[Taken, ...]
PLAYING: Final = TrickPhase.name


def _trick(at: TableContext, leader: Seat, trick: Cards) -> Mapping[Seat, Cards] | None:
    return {s: (c,) for s, c in zip(from_(at.seats, leader), trick, strict=False)} if leader in at.seats else None


TRICK: Final = laid("leader", "trick", make=_trick)


LEADER: Final = leader(PLAYING)


def _trumps(at: TableContext, trump: str | None) -> Facts | None:
    return {"suits": trump} if at.due and trump is not None else None


TRUMPS: Final = fact("trumps", "trump", make=_trumps)
"""The trump suit, or that there is none; nothing where a position leaves it to the card turned up (see `trumps`)."""


def _never(at: TableContext, trick: Cards) -> Facts | None:
    return _trumps(at, "")


def _never_so_far(at: TableContext, past: Past) -> Facts | None:
    return None if past else _trumps(at, "")


NO_TRUMPS: Final = (fact("trumps", "past", make=_never_so_far), TRUMPS, fact("trumps", "trick", make=_never))
"""That there are no trumps, in games that never have any; in a hand it is said until the first trick is complete."""


def trump_of(*known: Any) -> str:
    """The trump suit by the first of `known` that is not None: a suit ("" for none), or a card of the suit."""
    first = next((value for value in known if value is not None), "")
    return first.suit if isinstance(first, Card) else str(first)


def trumps(ranking: Ranking | None = None, top: int = 0, *fields: str) -> TableEntry:
    """The trump suit once it is known, and its `top` highest cards by `ranking`, for games with an unusual order."""

    def known(at: TableContext, *values: Any) -> Facts | None:
        suit = trump_of(*values)
        cards = ranking.under(suit).trumps[:top] if ranking is not None and suit else ()
        return {"suits": suit, "top": cards} if suit else None

    return fact("trumps", *(fields or ("trump",)), make=known)


def against(at: TableContext, *declarers: Seat) -> tuple[Side, ...]:
    """The side of the declarers and the side of all others; the usual sides while there is no declarer."""
    side = tuple(seat for seat in at.seats if seat in declarers)
    return ("+".join(side), "+".join(seat for seat in at.seats if seat not in side)) if side else at.sides


ALONE: Final = note("alone", "declarer")
"""Beside the seat that plays alone against the others."""


def _bids(at: TableContext, bids: Any, trick: Cards, past: Past) -> Mapping[Seat, tuple[str, ...]] | None:
    if trick or past or at.phase == PLAYING:
        return None
    return said_by(bids)


BIDS: Final = said("bids", "trick", "past", make=_bids)
"""The calls, until play begins; a game's own entry says what came of them."""
ALL_CALLS: Final = said("bids")
"""All calls that a position has, also while cards are played."""


def _calling(at: TableContext, bids: Iterable[tuple[Seat, str]]) -> Mapping[Seat, tuple[str, ...]] | None:
    return said_by(bids) if at.phase == AuctionPhase.name else None


CALLING: Final = said("bids", make=_calling)
"""The calls while the auction goes on, in games whose facts tell all that came of it."""


def _tricks(at: TableContext, state: TrickState) -> Count | None:
    return counts({side: state.tricks(side) for side in at.sides})


TRICKS: Final = tally("tricks", "state", make=_tricks)
"""The number of tricks each side has won."""


def _tricks_against(at: TableContext, state: TrickState, declarer: Seat) -> Count | None:
    return counts({side: state.tricks(side) for side in against(at, declarer)})


TRICKS_AGAINST: Final = tally("tricks", "state", "declarer", make=_tricks_against)
"""The number of tricks that the declarer has won, and that the others have won together."""


def _last(at: TableContext, past: Past) -> Cards | None:
    return past[-1].cards if past else None


LAST: Final = pile("last", "past", make=_last)
"""The last trick, which players may look at."""


def _shown(at: TableContext, shown: Cards, hands: tuple[Cards, ...]) -> Mapping[Seat, Facts] | None:
    there = {s: tuple(c for c in shown if c in hand) for s, hand in zip(at.seats, hands, strict=False) if s != at.seat}
    return {s: {"cards": held} for s, held in there.items() if held} or None


SHOWN: Final = note("shown", "shown", "hands", make=_shown, unplayed=True)
"""Beside other seats: cards in their hands that everybody has seen."""

WITHOUT_TRUMPS: Final = (*NO_TRUMPS, TRICK, LEADER, BIDS, ALL_CALLS, TRICKS, LAST, SHOWN)
"""What every game of tricks shows of the play that never has trumps."""
PLAY: Final = (TRUMPS, TRICK, LEADER, BIDS, ALL_CALLS, TRICKS, LAST, SHOWN)
"""What every game of tricks with a trump suit shows of the play."""


class ByTrumps(Arrangement):
    """Trumps first in one row, then the other suits with colours alternating; each from high to low by the ranking."""

    def __init__(self, ranking: Ranking, *fields: str, instead: tuple[str, ...] = ()) -> None:
        """`fields` tell the trump suit (see `trump_of`); while it is unknown, hands are sorted as without trumps."""
        self.ranking, self.fields, self.instead = ranking, fields or ("trump",), instead

    def rows(self, held: Cards, pack: Pack, *values: Any) -> tuple[CardRow, ...]:
        """The row of trumps, and one for each other suit."""
        orders = self.ranking.orders
        return ranked(held, orders.get(trump_of(*values), orders[""]))


def ranked(held: Cards, order: Order) -> tuple[CardRow, ...]:
    """A hand in rows: trumps first, then the suits by `order`, cards of no suit (a joker that is no trump) last."""
    place = {c: i for i, c in enumerate(order.trumps)}
    above = tuple(sorted((c for c in held if c in place), key=place.__getitem__))
    by: dict[str, list[Card]] = {}
    for c in held:
        if c not in place:
            by.setdefault(order.suit.get(c, c.suit), []).append(c)
    out = [CardRow(above, order.trump if all(c.suit == order.trump for c in above) else "", True)] if above else []
    for s in alternating(by):
        power = order.power.get(s, {})
        out.append(CardRow(tuple(sorted(by[s], key=lambda c: power.get(c, 0), reverse=True)), s))
    if "" in by:
        out.append(CardRow(tuple(by[""])))
    return tuple(out)
