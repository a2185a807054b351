"""A cache of derived progress beside the log, so that years of use need not be replayed.

It is used only if made by the same program from the same log; else it is computed again.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tutor.teach.progress import derived, events, spacing
from tutor.teach.progress.derived import ClauseProgress, LessonProgress, Progress
from tutor.teach.progress.events import LogEvent
from tutor.teach.progress.spacing import ClauseState, Schedule

if TYPE_CHECKING:
    from collections.abc import Mapping


def written(progress: Progress) -> bytes:
    """The serialized form of `progress`."""
    body = json.dumps(_data(progress), ensure_ascii=False).encode()
    return _sum(body) + body


def read(kept: bytes) -> Progress | None:
    """The progress in what `written` gave; None if it is of another version or damaged."""
    body = kept[_SIZE:]
    if kept[:_SIZE] != _sum(body):
        return None
    try:
        return _progress(json.loads(body))
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


_SIZE = 16


def _sum(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_SIZE, key=_program()).digest()


@cache
def _program() -> bytes:
    """A checksum of the code that derives progress: our modules and the scheduler's."""
    made = hashlib.blake2b(digest_size=32)
    paths = [Path(module.__file__ or "") for module in (derived, events, spacing)] + [Path(__file__)]
    found = find_spec("fsrs")
    if found is not None and found.origin:
        paths.append(Path(found.origin).with_name("scheduler.py"))
    for path in paths:
        try:
            made.update(path.read_bytes())
        except OSError:  # inside an archive
            made.update(path.name.encode())
    return made.digest()


def _data(progress: Progress) -> dict[str, Any]:
    schedule = progress.schedule
    return {
        "last": progress.last,
        "learned": list(progress.learned),
        "played": list(progress.played),
        "lessons": [(*key, _lesson_data(lesson)) for key, lesson in progress.lessons.items()],
        "clauses": {
            clause: (one.game, one.tries, one.right_first, one.slips, one.last_seen)
            for clause, one in progress.clauses.items()
        },
        "schedule": (schedule.slipped, schedule.played, schedule.waiting, schedule.cards),
    }


def _lesson_data(lesson: LessonProgress) -> tuple[Any, ...]:
    steps = [
        (step, one.game, one.lesson, one.step, one.clause, one.result, dict(one.detail), one.at, one.uuid, one.order)
        for step, one in lesson.steps.items()
    ]
    return lesson.started, lesson.finished, lesson.running, lesson.stars, lesson.left, steps


def _progress(data: Mapping[str, Any]) -> Progress:
    made = Progress()
    made.last = tuple(data["last"])
    made.learned, made.played = dict.fromkeys(data["learned"]), dict.fromkeys(data["played"])
    made.lessons = {(game, lesson): _lesson(*kept) for game, lesson, kept in data["lessons"]}
    made.clauses = {clause: ClauseProgress(*kept) for clause, kept in data["clauses"].items()}
    made.schedule = Schedule()
    slipped, played, waiting, cards = data["schedule"]
    made.schedule.slipped, made.schedule.played = slipped, played
    made.schedule.waiting = [(clause, grade, at) for clause, grade, at in waiting]
    made.schedule.cards = {clause: ClauseState(*kept) for clause, kept in cards.items()}
    return made


def _lesson(
    started: str, finished: str, running: bool, stars: int, left: str, steps: list[list[Any]]
) -> LessonProgress:
    made = {step: LogEvent("step", *rest) for step, *rest in steps}
    return LessonProgress(made, started, finished, running, stars, left)
