"""The data model of lessons: steps with scenes, sentences and questions, as in the file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

FORMAT: Final = 1
MOST_STEPS: Final = 200
ASKS: Final = ("legal", "winner", "value", "clause")


@dataclass(frozen=True)
class DealtGame:
    """A whole game dealt by seed, or by `draws`, in the text form of records, first to last."""

    seed: int = 0
    players: int = 0
    dealer: str = ""
    options: dict[str, str] = field(default_factory=dict)
    draws: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class LessonStep:
    """One step. Which fields are set says what it does; see `lessons/README.md`.

    Scenes: `position`, `stage`, `deal`, `score` (with the learner's `seat`). Telling: `say`, `replay`. Asking: `ask`,
    `play`, or `free` (the learner plays the hand to its end). The lesson goes on with the move `play`, or with one of
    `also` if the learner makes it. `replies` are said to wrong answers and to lesser moves, and the question is asked
    again. Proofs: `expect`, `refuse`. Phrases of the table that state the answer are withheld, unless `table` is true
    (the answer depends on them); false withholds everything but cards and calls. `sum` is the author's calculation of a
    value, shown in place of the engine's working (`arithmetic` verifies it).
    """

    say: str = ""
    position: str = ""
    stage: str = ""
    deal: DealtGame | None = None
    score: str = ""
    seat: str = ""
    replay: list[str] = field(default_factory=list)
    ask: str = ""
    question: str = ""
    of: str = ""
    among: list[str] = field(default_factory=list)
    clause: str = ""
    sum: str = ""
    because: str = ""
    play: str = ""
    also: list[str] = field(default_factory=list)
    free: bool = False
    replies: dict[str, str] = field(default_factory=dict)
    exactly: bool = False
    table: bool | None = None
    refuse: dict[str, str] = field(default_factory=dict)
    expect: dict[str, Any] = field(default_factory=dict)

    @property
    def asks(self) -> bool:
        """Whether the learner must answer or play."""
        return bool(self.ask or self.play or self.free)

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
    """One lesson: `id` is the name of its file, `clauses` those it teaches, `after` the lessons it builds on.

    `first` is the author's number of the first step: 0 if that is `[start]`.
    """

    id: str
    game: str
    title: str
    goal: str
    clauses: tuple[str, ...]
    after: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    minutes: int = 5
    contrast: str = ""
    """The game that learners of a contrast lesson know."""
    first: int = 1
    learnt: tuple[tuple[str, str], ...] = ()
    """The clauses that its end lists, with sentences ("" for the clause's rule); none if the program chooses."""

    def following(self, at: int) -> LessonStep | None:
        """The step after step `at`, if there is one."""
        return self.steps[at + 1] if at + 1 < len(self.steps) else None

    def pauses(self, at: int, told: int) -> bool:
        """Whether a page ends with step `at`, the learner being given time to read; `told` steps tell on it."""
        following = self.following(at)
        return following is not None and told > 0 and (following.sets_scene or (told > 1 and following.tells))

    def page_of(self, index: int) -> int:
        """The first step of the page on which step `index` stands: what is told there may decide what that asks."""
        begin, told = 0, 0
        for at, step in enumerate(self.steps[:index]):
            told += step.tells
            if step.asks or self.pauses(at, told):
                begin, told = at + 1, 0
        return begin


@dataclass(frozen=True)
class ShapeDiagnostic:
    """A fault in the structure of a file: the author's number of the `step` (None: the head), the `key`, the fault."""

    step: int | None
    key: str
    text: str

    def __str__(self) -> str:
        where = "" if self.step is None else "start: " if self.step == 0 else f"step {self.step}: "
        return where + (f"{self.key}: " if self.key else "") + self.text


@dataclass(frozen=True)
class Draft:
    """A parsed file: the lesson as far as it is valid, and its faults."""

    lesson: Lesson
    diagnostics: tuple[ShapeDiagnostic, ...] = ()

    @property
    def broken(self) -> frozenset[int]:
        """The author's numbers of the steps with faults."""
        return frozenset(diagnostic.step for diagnostic in self.diagnostics if diagnostic.step is not None)
