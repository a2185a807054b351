"""The rows of the file of the log: its tables from version to version, and an event as a row of them."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.progress import event_lines
from tutor.teach.progress.events import LogEvent, stamp

if TYPE_CHECKING:
    from collections.abc import Callable

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Damaged(sqlite3.DatabaseError):
    """SQLite reads the file, but what it holds is not what was written."""


def _lines_of_rows(db: sqlite3.Connection) -> None:
    """Make lines of the rows of version 1, which had a column for each field and no checksum."""
    for found in db.execute(SELECT_1):
        event = of_row_1(found)
        if event is None:
            raise Damaged("a row of it is no event")
        db.execute(INSERT, row(event))


MIGRATIONS: tuple[tuple[str | Callable[[sqlite3.Connection], None], ...], ...] = (
    (
        """CREATE TABLE event (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uuid TEXT NOT NULL UNIQUE,
            at TEXT NOT NULL,
            kind TEXT NOT NULL,
            game TEXT NOT NULL,
            lesson TEXT NOT NULL,
            step TEXT NOT NULL,
            clause TEXT NOT NULL,
            result TEXT NOT NULL,
            detail TEXT NOT NULL
        )""",
        "CREATE TRIGGER event_stays BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'the log only grows'); END",
        "CREATE TRIGGER event_holds BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'the log only grows'); END",
    ),
    (
        """CREATE TABLE entry (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            placed INTEGER NOT NULL,
            uuid BLOB NOT NULL UNIQUE,
            line BLOB NOT NULL
        )""",
        "CREATE INDEX entry_placed ON entry (placed)",
        "CREATE TRIGGER entry_stays BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the log only grows'); END",
        "CREATE TRIGGER entry_holds BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the log only grows'); END",
        "CREATE TABLE summary (id INTEGER PRIMARY KEY CHECK (id = 1), place INTEGER NOT NULL, data BLOB NOT NULL)",
        _lines_of_rows,
        "DROP TABLE event",
    ),
)
"""What turns a file of version n (its `user_version`) into one of version n + 1. Once released they never change."""

_TEXTS: Final = ("kind", "game", "lesson", "step", "clause", "result", "at", "uuid")
SELECT_1: Final = f"SELECT {', '.join(_TEXTS)}, detail FROM event ORDER BY id"
# Written so that a row that is there already uses up no id: a gap in the ids means that a row is missing.
INSERT: Final = """INSERT INTO entry (placed, uuid, line) SELECT ?1, ?2, ?3
    WHERE NOT EXISTS (SELECT 1 FROM entry WHERE uuid = ?2)"""


def place(event: LogEvent) -> int:
    """Where it is in the order of the log: microseconds."""
    return (datetime.fromisoformat(event.placed[0]) - _EPOCH) // timedelta(microseconds=1)


def time_of(place: int) -> str:
    """The time at that place; ValueError if there is none."""
    try:
        return stamp(_EPOCH + timedelta(microseconds=place))
    except OverflowError:
        raise ValueError("no such time") from None


def row(event: LogEvent) -> tuple[int, bytes, bytes]:
    """The facts of `INSERT`."""
    return place(event), event.uuid.encode(), event_lines.written(event)


def of_row(found: tuple[Any, ...]) -> LogEvent:
    """The event of a row (id, place, uuid, line); `Damaged` if it is not as it was written."""
    _, placed, uuid, text = found
    event = event_lines.read(text) if isinstance(text, bytes) else None
    if event is None or (placed, uuid) != (place(event), event.uuid.encode()):
        raise Damaged("an entry is not as it was written")
    return event


def of_row_1(found: tuple[Any, ...]) -> LogEvent | None:
    """The event of a row of version 1; None where something else than this program has written it."""
    try:
        texts = {name: str(text, "utf-8") for name, text in zip((*_TEXTS, "detail"), found, strict=True)}
        detail = json.loads(texts.pop("detail"))
    except (TypeError, ValueError, RecursionError):
        return None
    return event_lines.of_fields({**texts, "detail": detail})
