"""Look ahead: whether the rest of a scene still holds after a legal move that differs from the example's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.teach.lessons.question_builder import build_question
from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.text.doc import Item, Para

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.teach.lessons.table import LessonTable

Heard = tuple[str, ...]
"""A sentence, or a question with its answer, of the rest of a scene."""


def goes_on(table: LessonTable, at: int, move: str, meant: str) -> bool:
    """Whether the lesson can go on from the question of step `at` with `move`, made on `table`.

    For a move in `also`, every later move must be legal, and all sentences and questions must work. For other moves
    these must also be the same as after the `meant` move of the example, and none may mention that move.
    """
    step = table.lesson.steps[at]
    try:
        heard = tuple(_rest(table.copied(), at, move))
    except Exception:  # any error means that the lesson cannot go on so
        return False
    if move in _also(table, at):
        return True
    try:
        return not (step.exactly or step.because) and heard == tuple(_rest(table.copied(), at, meant))
    except Exception:  # a fault of the example is reported when its step comes
        return False


def _also(table: LessonTable, at: int) -> list[str]:
    """The moves in `also` of step `at`, in canonical text."""
    step = table.lesson.steps[at]
    return [ruling.text for ruling in table.scene.judged(*step.also, seat=step.seat).asked] if step.also else []


def _rest(table: LessonTable, at: int, move: str) -> Iterator[Heard]:
    """The sentences and questions from the answer of step `at` to the end of its scene, or to a free hand."""
    steps = table.lesson.steps
    table.made(move)
    yield from _after(table, at)
    for place in range(at + 1, len(steps)):
        step = steps[place]
        if step.sets_scene:
            return
        yield tuple(block.text for block in table.enter(step) if isinstance(block, Item | Para))
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
    """The sentences after the answer of a step."""
    step = table.lesson.steps[at]
    if step.ask or step.play:
        happened = table.released(step, table.lesson.following(at))
        yield tuple(block.text for block in happened if isinstance(block, Item))
    if step.because:
        yield (lesson_sentence(step.because, table.scene.facts()),)
