"""Coverage: for each clause, whether it is taught, asked about, drilled and tested."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.judging import judge
from tutor.kernel.position import read_question, read_view
from tutor.kernel.position_text import split
from tutor.teach.check.diagnostics import Diagnostics, Page
from tutor.teach.check.moments import cases, cases_folder, readable
from tutor.teach.drills.drill import drillable
from tutor.teach.lessons.files import paths_of
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.lessons.table import LessonTable
from tutor.teach.questions import Legal
from tutor.teach.rulebooks.rulebook import BadRulebook, Clause, rulebook
from tutor.teach.text.doc import Block, ColumnsBlock, Gap, Heading, Para
from tutor.teach.text.files import lessons_root
from tutor.teach.text.marks import mark
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.game import Game
    from tutor.teach.check.rulebook import Bound
    from tutor.teach.lessons.model import Lesson, LessonStep

COLUMNS: Final = ("taught", "asked", "drill", "case")
REASON: Final = {"taught": "untaught", "asked": "unasked", "drill": "drill", "case": "untested"}
"""The rulebook key that gives the reason for an empty cell, by column."""


@dataclass
class ClauseRow:
    """The row of a clause: its effect (`does`: move, points or nothing) and cells; None for an unknown cell."""

    clause: Clause
    does: str
    taught: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    drill: bool = False
    case: bool | None = None

    def empty(self, column: str) -> bool:
        """Whether the cell is known to be empty."""
        return getattr(self, column) in ([], False)

    def why(self, column: str) -> str:
        """The rulebook's reason for an empty cell; for questions also that for not teaching the clause."""
        reason = getattr(self.clause, REASON[column])
        return reason or (self.clause.untaught if column == "asked" else "")

    @property
    def gaps(self) -> list[str]:
        """The unexplained empty cells; a clause without effect needs only lessons and drills."""
        wanted = COLUMNS if self.does else ("taught", "drill")
        return [column for column in wanted if self.empty(column) and not self.why(column)]

    def as_json(self) -> dict[str, Any]:
        """The row as a JSON object."""
        return {"clause": self.clause.id} | {name: getattr(self, name) for name in ("does", *COLUMNS, "gaps")}


def coverage(findings: Diagnostics, game: Game[Any], bound: Bound) -> list[ClauseRow]:
    """A row for each clause of the game's rulebook; notes gaps as faults."""
    try:
        book = rulebook(game.name)
    except BadRulebook:
        return []
    path = lessons_root() / game.name / "rulebook.toml"
    page = Page(findings, path, path.read_text("utf-8"))
    rows = {ident: ClauseRow(clause, _does(ident, bound)) for ident, clause in book.clauses.items()}
    for lesson in readable(game.name):
        for ident in lesson.clauses:
            if ident in rows:
                rows[ident].taught.append(lesson.id)
        for ident in asked_by(game, lesson):
            if ident in rows:
                rows[ident].asked.append(lesson.id)
    tested = _tested(game) if cases_folder() else None
    reasons = drillable(game)
    for ident, row in rows.items():
        row.drill = not reasons.get(ident, "")
        row.case = None if tested is None else ident in tested
        for column in row.gaps:
            written = any(drill.clause == ident for drill in book.drills)
            said = say(f"coverage.no_{column}", key=REASON[column], written=written)
            page.fault(ident, said, line=page.find(f'id = "{ident}"'))
    return list(rows.values())


def _does(ident: str, bound: Bound) -> str:
    return "points" if ident in bound.points else "move" if ident in bound.moves else ""


def asked_by(game: Game[Any], lesson: Lesson) -> set[str]:
    """The clauses that decide the questions of a lesson: answers, choices, and moves in `refused`."""
    table = LessonTable(game, lesson)
    found: set[str] = set()
    for at, step in enumerate(lesson.steps):
        try:
            table.enter(step)
            found |= _asked(game, table, step, lesson)
            table.passed(at)
        except Exception:  # the proof of the lesson notes faults of a step
            continue
    return found


def _asked(game: Game[Any], table: LessonTable, step: LessonStep, lesson: Lesson) -> set[str]:
    if not step.ask and not step.play:
        return set()
    question = build_question(game, table.scene, step, lesson.clauses)
    found = {question.clause, *step.refuse.values()}
    if isinstance(question, Legal):
        found |= {ruling.clause for ruling in question.choices}
    if step.play:
        found.add(table.scene.judged(step.play, seat=step.seat).asked[0].clause)
    return found


def _tested(game: Game[Any]) -> set[str]:
    """The clauses that the worked cases of a game name, or by which the engine decides them."""
    ids: set[str] = set()
    for case in cases(game.name):
        ids.update(re.findall(rf"{re.escape(game.name)}(?:\.[a-z0-9_-]+)+", str(case)))
        with suppress(ValueError):  # cases of invalid positions
            ids |= _decided(game, case)
    return ids


def _decided(game: Game[Any], case: Mapping[str, Any]) -> set[str]:
    pairs, expect = split(case["position"].split()), case.get("expect", {})
    if case.get("ask") == "score":
        done = game.scoring.settle(read_view(game, game.scoring, pairs))
        return {*(line.clause for line in done.lines), done.outcome.get("clause", "")}
    question = read_question(game, pairs)
    found: set[str] = set()
    if {"winner", "totals", "facts"} & set(expect):
        found.add(question.phase.winner_clause(question.view))
    if {"legal", "includes", "excludes"} & set(expect):
        found |= {ruling.clause for ruling in judge(question.phase, question.view).rulings[:2000]}
    return found


def coverage_doc(game: Game[Any], rows: list[ClauseRow]) -> list[Block]:
    """The coverage table of a game with totals."""
    number = {path.stem: str(at) for at, path in enumerate(paths_of(game.name), 1)}
    cells = tuple(
        (
            mark("k", row.clause.id),
            say("coverage.does", does=row.does),
            *(_cell(row, column, number) for column in COLUMNS),
        )
        for row in rows
    )
    head = tuple(say("coverage.head").split("|"))
    sums = say(
        "coverage.sums",
        n=len(rows),
        gaps=sum(len(row.gaps) for row in rows),
        taught=sum(bool(row.taught) for row in rows),
        asked=sum(bool(row.asked) for row in rows),
        drilled=sum(row.drill for row in rows),
        tested=sum(bool(row.case) for row in rows),
    )
    return [Heading(game.title), ColumnsBlock(head, cells), Para(sums), Gap()]


def _cell(row: ClauseRow, column: str, number: dict[str, str]) -> str:
    """The text of a cell: numbers of lessons, yes, a hyphen if explained or not needed, MISSING for a gap."""
    value = getattr(row, column)
    if isinstance(value, list) and value:
        return " ".join(number.get(ident, ident) for ident in dict.fromkeys(value))
    if value is True:
        return say("working.yes")
    if value is None:
        return "?"
    return say("coverage.gap") if column in row.gaps else "-"
