"""Moments of a game at which sentences are tried: worked cases, lessons, random play; deterministic."""

from __future__ import annotations

import tomllib
from collections import Counter
from contextlib import suppress
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.position import read_question, read_view
from tutor.kernel.position_text import BadPosition, split
from tutor.kernel.view_types import TrickOnTable
from tutor.teach.drills.moments import DrillTable, Moment, other_tables, random_play, usual_table
from tutor.teach.drills.results import random_results
from tutor.teach.lessons.files import BadLesson, paths_of, read
from tutor.teach.lessons.table import LessonTable
from tutor.teach.text.files import lessons_root

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tutor.kernel.events import Event
    from tutor.kernel.game import Game
    from tutor.teach.lessons.model import Lesson
    from tutor.teach.text.doc import Block


class CheckEffort(NamedTuple):
    """How much is tried: games and plies at the usual table, plies at and number of other tables, and other bounds."""

    games: int
    long: int
    short: int
    tables: int
    same: int
    looks: int
    results: int
    docs: int


QUICK: Final = CheckEffort(games=1, long=260, short=30, tables=12, same=2, looks=60, results=60, docs=20)
THOROUGH: Final = CheckEffort(games=4, long=2500, short=400, tables=60, same=6, looks=400, results=300, docs=200)


class Occasion(NamedTuple):
    """An occasion for sentences: a moment with moves asked about, or events."""

    moment: Moment | None
    asked: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()


def moments(game: Game[Any], effort: CheckEffort) -> Iterator[Occasion]:
    """All occasions, worked cases first."""
    yield from _positions(game)
    if effort is THOROUGH:
        yield from lesson_events(game)
    rng = Random(game.name)
    looked: Counter[Any] = Counter()
    left = effort.looks
    for table, most in _tables(game, effort):
        for seen in random_play(game, table, rng, most):
            if not isinstance(seen, Moment):
                yield Occasion(None, events=seen)
                continue
            if seen.phase is None:
                yield Occasion(seen)
                continue
            kind = _kind(seen)
            if left and looked[kind] < effort.same:
                looked[kind] += 1
                left -= looked[kind] > 1  # the first of a kind is always tried
                yield Occasion(seen)
    for result in random_results(game, rng, effort.results):
        yield Occasion(result)


def _tables(game: Game[Any], effort: CheckEffort) -> Iterator[tuple[DrillTable, int]]:
    usual = usual_table(game)
    for _ in range(effort.games):
        yield usual, effort.long
    for table in other_tables(game)[: effort.tables]:
        yield table, effort.short


def _kind(here: Moment) -> Any:
    """A key that is equal for similar moments: phase, length of the trick, effect of each duty."""
    assert here.phase is not None
    trick = here.view.trick if isinstance(here.view, TrickOnTable) else ()
    steps = tuple((step.duty.clause, step.standing, bool(step.cut)) for step in here.found.steps)
    return here.phase.name, len(trick), steps, here.phase.winner_clause(here.view)


def _positions(game: Game[Any]) -> Iterator[Occasion]:
    """The valid positions of worked cases and lessons; invalid ones are reported elsewhere."""
    found = [(case.get("ask", "explain"), case["position"], case.get("expect", {})) for case in cases(game.name)]
    for lesson in readable(game.name):
        found += [("explain", step.position, {}) for step in lesson.steps if step.position]
        found += [("score", step.score, {}) for step in lesson.steps if step.score]
    for ask, position, expect in found:
        if expect.get("error"):
            continue
        try:
            if ask == "score":
                yield Occasion(Moment(game, read_view(game, game.scoring, split(position.split()))))
            else:
                asked = read_question(game, split(position.split()))
                yield Occasion(Moment(game, asked.view, asked.phase), tuple(expect.get("why", ())))
        except BadPosition:
            continue


class _Listening(LessonTable):
    """A lesson's table that records the events it tells."""

    def __init__(self, game: Game[Any], lesson: Lesson) -> None:
        self.heard: list[Event] = []
        super().__init__(game, lesson)

    def told(self, events: tuple[Event, ...]) -> list[Block]:
        """Record the events, and give no text."""
        self.heard += events
        return []


def lesson_events(game: Game[Any]) -> Iterator[Occasion]:
    """The events in the lessons of a game, which show rare ones."""
    for lesson in readable(game.name):
        table = _Listening(game, lesson)
        with suppress(Exception):  # the proof of the lesson notes its faults
            table.go_to(len(lesson.steps))
        yield Occasion(None, events=tuple(table.heard))


def readable(game: str) -> Iterator[Lesson]:
    """The lessons of a game that can be parsed."""
    for path in paths_of(game):
        with suppress(BadLesson):
            yield read(path, game)


def cases_folder() -> Path | None:
    """The folder of worked cases; None outside a checkout."""
    place = lessons_root().parent / "tests" / "cases"
    return place if place.is_dir() else None


@cache
def cases(game: str) -> tuple[dict[str, Any], ...]:
    """The worked cases of a game; empty outside a checkout."""
    folder = cases_folder()
    path = folder / f"{game}.toml" if folder else None
    if path is None or not path.is_file():
        return ()
    try:
        found = tomllib.loads(path.read_text("utf-8")).get("case", ())
    except (OSError, ValueError):
        return ()
    return tuple(case for case in found if isinstance(case, dict) and isinstance(case.get("position"), str))
