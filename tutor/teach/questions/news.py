"""Steps of a working that are news to somebody who has seen the question, as far as they do not give the answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tutor.kernel.working import Chain, Contest, Sum
from tutor.teach.arithmetic import equations
from tutor.teach.questions.clauses import WhichClause
from tutor.teach.questions.value_question import ValueQuestion
from tutor.teach.questions.winner_question import Winner
from tutor.teach.questions.working_causes import BARE_STEP
from tutor.teach.text.marks import unmarked
from tutor.teach.text.words import say
from tutor.teach.workings import laid_text, step_text, sum_steps, total_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.game import Game
    from tutor.kernel.working import Working


def news(question: Any) -> Iterator[str]:
    """The steps before the last, without those that only read out what lies open; the equations of an author.

    The question which rule decides has its hints instead.
    """
    if isinstance(question, WhichClause):
        yield from question.ladder()[:-1]
        return
    counted = question.counted if isinstance(question, ValueQuestion) else ""
    if counted:
        yield from (f"{one}." for one in equations(counted)[:-1])
    elif question.computation is not None and question.computation.working is not None:
        told = question.told if isinstance(question, ValueQuestion) else ()
        found = _fresh(question.computation.game, question.computation.working, told)
        yield from (step for step in found if step and not BARE_STEP.match(step))


def _fresh(game: Game[Any], working: Working, told: tuple[str, ...]) -> list[str]:
    """The steps before the last that say something new; `told` are clauses whose score lines were counted before."""
    match working:
        case Sum():
            all_steps = sum_steps(game, working)[:-1]
            left = sum_steps(game, working, told)[: len(all_steps)] if told else all_steps
            if told:
                return left if len(left) > 1 else []
            bare = len(left) > 1 and BARE_STEP.match(left[0]) is not None
            return [" ".join(left[:2]), *left[2:]] if bare else left
        case Contest():
            return [laid_text(working, at) for at in range(1, len(working.laid) - 1)]
        case Chain():
            return [step_text(game, step) for step in working.steps[:-1] if not step.given]
    sums = [total_line(game, who, own) for who, own in working.sums.items() if len(own.parts) > 1]
    premises = [step_text(game, step) for step in working.premises if not step.given]
    return [*premises, *sums, *(step_text(game, step) for step in working.steps)]


def last_step(question: Any) -> str:
    """The step that gives the answer, where there are only two answers, so that a wrong one has told it; else ""."""
    if not isinstance(question, ValueQuestion | Winner) or question.computation is None:
        return ""
    working = question.computation.working
    flag = isinstance(question, ValueQuestion) and question.kind == "flag"
    two = isinstance(question, Winner) and len(question.seats) == 2 and bool(question.winner)
    if not isinstance(working, Chain) or not (flag or two) or working.steps[-1].given:
        return ""
    return step_text(question.computation.game, working.steps[-1])


def to_work_out(question: Any) -> str:
    """The calculation of an author without its result; "" if there is none."""
    counted = question.counted if isinstance(question, ValueQuestion) else ""
    parts = equations(counted) if counted else []
    return say("hint.work_out", it=parts[-1].rpartition("=")[0].strip()) if parts else ""


def tells(question: Any, step: str) -> bool:
    """Whether a step contains the number that is the answer; such steps are not given away early."""
    if not isinstance(question, ValueQuestion) or question.kind != "number":
        return False
    return bool(re.search(rf"(?<![\d.]){re.escape(question.answer())}(?![\d.]*\d)", unmarked(step)))
