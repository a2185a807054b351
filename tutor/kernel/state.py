"""State: a whole game at one moment, as an immutable value. Playing gives a new one; undo keeps the old ones."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeVar

from tutor.kernel.seats import Seat, seats_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tutor.kernel.cards import Cards
    from tutor.kernel.view import Options


class ChanceEvent(NamedTuple):
    """What chance is to decide: a permutation of `pool`, recorded as the move `word:card+card+…` of the deck."""

    word: str
    pool: Cards


class Sight(Enum):
    """Who may see a field of a state. A field without one is seen by all."""

    ALL = "all"
    OWN = "own"
    """A tuple with a value for each seat, in seat order; each seat sees its own. The number of cards is public."""
    NOBODY = "nobody"
    """Face down."""
    PAST = "past"
    """Everybody has seen it, but the rules do not let anybody look again (cards of earlier rounds)."""
    INNER = "inner"
    """Bookkeeping of the program; nothing that lies on a table."""


def seen_by(sight: Sight, default: Any = dataclasses.MISSING) -> Any:
    """Declare a dataclass field of a state with its `sight`."""
    return dataclasses.field(default=default, metadata={"sight": sight})


@cache
def sights(state: type[Any]) -> Mapping[str, Sight]:
    """The `Sight` of each field of a state class, by name."""
    return {f.name: f.metadata.get("sight", Sight.ALL) for f in dataclasses.fields(state)}


@dataclass(frozen=True, kw_only=True)
class State:
    """What the state of every game has; games add their own fields.

    `phase` names the decision that is due and `turn` the seats that may make it now. While the deck is to act, `chance`
    says what is decided. With neither `turn` nor `chance` the game is over.
    """

    players: int
    options: Options
    dealer: Seat
    card_fields: ClassVar[tuple[str, ...]] = ()
    """The fields in which the cards lie, each card in one of them."""
    phase: str = seen_by(Sight.INNER, "")
    turn: tuple[Seat, ...] = ()
    chance: ChanceEvent | None = seen_by(Sight.INNER, None)

    def __init_subclass__(cls) -> None:
        if "__slots__" in cls.__dict__:
            raise TypeError(f"{cls.__name__}: a state is copied as its dictionary (`changed`), so it has no slots")

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats in turn order."""
        return seats_of(self.players)

    @property
    def hand_no(self) -> int:
        """Which hand of the game this is; 0 in games that do not count them."""
        return 0

    @property
    def hands(self) -> tuple[Cards, ...]:
        """What each seat holds, in seat order; empty where the state has no such field (see `Game.held`)."""
        return ()

    def known_to(self, seat: Seat) -> Cards:
        """The cards in other hands, or face down, of which `seat` knows where they are; no two cards are the same."""
        return ()

    def known_to_all(self) -> Mapping[str, tuple[Cards, ...]]:
        """For fields with a pile for each seat: the cards of each pile of which everybody knows that they are there.

        For packs with equal cards, of which `known_to` cannot tell which is meant; it is not asked about these fields.
        """
        return {}

    @property
    def trump(self) -> str:
        """The trump suit; empty if there is none."""
        return ""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.turn and self.chance is None


S = TypeVar("S", bound=State)

_new: Final = object.__new__
_fill: Final = State.__dict__["__dict__"].__set__  # a frozen class lets nobody set this by name


T = TypeVar("T", bound="tuple[Any, ...]")
quick: Final[Callable[[type[T], tuple[Any, ...]], T]] = tuple.__new__
"""Make a named tuple of all its fields, in half of the time of its constructor, unchecked. For hot loops only."""


def filled(kind: type[S], fields: dict[str, Any]) -> S:
    """Make a state of this class with exactly these fields, unchecked. For hot loops only."""
    new: S = _new(kind)
    _fill(new, fields)
    return new


def changed(state: S, **values: Any) -> S:
    """`state` with some fields replaced: `dataclasses.replace`, ten times faster. TypeError for an unknown field."""
    kept = state.__dict__
    fields = kept | values
    if len(fields) != len(kept):
        raise TypeError(f"{type(state).__name__} has no {', '.join(values.keys() - kept.keys())}")
    new: S = _new(type(state))
    _fill(new, fields)
    return new
