"""`tutor watch`: check a file again whenever it is saved."""

from __future__ import annotations

from time import sleep
from typing import TYPE_CHECKING, Final

from tutor.teach.lessons.files import lessons_of
from tutor.teach.overview.index import indexed
from tutor.teach.rulebooks.rulebook import rulebook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PAUSE: Final = 0.4
"""Seconds between two polls."""


def changes(path: Path, *, wait: Callable[[float], None] = sleep) -> Iterator[None]:
    """Yield at once, and then each time the file, or a lesson in the folder, is saved; without end."""
    known = None
    while True:
        now = _signature(path)
        if now != known:
            known = now
            forget()
            yield
        wait(PAUSE)


def _signature(path: Path) -> tuple[tuple[str, int, int], ...]:
    """Names, sizes and times of the files; a file may be missing while an editor replaces it."""
    found = []
    try:
        for file in sorted(path.glob("*.toml")) if path.is_dir() else [path]:
            stat = file.stat()
            found.append((file.name, stat.st_mtime_ns, stat.st_size))
    except OSError:
        pass
    return tuple(found)


def forget() -> None:
    """Clear all caches of file contents."""
    for kept in (rulebook, lessons_of, indexed):
        kept.cache_clear()
