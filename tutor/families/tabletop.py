"""Entries of the table that every game of several hands shows: the score sheet, calls, numbers of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.tabletop import Count, Facts, TableContext, TableEntry, fact, note, said, tally

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.cards import Cards
    from tutor.kernel.seats import Seat, Side


def _won(at: TableContext, sides: tuple[Side, ...]) -> Facts | None:
    return {"winners": sides, "drawn": 1 < len(sides) == len(at.sides)} if sides else None


def _before(at: TableContext, before: Mapping[Side, float]) -> Count | None:
    """The score of every side; those that a position leaves out have nothing yet."""
    sides = at.sides if set(before) <= set(at.sides) else at.seats
    return Count({side: before.get(side, 0) for side in sides}) if before else None


HAND_NO: Final = fact("hand_no", "hand_no")
SCORES: Final = tally("score", "scores")
BEFORE: Final = tally("score", "before", make=_before)
"""The score given in a position, if it gives one."""
WON: Final = fact("won", "won_by", make=_won)
SHEET: Final = (HAND_NO, SCORES, BEFORE, WON)
"""The score sheet of a game of several hands."""


def leader(*phases: str) -> TableEntry:
    """Beside the seat that led, or that leads next if one of `phases` is due; otherwise nothing."""

    def leads(at: TableContext, leader: Seat, trick: tuple[object, ...]) -> Mapping[Seat, Facts] | None:
        known = trick or at.phase in phases
        return {leader: {"led": bool(trick)}} if leader in at.seats and known else None

    return note("leader", "leader", "trick", make=leads)


def sheet_to(goal: float | str) -> tuple[TableEntry, ...]:
    """The score sheet of a game to `goal` points; a text is the name of the option that says how many."""

    def wanted(at: TableContext) -> float:
        points: float = getattr(at.options, goal) if isinstance(goal, str) else goal
        return points

    def scores(at: TableContext, scores: tuple[float, ...]) -> Count:
        return Count(dict(zip(at.sides, scores, strict=True)), {"goal": wanted(at)})

    def before(at: TableContext, before: Mapping[Side, float]) -> Count | None:
        found = _before(at, before)
        return found and Count(found.by, {"goal": wanted(at)})

    return HAND_NO, tally("score", "scores", make=scores), tally("score", "before", make=before), WON


BIDS: Final = said("bids")


def _left(at: TableContext, hands: tuple[Cards, ...]) -> Mapping[Seat, Facts] | None:
    return {s: {"n": len(hand)} for s, hand in zip(at.seats, hands, strict=False) if s != at.seat} or None


CARDS_LEFT: Final = note("left", "hands", make=_left)
"""How many cards each other player holds, in games where hands differ in size."""


def counts(by: Mapping[Side, float], **facts: Any) -> Count | None:
    """A tally by side, or None if all numbers are 0 and there are no facts."""
    return Count(by, facts) if facts or any(by.values()) else None
