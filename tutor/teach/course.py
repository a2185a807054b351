"""Courses: a game's lessons in order, and which one comes next."""

from __future__ import annotations

from typing import Any

from tutor.kernel.game import Game, load
from tutor.teach.home import next_lesson
from tutor.teach.lesson import LessonSession
from tutor.teach.lessons import BadLesson, headlines, paths_of, read
from tutor.teach.store import Store
from tutor.teach.words import say


class NoLesson(ValueError):
    """There is no such lesson, or it is `broken`; `faults` say what is wrong, one line each."""

    def __init__(self, faults: list[str], *, broken: bool = False) -> None:
        super().__init__("; ".join(faults))
        self.faults, self.broken = faults, broken


def course(game: Game[Any] | None, which: str, store: Store) -> LessonSession:
    """The lesson `which` of a game (its number, its file's name, or a part of that), or the one that comes next.

    Raises `NoLesson` for a lesson that is not there or cannot be read.
    """
    if game is None:
        game = load(next_lesson(store.progress())[0])
    lines = headlines(game.name)
    if not lines:
        raise NoLesson([say("course.none", game=game.name)])
    at = _chosen(game, which) if which else _next(game, store)
    try:
        lesson = read(paths_of(game.name)[at], game.name)
    except BadLesson as why:
        raise NoLesson([f"{why.path.name}: {fault}" for fault in why.faults], broken=True) from None
    return LessonSession(game, lesson, store, number=at + 1, of=len(lines))


def _chosen(game: Game[Any], which: str) -> int:
    lines = headlines(game.name)
    if which.isascii() and which.isdigit() and 1 <= int(which[:6]) <= len(lines):
        return int(which) - 1
    hits = [i for i, line in enumerate(lines) if which.lower() in (line.id, line.id.partition("-")[2])]
    hits = hits or [i for i, line in enumerate(lines) if which.lower() in line.id]
    if len(hits) != 1:
        listed = ", ".join(f"{i} {line.title}" for i, line in enumerate(lines, 1))
        raise NoLesson([say("course.which", game=game.title, which=which[:40], listed=listed)])
    return hits[0]


def _next(game: Game[Any], store: Store) -> int:
    progress = store.progress()
    done = [progress.lesson(game.name, line.id) for line in headlines(game.name)]
    return next((i for i, lesson in enumerate(done) if lesson.running or not lesson.finished), 0)
