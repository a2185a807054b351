"""Find the lesson to take: by number or name, the next of a course, or a file outside any course."""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.by_name import load
from tutor.kernel.echo import short
from tutor.kernel.faults import UserFault
from tutor.kernel.game import Game
from tutor.teach.lessons.files import BadLesson, paths_of, read
from tutor.teach.lessons.session import LessonSession
from tutor.teach.overview.index import headlines
from tutor.teach.progress.home import next_lesson, unfinished
from tutor.teach.text.marks import cleaned
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tutor.teach.progress.store import Store


class NoLesson(UserFault, ValueError):
    """There is no such lesson, or it is `broken`; a line for each fault."""

    def __init__(self, lines: Sequence[str], *, broken: bool = False) -> None:
        super().__init__(lines)
        self.broken, self.in_command = broken, not broken


PROOF: Final = 20.0
"""Seconds for the proof of a lesson outside the courses."""


def course(game: Game[Any] | None, which: str, store: Store) -> LessonSession:
    """The lesson `which` of a game (its number, its file's name, or a part of that), or the one that comes next.

    Raises `NoLesson` for a lesson that does not exist or cannot be read.
    """
    if game is None:
        game = load(next_lesson(store.progress())[0])
    lines = headlines(game.name)
    if not lines:
        raise NoLesson([say("course.none", game=game.name)])
    at = _chosen(game, which) if which else unfinished(game.name, store.progress()) or 0
    try:
        lesson = read(paths_of(game.name)[at], game.name)
    except BadLesson as why:
        raise NoLesson(why.lines, broken=True) from None
    return LessonSession(game, lesson, store, number=at + 1, of=len(lines))


def foreign(path: Path, store: Store) -> LessonSession:
    """Prove a lesson file outside the courses and make its session; raises `NoLesson` with all its faults.

    Its progress is stored under the file's name and a checksum of its text, so a changed lesson is a new one.
    """
    from tutor.teach.check.diagnostics import Diagnostics
    from tutor.teach.check.lesson import check_lesson

    findings = Diagnostics()
    lesson = check_lesson(findings, path, own=False, seconds=PROOF)
    if lesson is None:
        raise NoLesson([str(fault) for fault in findings.errors], broken=True)
    kept = replace(lesson, id=f"{lesson.id}@{zlib.crc32(path.read_bytes()):08x}")
    return LessonSession(load(lesson.game), kept, store, called=cleaned(str(path)))


def is_path(lesson: str) -> bool:
    """Whether the argument of `tutor learn` is a path."""
    return lesson.endswith(".toml") or "/" in lesson or "\\" in lesson


def _chosen(game: Game[Any], which: str) -> int:
    lines = headlines(game.name)
    if which.isascii() and which.isdigit() and 1 <= int(which[:6]) <= len(lines):
        return int(which) - 1
    hits = [i for i, line in enumerate(lines) if which.lower() in (line.id, line.id.partition("-")[2])]
    hits = hits or [i for i, line in enumerate(lines) if which.lower() in line.id]
    if len(hits) != 1:
        listed = [say("course.one", n=i, title=line.title) for i, line in enumerate(lines, 1)]
        raise NoLesson([say("course.which", game=game.title, which=short(which)), *listed])
    return hits[0]
