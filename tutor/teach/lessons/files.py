"""Read lesson files (TOML); all faults of a file are found at once.

The keys of a lesson are described in `lessons/README.md`, and checked by `shape`. Files contain only scenes, moves and
questions; the engine computes every answer.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.echo import short
from tutor.kernel.faults import UserFault
from tutor.teach.lessons.headline import Headline
from tutor.teach.lessons.shape import Reader
from tutor.teach.text.files import lessons_root
from tutor.teach.text.marks import cleaned_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tutor.teach.lessons.model import Draft, Lesson

LARGEST: Final = 100_000
"""The most bytes of a lesson file."""
LONGEST_LINE: Final = 3_000
"""The most characters of a line."""


class BadLesson(UserFault, ValueError):
    """A lesson file that cannot be used; `faults` lists all faults with their steps."""

    def __init__(self, path: Path, faults: list[str]) -> None:
        super().__init__([f"{path.name}: {fault}" for fault in faults])
        self.path, self.faults = path, faults


def parse(game: str, ident: str, data: Mapping[str, Any], path: Path) -> Lesson:
    """The lesson in the TOML document `data`; raises `BadLesson` with every fault of structure."""
    draft = drafted(game, ident, data)
    if draft.diagnostics:
        raise BadLesson(path, [str(diagnostic) for diagnostic in draft.diagnostics])
    return draft.lesson


def drafted(game: str, ident: str, data: Mapping[str, Any]) -> Draft:
    """The lesson in `data` as far as it is valid, with its faults; `game` is the default game."""
    return Reader(data).draft(game, ident)


def document(path: Path) -> dict[str, Any]:
    """The TOML document in a lesson file; raises `BadLesson`, without long work for any content."""
    return parse_text(path, text_of(path))


def text_of(path: Path) -> str:
    """The text of a lesson file; raises `BadLesson` if it cannot be one."""
    try:
        if path.exists() and not path.is_file():
            raise BadLesson(path, ["is no file"])
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except (OSError, ValueError) as why:
        raise BadLesson(path, [f"cannot be read ({getattr(why, 'strerror', None) or why})"]) from None
    if len(raw) > LARGEST:
        raise BadLesson(path, [f"is longer than {LARGEST:,} bytes"])
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadLesson(path, ["is no UTF-8 text"]) from None


def parse_text(path: Path, text: str) -> dict[str, Any]:
    """The TOML document in the text of a lesson file; raises `BadLesson`."""
    long = next((i for i, line in enumerate(text.split("\n"), 1) if len(line) > LONGEST_LINE), 0)
    if long:
        raise BadLesson(path, [f"line {long}: is longer than {LONGEST_LINE:,} characters"])
    import tomllib  # whatever is listed from the index needs it not

    try:
        found: dict[str, Any] = cleaned_whole(tomllib.loads(text))
        return found
    except RecursionError:
        raise BadLesson(path, ["is nested too deeply to be read"]) from None
    except ValueError as why:
        raise BadLesson(path, [f"is no TOML: {short(str(why), 200)}"]) from None


def read(path: Path, game: str = "") -> Lesson:
    """The lesson in a file; the default game is `game`, or the folder's name. Raises `BadLesson`."""
    return parse(game or path.parent.name, path.stem, document(path), path)


def paths_of(game: str) -> tuple[Path, ...]:
    """The lesson files of a game, in order."""
    return tuple(sorted(p for p in (lessons_root() / game).glob("[0-9]*.toml")))


@cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in order; raises `BadLesson` for the first that cannot be read."""
    return tuple(read(path) for path in paths_of(game))


def _head(text: str) -> dict[str, Any]:
    """The keys before the first table of a TOML text; parses all of it if it cannot be cut there (in a string)."""
    import tomllib

    try:
        return tomllib.loads(re.split(r"^[ \t]*\[", text, maxsplit=1, flags=re.MULTILINE)[0])
    except ValueError:
        return tomllib.loads(text)


def read_headlines(game: str) -> tuple[Headline, ...]:
    """The heads of all lessons of a game without those that are broken; `index.headlines` caches them."""
    out = []
    for path in paths_of(game):
        try:
            data = _head(path.read_text("utf-8"))
            out.append(
                Headline(
                    path.stem,
                    str(data["title"]),
                    str(data["goal"]),
                    int(data.get("minutes", 5)),
                    str(data.get("contrast", "")),
                    tuple(map(str, data.get("clauses", ()))),
                )
            )
        except (OSError, ValueError, KeyError):
            continue
    return tuple(out)
