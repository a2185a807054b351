"""Watching a file while its author writes: it is read again whenever it has changed."""

from __future__ import annotations

from time import sleep
from typing import TYPE_CHECKING, Final

from tutor.teach.index import indexed
from tutor.teach.lessons.files import lessons_of
from tutor.teach.rulebook import rulebook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PAUSE: Final = 0.4
"""Seconds between two looks."""


def changes(path: Path, *, wait: Callable[[float], None] = sleep) -> Iterator[None]:
    """Yields at once, and then each time that a file (or any lesson in a folder) was saved. It never ends by itself."""
    known = None
    while True:
        now = _signature(path)
        if now != known:
            known = now
            forget()
            yield
        wait(PAUSE)


def _signature(path: Path) -> tuple[tuple[str, int, int], ...]:
    """What tells one version of a file from the next; an editor may take the file away for a moment."""
    found = []
    try:
        for file in sorted(path.glob("*.toml")) if path.is_dir() else [path]:
            stat = file.stat()
            found.append((file.name, stat.st_mtime_ns, stat.st_size))
    except OSError:
        pass
    return tuple(found)


def forget() -> None:
    """Let everything that was read from a file be read again."""
    for kept in (rulebook, lessons_of, indexed):
        kept.cache_clear()
