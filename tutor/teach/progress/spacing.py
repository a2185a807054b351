"""Spacing: when a clause should come back, worked out from how its questions went.

Nobody is asked how hard a question was; `grade` reads it off what was done. The schedule is never stored: it is
derived by playing our own log through the `fsrs` package, so that a new version of it, or of `grade`, is only a
replay. Importing this module does not load the package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal, TypeAlias

from tutor.teach.progress.events import Event, ordered

if TYPE_CHECKING:
    from fsrs import Card

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


def usual_seconds(events: Iterable[Event], clause: str) -> float | None:
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


def reviews(events: Iterable[Event]) -> Iterator[tuple[str, Grade, datetime]]:
    """What the schedule is made of, in order: (clause, grade, when), the log without what says nothing new.

    A slip is a lapse, but trying a second forbidden card in the same position is not another one. Playing by a rule
    in a practice hand without being asked about it counts as good, once a day.
    """
    slipped: dict[str, object] = {}
    played: dict[str, str] = {}
    for event in ordered(events):
        if not event.at or not event.clause:
            continue
        match event.kind, event.result:
            case "slip", _:
                position = event.detail.get("position")
                if position is None or slipped.get(event.clause) != position:
                    yield event.clause, "again", event.time
                slipped[event.clause] = position
            case "answer", ("good" | "easy") if event.detail.get("where") == "practice":
                day = event.at[:10]
                if played.get(event.clause) != day:
                    yield event.clause, "good", event.time
                played[event.clause] = day
            case "answer", "again" | "hard" | "good" | "easy" as result:
                yield event.clause, result, event.time


def cards(events: Iterable[Event]) -> dict[str, Card]:
    """The scheduler's card for each clause that was ever asked or broken."""
    from fsrs import Card, Rating, Scheduler

    ratings = {"again": Rating.Again, "hard": Rating.Hard, "good": Rating.Good, "easy": Rating.Easy}
    # No steps of minutes: a clause that went wrong comes back tomorrow, not ten minutes later, when the answer is
    # still in the ear. No fuzz: the same log gives the same dates.
    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    out: dict[str, Card] = {}
    for clause, result, when in reviews(events):
        card = out.get(clause) or Card(card_id=len(out) + 1, due=when)
        out[clause], _ = scheduler.review_card(card, ratings[result], when.astimezone(UTC))
    return out


def due_dates(events: Iterable[Event]) -> dict[str, datetime]:
    """When each clause that was ever asked is next due, the soonest first."""
    dates = {clause: card.due for clause, card in cards(events).items()}
    return dict(sorted(dates.items(), key=lambda item: (item[1], item[0])))


def due(events: Iterable[Event], now: datetime) -> list[str]:
    """The clauses due for review at `now`, the longest overdue first."""
    return [clause for clause, when in due_dates(events).items() if when <= now]
