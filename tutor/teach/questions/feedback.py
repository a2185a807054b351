"""Explain wrong answers: lines about a given answer, the likeliest cause first.

A question with a `computation` is computed again with one thing changed; changes that lead to the learner's answer are
named as causes. If none does, the next step of the working is given.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from tutor.kernel.working import Sum
from tutor.teach.questions.answer_hints import SAYABLE, look_at
from tutor.teach.questions.answer_meaning import denied, named, seat_meant
from tutor.teach.questions.base import number_meant
from tutor.teach.questions.clauses import WhichClause
from tutor.teach.questions.value_causes import value_causes
from tutor.teach.questions.value_question import ValueQuestion
from tutor.teach.questions.winner_causes import winner_causes
from tutor.teach.questions.winner_question import Winner
from tutor.teach.questions.working_causes import BARE_STEP
from tutor.teach.text.marks import mark, unmarked
from tutor.teach.text.values import shown
from tutor.teach.text.words import say
from tutor.teach.workings import steps

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def feedback_line(question: Any, answer: str, said: Sequence[str] = (), before: Sequence[str] = ()) -> str:
    """One line about a wrong answer that is not in `said`; empty for questions whose grades explain enough.

    `before` are the answers given before.
    """
    if not isinstance(question, ValueQuestion | Winner | WhichClause):
        return ""
    for line in causes(question, answer):
        if line not in said:
            return line
    times = 1 + sum(one.strip().lower() == answer.strip().lower() for one in before)
    first = say("slip.again", it=named(question, answer)) if times > 1 else _pointed(question, answer)
    safe = takewhile(lambda step: not _tells(question, step), _steps_about(question, answer))
    rules = (rule for rule in _rules(question) if not _tells(question, rule))
    for block, texts in (("slip.then" if said else "slip.first", safe), ("slip.rule", rules)):
        for text in texts:
            if text and not BARE_STEP.match(text) and not any(text in line for line in said):
                return say("slip.look", first=first, next=say(block, step=text))
    look = _look_at(question)
    return say("slip.look", first=first, next=look) if look and not any(look in line for line in said) else first


def _look_at(question: Any) -> str:
    """What the sum of a value is made of, to be looked at; "" if there is no sum."""
    working = question.computation.working if isinstance(question, ValueQuestion) and question.computation else None
    if not isinstance(working, Sum) or not working.parts or question.counted:
        return ""
    line = look_at(question.computation.game, working)
    return "" if _tells(question, line) else line


def _tells(question: Any, step: str) -> bool:
    """Whether a step contains the number that is the answer; such steps are not given away early."""
    if not isinstance(question, ValueQuestion) or question.kind != "number":
        return False
    return bool(re.search(rf"(?<![\d.]){re.escape(question.answer())}(?![\d.]*\d)", unmarked(step)))


def _steps(question: Any) -> Iterator[str]:
    """The steps of the working without the last, which is the answer; of the question which rule decides its hints."""
    computation = question.computation if isinstance(question, Winner | ValueQuestion) else None
    counted = isinstance(question, ValueQuestion) and question.counted
    if computation is not None and computation.working is not None and not counted:
        told = steps(computation.game, computation.working)[:-1]
        bare = isinstance(computation.working, Sum) and len(told) > 1 and BARE_STEP.match(told[0]) is not None
        yield from [" ".join(told[:2]), *told[2:]] if bare else told
    if isinstance(question, WhichClause):
        yield from question.ladder()[:-1]


def _steps_about(question: Any, answer: str) -> Iterator[str]:
    """The steps of the working; where a player was named, first those that speak of that player."""
    seat = seat_meant(question, answer) if isinstance(question, Winner | ValueQuestion) else None
    yield from sorted(_steps(question), key=lambda step: bool(seat) and mark("s", seat or "") not in step)


def _rules(question: Any) -> Iterator[str]:
    """The rule on which the answer is based, shortly and in full, and what it depends on here."""
    if isinstance(question, WhichClause):
        return
    yield question.rule
    if isinstance(question, ValueQuestion):
        yield question.prose
    if question.computation is not None:
        for variant in question.computation.deciding_variants():
            if variant.how == "field" and variant.form in SAYABLE:
                yield say("working.input_is", meaning=variant.meaning, value=variant.actual)


def _pointed(question: Any, answer: str) -> str:
    """A line that the answer is too high, too low, or wrong; of losses neither is said, which could mean either."""
    number = number_meant(answer) if isinstance(question, ValueQuestion) and question.kind == "number" else None
    if number is not None and number >= 0 <= question.value:
        n = answer.strip() if "/" in answer else shown(number)
        return say("slip.too_many" if number > question.value else "slip.too_few", n=n)
    return denied(question, answer)


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
