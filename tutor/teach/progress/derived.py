"""Progress derived from the log: lessons, clauses, dates of review.

It is a pure function of the set of events in log order, so merging two logs gives the same either way. It can be
updated incrementally; `summary` caches it, so that commands need not read the whole log.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tutor.teach.progress.events import LogEvent, ordered
from tutor.teach.progress.spacing import Schedule

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

MOST_STARS = 3


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """Progress in one lesson. A lesson begun again has no steps done, but keeps its stars."""

    steps: Mapping[str, LogEvent] = field(default_factory=dict)
    """The steps passed in the current or last run, in order, with the event of the first result of each."""
    started: str = ""
    """The time of the first start (ISO 8601); "" if never."""
    finished: str = ""
    """The time of the first finish (ISO 8601); "" if never."""
    running: bool = False
    """Whether there is a run to resume."""
    stars: int = 0
    """The best result of a finished run, 0 to 3 (see `stars`)."""
    left: str = ""
    """The step at which the lesson was left, if nothing was done in it since."""

    @property
    def open(self) -> bool:
        """Whether it was never finished, or some steps of another run are done: to have entered it again is no run."""
        return not self.finished or (self.running and bool(self.steps))

    def resume(self, steps: Sequence[str]) -> int:
        """The index in `steps` at which to resume: the first not passed in this run; 0 for a new run.

        Whoever had gone back when they left resumes there.
        """
        if not self.running:
            return 0
        begun = next((at for at, step in enumerate(steps) if step not in self.steps), len(steps))
        return min(begun, steps.index(self.left)) if self.left in steps else begun


def stars(results: Iterable[LogEvent]) -> int:
    """The stars of a finished run with these `step` events, 0 to 3.

    One is for finishing, one if no answer was shown, one if all were right at the first try. A run in which a step was
    skipped, or nothing was answered, has none. `results` has one event for each step.
    """
    wrong = shown = skipped = answered = False
    for event in results:
        wrong |= event.result == "again" or _number(event.detail.get("tries"), 1) > 1
        shown |= event.result == "shown"
        skipped |= event.result == "skipped"
        answered |= event.result in ("first", "again", "hinted", "shown")
    if skipped or not answered:
        return 0
    return 1 + (not shown) + (not shown and not wrong)


def _number(value: Any, default: float) -> float:
    return value if isinstance(value, int | float) else default


@dataclass(frozen=True, slots=True)
class ClauseProgress:
    """Progress in one clause: the number of decisions it governed, and their results."""

    game: str
    tries: int = 0
    right_first: int = 0
    slips: int = 0
    last_seen: str = ""
    """The time when it was last asked about or broken (ISO 8601)."""


class Progress:
    """Everything derived from a log up to some event; after adding events, ask the store for a new one."""

    def __init__(self, events: Iterable[LogEvent] = ()) -> None:
        self.lessons: dict[tuple[str, str], LessonProgress] = {}
        self.clauses: dict[str, ClauseProgress] = {}
        self.schedule = Schedule()
        self.learned: dict[str, None] = {}
        """The games whose lessons were begun, the latest last."""
        self.played: dict[str, None] = {}
        """The games that were practised or drilled, the latest last."""
        self.last = ("", "")
        """The place in log order of the last event taken in."""
        for event in ordered(events):
            self.take(event)

    def copy(self) -> Progress:
        """An independent copy."""
        other = Progress()
        other.lessons, other.clauses = dict(self.lessons), dict(self.clauses)
        other.schedule, other.last = self.schedule.copy(), self.last
        other.learned, other.played = dict(self.learned), dict(self.played)
        return other

    def take(self, event: LogEvent) -> None:
        """Take in an event that is later than all before."""
        self.last = event.placed
        match event.kind:
            case "step":
                self._step(event)
            case "lesson":
                self._lesson(event)
            case "answer" | "slip":
                self._clause(event)
                self.schedule.take(event)
            case _:
                return
        games = {"step": self.learned, "lesson": self.learned}.get(event.kind, self.played)
        games.pop(event.game, None)
        games[event.game] = None

    def lesson(self, game: str, lesson: str) -> LessonProgress:
        """The progress in a lesson; an empty one if it was never started."""
        return self.lessons.get((game, lesson), LessonProgress())

    def clause(self, clause: str) -> ClauseProgress:
        """The progress in a clause; an empty one if it was never asked about."""
        return self.clauses.get(clause, ClauseProgress(clause.partition(".")[0]))

    def due(self, now: datetime) -> tuple[str, ...]:
        """The clauses due for review at `now`, the longest overdue first."""
        return tuple(self.schedule.due(now))

    @property
    def due_dates(self) -> dict[str, datetime]:
        """The next date of review of each clause asked about, the soonest first."""
        return self.schedule.dates()

    def _lesson(self, event: LogEvent) -> None:
        key, old = (event.game, event.lesson), self.lesson(event.game, event.lesson)
        match event.result:
            case "started":
                self.lessons[key] = replace(_running(old, event), left="")
            case "left":
                self.lessons[key] = replace(_running(old, event), left=event.step)
            case "finished":
                earned = stars(old.steps.values()) if old.running else 0
                self.lessons[key] = replace(
                    old, running=False, finished=old.finished or event.at, stars=max(old.stars, earned), left=""
                )
            case "reset":
                self.lessons.pop(key, None)

    def _step(self, event: LogEvent) -> None:
        now = _running(self.lesson(event.game, event.lesson), event)
        before = now.steps.get(event.step)
        # Repeating a step does not change its first result, unless that was skipped; but its moves are the latest.
        if before is not None and before.result != "skipped":
            kept = {name: value for name, value in before.detail.items() if name != "moves"}
            own = {name: value for name, value in event.detail.items() if name == "moves"}
            event = replace(before, detail={**kept, **own})
        now = replace(now, steps={**now.steps, event.step: event}, left="")
        self.lessons[event.game, event.lesson] = now

    def _clause(self, event: LogEvent) -> None:
        old = self.clause(event.clause)
        self.clauses[event.clause] = replace(
            old,
            game=event.game,
            tries=old.tries + 1,
            right_first=old.right_first + (event.result in ("good", "easy")),
            slips=old.slips + (event.kind == "slip"),
            last_seen=event.at,
        )


def _running(lesson: LessonProgress, event: LogEvent) -> LessonProgress:
    """`lesson` with its current run, or with a new run that begins with `event`."""
    if lesson.running:
        return lesson
    return replace(lesson, running=True, steps={}, started=lesson.started or event.at)
