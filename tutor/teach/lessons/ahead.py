"""What would come: the rest of a scene after a move of the learner's that is not the example's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.teach.lessons.question_builder import build_question
from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.text.doc import Item

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.teach.lessons.table import LessonTable

Heard = tuple[str, ...]
"""One sentence or question of the rest of a scene: its words, and the answer if it asks."""


def goes_on(table: LessonTable, at: int, move: str, meant: str) -> bool:
    """Whether the lesson can go on from the question of step `at` with `move`, made on `table`.

    Where its author says that it can, every later move must be legal and everything be said and asked. Elsewhere the
    same must be said and asked as after the `meant` move of the example, and nothing may be said of that move itself.
    """
    step = table.lesson.steps[at]
    try:
        heard = tuple(_rest(table.copied(), at, move))
    except Exception:  # whatever does not work here is no way to go on
        return False
    if move in _also(table, at):
        return True
    try:
        return not (step.exactly or step.because) and heard == tuple(_rest(table.copied(), at, meant))
    except Exception:  # the example itself has a fault, which is told when it is met
        return False


def _also(table: LessonTable, at: int) -> list[str]:
    """The moves with which the author lets step `at` go on, as programs write them."""
    step = table.lesson.steps[at]
    return [ruling.text for ruling in table.scene.judged(*step.also, seat=step.seat).asked] if step.also else []


def _rest(table: LessonTable, at: int, move: str) -> Iterator[Heard]:
    """What is said and asked from the answer of step `at` to the end of its scene, or to a free hand."""
    steps = table.lesson.steps
    table.made(move)
    yield from _after(table, at)
    for place in range(at + 1, len(steps)):
        step = steps[place]
        if step.sets_scene:
            return
        table.set(step)
        if step.say:
            yield (lesson_sentence(step.say, table.scene.facts()),)
        yield tuple(block.text for block in table.replayed(step) if isinstance(block, Item))
        if step.free:
            return
        if step.ask or step.play:
            question = build_question(table.game, table.scene, step, table.lesson.clauses)
            if not question.grade(question.answer()).right:
                raise ValueError(question.prompt)
            yield question.prompt, question.answer()
        if step.play:
            table.made(step.play)
        yield from _after(table, place)


def _after(table: LessonTable, at: int) -> Iterator[Heard]:
    """What follows the answer of a step."""
    steps = table.lesson.steps
    if steps[at].ask or steps[at].play:
        following = steps[at + 1] if at + 1 < len(steps) else None
        yield tuple(block.text for block in table.released(steps[at], following) if isinstance(block, Item))
    if steps[at].because:
        yield (lesson_sentence(steps[at].because, table.scene.facts()),)
