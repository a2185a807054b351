"""What the table of Court Piece shows: who named trumps, tricks towards a court, hands won in a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tutor.families.tabletop import SHEET
from tutor.families.tricks.tabletop import LAST, LEADER, SHOWN, TRICK
from tutor.games.court_piece.naming import Naming
from tutor.games.court_piece.table import SEVEN, CourtPieceState, Fault, Streak
from tutor.kernel.seats import Seat, Side, after
from tutor.kernel.tabletop import Count, Facts, TableContext, fact, note, tally


def _trumps(at: TableContext, trump: str) -> Facts | None:
    return {"suit": trump, "caller": after(at.seats, at.dealer)} if trump else None


def _naming(at: TableContext) -> Facts | None:
    return {"caller": after(at.seats, at.dealer)} if at.phase == Naming.name else None


def _won(at: TableContext, state: CourtPieceState) -> Count | None:
    return _tricks(at, {side: state.tricks(side) for side in at.sides})


def _tricks(at: TableContext, tricks: Mapping[Side, int]) -> Count | None:
    """The tricks, and whether one side may still win all of the first seven."""
    won = {side: tricks.get(side, 0) for side in at.sides}
    played = sum(won.values())
    return Count(won, {"sweep": played <= SEVEN and 0 in won.values()}) if played else None


def _split(at: TableContext, tricks: Mapping[Side, int], first: Side | None) -> Facts | None:
    """In a position: that both sides have won one of the first seven tricks, and nobody plays on."""
    won = [tricks.get(side, 0) for side in at.sides]
    return {} if sum(won) > SEVEN and all(won) and not first else None


def _winner(at: TableContext, leader: Seat | None) -> Mapping[Seat, Facts] | None:
    """In a position that asks whether the hand goes on: the winner of the last trick."""
    return {leader: {"led": False}} if leader else None


def _row(at: TableContext, row: Streak) -> Facts | None:
    return {"side": row.side, "hands": row.hands} if row.hands else None


def _fault(at: TableContext, fault: Fault | None, turn: tuple[Seat, ...]) -> Facts | None:
    """The player's own revoke, while it can be put right; whoever suspects another's looks at the tricks."""
    noticed = fault is not None and at.seat in turn and fault.seat == at.seat
    return {"offender": fault.seat, "suit": fault.suit} if fault is not None and noticed else None


def _missed(at: TableContext, offender: Seat, missed: str) -> Facts:
    return {"offender": offender, "suit": missed}


def _mending(at: TableContext, mending: tuple[Seat, ...]) -> Mapping[Seat, Facts] | None:
    """Whoever is asked next for another card; those after that player are told when their turn has come."""
    return {seat: {} for seat in mending[:1]} or None


TABLETOP: Final = (
    *SHEET,
    fact("trumps", "trump", make=_trumps),
    fact("naming", make=_naming, reckoned=True),
    fact("playing_on", "first"),
    fact("split", "tricks", "first", make=_split),
    fact("row", "tally", make=_row),
    fact("revoke", "fault", "turn", make=_fault),
    fact("revoke", "offender", "missed", make=_missed),
    TRICK,
    LEADER,
    note("leader", "leader", make=_winner),
    note("mending", "mending", make=_mending),
    tally("tricks", "state", make=_won),
    tally("tricks", "tricks", make=_tricks),
    LAST,
    SHOWN,
)
