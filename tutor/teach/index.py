"""The index: what lists need of every game and its lessons, without loading the one and reading the others.

It is made of them, and kept from one run to the next (`text/kept`). What is kept of a game counts as long as its
files have the sizes and times that they had, so a lesson that somebody changes or adds is in the next list.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.by_name import load
from tutor.teach.text.files import lessons_root
from tutor.teach.text.kept import keep, place_of, read_kept

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

UNKNOWN: Final = 99
"""How hard a game is whose rulebook does not say it."""


class Headline(NamedTuple):
    """What lists of lessons need, read without checking the steps."""

    id: str
    title: str
    goal: str
    minutes: int
    contrast: str = ""
    """The game it starts from, if it is about what is different."""
    clauses: tuple[str, ...] = ()
    """The rules it teaches."""


class Indexed(NamedTuple):
    """A game as lists show it; without `rules` its rulebook is missing or broken, and it is as hard as can be."""

    rules: bool
    title: str
    family: str
    players: tuple[int, ...]
    minutes: int
    difficulty: int
    summary: str
    related: Mapping[str, str]
    lessons: tuple[Headline, ...]


def headlines(game: str) -> tuple[Headline, ...]:
    """Title and goal of every lesson of a game; files that begin as no lesson does are left out."""
    return indexed(game).lessons


def titled(game: str) -> str:
    """What a game is called, also while its rulebook is missing or broken."""
    return indexed(game).title


def ease(game: str) -> tuple[int, int]:
    """How hard a game is and how many minutes it takes."""
    return indexed(game).difficulty, indexed(game).minutes


@cache
def indexed(game: str) -> Indexed:
    """What lists need of a game."""
    stamp, known = _stamp(game), _kept()
    found = _read(known.get(game), stamp)
    if found is None:
        found = _made(game)
        place = _place()
        if place is not None:
            known[game] = {"stamp": stamp, **found._asdict()}
            keep(place, known)
    return found


def forget() -> None:
    """Look at all files again when something is asked for."""
    indexed.cache_clear()


def _made(game: str) -> Indexed:
    """The entry of a game, from its module, its rulebook and its lessons."""
    from tutor.teach.lessons.files import read_headlines
    from tutor.teach.rulebook import BadRulebook, rulebook

    there, lessons = load(game), read_headlines(game)
    try:
        book = rulebook(game)
    except BadRulebook:  # `tutor check` says what is wrong with it
        return Indexed(False, there.title, there.family, there.players, 0, UNKNOWN, "", {}, lessons)
    return Indexed(
        True,
        book.title,
        there.family,
        there.players,
        book.minutes,
        book.difficulty,
        book.summary,
        dict(book.related),
        lessons,
    )


def _read(entry: Any, stamp: str) -> Indexed | None:
    """What is kept of a game; None if it is not of these files."""
    if not isinstance(entry, dict) or entry.get("stamp") != stamp:
        return None
    with suppress(TypeError, ValueError):
        found = Indexed(**{name: value for name, value in entry.items() if name != "stamp"})
        return found._replace(players=tuple(found.players), lessons=tuple(map(_headline, found.lessons)))
    return None


def _headline(kept: Sequence[Any]) -> Headline:
    """A headline as it was kept; TypeError if it is none."""
    one = Headline(*kept)
    return one._replace(clauses=tuple(one.clauses))


@cache
def _kept() -> dict[str, Any]:
    place = _place()
    return (read_kept(place) if place is not None else None) or {}


def _place() -> Path | None:
    return place_of(f"index of {lessons_root()}".encode())


def _stamp(game: str) -> str:
    """The names, sizes and times of the files of a game: its rulebook, its lessons, and where its players stand."""
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
