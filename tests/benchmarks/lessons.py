"""Steps of lessons, drills and practice: how long the learner waits between an answer and the next question."""

from __future__ import annotations

import statistics
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tutor.kernel.by_name import load, names
from tutor.teach.drills.drill import NoDrill, make
from tutor.teach.lessons.files import lessons_of
from tutor.teach.lessons.session import LessonSession
from tutor.teach.progress.store import Store
from tutor.teach.rulebooks.rulebook import rulebook

if TYPE_CHECKING:
    from collections.abc import Iterator


def steps(name: str) -> Iterator[float]:
    """Seconds for each turn of the game's lessons, right answers throughout."""
    for lesson in lessons_of(name):
        session = LessonSession(load(name), lesson, Store())
        begun = time.perf_counter()
        reply = session.begin()
        yield time.perf_counter() - begun
        while not reply.over:
            asking, play = session.asking, lesson.steps[session.at].play
            answer = play or asking.question.answer() if asking else ""
            begun = time.perf_counter()
            reply = session.tell(answer)
            yield time.perf_counter() - begun


def drilled(game: str, count: int) -> Iterator[float]:
    """Seconds to make each of so many drills, each of another clause."""
    clauses = [clause.id for clause in rulebook(game).clauses.values() if not clause.drill]
    for number, clause in enumerate(clauses[:count]):
        begun = time.perf_counter()
        with suppress(NoDrill):
            make(load(game), clause, number)
        yield time.perf_counter() - begun


def told(times: list[float]) -> dict[str, Any]:
    """Median, 95th of a hundred and worst, in milliseconds."""
    ordered = sorted(times)
    at = min(len(ordered) - 1, int(len(ordered) * 0.95))
    return {
        "n": len(ordered),
        "median_ms": round(1000 * statistics.median(ordered), 1),
        "p95_ms": round(1000 * ordered[at], 1),
        "worst_ms": round(1000 * ordered[-1], 1),
    }


def measure(rounds: int) -> dict[str, Any]:
    """For each game: the turns of all its lessons, and a few drills."""
    return {name: {"lesson": told(list(steps(name))), "drill": told(list(drilled(name, rounds)))} for name in names()}
