"""Lesson files: TOML read into values, with every fault of a file found at once.

The shape of a lesson is in `lessons/README.md`. What stands in a file is only ever a scene, moves, and questions; the
engine computes every answer.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from tutor.teach.files import lessons_root

FORMAT: Final = 1
LARGEST: Final = 200_000
"""Bytes a lesson file may have."""
MOST_STEPS: Final = 200
ASKS: Final = ("legal", "winner", "value", "clause")


@dataclass(frozen=True)
class Deal:
    """A whole game dealt by seed."""

    seed: int
    players: int = 0
    dealer: str = ""
    options: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One step. Which fields are set says what it does; see `lessons/README.md`.

    Scenes: `position`, `stage`, `deal`, `score` (with the learner's `seat`). Telling: `say`, `replay`. Asking: `ask` or
    `play`. Proving: `expect`, `refuse`.
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
    """One lesson: `id` is the name of its file, `clauses` what it teaches, `after` the lessons it builds on."""

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


class BadLesson(ValueError):
    """A lesson file that cannot be used; `faults` are all of them, each with its step."""

    def __init__(self, path: Path, faults: list[str]) -> None:
        super().__init__("; ".join(f"{path.name}: {fault}" for fault in faults))
        self.path, self.faults = path, faults


@dataclass(frozen=True)
class _File:
    format: int
    title: str
    goal: str
    clauses: list[str]
    step: list[Step]
    after: list[str] = field(default_factory=list)
    start: Step | None = None
    minutes: int = 5
    contrast: str = ""


def parse(game: str, ident: str, data: Mapping[str, Any], path: Path) -> Lesson:
    """The lesson in `data` (a TOML document); raises `BadLesson` with every fault of shape."""
    from cattrs import Converter, transform_error

    converter = Converter(forbid_extra_keys=True, detailed_validation=True)
    for kind in (str, int, bool):  # no silent conversions: `title = 3` is an author's slip
        converter.register_structure_hook(kind, _strictly)
    try:
        file = converter.structure(data, _File)
    except Exception as why:
        raise BadLesson(path, [_readable(fault) for fault in transform_error(why, path="lesson")]) from None
    faults = []
    if file.format != FORMAT:
        faults.append(f"format is {file.format}; this program reads {FORMAT}")
    if not file.step:
        faults.append("has no steps")
    if len(file.step) > MOST_STEPS:
        faults.append(f"has {len(file.step)} steps; {MOST_STEPS} are the most")
    for i, step in enumerate(file.step, 1):
        faults += [f"step {i}: {fault}" for fault in _shape(step)]
    if faults:
        raise BadLesson(path, faults)
    steps = tuple(file.step)
    if file.start is not None:
        steps = (file.start, *steps) if file.start.sets_scene else steps
    return Lesson(
        ident, game, file.title, file.goal, tuple(file.clauses), tuple(file.after), steps, file.minutes, file.contrast
    )


def _strictly(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise ValueError(f"is {type(value).__name__}, not {kind.__name__}")
    return value


def _readable(fault: str) -> str:
    return fault.replace(" @ lesson", " at lesson").replace("$.", "")


def _shape(step: Step) -> list[str]:
    """What makes no sense in one step."""
    faults = []
    if step.ask and step.ask not in ASKS:
        faults.append(f"ask = {step.ask!r} is none of {', '.join(ASKS)}")
    if step.ask and step.play:
        faults.append("asks and plays at once; make two steps of it")
    if step.ask == "value" and not (step.of and step.question and step.clause):
        faults.append("ask = 'value' needs of, question and clause")
    if step.ask == "clause" and not step.of:
        faults.append("ask = 'clause' needs of: the move it is about")
    if sum(bool(scene) for scene in (step.position, step.stage, step.deal, step.score)) > 1:
        faults.append("has more than one scene")
    if not (step.say or step.sets_scene or step.replay or step.asks or step.expect or step.refuse):
        faults.append("is empty")
    return faults


def read(path: Path, game: str = "") -> Lesson:
    """The lesson in a file, of `game` or of the folder's name; raises `BadLesson`, also for what is no TOML."""
    try:
        raw = path.read_bytes()
    except OSError as why:
        raise BadLesson(path, [f"cannot be read ({why.strerror or why})"]) from None
    if len(raw) > LARGEST:
        raise BadLesson(path, [f"is longer than {LARGEST:,} bytes"])
    try:
        data = tomllib.loads(raw.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as why:
        raise BadLesson(path, [f"is no TOML: {why}"]) from None
    return parse(game or path.parent.name, path.stem, data, path)


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


@cache
def headlines(game: str) -> tuple[Headline, ...]:
    """Title and goal of every lesson of a game, quickly; files that are no TOML are left out."""
    out = []
    for path in paths_of(game):
        try:
            data = tomllib.loads(path.read_text("utf-8"))
            out.append(Headline(path.stem, str(data["title"]), str(data["goal"]), int(data.get("minutes", 5))))
        except (OSError, ValueError, KeyError):
            continue
    return tuple(out)
