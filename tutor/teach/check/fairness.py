"""The proof that questions are fair: those of lessons as they are asked, and drills in number."""

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
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.lessons.scene import NoScene, Scene
from tutor.teach.lessons.worked import finished_trick
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
"""Other deals of the hidden cards that are tried."""
DRILLS: Final = 200
"""Drills of a game that are proven, of seeds from 0."""
LESSON_QUESTIONS: Final = "lesson questions"
DRILL_QUESTIONS: Final = "drill questions"
"""What is counted; those among them that are fair are counted as `fair lesson questions`."""
RATED: Final = frozenset(f"{fair}{what}" for what in (LESSON_QUESTIONS, DRILL_QUESTIONS) for fair in ("", "fair "))


def check_step(
    findings: Diagnostics, table: LessonTable, before: Sequence[LessonStep], step: LessonStep, note: Note
) -> None:
    """Note what is unfair about the question of `step`; `before` are the steps since its scene was set."""
    question = build_question(table.game, table.scene, step, table.lesson.clauses)
    said = [Para(_said([replace(step, question="")], table.scene))]
    problem = _problem(
        undecided_step(table, before, step, Random(0)), says(question, [*said, *table.described(step, question)])
    )
    _counted(findings, LESSON_QUESTIONS, problem, note)


def check_drills(
    findings: Diagnostics, game: Game[Any], page: Page, number: int = DRILLS, told: Callable[[int], None] | None = None
) -> None:
    """Note each drill of so many, of all clauses in turn, that is unfair; `told` hears how many were looked at."""
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
    """How many questions of each sort are fair, out of how many, if any were proven."""
    counts = findings.counts
    rated = [what for what in (LESSON_QUESTIONS, DRILL_QUESTIONS) if what in counts]
    return [(what, counts.get(f"fair {what}", 0), counts[what]) for what in rated]


def undecided_step(
    table: LessonTable, before: Sequence[LessonStep], step: LessonStep, rng: Random, effort: ProofEffort = THOROUGH
) -> tuple[str, ...]:
    """The facts that decide the question of `step` and are not shown."""
    for one in _cases(table, [*before, step]):
        found = undecided(one, rng, effort)
        if found:
            return found
    return _other_deals(table, step)


def _cases(table: LessonTable, steps: Sequence[LessonStep]) -> Iterator[Case]:
    """The question as one about a position or a result, where it is one."""
    scene, game, step = table.scene, table.game, steps[-1]
    if scene.result is not None:
        yield _case(table, steps, game.scoring, scene.result)
        return
    if scene.state is not None and scene.decided is not None and step.ask == "winner":
        work = finished_trick(scene)
        if work is not None:
            yield _case(table, steps, work.phase, work.view)
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
        """The table without what answers the question of a step."""
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
    """What the author says and asks in these steps of such a scene."""
    out = []
    for text in (part for step in steps for part in (step.say, step.question) if part):
        try:
            out.append(lesson_sentence(text, scene.facts()))
        except (TemplateError, NoScene):
            out.append("?")  # told of the whole game, which this position is not
    return " ".join(out)


def _other_deals(table: LessonTable, step: LessonStep) -> tuple[str, ...]:
    """`hands` if the answer is another where the hidden cards of a game lie otherwise."""
    scene, game = table.scene, table.game
    if scene.state is None or scene.state.over or not scene.learner:
        return ()
    right = told(build_question(game, scene, step, table.lesson.clauses))
    for number in range(DEALS):
        other = game.determinize(scene.state, scene.learner, ScriptedRandom(number))
        if told(build_question(game, replace(scene, state=other), step, table.lesson.clauses)) != right:
            return ("hands",)
    return ()
