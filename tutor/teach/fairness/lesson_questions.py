"""Prove that the question of a step is fair: what the lesson shows decides the answer."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.fields import specs
from tutor.teach.drills.results import result_doc
from tutor.teach.fairness.named_values import facts, sums
from tutor.teach.fairness.proof import THOROUGH, Case, undecided
from tutor.teach.lessons.computations import finished_trick
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.lessons.scene import NoScene, Scene
from tutor.teach.tables.tabletop import tabletop
from tutor.teach.tables.withheld import cards_only, without_answer
from tutor.teach.text.words import TemplateError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.teach.lessons.model import LessonStep
    from tutor.teach.lessons.table import LessonTable
    from tutor.teach.text.tabletop import Tabletop

DEALS: Final = 4
"""The number of other deals of the hidden cards that are tried."""


def undecided_step(
    table: LessonTable, before: Sequence[LessonStep], step: LessonStep, rng: Random, pairs: int = THOROUGH
) -> tuple[str, ...]:
    """The facts that decide the question of `step` but are not shown."""
    for one in _cases(table, [*before, step]):
        found = undecided(one, rng, pairs)
        if found:
            return found
    return _other_deals(table, step)


def _cases(table: LessonTable, steps: Sequence[LessonStep]) -> Iterator[Case]:
    """The question as a `Case`, if it is about a position or a result."""
    scene, game, step = table.scene, table.game, steps[-1]
    if scene.result is not None:
        yield _case(table, steps, game.scoring, scene.result)
        return
    if scene.state is not None and scene.decided is not None and step.ask == "winner":
        computation = finished_trick(scene)
        if computation is not None:
            yield _case(table, steps, computation.phase, computation.view)
        return
    try:
        schema, view = scene.seen(step.seat)
    except NoScene:
        return
    yield _case(table, steps, schema, view)


def _case(table: LessonTable, steps: Sequence[LessonStep], schema: Any, view: Any) -> Case:
    scene, game, taught = table.scene, table.game, table.lesson.clauses
    result = schema is game.scoring
    known = [(name, spec) for name, spec in specs(type(view)).items() if name != "options"]
    words = authors_words(steps, scene)

    def there(view: Any) -> Scene:
        return Scene(game, scene.learner, result=view) if result else Scene(game, scene.learner, schema, view)

    def withheld(step: LessonStep, drawn: Tabletop, other: Any) -> Tabletop:
        """The table without phrases that answer the question of a step."""
        if step.table is not None:
            return drawn if step.table else cards_only(drawn)
        try:
            return without_answer(drawn, build_question(game, there(other), step, taught))
        except (NoScene, LookupError, TemplateError):  # asked when more lay on the table than does now
            return drawn

    def read(other: Any) -> Any:
        out: list[Any] = [authors_words(steps, there(other))]
        for step in steps:
            if not step.ask and not step.play:
                continue
            if result:
                out.append(result_doc(game, other, bare=step.table is False))
            else:
                telling = step.ask not in ("winner", "value")
                drawn = tabletop(game, scene.learner, phase=schema, view=other, telling=telling)
                out.append(withheld(step, drawn, other))
            if step.table is False:
                out += facts(words, known, view, other)
                out += sums(words, game, view, other, steps[-1].of) if result else ()
        return out

    return Case(game, schema, view, lambda other: build_question(game, there(other), steps[-1], taught), read)


def authors_words(steps: Sequence[LessonStep], scene: Scene) -> str:
    """The author's sentences and questions in these steps, for this scene."""
    out = []
    for text in (part for step in steps for part in (step.say, step.question) if part):
        try:
            out.append(lesson_sentence(text, scene.facts()))
        except (TemplateError, NoScene):
            out.append("?")  # the sentence needs a whole game, not just a position
    return " ".join(out)


def _other_deals(table: LessonTable, step: LessonStep) -> tuple[str, ...]:
    """(`hands`,) if the answer depends on how the hidden cards lie; else ()."""
    scene, game = table.scene, table.game
    if scene.state is None or scene.state.over or not scene.learner:
        return ()
    right = build_question(game, scene, step, table.lesson.clauses).answer_key
    for number in range(DEALS):
        other = game.determinize(scene.state, scene.learner, Random(number))
        if build_question(game, replace(scene, state=other), step, table.lesson.clauses).answer_key != right:
            return ("hands",)
    return ()
