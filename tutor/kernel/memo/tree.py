"""The cache of a phase: a tree whose nodes each read one thing of a view, with a branch for each value of it.

A leaf is an `Entry`; a lookup walks down to it. With the cache `disabled` play is the same, move for move.
"""

from __future__ import annotations

from contextlib import contextmanager
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final, Protocol

from tutor.kernel.duties import narrow
from tutor.kernel.memo.cached_phase import CachedPhase
from tutor.kernel.memo.entries import UNCACHED, FixedMoves, candidates, legal_uncached, make_entry
from tutor.kernel.memo.recording import COMPARED, FIRST, LENGTH, NONEMPTY, RecordingView

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from tutor.kernel.cards import Card
    from tutor.kernel.memo.entries import Entry
    from tutor.kernel.memo.recording import Read
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State
    from tutor.kernel.view import Options

MOST_ENTRIES: Final = 20_000
"""Entries that are kept for each phase; then the tree is emptied."""
TRIAL: Final = 500
"""After this many new entries, and each time again, it is checked whether the cache is hit often enough."""
MIN_HITS: Final = 2
"""Hits for each new entry below which the cache is given up: adding one costs as much as a few answers."""

_enabled = True


def enabled() -> bool:
    """Whether the cache is in use."""
    return _enabled


@contextmanager
def disabled() -> Iterator[None]:
    """Context manager: inside it nothing is cached, and every answer comes from `narrow`."""
    global _enabled
    before, _enabled = _enabled, False
    try:
        yield
    finally:
        _enabled = before


_PART: Final[Mapping[str, Callable[[Any], Any]]] = {
    NONEMPTY: bool,
    FIRST: itemgetter(slice(1)),
    LENGTH: len,
    COMPARED: attrgetter("compared"),
}


class _Branch(dict[Any, Any]):
    """An inner node: one thing that is read, with a child for each value of it.

    `of_view` reads it from a view, `of_seat` from state and seat, or where that is None `of_state` from a state. Of
    what a state does not tell, it returns `_UNTOLD`, which has no child. What has no child is None.
    """

    __slots__ = ("of_seat", "of_state", "of_view", "read")

    def __missing__(self, value: Any) -> None:
        """Nothing."""

    def __init__(self, read: Read, field: str, of_seat: Callable[[Any, Seat], Any] | None) -> None:
        how, name = read
        part = _PART.get(how)
        self.read = read
        self.of_view: Callable[[Any], Any] = _part(attrgetter(name), part)
        self.of_state = _part(attrgetter(field), part) if field else _untold
        self.of_seat = of_seat if of_seat is None or part is None else lambda state, seat: part(of_seat(state, seat))


_UNTOLD: Final = object()


def _untold(state: Any) -> Any:
    return _UNTOLD


def _part(get: Callable[[Any], Any], part: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    return get if part is None else lambda v: part(get(v))


class Memo:
    """The cache of one phase."""

    def __init__(self, phase: CachedPhase) -> None:
        self.phase = phase
        self._trees: dict[Any, Any] = {}
        self._options: Any = None
        self._top: Any = None
        self._size = self._asked = self._new = 0
        hand = phase.state_readers.get("hand")
        self._own_hand: Callable[[Any, Seat], Sequence[Card]] | None = None if isinstance(hand, str) else hand
        self._fields: Collection[str] = ()
        """The fields of states; those that views have as well, and no phase says otherwise, are looked at there."""

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        """The legal moves of `seat`, whose turn it is in `state`. A view is made only where the state does not tell."""
        if not _enabled:
            return legal_uncached(self.phase, self.phase.see(state, seat))
        if state.options is not self._options:
            if not self._fields:
                self._fields = frozenset(state.__dict__)
                self._trees.clear()
            self._turn_to(state.options)
        node = self._top
        while node.__class__ is _Branch:
            of_seat = node.of_seat
            node = node[node.of_state(state) if of_seat is None else of_seat(state, seat)]
        moves: Sequence[Move] | None = None
        if node.__class__ is FixedMoves:
            moves = node.moves
        elif node is not None and node.hand_decides and self._own_hand is not None:
            moves = node.legal_with(self._own_hand(state, seat))
        if moves is None:
            view = self.phase.see(state, seat)
            entry: Entry = self.entry(view) if node is None else node
            return entry.legal(self.phase, view)
        self._asked += 1
        return moves

    def _turn_to(self, options: Options) -> None:
        self._options = options
        self._top = self._trees.get(options)

    def entry(self, view: Any) -> Any:
        """The entry for `view`; `UNCACHED` if nothing is cached."""
        self._asked += 1
        if view.options is not self._options:
            self._turn_to(view.options)
        node = self._top
        while node.__class__ is _Branch:
            node = node[node.of_view(view)]
        return self._add(view) if node is None else node

    def _add(self, view: Any) -> Any:
        if self._size >= MOST_ENTRIES:
            self._trees.clear()
            self._size = 0
        self._size += 1
        self._new += 1
        if self._new % TRIAL == 0:
            few, self._asked = self._asked < TRIAL * (1 + MIN_HITS), 0
            if few and self._new > TRIAL:
                self._trees[view.options] = self._top = UNCACHED
                return UNCACHED
        recorder = RecordingView(view, self.phase.state_readers)
        found = make_entry(self.phase, recorder, view)
        left, before = list(recorder.reads), self._trees
        at: Any = self._options
        while True:
            node = before.get(at)
            if node is None:
                if not left:
                    before[at] = found
                    break
                reader = self.phase.state_readers.get(left[0][1])
                field, function = (reader, None) if isinstance(reader, str) else ("", reader)
                node = before[at] = _Branch(left[0], field if field in self._fields else "", function)
            elif node.__class__ is not _Branch:
                break
            if node.read in left:
                left.remove(node.read)
            before, at = node, node.of_view(view)
        self._top = self._trees[self._options]
        return found


class PhaseWithMemo(CachedPhase, Protocol):
    """A phase with its cache."""

    @property
    def memo(self) -> Memo:
        """The cache of the phase."""


def legal_and_count(phase: PhaseWithMemo, view: Any) -> tuple[tuple[Move, ...], int]:
    """The legal moves of whoever is to act in `view`, and how many were judged (if cached, only the legal ones)."""
    found = phase.memo.entry(view) if _enabled else UNCACHED
    if found is UNCACHED:
        some = candidates(phase, view)
        return narrow(phase.duties(view), view, some).legal, len(some)
    moves = tuple(found.legal(phase, view))
    return moves, len(moves)
