"""Progress: everything that can be derived from the log of what the learner did.

A pure function of a set of events, in the order of the log, so that the logs of two machines give the same whichever
is merged into the other. It can be gone on with from where it was: `summary` writes it down, so that not every command
reads the whole log.
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
    """How far one lesson got. A lesson begun again after its end starts with no steps done, but keeps its stars."""

    steps: Mapping[str, LogEvent] = field(default_factory=dict)
    """Steps passed in the run that is going on (or was the last), in the order passed, with how each first went."""
    started: str = ""
    """When it was first started, ISO; empty if never."""
    finished: str = ""
    """When it was first finished, ISO; empty if never."""
    running: bool = False
    """Whether a run is under way: there is something to resume."""
    stars: int = 0
    """The most that a finished run earned, 0 to 3: see `stars`."""

    def resume(self, steps: Sequence[str]) -> int:
        """Where to go on in a lesson of these steps: the place of the first not passed in this run, 0 for a new run."""
        if not self.running:
            return 0
        return next((at for at, step in enumerate(steps) if step not in self.steps), len(steps))


def stars(results: Iterable[LogEvent]) -> int:
    """The stars of a run with these `step` events: for its end, for no answer shown, for all right at the first go.

    A run in which anything was skipped, or nothing answered, earns none. What counts of a step that was passed more
    than once is for the caller to say.
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
    """What the learner did with one clause of the rules: decisions it governed, and how they went."""

    game: str
    tries: int = 0
    right_first: int = 0
    slips: int = 0
    last_seen: str = ""
    """When it was last asked or broken, ISO."""


class Progress:
    """Everything that follows from a log, as far as it was taken in: after adding events, ask the store again."""

    def __init__(self, events: Iterable[LogEvent] = ()) -> None:
        self.settings: dict[str, str] = {}
        self.lessons: dict[tuple[str, str], LessonProgress] = {}
        self.clauses: dict[str, ClauseProgress] = {}
        self.schedule = Schedule()
        self.learned: dict[str, None] = {}
        """The games whose lessons were begun, the last one last."""
        self.played: dict[str, None] = {}
        """The games that were practised or drilled, the last one last."""
        self.last = ("", "")
        """The place of the last event that was taken in."""
        for event in ordered(events):
            self.take(event)

    def copy(self) -> Progress:
        """The same, going on from here by itself."""
        other = Progress()
        other.settings, other.lessons, other.clauses = dict(self.settings), dict(self.lessons), dict(self.clauses)
        other.schedule, other.last = self.schedule.copy(), self.last
        other.learned, other.played = dict(self.learned), dict(self.played)
        return other

    def take(self, event: LogEvent) -> None:
        """Take in an event that happened after all those before."""
        self.last = event.placed
        match event.kind:
            case "step":
                self._step(event)
            case "lesson":
                self._lesson(event)
            case "answer" | "slip":
                self._clause(event)
                self.schedule.take(event)
            case "setting":
                self.settings[str(event.detail.get("name"))] = str(event.detail.get("value"))
            case _:
                return
        games = {"step": self.learned, "lesson": self.learned}.get(event.kind, self.played)
        if event.kind != "setting":
            games.pop(event.game, None)
            games[event.game] = None

    def lesson(self, game: str, lesson: str) -> LessonProgress:
        """How far a lesson got; an untouched one if it was never started."""
        return self.lessons.get((game, lesson), LessonProgress())

    def clause(self, clause: str) -> ClauseProgress:
        """What is known of a clause; one never tried if it was never asked."""
        return self.clauses.get(clause, ClauseProgress(clause.partition(".")[0]))

    def due(self, now: datetime) -> tuple[str, ...]:
        """The clauses that are due for review at `now`, the longest overdue first."""
        return tuple(self.schedule.due(now))

    @property
    def due_dates(self) -> dict[str, datetime]:
        """When each clause that was ever asked is next due, the soonest first."""
        return self.schedule.dates()

    def _lesson(self, event: LogEvent) -> None:
        key, old = (event.game, event.lesson), self.lesson(event.game, event.lesson)
        match event.result:
            case "started":
                self.lessons[key] = _running(old, event)
            case "finished":
                earned = stars(old.steps.values()) if old.running else 0
                self.lessons[key] = replace(
                    old, running=False, finished=old.finished or event.at, stars=max(old.stars, earned)
                )
            case "reset":
                self.lessons.pop(key, None)

    def _step(self, event: LogEvent) -> None:
        now = _running(self.lesson(event.game, event.lesson), event)
        before = now.steps.get(event.step)
        # A step gone back to does not change how it first went, but one that was left out may be made up for;
        # and the moves made there are those made last.
        if before is not None and before.result != "skipped":
            kept = {name: value for name, value in before.detail.items() if name != "moves"}
            own = {name: value for name, value in event.detail.items() if name == "moves"}
            event = replace(before, detail={**kept, **own})
        now = replace(now, steps={**now.steps, event.step: event})
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
    """`lesson` with a run under way: the one that was, or a new one that begins with `event`."""
    if lesson.running:
        return lesson
    return replace(lesson, running=True, steps={}, started=lesson.started or event.at)
