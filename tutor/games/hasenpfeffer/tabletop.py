"""What the table of Hasenpfeffer shows: who bid how many tricks, the bowers above all trumps, and a joker shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tutor.families.tabletop import sheet_to
from tutor.families.tricks.tabletop import ALL_CALLS, BIDS, LAST, LEADER, PLAYING, TRICK, TRICKS, Past, trumps
from tutor.games.hasenpfeffer.bidding import Auction
from tutor.games.hasenpfeffer.exchange import Naming
from tutor.games.hasenpfeffer.table import JOKER, RANKING, SIDES, WIDOW
from tutor.kernel.cards import Cards
from tutor.kernel.seats import Seat, side_of
from tutor.kernel.tabletop import Facts, Heap, TableContext, fact, heap, note, pile

TOP: Final = 3
"""The joker and the two bowers."""


def _contract(at: TableContext, contract: int, declarer: Seat, past: Past) -> Facts | None:
    return {"bidder": declarer, "side": side_of(SIDES, declarer), "need": contract} if contract else None


def _bid(at: TableContext, contract: int, view: Any) -> Facts | None:
    """The contract of a position, where it is given."""
    return _contract(at, contract, view.who, ()) if isinstance(view, Naming) else None


def _void(at: TableContext, joker: str) -> Facts | None:
    return {} if joker == WIDOW else None


def _joker(at: TableContext, joker: str, shown: Cards, trick: Cards, past: Past) -> Mapping[Seat, Facts] | None:
    """The player who has shown the joker, until it is played; it may have been discarded since."""
    played = JOKER in (*trick, *(c for taken in past for c in taken.cards))
    return {joker: {"card": JOKER}} if joker in at.seats and shown and not played else None


def _said_to_hold(at: TableContext, joker: str) -> Mapping[Seat, Facts] | None:
    return {joker: {"card": JOKER}} if joker in at.seats else None


def _widow(at: TableContext, away: Cards) -> Heap | None:
    """The widow face down; after it was taken, the discard."""
    return Heap((), {"taken": at.phase == PLAYING}) if away and at.phase in (Auction.name, PLAYING) else None


def _discard(at: TableContext, away: Cards, declarer: Seat) -> Cards | None:
    return away if declarer and at.seat == declarer else None


TABLETOP: Final = (
    *sheet_to("target"),
    trumps(RANKING, TOP),
    fact("contract", "contract", "declarer", "past", make=_contract),
    fact("contract", "contract", "view", make=_bid),
    fact("void", "joker", make=_void),
    TRICK,
    LEADER,
    BIDS,
    ALL_CALLS,
    note("joker", "joker", "shown", "trick", "past", make=_joker),
    note("joker", "joker", make=_said_to_hold),
    TRICKS,
    heap("widow", "away", make=_widow),
    LAST,
    pile("discard", "away", "declarer", make=_discard, lies=True),
)
