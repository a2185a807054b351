"""What the table shows in climbing games: the plays of the round, the combination to beat, who leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.families.climb_views import Climb
from tutor.families.tabletop import CARDS_LEFT, SHEET
from tutor.kernel.tabletop import Facts, Heap, TableContext, heap, laid, note

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.families.plays import Plays
    from tutor.kernel.cards import Cards
    from tutor.kernel.seats import Seat
    from tutor.kernel.view import View


def _round(at: TableContext, plays: Plays) -> Mapping[Seat, Cards] | None:
    return dict(plays) or None


ROUND: Final = laid("plays", make=_round)
"""The last play of each seat in the round; an empty tuple for a pass."""


def _to_beat(at: TableContext, view: View | None, table: Cards) -> Heap | None:
    if not isinstance(view, Climb) or view.free:
        return None
    there = dict(view.plays).get(view.holder or "") == view.to_beat.cards
    return Heap(() if there else (view.to_beat.cards,), {"combo": view.to_beat})


TO_BEAT: Final = heap("to_beat", "view", "table", make=_to_beat)
"""The combination to beat; with its cards where they do not lie before a seat."""


def _leads(at: TableContext, view: View | None, leader: Seat | None) -> Mapping[Seat, Facts] | None:
    if not isinstance(view, Climb):
        return None
    if view.free:
        return {view.next: {"led": False}}
    if view.plays:
        first, cards = view.plays[0]
        return {first: {"led": True}} if dict(view.plays)[first] == cards else None
    return {leader: {"led": True}} if leader else None


LEADS: Final = note("leader", "view", "leader", make=_leads)
"""The seat that is free to lead, or whose lead nobody has beaten yet."""

CLIMB_TABLE: Final = (*SHEET, ROUND, TO_BEAT, LEADS, CARDS_LEFT)
"""What every climbing game shows."""
