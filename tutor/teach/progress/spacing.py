"""Spaced repetition: when each clause is due for review, by the results of its questions.

Learners do not rate themselves; `grade` derives the rating. The schedule is computed by replaying the log through the
`fsrs` package, so it can be recomputed with a new version. The package is loaded only when there are new answers.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from tutor.teach.progress.events import EARLIEST, LATEST, LogEvent

if TYPE_CHECKING:
    from fsrs import Card, State

Grade: TypeAlias = Literal["again", "hard", "good", "easy"]

GENTLE_RUNG = 3
"""The number of hints that still leave the answer to the learner."""


def grade(*, right: bool = True, tries: int = 1, hints: int = 0) -> Grade:
    """The grade of an answer that was finally `right`, after this many `tries` and `hints`."""
    if not right or tries > 2 or hints > GENTLE_RUNG:
        return "again"
    return "hard" if tries == 2 or hints else "good"


class Schedule:
    """The dates of review, updated by events in log order."""

    def __init__(self) -> None:
        self.slipped: dict[str, object] = {}
        """The position of the last slip for each clause."""
        self.played: dict[str, str] = {}
        """The last day on which each clause was followed in practice."""
        self.waiting: list[tuple[str, Grade, str]] = []
        """Reviews not passed to the scheduler yet, as (clause, grade, time)."""
        self.cards: dict[str, ClauseState] = {}

    def copy(self) -> Schedule:
        """An independent copy."""
        other = Schedule()
        other.slipped, other.played = dict(self.slipped), dict(self.played)
        other.waiting, other.cards = list(self.waiting), dict(self.cards)
        return other

    def take(self, event: LogEvent) -> None:
        """Take in an event.

        A slip counts as a lapse once for each position. Following a rule in practice counts as good once a day.
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
        """The next date of review of each clause asked about or broken, the soonest first."""
        self.settle()
        dates = {clause: datetime.fromisoformat(card.due) for clause, card in self.cards.items()}
        return dict(sorted(dates.items(), key=lambda item: (item[1], item[0])))

    def due(self, now: datetime) -> list[str]:
        """The clauses due at `now`, the longest overdue first.

        Clauses reviewed in the future were so by a wrong clock, and are due.
        """
        latest = (now + timedelta(days=1)).astimezone(UTC).isoformat()
        return [clause for clause, when in self.dates().items() if when <= now or self.cards[clause].last > latest]

    def settle(self) -> None:
        """Pass waiting reviews to the scheduler; only this loads `fsrs`."""
        if not self.waiting:
            return
        from fsrs import Card, Rating, Scheduler, State

        ratings = {"again": Rating.Again, "hard": Rating.Hard, "good": Rating.Good, "easy": Rating.Easy}
        # No steps of minutes: a wrong answer comes back tomorrow. No fuzz, so that the same log gives the same dates.
        scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
        cards: dict[str, Card] = {}
        for clause, result, at in self.waiting:
            when = datetime.fromisoformat(at)
            card = cards.get(clause)
            if card is None:
                kept = self.cards.get(clause)
                card = Card(card_id=1, due=when) if kept is None else kept.card(Card, State)
            cards[clause], _ = scheduler.review_card(card, ratings[result], when.astimezone(UTC))
        self.cards.update((clause, ClauseState.of(card)) for clause, card in cards.items())
        self.waiting = []


class ClauseState(NamedTuple):
    """The scheduler's state of a clause, in serializable form."""

    state: int
    stability: float | None
    difficulty: float | None
    due: str
    last: str
    """The time when it was last asked about or broken."""

    @classmethod
    def of(cls, card: Card) -> ClauseState:
        """The state of a card of the scheduler."""
        last = card.last_review or card.due
        return cls(card.state.value, card.stability, card.difficulty, card.due.isoformat(), last.isoformat())

    def card(self, made: type[Card], state: type[State]) -> Card:
        """The card with this state."""
        due, last = datetime.fromisoformat(self.due), datetime.fromisoformat(self.last)
        return made(1, state(self.state), None, self.stability, self.difficulty, due, last)
