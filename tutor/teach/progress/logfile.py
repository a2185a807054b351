"""The file of the log: an SQLite database with one table that only grows.

What can go wrong with a file is told apart here (`damaged`), and a damaged one is put aside, never deleted. What to do
about the rest is the store's business: everything here may raise `sqlite3.Error` or `OSError`.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from tutor.teach.progress.events import Event

MIGRATIONS: tuple[tuple[str, ...], ...] = (
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
)
"""What turns a file of version n (its `user_version`) into one of version n + 1. Once released they never change."""

_TEXTS = ("kind", "game", "lesson", "step", "clause", "result", "at", "uuid")
_INSERT = f"INSERT OR IGNORE INTO event ({', '.join(_TEXTS)}, detail) VALUES ({'?, ' * len(_TEXTS)}?)"
_SELECT = f"SELECT id, {', '.join(_TEXTS)}, detail FROM event WHERE id > ? ORDER BY id"
_WAIT = 2.0
"""Seconds to wait for another program that is writing just now."""
_DAMAGED = {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
"""SQLite's codes for a file without our table, for one with a fault in it, and for one that is no database."""


class Damaged(sqlite3.DatabaseError):
    """SQLite reads the file, but says that it is not sound."""


class Newer(sqlite3.DatabaseError):
    """A newer version of the program has written the file, which this one had better leave alone."""


def damaged(fault: sqlite3.Error) -> bool:
    """Whether `fault` lies in what the file holds, so that another try will not help."""
    code = getattr(fault, "sqlite_errorcode", None)
    return isinstance(fault, Damaged) or (code is not None and code & 0xFF in _DAMAGED)


class LogFile:
    """An open file. Several programs may have it open; each sees what the others have committed."""

    def __init__(self, path: Path, *, thorough: bool = False) -> None:
        """Open or make the file at `path`; `thorough` reads all of it to see whether it is sound."""
        self._db = sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
        try:
            self._prepare(thorough)
        except BaseException:
            self._db.close()
            raise

    def _prepare(self, thorough: bool) -> None:
        self._upgrade()
        if thorough and self._db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise Damaged("the file is not sound")
        self._db.execute(_SELECT, (0,)).close()
        try:
            # With the write-ahead log a commit is one write, and a reader never waits for it.
            if self._db.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                self._db.execute("PRAGMA journal_mode = wal")
            # Whether it can be written to is better known now than after the first answer. Beginning to write does not
            # always tell; writing does, and is taken back.
            self._db.execute("BEGIN IMMEDIATE")
            self._set_version(len(MIGRATIONS))
            self._db.execute("ROLLBACK")
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise

    def _upgrade(self) -> None:
        if self._version() > len(MIGRATIONS):
            raise Newer("a newer version of tutor has written it")
        if self._version() == len(MIGRATIONS):
            return
        with self._transaction():
            version = self._version()  # again: another program may just have done it
            for number, statements in enumerate(MIGRATIONS[version:], version + 1):
                for statement in statements:
                    self._db.execute(statement)
                self._set_version(number)

    def _version(self) -> int:
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    def _set_version(self, number: int) -> None:
        self._db.execute(f"PRAGMA user_version = {number}")

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        finally:
            if self._db.in_transaction:
                with contextlib.suppress(sqlite3.Error):  # what went wrong before says more
                    self._db.execute("ROLLBACK")

    def add(self, events: Iterable[Event]) -> None:
        """Append `events`, all or none, and return when they are on disk. One that is there already stays as it is."""
        with self._transaction():
            self._db.executemany(_INSERT, [_row(event) for event in events])

    def since(self, place: int) -> Iterator[tuple[int, Event]]:
        """The events after `place` (0 for all), each with its own place, in the order in which they were appended."""
        for row in self._db.execute(_SELECT, (place,)):
            event = _event(row)
            if event is not None:
                yield row[0], event

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()


def _row(event: Event) -> tuple[str, ...]:
    return (*(getattr(event, name) for name in _TEXTS), json.dumps(event.detail, ensure_ascii=False, sort_keys=True))


def _event(row: tuple[Any, ...]) -> Event | None:
    """The event of a row; None where something else than this program has written it."""
    try:
        detail = json.loads(row[-1])
        texts = dict(zip(_TEXTS, row[1:-1], strict=True))
        timed = datetime.fromisoformat(texts["at"]).tzinfo is not None
    except (TypeError, ValueError, RecursionError):
        return None
    sound = timed and isinstance(detail, dict) and all(isinstance(text, str) for text in texts.values())
    return Event(detail=detail, **texts) if sound else None


def rescued(path: Path) -> list[Event]:
    """What can be read of the file at `path`, however little; never raises."""
    found: dict[str, Event] = {}
    # `immutable` reads a file in a folder that cannot be written to, but does not see what is in the write-ahead log.
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        with contextlib.suppress(sqlite3.Error, OSError, ValueError):
            with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)) as db:
                for row in db.execute(_SELECT, (0,)):
                    event = _event(row)
                    if event is not None:
                        found[event.uuid] = event
            break
    return list(found.values())


def replaced(path: Path) -> tuple[LogFile, list[Event], Path | None]:
    """A sound file where a damaged one was: the new one, what could be read of the old one, and where that is now.

    If it turns out that another program has just done this, the file that it made, no events and None.
    """
    with _alone(path):
        try:
            return LogFile(path, thorough=True), [], None
        except sqlite3.Error as fault:
            if not damaged(fault):
                raise
        events = rescued(path)
        aside = _set_aside(path)
        return LogFile(path), events, aside


def _set_aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.stem}.broken-{number}{path.suffix}")).exists():
        number += 1
    path.rename(aside)
    # SQLite would take a write-ahead log that stays behind for the new file's; beside the old one it may yet be of use.
    for tail in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + tail).rename(aside.with_name(aside.name + tail))
    return aside


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """While this lasts no other program is replacing the file: two that find it damaged must not both move it."""
    try:
        import fcntl
    except ImportError:  # Windows does not let a file be renamed that another program has open
        yield
        return
    with path.with_name("progress.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
