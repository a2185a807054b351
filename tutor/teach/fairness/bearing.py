"""What on a table cannot bear on who wins the trick: entries of which the engine reads no field for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.fields import field_names
from tutor.kernel.tabletop import Area

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor.teach.drills.moments import Moment
    from tutor.teach.text.tabletop import Line, MiddleCards, SideTally, Tabletop

TRUMPS: Final = "trumps"
"""The entry that always stays, as everybody asks for it, also where a game has none."""
LYING: Final = frozenset({Area.LAID, Area.REMARK})
"""The cards of the trick, and what is said of them."""


def bearing_on_winner(table: Tabletop, here: Moment) -> Tabletop:
    """The table of a complete trick without the entries that cannot bear on who wins it."""
    phase = here.phase
    assert phase is not None
    read = _read(here.view, phase.winner)
    bearing = {entry.name for entry in here.game.tabletop if not entry.fields or read & {*entry.fields}}
    idle = {entry.name for entry in here.game.tabletop if entry.area not in LYING} - bearing - {TRUMPS}
    said = {entry.name for entry in here.game.tabletop if entry.area is Area.SAID} <= idle

    def left(one: Line | MiddleCards | SideTally) -> bool:
        return one.name not in idle

    places = (place._replace(said=() if said else place.said) for place in table.places)
    return table._replace(
        facts=tuple(filter(left, table.facts)),
        places=tuple(places),
        middle=tuple(filter(left, table.middle)),
        tallies=tuple(filter(left, table.tallies)),
    ).noted(lambda place: filter(left, place.notes))


def _read(view: Any, work: Callable[[Any], object]) -> set[str]:
    """The names that `work` reads of `view`."""
    kind: Any = type(view)
    read: set[str] = set()

    class Noted(kind):  # type: ignore[misc]
        def __getattribute__(self, name: str) -> Any:
            read.add(name)
            return super().__getattribute__(name)

    noted = object.__new__(Noted)
    noted.__dict__.update({name: getattr(view, name) for name in field_names(kind)})
    work(noted)
    return read
