"""Prove that questions are fair: all of the lessons, and a number of drills."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.belief import ScriptedRandom
from tutor.kernel.fields import specs
from tutor.teach.drills.drill import NoDrill, make
from tutor.teach.drills.fairness import unsound
from tutor.teach.drills.results import result_doc
from tutor.teach.fair.named import facts, sums
from tutor.teach.fair.proof import THOROUGH, Case, ProofEffort, told, undecided
from tutor.teach.fair.said import says
from tutor.teach.lessons.computations import finished_trick
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.lessons.scene import NoScene, Scene
from tutor.teach.rulebook import rulebook
from tutor.teach.tabletop import tabletop
from tutor.teach.text.doc import Para
from tutor.teach.text.words import TemplateError, say
from tutor.teach.withheld import cards_only, without_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tutor.kernel.game import Game
    from tutor.teach.check.diagnostics import Diagnostics, Page
    from tutor.teach.check.question import Note
    from tutor.teach.lessons.model import LessonStep
    from tutor.teach.lessons.table import LessonTable
    from tutor.teach.text.tabletop import Tabletop

DEALS: Final = 4
"""The number of other deals of the hidden cards that are tried."""
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
    said = [Para(_said([replace(step, question="")], table.scene))]
    problem = _problem(
        undecided_step(table, before, step, Random(0)), says(question, [*said, *table.described(step, question)])
    )
    _counted(findings, LESSON_QUESTIONS, problem, note)


def check_drills(
    findings: Diagnostics, game: Game[Any], page: Page, number: int = DRILLS, told: Callable[[int], None] | None = None
) -> None:
    """Note the unfair ones of `number` drills, of all clauses in turn; calls `told` with the number done."""
    clauses = [clause.id for clause in rulebook(game.name).clauses.values() if not clause.drill]
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


def undecided_step(
    table: LessonTable, before: Sequence[LessonStep], step: LessonStep, rng: Random, effort: ProofEffort = THOROUGH
) -> tuple[str, ...]:
    """The facts that decide the question of `step` but are not shown."""
    for one in _cases(table, [*before, step]):
        found = undecided(one, rng, effort)
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
    words = _said(steps, scene)

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
        out: list[Any] = [_said(steps, there(other))]
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


def _said(steps: Sequence[LessonStep], scene: Scene) -> str:
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
    right = told(build_question(game, scene, step, table.lesson.clauses))
    for number in range(DEALS):
        other = game.determinize(scene.state, scene.learner, ScriptedRandom(number))
        if told(build_question(game, replace(scene, state=other), step, table.lesson.clauses)) != right:
            return ("hands",)
    return ()
