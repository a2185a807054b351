"""Views: what one player sees when a decision is due. Options: a game's house rules.

A view's attributes are the fields of a position: `explain` makes a view from what somebody typed, a game in
progress makes one from its state, and duties cannot tell the two apart. So a ruling can never rest on a card
that the player does not see, and every moment of a game can be written down as a position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, get_args

from tutor.kernel.fields import SEAT, Problem, declared, specs, whole
from tutor.kernel.seats import Seat, seats_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True, kw_only=True)
class Options:
    """House rules. A game with any declares a subclass whose fields are made by `kernel.fields`."""

    @property
    def direction(self) -> str:
        """Which way turns pass, `clockwise` or `anticlockwise`; a field where it is a house rule."""
        return "clockwise"

    def changed(self) -> dict[str, str]:
        """The options that differ from their defaults, as text by name."""
        return {
            name: spec.kind.show(getattr(self, name))
            for name, spec in specs(type(self)).items()
            if getattr(self, name) != spec.default
        }


@dataclass(frozen=True, kw_only=True)
class View:
    """What every view has: the number of players, the dealer, the house rules. Games and families add fields."""

    players: int = whole("how many sit at the table", None)
    dealer: Seat = declared(SEAT, "who dealt", None, shown="the last seat")
    options: Options

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats in turn order."""
        return seats_of(self.players)

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that are still in the game, in turn order."""
        return self.seats

    def text(self, usual: int) -> Mapping[str, str]:
        """The fields that differ from their defaults, as text by name; `usual` is the usual number of players."""
        out: dict[str, str] = {}
        last = self.seats[-1] if self.players else None
        for name, spec in specs(type(self)).items():
            value: Any = getattr(self, name)
            default = {"players": usual, "dealer": last}.get(name, spec.default)
            if spec.per:
                out |= {f"{name}.{key}": spec.kind.show(part) for key, part in value.items()}
            elif value != default and value is not None:
                out[name] = spec.kind.show(value)
        return out | self.options.changed()


V = TypeVar("V", bound=View)
K = TypeVar("K")


def type_argument(cls: type[Any], kind: type[K]) -> type[K] | None:
    """The class derived from `kind` that `cls` gives as a type argument to one of its bases; None without one."""
    given = (one for base in cls.__dict__.get("__orig_bases__", ()) for one in get_args(base))
    return next((one for one in given if isinstance(one, type) and issubclass(one, kind)), None)


class PositionSchema(Generic[V]):
    """What a position can be read as: a phase, the settling of a hand, a set-up for a lesson.

    `view` is the class whose fields the position may give: the type argument of the class, unless that says otherwise.
    Common fields of other phases are ignored, except that those named in `refuses` are reported as problems.
    """

    name: ClassVar[str]
    view: type[V]
    refuses: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        view = type_argument(cls, View)
        if view is not None and "view" not in cls.__dict__:
            cls.view = view  # type: ignore[assignment]

    def problems(self, v: V) -> Iterator[Problem]:
        """Yield everything impossible about this view that the types of its fields let through."""
        yield from ()

    def unreachable(self, v: V) -> Iterator[Problem]:
        """Yield what play never leads to in a possible view: it can be judged, but is no example to learn from."""
        yield from ()
