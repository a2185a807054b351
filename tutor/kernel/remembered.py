"""A cache of what duties keep, keyed by what they were seen to look at; for play that asks for no reasons.

A duty is a function of what it reads from a view, so an answer holds for every view that agrees in what was read. A
`Watched` view records what that is.

The records form a tree: each node reads one thing, each branch is a value of it, each leaf is a `Situation`; a lookup
walks down the tree. No rule is known here, and no game knows of it. Under `off` play is the same, move for move.
"""

from __future__ import annotations

from contextlib import contextmanager
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.duties import narrow
from tutor.kernel.situations import ASKED, Fixed, candidates, situation, worked_out
from tutor.kernel.watched import ANY, BEATEN, FIRST, NUMBER, Watched

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.situations import Situation

MOST: Final = 20_000
"""Situations that are kept for each phase; then the tree is emptied."""
TRIAL: Final = 500
"""After this many new situations, and each time again, it is checked whether the cache is hit often enough."""
WORTH: Final = 2
"""Hits for each new situation below which the cache is given up: adding one costs as much as a few answers."""

_on = True


def on() -> bool:
    """Whether the cache is in use."""
    return _on


@contextmanager
def off() -> Iterator[None]:
    """Context manager: inside it nothing is cached, and every answer comes from `narrow`."""
    global _on
    was, _on = _on, False
    try:
        yield
    finally:
        _on = was


_PART: Final[Mapping[str, Callable[[Any], Any]]] = {
    ANY: bool,
    FIRST: itemgetter(slice(1)),
    NUMBER: len,
    BEATEN: attrgetter("compared"),
}


class _Node(dict[Any, Any]):
    """An inner node: one thing that is read, with a child for each value of it.

    `look` reads it from a view. Where no view is needed `field` reads it from a state, or `ask` from state and seat.
    """

    __slots__ = ("ask", "field", "look", "noted")

    def __init__(self, noted: tuple[str, str], field: str, ask: Callable[[Any, Seat], Any] | None) -> None:
        how, name = noted
        part = _PART.get(how)
        self.noted = noted
        self.look: Callable[[Any], Any] = _part(attrgetter(name), part)
        self.field = _part(attrgetter(field), part) if field else None
        self.ask = ask if ask is None or part is None else lambda state, seat: part(ask(state, seat))


def _part(get: Callable[[Any], Any], part: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    return get if part is None else lambda v: part(get(v))


class Memory:
    """The situations of one phase."""

    def __init__(self, phase: Any) -> None:
        self.phase = phase
        self._trees: dict[Any, Any] = {}
        self._options: Any = None
        self._top: Any = None
        self._size = self._asked = self._new = 0
        self.own: Callable[[Any, Seat], Sequence[Card]] | None = phase.looks.get("hand")
        self._fields: Collection[str] = ()
        """The fields of states; those that views have as well, and no phase says otherwise, are looked at there."""

    def legal(self, state: Any, seat: Seat) -> Sequence[Move]:
        """The legal moves of `seat`, whose turn it is in `state`. A view is made only where the state does not tell."""
        if not _on:
            return worked_out(self.phase, self.phase.see(state, seat))
        if state.options is not self._options:
            if not self._fields:
                self._fields = frozenset(state.__dict__)
                self._trees.clear()
            self._turn_to(state.options)
        node = self._top
        while node.__class__ is _Node:
            if node.ask is not None:
                node = node.get(node.ask(state, seat))
            elif node.field is not None:
                node = node.get(node.field(state))
            else:
                node = None
        moves: Sequence[Move] | None = None
        if node.__class__ is Fixed:
            moves = node.moves
        elif node is not None and node.by_hand and self.own is not None:
            moves = node.known(self.own(state, seat))
        if moves is None:
            view = self.phase.see(state, seat)
            found: Situation = self.of(view) if node is None else node
            return found.legal(self.phase, view)
        self._asked += 1
        return moves

    def _turn_to(self, options: Any) -> None:
        self._options = options
        self._top = self._trees.get(options)

    def of(self, view: Any) -> Any:
        """The situation of `view`; `ASKED` if nothing is cached."""
        self._asked += 1
        if view.options is not self._options:
            self._turn_to(view.options)
        node = self._top
        while node.__class__ is _Node:
            node = node.get(node.look(view))
        return self._add(view) if node is None else node

    def _add(self, view: Any) -> Any:
        if self._size >= MOST:
            self._trees.clear()
            self._size = 0
        self._size += 1
        self._new += 1
        if self._new % TRIAL == 0:
            few, self._asked = self._asked < TRIAL * (1 + WORTH), 0
            if few and self._new > TRIAL:
                self._trees[view.options] = self._top = ASKED
                return ASKED
        watched = Watched(view, self.phase.looks)
        found = situation(self.phase, watched, view)
        left, before = list(watched.noted), self._trees
        at: Any = self._options
        while True:
            node = before.get(at)
            if node is None:
                if not left:
                    before[at] = found
                    break
                name = left[0][1]
                look = self.phase.looks.get(name)
                field = look if isinstance(look, str) else ""
                node = before[at] = _Node(left[0], field if field in self._fields else "", None if field else look)
            elif node.__class__ is not _Node:
                break
            if node.noted in left:
                left.remove(node.noted)
            before, at = node, node.look(view)
        self._top = self._trees[self._options]
        return found


def looked_at(phase: Any, view: Any) -> tuple[tuple[Move, ...], int]:
    """The legal moves of whoever is to act in `view`, and how many were judged (if cached, only the legal ones)."""
    found = phase.memory.of(view) if _on else ASKED
    if found is ASKED:
        some = candidates(phase, view)
        return narrow(phase.duties(view), view, some).legal, len(some)
    moves = tuple(found.legal(phase, view))
    return moves, len(moves)


def legal_in(phase: Any, view: Any) -> tuple[Move, ...]:
    """The legal moves of whoever is to act in `view`."""
    return tuple(phase.memory.of(view).legal(phase, view)) if _on else worked_out(phase, view)
