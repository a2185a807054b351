"""The log file: an append-only SQLite database of events, each a line with its checksum.

Faults of files are classified here (`damaged`), and every read checks that all rows are present and undamaged.
`salvage` and the store handle faults: everything here may raise `sqlite3.Error` or `OSError`.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from array import array
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.progress.rows import INSERT, MIGRATIONS, Damaged, of_row, place, row, time_of

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
_WAIT: Final = 2.0
"""Seconds to wait for another process that is writing."""
_AT_ONCE: Final = 500
"""The number of rows that are held in memory at a time."""
TAILS: Final = ("-wal", "-shm")
"""Suffixes of SQLite's side files, which exist while a file is open, or after a process was killed."""
_OURS: Final = 0x7475_0000
"""The `application_id` of version 0; later versions are added to it."""
_DAMAGED: Final = {
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_INTERNAL,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_SCHEMA,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_RANGE,
    sqlite3.SQLITE_NOTADB,
}
"""SQLite's error codes for a file without our table, a corrupt file, and a file that is no database."""


class Newer(sqlite3.DatabaseError):
    """The file was written by a newer version of the program, and must not be changed."""


def damaged(fault: sqlite3.Error) -> bool:
    """Whether `fault` is due to the content of the file, so that retrying does not help."""
    code = getattr(fault, "sqlite_errorcode", None)
    return isinstance(fault, Damaged) or (code is not None and code & 0xFF in _DAMAGED)


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Within this context, turn Python errors caused by corrupt text or sizes into `Damaged`."""
    try:
        yield
    except (UnicodeError, SystemError, MemoryError, OverflowError) as fault:
        raise Damaged(f"it cannot be read ({type(fault).__name__})") from None
    except sqlite3.Error as fault:
        if isinstance(fault, sqlite3.OperationalError) and getattr(fault, "sqlite_errorcode", None) is None:
            raise Damaged("it cannot be read") from None  # the bytes are not valid text
        raise


class LogFile:
    """An open log file. Several processes may have it open; each sees what the others have committed."""

    def __init__(self, path: Path, *, writable: bool = True) -> None:
        """Open or create the file at `path`; if not `writable` it must exist and be of this version."""
        self.path = path
        self.writable = writable
        self._looked = False
        with guarded():
            if writable:
                _begin(path)
                self._db = _connected(path)
            else:
                self._db = _read_only(path)
            try:
                self._db.text_factory = bytes
                self._prepare()
            except BaseException:
                self._db.close()
                raise
        self._file = _identity(path)

    def _prepare(self) -> None:
        _look_at_header(self.path)
        if self.writable:
            _upgrade(self._db)
        elif _pragma(self._db, "user_version") != len(MIGRATIONS):
            raise Newer("another version of tutor has written it")
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
            _set_version(self._db, len(MIGRATIONS))
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
        with _transaction(self._db):
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
            with _transaction(self._db):
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
        return _identity(self.path) != self._file

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)


def _begin(path: Path) -> None:
    """Create an empty log at `path` atomically, if there is none.

    If SQLite's side files of a missing log exist, none is created, as they may hold events for `salvage`.
    """
    target = path.resolve()  # write through links
    if target.exists() or any(target.with_name(target.name + tail).exists() for tail in TAILS):
        return
    beside = target.with_name(f".{target.name}.{os.getpid()}.{secrets.token_hex(4)}.new")
    try:
        with contextlib.closing(_connected(beside)) as db:
            _upgrade(db)
        try:
            os.link(beside, target)
        except FileExistsError:
            pass  # another process was first
        except OSError:  # the file system has no hard links
            if not target.exists():
                beside.replace(target)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def _upgrade(db: sqlite3.Connection) -> None:
    """Migrate the file to the newest version."""
    if (version := _pragma(db, "user_version")) > len(MIGRATIONS):
        if _pragma(db, "application_id") != _OURS + version:
            raise Damaged("it says two versions of itself")
        raise Newer("a newer version of tutor has written it")
    if version == len(MIGRATIONS):
        return
    with _transaction(db):
        version = _pragma(db, "user_version")  # again, as another process may just have migrated it
        for number, statements in enumerate(MIGRATIONS[version:], version + 1):
            for statement in statements:
                if isinstance(statement, str):
                    db.execute(statement)
                else:
                    statement(db)
            _set_version(db, number)


def _pragma(db: sqlite3.Connection, name: str) -> int:
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])


def _set_version(db: sqlite3.Connection, number: int) -> None:
    db.execute(f"PRAGMA user_version = {number}")
    db.execute(f"PRAGMA application_id = {_OURS + number}")


@contextlib.contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Within this context changes form a transaction, synced to disk at the end."""
    with guarded():
        db.execute("BEGIN IMMEDIATE")
    try:
        yield
        with guarded():
            db.execute("COMMIT")
    finally:
        if db.in_transaction:
            with contextlib.suppress(sqlite3.Error):  # the first error says more
                db.execute("ROLLBACK")


def _identity(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def _look_at_header(path: Path) -> None:
    """Raise `Damaged` if the header of the file is not that of a log."""
    with path.open("rb") as file:
        head = file.read(100)
    if not head:
        raise Damaged("it is empty")
    # Versions of reading and writing, payload fractions, text as UTF-8: SQLite would read or refuse a file by these
    # without saying that it is damaged.
    if len(head) == 100 and not (
        head[18] in (1, 2) and head[19] in (1, 2) and head[21:24] == b"\x40\x20\x20" and head[56:60] in _UTF_8
    ):
        raise Damaged("its header is not sound")


_UTF_8: Final = (b"\0\0\0\0", b"\0\0\0\1")


def _read_only(path: Path) -> sqlite3.Connection:
    """Open the file at `path` read-only, possibly in a read-only folder."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    db = sqlite3.connect(uri, uri=True, timeout=_WAIT, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA user_version").fetchone()
        return db
    except sqlite3.OperationalError:
        # The write-ahead log needs a file beside it that cannot be made. Without it what was not yet copied is missed.
        db.close()
        return sqlite3.connect(f"{uri}&immutable=1", uri=True, isolation_level=None, check_same_thread=False)


def _number(found: object) -> int:
    if isinstance(found, int) and 0 <= found < 1 << 56:
        return found
    raise Damaged("a number of it cannot be")
