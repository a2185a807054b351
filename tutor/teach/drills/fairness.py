"""Drills held to be fair: what is read with a drill decides it, and does not say the answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tutor.kernel.field_types import Whole
from tutor.kernel.fields import specs
from tutor.kernel.phase import judge
from tutor.kernel.seen import HandView
from tutor.teach.drills.results import result_doc, table_text
from tutor.teach.fair.proof import QUICK, Case, ProofEffort, asked_otherwise, told, undecided
from tutor.teach.fair.said import dictates, says
from tutor.teach.fair.varied import possible, values
from tutor.teach.lessons.model import LessonStep
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.questions import Legal, MakeMove, Question, ValueQuestion, WhichClause, Winner
from tutor.teach.tabletop import tabletop
from tutor.teach.text.doc import Block, Para, TableDrawing
from tutor.teach.withheld import without_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tutor.teach.drills.moments import Moment


def described(here: Moment, question: Question) -> list[Block]:
    """What is shown with a question: the table without what answers it, or what a result is made of.

    House rules that are numbers (a target, how many hands) are told wherever the answer rests on them.
    """
    return _shown(here, question)(here.view)


def _shown(here: Moment, question: Question) -> Callable[[Any], list[Block]]:
    """What is shown with the question of a view like that of `here`."""
    game, phase, numbers = here.game, here.phase, numbers_deciding(here, question)
    if phase is None:
        return lambda view: result_doc(game, view, numbers)
    telling = isinstance(question, Legal | MakeMove | WhichClause)

    again = _again(here, question)
    bare = _bare(here, question)

    def shown(view: Any) -> list[Block]:
        there = replace(view, hand=()) if bare else view
        table = tabletop(game, here.seat, phase=phase, view=there, telling=telling)
        drawn: list[Block] = [TableDrawing(without_answer(table, question if view is here.view else again(view)))]
        return [*drawn, Para(table_text(game, view, numbers), "dim")] if numbers else drawn

    return shown


def _bare(here: Moment, question: Question) -> bool:
    """Whether a value is asked for that does not rest on the cards in hand, nor do the reasons for it."""
    if not isinstance(question, ValueQuestion) or question.again is None:
        return False
    if not isinstance(here.view, HandView) or not here.view.hand:
        return False
    there = question.again(here.view.holding(()))
    if there is None or (there.text, there.value) != (question.text, question.value):
        return False
    works = [one.work.working if one.work is not None else None for one in (there, question)]
    return works[0] == works[1]


def numbers_deciding(here: Moment, question: Question) -> tuple[str, ...]:
    """The house rules that are numbers (a target, how many hands) and on which the answer rests."""
    rules, again = specs(type(here.view.options)), _again(here, question)
    right, context = told(question), here.game.parse_context(here.view.players, here.view.options)
    out = []
    for name, spec in rules.items():
        if not isinstance(spec.kind, Whole):
            continue
        for value in values(spec, context, getattr(here.view.options, name), ()):
            view = replace(here.view, options=replace(here.view.options, **{name: value}))
            if asked_otherwise(again, view, right) and possible(here.game, here.phase or here.game.scoring, view):
                out.append(name)
                break
    return tuple(out)


def case(here: Moment, question: Question) -> Case:
    """The question as a case to be proven."""
    schema = here.phase or here.game.scoring
    return Case(here.game, schema, here.view, _again(here, question), _shown(here, question))


def unsound(here: Moment, question: Question, rng: Random, effort: ProofEffort = QUICK) -> tuple[tuple[str, ...], str]:
    """What is wrong with a question: the facts that decide it and are not shown, and the phrase that answers it."""
    shown = described(here, question)
    said = says(question, shown) or dictates(question, shown)
    return (() if said else undecided(case(here, question), rng, effort)), said


def _again(here: Moment, question: Question) -> Callable[[Any], Question | None]:
    """The same question at the same moment but for the view."""
    game, phase = here.game, here.phase
    match question:
        case ValueQuestion():
            return question.again or (lambda view: None)
        case Winner():
            return lambda view: build_question(game, replace(here, view=view).scene, LessonStep(ask="winner"))
    assert phase is not None

    def again(view: Any) -> Question | None:
        if phase.actor(view) is None:
            return None
        if isinstance(question, Legal):
            found = judge(phase, view, [r.text for r in question.choices])
            return Legal(game, found._replace(rulings=found.asked))
        if isinstance(question, WhichClause):
            return replace(question, ruling=judge(phase, view, (question.ruling.text,)).asked[0])
        assert isinstance(question, MakeMove)
        return replace(question, found=judge(phase, view))

    return again
