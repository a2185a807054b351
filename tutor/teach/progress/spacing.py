"""Spacing: when a clause should come back, worked out from how its questions went.

Nobody is asked how hard a question was; `grade` reads it off what was done. The schedule is derived by playing our own
log through the `fsrs` package, so that a new version of it, or of `grade`, is only a replay. Importing this module does
not load the package, and nor does looking up what is due if nothing was answered since that was last worked out.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from tutor.teach.progress.events import EARLIEST, LATEST, LogEvent, ordered

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fsrs import Card, State

Grade: TypeAlias = Literal["again", "hard", "good", "easy"]

GENTLE_RUNG = 3
"""The hints up to this rung of the ladder still leave the answer to the learner."""
ENOUGH_TIMES = 5
"""With fewer answers than this nobody has a usual time to be faster than."""


def grade(
    *,
    right: bool = True,
    tries: int = 1,
    hints: int = 0,
    explained: bool = False,
    seconds: float | None = None,
    usual: float | None = None,
) -> Grade:
    """How well a question went: `right` in the end, at which of `tries`, after how many rungs of `hints`.

    `explained` says that the follow-up (which rule decides?) was answered right too; with that, being faster in
    `seconds` than the `usual` ones is easy. Unknown times are never easy.
    """
    if not right or tries > 2 or hints > GENTLE_RUNG:
        return "again"
    if tries == 2 or hints:
        return "hard"
    quick = seconds is not None and usual is not None and seconds < usual
    return "easy" if explained and quick else "good"


def usual_seconds(events: Iterable[LogEvent], clause: str) -> float | None:
    """The learner's own median time for a right answer about `clause`, or about anything; None with too few known."""
    own: list[float] = []
    every: list[float] = []
    for event in events:
        seconds = event.detail.get("seconds")
        if event.kind == "answer" and event.result in ("good", "easy") and isinstance(seconds, int | float):
            every.append(seconds)
            if event.clause == clause:
                own.append(seconds)
    times = sorted(own if len(own) >= ENOUGH_TIMES else every)
    return times[len(times) // 2] if len(times) >= ENOUGH_TIMES else None


class Schedule:
    """When each clause is due, worked out from events that are taken in one by one, in the order of the log."""

    def __init__(self) -> None:
        self.slipped: dict[str, object] = {}
        """The position of the last slip about each clause."""
        self.played: dict[str, str] = {}
        """The last day on which each clause was kept to in practice."""
        self.waiting: list[tuple[str, Grade, str]] = []
        """What has not been told the scheduler yet: (clause, grade, when)."""
        self.cards: dict[str, Kept] = {}

    def copy(self) -> Schedule:
        """One that goes on from here by itself."""
        other = Schedule()
        other.slipped, other.played = dict(self.slipped), dict(self.played)
        other.waiting, other.cards = list(self.waiting), dict(self.cards)
        return other

    def take(self, event: LogEvent) -> None:
        """Take in an event.

        A slip is a lapse, but trying a second forbidden card in the same position is not another one. Playing by a
        rule in a practice hand without being asked about it counts as good, once a day.
        """
        if not EARLIEST <= event.at < LATEST or not event.clause:
            return
        match event.kind, event.result:
            case "slip", _:
                position = event.detail.get("position")
                if position is None or self.slipped.get(event.clause) != position:
                    self.waiting.append((event.clause, "again", event.at))
                self.slipped[event.clause] = position
            case "answer", ("good" | "easy") if event.detail.get("where") == "practice":
                day = event.at[:10]
                if self.played.get(event.clause) != day:
                    self.waiting.append((event.clause, "good", event.at))
                self.played[event.clause] = day
            case "answer", "again" | "hard" | "good" | "easy" as result:
                self.waiting.append((event.clause, result, event.at))

    def dates(self) -> dict[str, datetime]:
        """When each clause that was ever asked or broken is next due, the soonest first."""
        self.settle()
        dates = {clause: datetime.fromisoformat(card.due) for clause, card in self.cards.items()}
        return dict(sorted(dates.items(), key=lambda item: (item[1], item[0])))

    def due(self, now: datetime) -> list[str]:
        """The clauses due at `now`, the longest overdue first.

        What was reviewed in the future, as the clock says now, was so while the clock was wrong, and is due.
        """
        latest = (now + timedelta(days=1)).astimezone(UTC).isoformat()
        return [clause for clause, when in self.dates().items() if when <= now or self.cards[clause].last > latest]

    def settle(self) -> None:
        """Tell the scheduler what waits; the only thing that loads it."""
        if not self.waiting:
            return
        from fsrs import Card, Rating, Scheduler, State

        ratings = {"again": Rating.Again, "hard": Rating.Hard, "good": Rating.Good, "easy": Rating.Easy}
        # No steps of minutes: a clause that went wrong comes back tomorrow, not ten minutes later, when the answer is
        # still in the ear. No fuzz: the same log gives the same dates.
        scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
        cards: dict[str, Card] = {}
        for clause, result, at in self.waiting:
            when = datetime.fromisoformat(at)
            card = cards.get(clause)
            if card is None:
                kept = self.cards.get(clause)
                card = Card(card_id=1, due=when) if kept is None else kept.card(Card, State)
            cards[clause], _ = scheduler.review_card(card, ratings[result], when.astimezone(UTC))
        self.cards.update((clause, Kept.of(card)) for clause, card in cards.items())
        self.waiting = []


class Kept(NamedTuple):
    """What the scheduler knows of a clause, in a form that can be written down."""

    state: int
    stability: float | None
    difficulty: float | None
    due: str
    last: str
    """When it was last asked or broken."""

    @classmethod
    def of(cls, card: Card) -> Kept:
        """What is to be kept of the scheduler's card."""
        last = card.last_review or card.due
        return cls(card.state.value, card.stability, card.difficulty, card.due.isoformat(), last.isoformat())

    def card(self, made: type[Card], state: type[State]) -> Card:
        """The scheduler's card again."""
        due, last = datetime.fromisoformat(self.due), datetime.fromisoformat(self.last)
        return made(1, state(self.state), None, self.stability, self.difficulty, due, last)


def schedule(events: Iterable[LogEvent]) -> Schedule:
    """The schedule after `events`, in whatever order they come."""
    made = Schedule()
    for event in ordered(events):
        made.take(event)
    return made


def due_dates(events: Iterable[LogEvent]) -> dict[str, datetime]:
    """When each clause that was ever asked is next due, the soonest first."""
    return schedule(events).dates()


def due(events: Iterable[LogEvent], now: datetime) -> list[str]:
    """The clauses due for review at `now`, the longest overdue first."""
    return schedule(events).due(now)
