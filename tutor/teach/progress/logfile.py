"""The log file: an append-only SQLite database of events, each a line with its checksum.

Every read checks that all rows are present and undamaged. `salvage` and the store handle faults: everything here may
raise `sqlite3.Error` or `OSError`.
"""

from __future__ import annotations

import sqlite3
from array import array
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.progress.database import (
    NewerVersion,
    begin,
    check_header,
    connected,
    guarded,
    identity,
    pragma,
    read_only,
    set_version,
    transaction,
    upgrade,
)
from tutor.teach.progress.event_rows import INSERT, MIGRATIONS, Damaged, of_row, place, row, time_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tutor.teach.progress.events import LogEvent

_SINCE: Final = "SELECT id, placed, uuid, line FROM entry WHERE id > ? ORDER BY id"
_SUMMARY: Final = "SELECT place, data FROM summary"
_IN_ORDER: Final = "SELECT id, placed, uuid, line FROM entry ORDER BY placed, uuid"
_GIVEN: Final = """SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'entry'), 0),
    coalesce((SELECT max(id) FROM entry), 0)"""
"""Selects the number of ids ever given, and the last of them."""
_AT_ONCE: Final = 500
"""The number of rows that are held in memory at a time."""


class LogFile:
    """An open log file. Several processes may have it open; each sees what the others have committed."""

    def __init__(self, path: Path, *, writable: bool = True) -> None:
        """Open or create the file at `path`; if not `writable` it must exist and be of this version."""
        self.path = path
        self.writable = writable
        self._looked = False
        with guarded():
            if writable:
                begin(path)
                self._db = connected(path)
            else:
                self._db = read_only(path)
            try:
                self._db.text_factory = bytes
                self._prepare()
            except BaseException:
                self._db.close()
                raise
        self._file = identity(path)

    def _prepare(self) -> None:
        check_header(self.path)
        if self.writable:
            upgrade(self._db)
        elif pragma(self._db, "user_version") != len(MIGRATIONS):
            raise NewerVersion("another version of tutor has written it")
        self._db.execute(_SINCE, (0,)).close()
        self._db.execute(_SUMMARY).close()
        if not self.writable:
            return
        try:
            # With the write-ahead log a commit is one write, and a reader never waits for it.
            if self._db.execute("PRAGMA journal_mode").fetchone() != (b"wal",):
                self._db.execute("PRAGMA journal_mode = wal")
            self._db.execute("PRAGMA synchronous = full")
            # Find out now whether the file is writable. Beginning a transaction does not always tell; a write that is
            # rolled back does.
            self._db.execute("BEGIN IMMEDIATE")
            set_version(self._db, len(MIGRATIONS))
            self._db.execute("ROLLBACK")
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise

    def _run(self, statement: str, facts: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        with guarded():
            return self._db.execute(statement, facts)

    def add(self, events: Iterable[LogEvent]) -> int:
        """Append `events`, all or none; gives the number of new ones once they are on disk.

        Whatever iterating `events` raises is passed on, and none is added.
        """
        self._look()
        with transaction(self._db):
            before = self._db.total_changes
            for event in events:
                self._run(INSERT, row(event))
            return self._db.total_changes - before

    def _look(self) -> None:
        """Before the first write, check that the pages are sound, as writing to a corrupt file loses rows.

        Takes 5 to 10 ms for 20,000 events.
        """
        if not self._looked:
            with guarded():
                if self._db.execute("PRAGMA quick_check(1)").fetchone() != (b"ok",):
                    raise Damaged("the file is not sound")
            self._looked = True

    def count(self) -> int:
        """The number of events ever appended; raises `Damaged` if the file does not tell."""
        with guarded():
            given, last = map(_number, self._run(_GIVEN).fetchone())
        if given < last:
            raise Damaged("it has lost count of its entries")
        return given

    def last(self) -> str:
        """The latest time in log order; "" if there are no events."""
        with guarded():
            found = self._db.execute("SELECT max(placed) FROM entry").fetchone()[0]
        try:
            return time_of(_number(found)) if found is not None else ""
        except ValueError:
            raise Damaged("an entry is not where it belongs") from None

    def since(self, place: int) -> Iterator[tuple[int, LogEvent]]:
        """The events after `place` (0 for all), each with its place, in the order in which they were appended.

        Raises `Damaged` at an event that is damaged or missing.
        """
        there = self.count()
        for found in self._rows(_SINCE, (place,)):
            if found[0] != place + 1:
                raise Damaged("entries are missing")
            place = found[0]
            yield place, of_row(found)
        if place < there:
            raise Damaged("entries are missing")

    def in_order(self) -> Iterator[LogEvent]:
        """All events in the order of the log; raises `Damaged` as `since` does."""
        missing = self.count()
        for found in self._rows(_IN_ORDER):
            missing -= 1
            yield of_row(found)
        if missing > 0:
            raise Damaged("entries are missing")

    def _rows(self, query: str, facts: tuple[int, ...] = ()) -> Iterator[tuple[Any, ...]]:
        with guarded():
            cursor = self._db.execute(query, facts)
        try:
            while True:
                with guarded():
                    rows = cursor.fetchmany(_AT_ONCE)
                if not rows:
                    return
                yield from rows
        finally:
            cursor.close()

    def summary(self) -> tuple[int, bytes]:
        """The place and data of the last `keep_summary`; (0, b"") if there is none."""
        with guarded():
            place, data = self._db.execute(_SUMMARY).fetchone() or (0, b"")
            return (place, data) if isinstance(place, int) and isinstance(data, bytes) else (0, b"")

    def keep_summary(self, place: int, data: bytes) -> None:
        """Store `data`, which is derived from the events up to `place`."""
        if self.writable:
            with transaction(self._db):
                self._run("INSERT OR REPLACE INTO summary VALUES (1, ?, ?)", (place, data))

    def check(self) -> None:
        """Read the whole file; raises `Damaged` or an SQLite error if anything is damaged."""
        self._looked = False
        self._look()
        placed = array("q", (place(event) for _, event in self.since(0)))
        missing = len(placed)
        for name, there, *_ in self._rows(_IN_ORDER):  # by the index, which may be damaged though the rows are not
            missing -= 1
            if not 0 < _number(name) <= len(placed) or placed[name - 1] != there:
                raise Damaged("an entry is not where it belongs")
            placed[name - 1] = -1  # seen
        if missing:
            raise Damaged("entries are missing")

    def moved(self) -> bool:
        """Whether the path now has another file, or none."""
        return identity(self.path) != self._file

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _number(found: object) -> int:
    if isinstance(found, int) and 0 <= found < 1 << 56:
        return found
    raise Damaged("a number of it cannot be")
