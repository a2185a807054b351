"""The index: what lists show of every game and its lessons, without loading the game or parsing the lessons.

It is cached on disk (`text/disk_cache`). The entry of a game is valid while its files have the same names, sizes and
times, so lists show changed and added lessons at once.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.by_name import load
from tutor.teach.lessons.headline import Headline
from tutor.teach.text.disk_cache import keep, place_of, read_kept
from tutor.teach.text.files import lessons_root

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

UNKNOWN: Final = 99
"""The difficulty of a game whose rulebook is missing: after all others."""


class IndexEntry(NamedTuple):
    """A game as lists show it; `rules` is False if its rulebook is missing or broken."""

    rules: bool
    title: str
    family: str
    players: tuple[int, ...]
    minutes: int
    difficulty: int
    summary: str
    related: Mapping[str, str]
    example: str
    lessons: tuple[Headline, ...]


def headlines(game: str) -> tuple[Headline, ...]:
    """The heads of all lessons of a game; files without a proper head are left out."""
    return indexed(game).lessons


def titled(game: str) -> str:
    """The title of a game, also if its rulebook is missing or broken."""
    return indexed(game).title


def question_to_begin_with(game: str) -> str:
    """The command that asks about a short position of a game; "" if its rulebook has no example."""
    example = indexed(game).example
    return f"tutor explain {game} {example}" if example else ""


def ease(game: str) -> tuple[int, int]:
    """The difficulty of a game and its minutes, as a sorting key."""
    return indexed(game).difficulty, indexed(game).minutes


@cache
def indexed(game: str) -> IndexEntry:
    """The entry of a game."""
    stamp, known = _stamp(game), _kept()
    found = _read(known.get(game), stamp)
    if found is None:
        found = _made(game)
        place = kept_at()
        if place is not None:
            known[game] = {"stamp": stamp, **found._asdict()}
            keep(place, known)
    return found


def forget() -> None:
    """Clear the in-memory caches, so that files are read again."""
    indexed.cache_clear()


def _made(game: str) -> IndexEntry:
    """The entry of a game, from its module, its rulebook and its lessons."""
    from tutor.teach.lessons.files import read_headlines
    from tutor.teach.rulebooks.rulebook import BadRulebook, rulebook

    there, lessons = load(game), read_headlines(game)
    try:
        book = rulebook(game)
    except BadRulebook:  # `tutor check` says what is wrong with it
        return IndexEntry(False, there.title, there.family, there.players, 0, UNKNOWN, "", {}, "", lessons)
    return IndexEntry(
        True,
        book.title,
        there.family,
        there.players,
        book.minutes,
        book.difficulty,
        book.summary,
        dict(book.related),
        book.example,
        lessons,
    )


def _read(entry: Any, stamp: str) -> IndexEntry | None:
    """The cached entry of a game; None if it is invalid or of other files."""
    if not isinstance(entry, dict) or entry.get("stamp") != stamp:
        return None
    with suppress(TypeError, ValueError):
        found = IndexEntry(**{name: value for name, value in entry.items() if name != "stamp"})
        return found._replace(players=tuple(found.players), lessons=tuple(map(_headline, found.lessons)))
    return None


def _headline(kept: Sequence[Any]) -> Headline:
    """A cached headline; raises TypeError if it is malformed."""
    one = Headline(*kept)
    return one._replace(clauses=tuple(one.clauses))


@cache
def _kept() -> dict[str, Any]:
    place = kept_at()
    return (read_kept(place) if place is not None else None) or {}


def kept_at() -> Path | None:
    """The file of the entries; None if there is no place for it."""
    return place_of(f"index of {lessons_root()}".encode())


def _stamp(game: str) -> str:
    """The names, sizes and times of a game's files: its rulebook, its lessons and its module."""
    import tutor.games

    module = Path(tutor.games.__path__[0]) / game.replace("-", "_")
    out = []
    for folder, ending in ((lessons_root() / game, ".toml"), (module, "__init__.py")):
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(ending):
                    about = entry.stat()
                    out.append(f"{entry.name} {about.st_size} {about.st_mtime_ns}")
    return "|".join(sorted(out))
