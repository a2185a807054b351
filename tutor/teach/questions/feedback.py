"""Explain wrong answers: lines about a given answer, the likeliest cause first.

A question with a `computation` is computed again with one thing changed; changes that lead to the learner's answer are
named as causes. If none does, the next step of the working that is news is given.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.working import PLUS, Sum, as_int
from tutor.teach.questions.answer_hints import contrasts, inputs, look_at
from tutor.teach.questions.answer_meaning import denied, named, seat_meant
from tutor.teach.questions.base import number_meant
from tutor.teach.questions.clauses import WhichClause
from tutor.teach.questions.news import last_step, news, tells, to_work_out
from tutor.teach.questions.value_causes import value_causes
from tutor.teach.questions.value_question import ValueQuestion
from tutor.teach.questions.winner_causes import winner_causes
from tutor.teach.questions.winner_question import Winner
from tutor.teach.sums import item
from tutor.teach.text.marks import mark
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MANY: Final = 2
"""So many steps before the last make a calculation of which a first wrong answer may be told the beginning."""


def feedback_line(question: Any, answer: str, said: Sequence[str] = (), before: Sequence[str] = ()) -> str:
    """One line about a wrong answer that is not in `said`; empty for questions whose grades explain enough.

    `before` are the answers given before.
    """
    if not isinstance(question, ValueQuestion | Winner | WhichClause):
        return ""
    rule = question.rule if isinstance(question, ValueQuestion | Winner) else ""
    heard = any(rule in line for line in said) if rule else False
    for line in causes(question, answer):
        if line not in said and not (heard and rule in line):
            return line
    times = 1 + sum(one.strip().lower() == answer.strip().lower() for one in before)
    first = say("slip.again", it=named(question, answer)) if times > 1 else _pointed(question, answer)
    for block, text in _rungs(question, answer, begun=bool(said)):
        if text and not any(text in line for line in said):
            return say("slip.look", first=first, next=say(block, step=text) if block else text)
    return first


def _rungs(question: Any, answer: str, *, begun: bool) -> Iterator[tuple[str, str]]:
    """What is said one after the other to answers of which no cause is known, each with the block that opens it.

    Steps that are news, the rule, what it depends on here, what to look at; none that gives the answer away.
    """
    yield "", last_step(question)
    steps = list(takewhile(lambda step: not tells(question, step), _steps_about(question, answer)))
    if not begun and len(steps) < MANY:  # what is left would be the last step
        yield from (("slip.rule", rule) for rule in _rules(question) if not tells(question, rule))
        return
    for step in steps:
        yield "slip.then" if begun else "slip.first", step
    sum_ = to_work_out(question)
    if not tells(question, sum_):
        yield "", sum_
    for rule in _rules(question):
        if not tells(question, rule):
            yield "slip.rule", rule
    computation = None if isinstance(question, WhichClause) else question.computation
    deciding = inputs(computation) if computation is not None else ""
    for look in (_look_at(question), *contrasts(computation), deciding):
        if not tells(question, look):
            yield "", look


def _look_at(question: Any) -> str:
    """What the sum of a value is made of, to be looked at; "" if there is no sum."""
    working = question.computation.working if isinstance(question, ValueQuestion) and question.computation else None
    if not isinstance(working, Sum) or not working.parts or question.counted:
        return ""
    return look_at(question.computation.game, working)


def _steps_about(question: Any, answer: str) -> Iterator[str]:
    """The steps that are news; where a player was named, first those that speak of that player."""
    seat = seat_meant(question, answer) if isinstance(question, Winner | ValueQuestion) else None
    yield from sorted(news(question), key=lambda step: bool(seat) and mark("s", seat or "") not in step)


def _rules(question: Any) -> Iterator[str]:
    """The rule on which the answer is based: shortly, or in full where that gives less away."""
    if isinstance(question, WhichClause):
        return
    rules = (question.rule, question.prose if isinstance(question, ValueQuestion) else "")
    yield next((rule for rule in rules if rule and not tells(question, rule)), "")


def _pointed(question: Any, answer: str) -> str:
    """A line that the answer is too high, too low, or wrong; of losses neither is said, which could mean either."""
    number = number_meant(answer) if isinstance(question, ValueQuestion) and question.kind == "number" else None
    if number is not None and number >= 0 <= question.value:
        n = answer.strip() if "/" in answer else shown(number)
        return _implied(question, number, say("slip.too_many" if number > question.value else "slip.too_few", n=n))
    return denied(question, answer)


def _implied(question: ValueQuestion, number: float, first: str) -> str:
    """`first`, with what the one part that the question has not counted would have to be."""
    working = question.computation.working if question.computation is not None else None
    if not question.told or not isinstance(working, Sum) or any(part.how != PLUS for part in working.parts):
        return first
    rest = [part for part in working.parts if part.clause not in question.told]
    left = number - sum(part.n for part in working.parts if part.clause in question.told)
    if left < 0 or any(part.clause != question.clause for part in rest):
        return first
    what = item(question.computation.game, question.clause)  # type: ignore[union-attr]
    return say("slip.implied", first=first, n=as_int(left), what=what)


def causes(question: Any, answer: str) -> Iterator[str]:
    """Possible causes of this answer, in words."""
    match question:
        case WhichClause():
            yield from _of_clause(question, answer)
        case Winner():
            yield from winner_causes(question, answer)
        case ValueQuestion():
            yield from value_causes(question, answer)


def _of_clause(question: WhichClause, answer: str) -> Iterator[str]:
    """What the named rule does in this position."""
    ident = question.meant(answer)
    if ident:
        yield question.does(ident)
