"""What the table of Tyzicha shows: the contract and what makes it, marriages, and each player's points."""

from __future__ import annotations

from typing import Any, Final

from tutor.families.auctions import AuctionPhase
from tutor.families.tabletop import counts, sheet_to
from tutor.families.tricks.tabletop import CALLING, LAST, LEADER, SHOWN, TRICK, TRICKS
from tutor.games.tyzicha.table import GOAL, MARRIAGES, OPENING, PACK, POINTS, RESTRICTED, TyzichaState, needed
from tutor.kernel.cards import Cards
from tutor.kernel.seats import Seat
from tutor.kernel.tabletop import Count, Facts, Heap, TableContext, fact, heap, note, tally

Marriages = tuple[tuple[Seat, str], ...]


def _trumps(at: TableContext, marriage: str, trump: str) -> Facts | None:
    return {"suits": marriage or trump} if at.due else None


def _contract(at: TableContext, contract: int, declarer: Seat) -> Facts | None:
    need = needed(contract, at.options)  # type: ignore[arg-type]
    facts = {"contract": contract, "by": declarer, "need": need, "restricted": contract == RESTRICTED}
    return facts if contract else None


def _measure(at: TableContext, bids: Any, state: TyzichaState) -> Facts | None:
    """What the bids are to be measured by, while they are made."""
    if at.phase != AuctionPhase.name:
        return None
    return {"cards": POINTS.of(PACK.cards), "equal": needed(OPENING, at.options) == OPENING}  # type: ignore[arg-type]


def _shown(at: TableContext, marriages: Marriages) -> Facts | None:
    return {"shown": tuple((who, s, MARRIAGES[s]) for who, s in marriages)} if marriages else None


def _showing(at: TableContext, marriage: str, leader: Seat) -> Facts | None:
    return _shown(at, ((leader, marriage),) if marriage else ())


def _points(at: TableContext, state: TyzichaState, marriages: Marriages) -> Count | None:
    """The points of each player's cards and marriages."""
    shown = {seat: sum(MARRIAGES[s] for who, s in marriages if who == seat) for seat in at.seats}
    return counts({seat: POINTS.of(state.won(seat)) + n for seat, n in shown.items()})


def _widow(at: TableContext, away: Cards, declarer: Seat) -> Heap | None:
    """The widow face down, until somebody takes it."""
    return Heap((), {"n": len(away)}) if at.due and away and not declarer else None


TABLETOP: Final = (
    *sheet_to(GOAL),
    fact("trumps", "marriage", "trump", make=_trumps),
    fact("contract", "contract", "declarer", make=_contract),
    fact("measure", "bids", "state", make=_measure),
    fact("marriages", "marriages", make=_shown),
    fact("marriages", "marriage", "leader", make=_showing),
    note("declarer", "declarer"),
    TRICK,
    LEADER,
    CALLING,
    TRICKS,
    tally("points", "state", "marriages", make=_points),
    heap("widow", "away", "declarer", make=_widow),
    LAST,
    SHOWN,
)
