"""Lesson files: TOML read into values, with every fault of a file found at once.

The shape of a lesson is in `lessons/README.md`. What stands in a file is only ever a scene, moves, and questions; the
engine computes every answer. `shape` says what a step may look like.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from tutor.teach.text.doc import cleaned
from tutor.teach.text.files import lessons_root

FORMAT: Final = 1
LARGEST: Final = 100_000
"""Bytes a lesson file may have."""
LONGEST_LINE: Final = 3_000
"""Characters a line of it may have."""
DEEPEST: Final = 16
"""How deep its tables may be nested."""
MOST_STEPS: Final = 200
ASKS: Final = ("legal", "winner", "value", "clause")


@dataclass(frozen=True)
class Deal:
    """A whole game dealt by seed, or by `draws`: what the deck gave, first to last, as records write it."""

    seed: int = 0
    players: int = 0
    dealer: str = ""
    options: dict[str, str] = field(default_factory=dict)
    draws: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Step:
    """One step. Which fields are set says what it does; see `lessons/README.md`.

    Scenes: `position`, `stage`, `deal`, `score` (with the learner's `seat`). Telling: `say`, `replay`. Asking: `ask` or
    `play`. Proving: `expect`, `refuse`. `table = false` keeps the table away where it would give the answer.
    """

    say: str = ""
    position: str = ""
    stage: str = ""
    deal: Deal | None = None
    score: str = ""
    seat: str = ""
    replay: list[str] = field(default_factory=list)
    ask: str = ""
    question: str = ""
    of: str = ""
    among: list[str] = field(default_factory=list)
    clause: str = ""
    because: str = ""
    play: str = ""
    exactly: bool = False
    table: bool = True
    refuse: dict[str, str] = field(default_factory=dict)
    expect: dict[str, Any] = field(default_factory=dict)

    @property
    def asks(self) -> bool:
        """Whether the learner has to answer."""
        return bool(self.ask or self.play)

    @property
    def tells(self) -> bool:
        """Whether it shows something before it asks."""
        return bool(self.say or self.replay)

    @property
    def sets_scene(self) -> bool:
        """Whether the table changes before the step."""
        return bool(self.position or self.stage or self.deal or self.score)


@dataclass(frozen=True)
class Lesson:
    """One lesson: `id` is the name of its file, `clauses` what it teaches, `after` the lessons it builds on.

    `first` is the number that its author gives the first of `steps`: 0 if that is `[start]`.
    """

    id: str
    game: str
    title: str
    goal: str
    clauses: tuple[str, ...]
    after: tuple[str, ...]
    steps: tuple[Step, ...]
    minutes: int = 5
    contrast: str = ""
    """The game whose rules a contrast lesson starts from."""
    first: int = 1


@dataclass(frozen=True)
class Slip:
    """One fault in the shape of a file: the `step` by its author's number (None for the head), the `key`, and what."""

    step: int | None
    key: str
    text: str

    def __str__(self) -> str:
        where = "" if self.step is None else "start: " if self.step == 0 else f"step {self.step}: "
        return where + (f"{self.key}: " if self.key else "") + self.text


@dataclass(frozen=True)
class Draft:
    """What could be read of a file: a lesson as far as it makes sense, and every slip in it."""

    lesson: Lesson
    slips: tuple[Slip, ...] = ()

    @property
    def broken(self) -> frozenset[int]:
        """The steps, by their author's numbers, that have a slip."""
        return frozenset(slip.step for slip in self.slips if slip.step is not None)


class BadLesson(ValueError):
    """A lesson file that cannot be used; `faults` are all of them, each with its step."""

    def __init__(self, path: Path, faults: list[str]) -> None:
        super().__init__("; ".join(f"{path.name}: {fault}" for fault in faults))
        self.path, self.faults = path, faults


def parse(game: str, ident: str, data: Mapping[str, Any], path: Path) -> Lesson:
    """The lesson in `data` (a TOML document); raises `BadLesson` with every fault of shape."""
    draft = drafted(game, ident, data)
    if draft.slips:
        raise BadLesson(path, [str(slip) for slip in draft.slips])
    return draft.lesson


def drafted(game: str, ident: str, data: Mapping[str, Any]) -> Draft:
    """The lesson in `data` as far as it can be made out; `game` is that of its folder, if it has none of its own."""
    from tutor.teach.lessons.shape import Reader

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
        raise BadLesson(path, [f"is no TOML: {cleaned(str(why))[:200]}"]) from None


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


@dataclass(frozen=True)
class Headline:
    """What lists of lessons need, read without checking the steps."""

    id: str
    title: str
    goal: str
    minutes: int
    contrast: str = ""
    """The game it starts from, if it is about what is different."""


@cache
def headlines(game: str) -> tuple[Headline, ...]:
    """Title and goal of every lesson of a game, quickly; files that are no TOML are left out."""
    out = []
    for path in paths_of(game):
        try:
            data = tomllib.loads(path.read_text("utf-8"))
            out.append(
                Headline(
                    path.stem,
                    str(data["title"]),
                    str(data["goal"]),
                    int(data.get("minutes", 5)),
                    str(data.get("contrast", "")),
                )
            )
        except (OSError, ValueError, KeyError):
            continue
    return tuple(out)
