"""`tutor learn GAME --test`: lessons whose hard questions are all answered at the first go are done, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.kernel.by_name import load
from tutor.teach.drills.testing import TestOut, hardest
from tutor.teach.overview.index import headlines
from tutor.teach.progress.store import Store
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from pathlib import Path


def run(test: TestOut, store: Store, wrong: int) -> str:
    """Take the test to its end; the questions of lesson number `wrong` are skipped. What was said."""
    said = [*test.begin().doc]
    while not test.finished:
        if test.asking is None:
            line = ""
        elif test.part is not None and test.part.number == wrong:
            line = "skip"
        else:
            line = test.asking.question.answer()
        said += test.tell(line).doc
    return unmarked(" ".join(getattr(block, "text", "") for block in said))


def test_lessons_that_are_passed_are_done(tmp_path: Path) -> None:
    store, name = Store(tmp_path), "kaiser"
    test = TestOut(load(name), store, 5)
    assert [part.id for part in test.parts] == [line.id for line in headlines(name)]
    told = run(test, store, wrong=2)
    passed = {part.id for part in test.passed}
    assert [part.number for part in test.failed] == [2]
    assert len(passed) >= 3
    progress = store.progress()
    assert {line.id for line in headlines(name) if progress.lesson(name, line.id).finished} == passed
    assert not any(progress.lesson(name, ident).stars for ident in passed), "a test earns no stars"
    assert f"`tutor learn {name}:2` begins the first of them" in told
    again = TestOut(load(name), store, 6)
    assert not passed & {part.id for part in again.parts}, "what is done is not asked again"


def test_questions_go_from_plain_to_hard_and_are_of_the_lesson() -> None:
    game = load("tute")
    clauses = ("tute.play.follow", "tute.play.head", "tute.points", "tute.play.win")
    drills = hardest(game, clauses, 3)
    measures = [drill.question.hardness for drill in drills]
    assert measures == sorted(measures) and len(drills) == 3
    assert {drill.clause for drill in drills} <= set(clauses)


def test_there_are_no_hints_in_a_test(tmp_path: Path) -> None:
    store = Store(tmp_path)
    test = TestOut(load("kaiser"), store, 5)
    test.begin()
    assert test.asking is not None
    answer = unmarked(test.asking.question.ladder()[-1])
    said = unmarked(" ".join(getattr(block, "text", "") for block in test.tell("hint").doc))
    assert answer not in said and test.asking.rung == 0
