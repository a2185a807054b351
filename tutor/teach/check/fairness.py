"""Report unfair questions: of lessons, and of a number of drills."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.drills.drill import NoDrill, make
from tutor.teach.drills.series import clauses_of
from tutor.teach.fairness.drill_questions import unsound
from tutor.teach.fairness.lesson_questions import authors_words, undecided_step
from tutor.teach.fairness.proof import THOROUGH
from tutor.teach.fairness.stated_answers import says
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.text.doc import Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tutor.kernel.game import Game
    from tutor.teach.check.diagnostics import Diagnostics, Page
    from tutor.teach.check.question import Note
    from tutor.teach.lessons.model import LessonStep
    from tutor.teach.lessons.table import LessonTable

DRILLS: Final = 200
"""The number of drills of a game that are proven, with seeds from 0."""
LESSON_QUESTIONS: Final = "lesson questions"
DRILL_QUESTIONS: Final = "drill questions"
"""Keys of the counts of questions; those that are fair are counted with `fair ` before the key."""
RATED: Final = frozenset(f"{fair}{what}" for what in (LESSON_QUESTIONS, DRILL_QUESTIONS) for fair in ("", "fair "))


def check_step(
    findings: Diagnostics, table: LessonTable, before: Sequence[LessonStep], step: LessonStep, note: Note
) -> None:
    """Note why the question of `step` is unfair, if it is; `before` are the steps since its scene was set."""
    question = build_question(table.game, table.scene, step, table.lesson.clauses)
    said = [Para(authors_words([replace(step, question="")], table.scene))]
    problem = _problem(
        undecided_step(table, before, step, Random(0)), says(question, [*said, *table.described(step, question)])
    )
    _counted(findings, LESSON_QUESTIONS, problem, note)


def check_drills(
    findings: Diagnostics, game: Game[Any], page: Page, number: int = DRILLS, told: Callable[[int], None] | None = None
) -> None:
    """Note the unfair ones of `number` drills, of all clauses in turn; calls `told` with the number done."""
    clauses = clauses_of(game)
    for seed in range(number if clauses else 0):
        clause = clauses[seed % len(clauses)]
        if told is not None:
            told(seed)
        try:
            drill = make(game, clause, seed)
        except NoDrill:
            continue
        facts, text = unsound(drill.moment, drill.question, Random(seed), THOROUGH)
        problem = _problem(facts, text)
        _counted(
            findings,
            DRILL_QUESTIONS,
            problem,
            lambda text, clause=clause, seed=seed: page.fault(  # type: ignore[misc]
                clause, say("check.of_drill", seed=seed, text=text), line=page.find(f'id = "{clause}"')
            ),
        )


def _problem(facts: tuple[str, ...], text: str) -> str:
    if facts:
        return say("check.undecided", facts=list(facts))
    return say("check.answered", text=text) if text else ""


def _counted(findings: Diagnostics, what: str, problem: str, note: Note) -> None:
    findings.count(what)
    if problem:
        note(problem)
    else:
        findings.count(f"fair {what}")


def rates(findings: Diagnostics) -> list[tuple[str, int, int]]:
    """For each sort of question: its key, the number of fair ones, the number of all."""
    counts = findings.counts
    rated = [what for what in (LESSON_QUESTIONS, DRILL_QUESTIONS) if what in counts]
    return [(what, counts.get(f"fair {what}", 0), counts[what]) for what in rated]
