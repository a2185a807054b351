"""Lesson files: TOML read into values, with every fault of a file found at once.

The shape of a lesson is in `lessons/README.md`. What stands in a file is only ever a scene, moves, and questions; the
engine computes every answer. `shape` says what a step may look like.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.echo import short
from tutor.teach.index import Headline
from tutor.teach.lessons.shape import Reader
from tutor.teach.text.doc import cleaned
from tutor.teach.text.files import lessons_root

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tutor.teach.lessons.model import Draft, Lesson

LARGEST: Final = 100_000
"""Bytes a lesson file may have."""
LONGEST_LINE: Final = 3_000
"""Characters a line of it may have."""
DEEPEST: Final = 16
"""How deep its tables may be nested."""


class BadLesson(ValueError):
    """A lesson file that cannot be used; `faults` are all of them, each with its step."""

    def __init__(self, path: Path, faults: list[str]) -> None:
        super().__init__("; ".join(f"{path.name}: {fault}" for fault in faults))
        self.path, self.faults = path, faults


def parse(game: str, ident: str, data: Mapping[str, Any], path: Path) -> Lesson:
    """The lesson in `data` (a TOML document); raises `BadLesson` with every fault of shape."""
    draft = drafted(game, ident, data)
    if draft.diagnostics:
        raise BadLesson(path, [str(diagnostic) for diagnostic in draft.diagnostics])
    return draft.lesson


def drafted(game: str, ident: str, data: Mapping[str, Any]) -> Draft:
    """The lesson in `data` as far as it can be made out; `game` is that of its folder, if it has none of its own."""
    return Reader(data).draft(game, ident)


def _clean(value: Any, depth: int = 0) -> Any:
    """`value` without control characters in any text of it, for files may come from strangers.

    RecursionError if it is nested too deeply.
    """
    if depth > DEEPEST:
        raise RecursionError
    if isinstance(value, str):
        return cleaned(value)
    if isinstance(value, list):
        return [_clean(part, depth + 1) for part in value]
    if isinstance(value, dict):
        return {cleaned(key): _clean(part, depth + 1) for key, part in value.items()}
    return value


def document(path: Path) -> dict[str, Any]:
    """The TOML document in a lesson file; raises `BadLesson` for what is none, quickly whatever it is."""
    return parse_text(path, text_of(path))


def text_of(path: Path) -> str:
    """The text of a lesson file; raises `BadLesson` for what cannot be one."""
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
    """The TOML document in the text of a lesson file; raises `BadLesson` for what is none."""
    long = next((i for i, line in enumerate(text.split("\n"), 1) if len(line) > LONGEST_LINE), 0)
    if long:
        raise BadLesson(path, [f"line {long}: is longer than {LONGEST_LINE:,} characters"])
    try:
        found: dict[str, Any] = _clean(tomllib.loads(text))
        return found
    except RecursionError:
        raise BadLesson(path, ["is nested too deeply to be read"]) from None
    except ValueError as why:
        raise BadLesson(path, [f"is no TOML: {short(str(why), 200)}"]) from None


def read(path: Path, game: str = "") -> Lesson:
    """The lesson in a file, of `game` or of the folder's name; raises `BadLesson`, also for what is no TOML."""
    return parse(game or path.parent.name, path.stem, document(path), path)


def paths_of(game: str) -> tuple[Path, ...]:
    """The lesson files of a game, in order."""
    return tuple(sorted(p for p in (lessons_root() / game).glob("[0-9]*.toml")))


@cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in order; raises `BadLesson` for the first that cannot be read."""
    return tuple(read(path) for path in paths_of(game))


def _head(text: str) -> dict[str, Any]:
    """What stands before the first table of a TOML text; of all of it if it cannot be cut there (inside a string)."""
    try:
        return tomllib.loads(re.split(r"^[ \t]*\[", text, maxsplit=1, flags=re.MULTILINE)[0])
    except ValueError:
        return tomllib.loads(text)


def read_headlines(game: str) -> tuple[Headline, ...]:
    """Title and goal of every lesson of a game; files that begin as no lesson does are left out.

    `index.headlines` remembers them.
    """
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
