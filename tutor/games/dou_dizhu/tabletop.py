"""What the table of Dou Dizhu shows: the landlord, what is at stake, the widow, and the play of the round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tutor.families.climb_tabletop import CLIMB_TABLE
from tutor.games.dou_dizhu.combos import PACK
from tutor.games.dou_dizhu.pay import doubled
from tutor.games.dou_dizhu.table import Calling
from tutor.kernel.cards import Cards
from tutor.kernel.seats import Seat
from tutor.kernel.tabletop import ByRank, Facts, TableContext, fact, note, said


def _contract(at: TableContext, landlord: Seat, bid: int, bombs: int, rocket: bool) -> Facts | None:
    if not landlord:
        return None
    doublings = bombs + rocket
    return {"landlord": landlord, "bid": bid, "doublings": doublings, "stake": doubled(bid, doublings)}


def _landlord(at: TableContext, landlord: Seat) -> Mapping[Seat, Facts] | None:
    if not landlord:
        return None
    partner = None if at.seat in ("", landlord) else next(s for s in at.seats if s not in (at.seat, landlord))
    return {landlord: {"partner": False}} | ({partner: {"partner": True}} if partner else {})


def _calls(at: TableContext, bids: Any, landlord: Seat) -> Mapping[Seat, tuple[str, ...]] | None:
    return None if landlord else {s: tuple(call for who, call in bids if who == s) for s, _ in bids}


def _first(at: TableContext, leader: Seat, view: Any) -> Mapping[Seat, Facts] | None:
    """Who calls or has called first, where nothing else tells it: before one seat has called, and once all have."""
    told = isinstance(view, Calling) and not 0 < len(view.bids) < view.players
    return {leader: {"called": bool(view.bids)}} if told else None


def _widow(at: TableContext, landlord: Seat, hands: tuple[Cards, ...], away: Cards) -> Facts | None:
    return {"n": len(away)} if any(hands) and not landlord else None


def _known(at: TableContext, known: tuple[Cards, ...]) -> Mapping[Seat, Facts] | None:
    return {s: {"held": held, "own": s == at.seat} for s, held in zip(at.seats, known, strict=True) if held} or None


TABLETOP: Final = (
    fact("contract", "landlord", "bid", "bombs", "rocket", make=_contract),
    fact("widow", "landlord", "hands", "away", make=_widow),
    note("landlord", "landlord", make=_landlord),
    note("first", "leader", "view", make=_first),
    said("bids", "landlord", make=_calls),
    said("bids"),
    *CLIMB_TABLE,
    note("shown", "known", make=_known, unplayed=True),
)
ARRANGEMENT: Final = ByRank(PACK.place.__getitem__)
"""From the 3 up to the 2, then the jokers (`dou-dizhu.rank`)."""
