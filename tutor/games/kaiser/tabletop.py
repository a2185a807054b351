"""What the table of Kaiser shows: the bid and its bidder, and the value of each side's tricks."""

from __future__ import annotations

from typing import Final

from tutor.families.tabletop import counts, sheet_to
from tutor.families.tricks.tabletop import ALL_CALLS, BIDS, LAST, LEADER, SHOWN, TRICK, TRICKS, TRUMPS
from tutor.games.kaiser.table import GOAL, KaiserState, no_trump, number, value
from tutor.kernel.seats import Seat, members
from tutor.kernel.tabletop import Count, Facts, TableContext, fact, tally


def _trumps(at: TableContext, trump: str, contract: str) -> Facts | None:
    return {"suits": trump} if trump or (contract and no_trump(contract)) else None


def _without(at: TableContext, contract: str) -> Facts | None:
    return {"suits": ""} if no_trump(contract) else None


def _contract(at: TableContext, contract: str, bidder: Seat) -> Facts | None:
    side = next((side for side in at.sides if bidder in members(side)), "")
    return {"bidder": bidder, "side": side, "need": number(contract)} if contract else None


def _worth(at: TableContext, state: KaiserState) -> Count | None:
    """The value of each side's tricks so far (`kaiser.value`)."""
    return counts({side: value(state.tricks(side), state.won(side)) for side in at.sides})


TABLETOP: Final = (
    *sheet_to(GOAL),
    fact("trumps", "trump", "contract", make=_trumps),
    TRUMPS,
    fact("trumps", "contract", make=_without),
    fact("contract", "contract", "bidder", make=_contract),
    TRICK,
    LEADER,
    BIDS,
    ALL_CALLS,
    TRICKS,
    tally("value", "state", make=_worth),
    LAST,
    SHOWN,
)
