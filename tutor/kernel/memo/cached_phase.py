"""What the cache asks of a phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from tutor.kernel.cards import Pack
    from tutor.kernel.duties import Duties
    from tutor.kernel.moves import Move


class MoveLists(NamedTuple):
    """Candidates in lists: `keys(hand)` are the keys of the lists a hand has, in order; `moves(hand, key)` one list.

    Lists with the same key are the same whatever the hand.
    """

    keys: Callable[[Any], Sequence[Hashable]]
    moves: Callable[[Any, Any], Iterable[Move]]


class CachedPhase(Protocol):
    """What the cache asks of a phase."""

    pack: Pack

    @property
    def state_readers(self) -> Mapping[str, Any]:
        """Where a state has what views have."""

    def see(self, state: Any, seat: Any, /) -> Any:
        """The view of a seat."""

    def duties(self, v: Any, /) -> Duties[Any]:
        """The duties in a view."""

    def candidates(self, v: Any, /) -> Iterable[Move]:
        """Every move that may be thought of in a view."""

    def move_lists(self, v: Any, recorder: Any, /) -> MoveLists | None:
        """How candidates come in lists, where there are very many."""
