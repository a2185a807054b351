"""What the table of Botifarra shows: who called trumps and who doubled, and how far each side is from half."""

from __future__ import annotations

from typing import Final

from tutor.families.doubling import DOUBLES
from tutor.families.tabletop import counts, sheet_to
from tutor.families.tricks.tabletop import CALLING, LAST, LEADER, PLAYING, SHOWN, TRICK, TRICKS
from tutor.games.botifarra.table import BOTIFARRA, CHOICES, HALF, POINTS, BotifarraState, multiplied
from tutor.kernel.seats import Seat
from tutor.kernel.tabletop import Count, Facts, TableContext, fact, tally

Calls = tuple[tuple[Seat, str], ...]


def _called(at: TableContext, bids: Calls) -> Facts | None:
    """The choice of the dealer's side, and who made it."""
    found = next(((who, what) for who, what in bids if what in CHOICES), None)
    return {"by": found[0], "suits": "" if found[1] == BOTIFARRA else found[1]} if found else None


def _trumps(at: TableContext, trump: str, bids: Calls) -> Facts | None:
    return _called(at, bids) or _given(at, trump)


def _given(at: TableContext, trump: str) -> Facts | None:
    """The trump suit of a hand that was set up after the auction."""
    return {"by": "", "suits": trump} if at.phase == PLAYING else None


def _multiplier(chosen: str, doubled: int, bids: Calls) -> Facts | None:
    """The multiplier of the hand, and the calls that led to it."""
    made = tuple((who, what) for who, what in bids if what in DOUBLES)
    multiplier = multiplied(chosen, max(doubled, len(made))) if chosen else 1
    return {"made": made, "multiplier": multiplier} if multiplier > 1 else None


def _doubled(at: TableContext, doubled: int, bids: Calls, trump: str) -> Facts | None:
    found = _trumps(at, trump, bids)
    told = _multiplier(found["suits"] or BOTIFARRA, doubled, bids) if found else None
    return {**told, "made": ()} if told and at.playing and at.phase == PLAYING else told


def _doubling(at: TableContext, bids: Calls) -> Facts | None:
    found = _called(at, bids)
    return _multiplier(found["suits"] or BOTIFARRA, 0, bids) if found else None


def _points(at: TableContext, state: BotifarraState) -> Count | None:
    """The points of each side's cards and tricks, and how many win the hand."""
    won = {side: POINTS.of(state.won(side)) + state.tricks(side) for side in at.sides}
    return counts(won, need=HALF + 1) if state.past else None


TABLETOP: Final = (
    *sheet_to("target"),
    fact("trumps", "trump", "bids", make=_trumps),
    fact("trumps", "trump", make=_given),
    fact("trumps", "bids", make=_called),
    fact("doubled", "doubled", "bids", "trump", make=_doubled),
    fact("doubled", "bids", make=_doubling),
    TRICK,
    LEADER,
    CALLING,
    TRICKS,
    tally("points", "state", make=_points),
    LAST,
    SHOWN,
)
