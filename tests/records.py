"""Records for tests of one game: set up, played on, and what happened in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel import record
from tutor.kernel.history import S
from tutor.kernel.moves import Move

if TYPE_CHECKING:
    from tutor.kernel.events import Event


def recorded(game: str, *lines: str) -> record.Record[Any]:
    """A game by lines of a record; each may hold several, separated by semicolons."""
    parts = (part.strip() for line in lines for part in line.split(";"))
    return record.read("\n".join(["tutor-record 1", f"game {game}", *filter(None, parts)]))


def set_up(game: str, stage: str, *lines: str) -> record.Record[Any]:
    """A game set up by these fields, after these lines."""
    return recorded(game, f"stage {stage}", *lines)


def after(found: record.Record[S], *said: str) -> record.Record[S]:
    """The record after these moves, each `SEAT MOVE`."""
    for one in said:
        seat, _, move = one.partition(" ")
        found = record.play(found, seat, Move(move))
    return found


def in_turn(found: record.Record[S], *moves: str) -> record.Record[S]:
    """The record after these moves, each by whoever is to act."""
    for move in moves:
        found = record.play(found, found.state.turn[0], Move(move))
    return found


def named(found: record.Record[Any], what: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in found.events if event.what == what]
