"""What the table of Tute shows: declarations, and each side's points with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tutor.families.tabletop import SHEET
from tutor.families.tricks.tabletop import LAST, LEADER, SHOWN, TRICK, TRICKS, TRUMPS
from tutor.games.tute.declare import DECLARE
from tutor.games.tute.table import POINTS, WHOLE, WORTH, TuteState
from tutor.games.tute.table import TRICKS as EACH
from tutor.kernel.cards import Cards
from tutor.kernel.seats import Seat, members
from tutor.kernel.tabletop import Count, Facts, TableContext, fact, note, tally


def _won_last(at: TableContext, leader: Seat, hand: Cards) -> Mapping[Seat, Facts] | None:
    """The player who has just won a trick and may declare."""
    return {leader: {}} if at.phase == DECLARE.name and 0 < len(hand) < EACH else None


def _points(at: TableContext, state: TuteState, declared: tuple[tuple[Seat, str], ...]) -> Count | None:
    """The points of each side's cards and declarations, and how many there will be in all."""
    won = {
        side: POINTS.of(state.won(side)) + sum(WORTH[what] for who, what in declared if who in members(side))
        for side in at.sides
    }
    return Count(won, {"whole": WHOLE + sum(WORTH[what] for _, what in declared)}) if state.past else None


TABLETOP: Final = (
    *SHEET,
    TRUMPS,
    fact("declared", "declared"),
    note("won_last", "leader", "hand", make=_won_last),
    TRICK,
    LEADER,
    TRICKS,
    tally("points", "state", "declared", make=_points),
    LAST,
    SHOWN,
)
