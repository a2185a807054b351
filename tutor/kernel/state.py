"""State: a whole game at one moment, as an immutable value. Playing gives a new one; undo keeps the old ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from tutor.kernel.cards import Cards
from tutor.kernel.seats import Seat, seats_of
from tutor.kernel.view import Options


class Fate(NamedTuple):
    """What chance is to decide: a permutation of `pool`, written down as the move `word:card+card+…` of the deck."""

    word: str
    pool: Cards


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What every game's state has; games add their own fields.

    `phase` names the decision that is due and `turn` the seats that may make it now. While chance is to act
    `fate` says what it decides. When both are empty the game is over.
    """

    players: int
    options: Options
    dealer: Seat
    phase: str = ""
    turn: tuple[Seat, ...] = ()
    fate: Fate | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats in turn order."""
        return seats_of(self.players)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.turn and self.fate is None


S = TypeVar("S", bound=State)


_Access = tuple[dict[str, int], Callable[[State], tuple[Any, ...]], tuple[Callable[[State, Any], None], ...]]
_ACCESS: dict[type, _Access] = {}
"""For each class of states: where a field stands, a reader of all fields, a writer for each (the slots themselves)."""


def changed(state: S, **values: Any) -> S:
    """`state` with some of its fields replaced: what `dataclasses.replace` does, in half the time."""
    kind = type(state)
    if kind not in _ACCESS:
        names = [f.name for f in fields(kind)]
        write = tuple(getattr(kind, name).__set__ for name in names)
        _ACCESS[kind] = {name: i for i, name in enumerate(names)}, attrgetter(*names), write
    place, read, writers = _ACCESS[kind]
    all_values = list(read(state))
    for name, value in values.items():
        all_values[place[name]] = value
    new: S = object.__new__(kind)
    for put, value in zip(writers, all_values, strict=True):
        put(new, value)
    return new
