"""The SQLite file of a log: made, upgraded, opened, and what its faults are (`damaged`).

Everything here may raise `sqlite3.Error` or `OSError`.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import TYPE_CHECKING, Final

from tutor.teach.progress.event_rows import MIGRATIONS, Damaged

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_WAIT: Final = 2.0
"""Seconds to wait for another process that is writing."""
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


class NewerVersion(sqlite3.DatabaseError):
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


def connected(path: Path) -> sqlite3.Connection:
    """Open the file at `path` for writing."""
    return sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)


def begin(path: Path) -> None:
    """Create an empty log at `path` atomically, if there is none.

    If SQLite's side files of a missing log exist, none is created, as they may hold events for `salvage`.
    """
    target = path.resolve()  # write through links
    if target.exists() or any(target.with_name(target.name + tail).exists() for tail in TAILS):
        return
    beside = target.with_name(f".{target.name}.{os.getpid()}.{os.urandom(4).hex()}.new")
    try:
        with contextlib.closing(connected(beside)) as db:
            upgrade(db)
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


def upgrade(db: sqlite3.Connection) -> None:
    """Migrate the file to the newest version."""
    if (version := pragma(db, "user_version")) > len(MIGRATIONS):
        if pragma(db, "application_id") != _OURS + version:
            raise Damaged("it says two versions of itself")
        raise NewerVersion("a newer version of tutor has written it")
    if version == len(MIGRATIONS):
        return
    with transaction(db):
        version = pragma(db, "user_version")  # again, as another process may just have migrated it
        for number, statements in enumerate(MIGRATIONS[version:], version + 1):
            for statement in statements:
                if isinstance(statement, str):
                    db.execute(statement)
                else:
                    statement(db)
            set_version(db, number)


def pragma(db: sqlite3.Connection, name: str) -> int:
    """A number in the file's header."""
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])


def set_version(db: sqlite3.Connection, number: int) -> None:
    """Write down in the file's header which version it has."""
    db.execute(f"PRAGMA user_version = {number}")
    db.execute(f"PRAGMA application_id = {_OURS + number}")


@contextlib.contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
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


def identity(path: Path) -> tuple[int, int]:
    """What tells the file at `path` from any other; zeros if there is none."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def check_header(path: Path) -> None:
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


def read_only(path: Path) -> sqlite3.Connection:
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
