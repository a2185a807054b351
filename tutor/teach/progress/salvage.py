"""Salvage a damaged log: copy readable events to a new file, and set the old one aside.

Events are lines with checksums, so they are found even where SQLite cannot reach them, and single flipped bits are
repaired. The old file is never deleted.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.progress import event_lines
from tutor.teach.progress.database import TAILS, damaged, guarded
from tutor.teach.progress.event_rows import SELECT_1, of_row_1
from tutor.teach.progress.logfile import LogFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tutor.teach.progress.events import LogEvent

_MOST_MENDED: Final = 2000
"""The most lines in which a flipped bit is searched; each takes some milliseconds."""
_PIECE: Final = 1 << 22
_OVERLAP: Final = 1 << 18


@dataclass
class Salvage:
    """The result: the numbers of events saved, repaired among them, and lost; the old file's new path."""

    saved: int = 0
    mended: int = 0
    lost: int = 0
    aside: Path | None = None
    """None if another process has replaced the file meanwhile."""


def examined(path: Path) -> str:
    """The damage of the file at `path` in a few words; "" if there is none. Does not change the file."""
    try:
        if path.exists():
            with contextlib.closing(LogFile(path, writable=False)) as file:
                file.check()
    except sqlite3.Error as fault:
        return str(fault) if damaged(fault) else ""
    return ""


def replaced(path: Path) -> Salvage:
    """Replace a damaged file by a sound one with all readable events."""
    with _locked(path):
        try:
            with contextlib.closing(LogFile(path)) as file:
                file.check()
            return Salvage()
        except sqlite3.Error as fault:
            if not damaged(fault):
                raise
        fresh = path.with_name(f"{path.stem}.new{path.suffix}")
        _removed(fresh)
        done = Salvage()
        with contextlib.closing(LogFile(fresh)) as file:
            ruined: dict[bytes, None] = {}
            file.add(_sound(path, ruined))
            done.mended = file.add(_mended(ruined))
            done.saved = file.count()
        done.lost = max(0, _meant(path, done.saved) - done.saved)
        done.aside = _set_aside(path)
        fresh.replace(path)
        _removed(fresh)  # what SQLite keeps beside a file
    return done


def rescued(path: Path) -> list[LogEvent]:
    """All readable events of the file at `path`; never raises."""
    ruined: dict[bytes, None] = {}
    with contextlib.suppress(sqlite3.Error, OSError):
        found = {event.uuid: event for event in _sound(path, ruined)}
        for event in _mended(ruined):
            found.setdefault(event.uuid, event)
        return list(found.values())
    return []


def _sound(path: Path, ruined: dict[bytes, None]) -> Iterator[LogEvent]:
    """The undamaged events of a file; adds damaged lines to `ruined`."""
    seen: set[bytes] = set()
    for text in _lines(path):
        name = text[: event_lines.HEAD]
        if name in seen:
            continue
        event = event_lines.read(text)
        if event is not None:
            seen.add(name)
            yield event
        elif len(ruined) < _MOST_MENDED:
            ruined[text] = None
    for query in (SELECT_1, SELECT_1 + " DESC"):
        for row in _rows(path, query):
            event = of_row_1(row)
            if event is not None:
                yield event


def _mended(ruined: Iterable[bytes]) -> Iterator[LogEvent]:
    """The events of damaged lines that can be repaired."""
    for text in ruined:
        event = event_lines.mended(text)
        if event is not None:
            yield event


def _lines(path: Path) -> Iterator[bytes]:
    """All candidates for lines: from rows that SQLite can read from either end, and from the raw files."""
    for order in ("id", "id DESC", "placed"):
        for row in _rows(path, f"SELECT line FROM entry ORDER BY {order}"):
            if isinstance(row[0], bytes):
                yield row[0]
    for file in (path, path.with_name(path.name + "-wal")):
        for piece in _pieces(file):
            yield from event_lines.found_in(piece)


def _rows(path: Path, query: str) -> Iterator[tuple[Any, ...]]:
    """The rows that SQLite gives before an error."""
    # `immutable` reads a file in a folder that cannot be written to, but does not see what is in the write-ahead log.
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        with contextlib.suppress(sqlite3.Error, OSError, ValueError), guarded():
            with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)) as db:
                db.text_factory = bytes
                yield from db.execute(query)
            return


def _pieces(path: Path) -> Iterator[bytes]:
    """The content of a file in overlapping pieces; empty if it is missing or not a regular file."""
    if not path.is_file():
        return
    with contextlib.suppress(OSError), path.open("rb") as file:
        held = b""
        while piece := file.read(_PIECE):
            held = held[-_OVERLAP:] + piece
            yield held


def _meant(path: Path, saved: int) -> int:
    """The number of events the damaged file should have, if it still tells; else `saved`."""
    said = [int(row[0]) for row in _rows(path, "SELECT seq FROM sqlite_sequence") if isinstance(row[0], int)]
    said += [int(row[0]) for row in _rows(path, "SELECT max(id) FROM entry") if isinstance(row[0], int)]
    likely = [number for number in said if 0 < number <= 2 * saved + _MOST_MENDED]
    return max(likely, default=saved)


def _set_aside(path: Path) -> Path:
    """Give the old file a second name, and move SQLite's side files there, which belong to it."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.broken-{number}{path.suffix}")).exists():
        number += 1
    try:
        os.link(path, aside)
    except OSError:  # the file system has no hard links
        from shutil import copyfile  # it loads every compression there is

        copyfile(path, aside)
    for tail in TAILS:
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + tail).rename(aside.with_name(aside.name + tail))
    return aside


def _removed(path: Path) -> None:
    for tail in ("", *TAILS):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + tail).unlink()


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Within this context no other process replaces the file."""
    try:
        import fcntl
    except ImportError:  # Windows does not allow replacing a file that another process has open
        yield
        return
    with path.with_name("progress.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
