"""What the table of Tute shows: what was declared, and what each side has with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tutor.families.tabletop import SHEET
from tutor.families.tricks.tabletop import BIDS, LAST, LEADER, SHOWN, TRICK, TRICKS, TRUMPS, Past, cards_won
from tutor.games.tute.declare import DECLARE
from tutor.games.tute.table import TRICKS as EACH
from tutor.games.tute.table import WHOLE, WORTH, points
from tutor.kernel.cards import Cards
from tutor.kernel.seats import Seat, members
from tutor.kernel.tabletop import At, Count, Facts, fact, note, tally


def _won_last(at: At, leader: Seat, hand: Cards) -> Mapping[Seat, Facts] | None:
    """Who has just won a trick, and may declare before the next."""
    return {leader: {}} if at.phase == DECLARE.name and 0 < len(hand) < EACH else None


def _points(at: At, past: Past, declared: tuple[tuple[Seat, str], ...]) -> Count | None:
    """Cards and declarations of each side, of all that will be counted if nothing more is declared."""
    won = {
        side: points(cards_won(past, members(side)))
        + sum(WORTH[what] for who, what in declared if who in members(side))
        for side in at.sides
    }
    return Count(won, {"whole": WHOLE + sum(WORTH[what] for _, what in declared)}) if past else None


TABLETOP: Final = (
    *SHEET,
    TRUMPS,
    fact("declared", "declared"),
    note("won_last", "leader", "hand", make=_won_last),
    TRICK,
    LEADER,
    BIDS,
    TRICKS,
    tally("points", "past", "declared", make=_points),
    LAST,
    SHOWN,
)
