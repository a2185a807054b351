"""Explain wrong answers: lines about a given answer, the likeliest cause first.

A question with a `computation` is computed again with one thing changed; changes that lead to the learner's answer are
named as causes. If none does, the next step of the working that is news is given.
"""

from __future__ import annotations

from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.working import PLUS, Chain, Contest, Sum, as_int
from tutor.teach.questions.answer_hints import contrasts, look_at
from tutor.teach.questions.answer_meaning import denied, named, seat_meant, tells
from tutor.teach.questions.answer_reading import number_meant
from tutor.teach.questions.causes import value_causes
from tutor.teach.questions.clauses import WhichClause
from tutor.teach.questions.value_question import ValueQuestion
from tutor.teach.questions.winner_question import Winner
from tutor.teach.results.arithmetic import equations, numbers_in
from tutor.teach.results.products import folded
from tutor.teach.results.said_numbers import Line, joined, numbers_of, written
from tutor.teach.results.sums import item
from tutor.teach.results.sums import told as in_parts
from tutor.teach.results.workings import idle_steps, step_line, step_lines, step_text, sum_steps, total_line
from tutor.teach.rulings.ruling import clause
from tutor.teach.text.marks import mark, split
from tutor.teach.text.sentences import parted, sentences, without
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.working import Working

SHORT: Final = 3
"""A sentence of no more words may be said again: that somebody has more, or that an answer is not right."""
MANY: Final = 2
"""So many steps before the last make a calculation of which a first wrong answer may be told the beginning."""


def feedback_line(
    question: Any, answer: str, said: Sequence[str] = (), before: Sequence[str] = (), hinted: Sequence[str] = ()
) -> str:
    """One line about a wrong answer that is not in `said` or in hints; empty if the grade explains enough.

    `before` are the answers given before, `hinted` the hints.
    """
    if not isinstance(question, ValueQuestion | WhichClause):
        return ""
    known = (*said, *hinted)
    told = {one for line in known for one in sentences(line) if len(one.split()) > SHORT}
    rule = question.rule if isinstance(question, ValueQuestion) else ""
    if rule and any(rule in line for line in known):
        told |= {*sentences(rule)}
    for line in causes(question, answer):
        fresh = without(line, told)
        if line not in said and (fresh == line or any(len(one.split()) > SHORT for one in sentences(fresh))):
            return fresh
    times = 1 + sum(one.strip().lower() == answer.strip().lower() for one in before)
    first = say("slip.again", it=named(question, answer)) if times > 1 else _pointed(question, answer)
    for block, text in _rungs(question, answer, known, begun=bool(said)):
        if text and not any(text in line for line in known):
            text = say(block, step=text) if block else text
            return say("slip.look", first=first, next=text) if first else text
    return first


def _rungs(
    question: ValueQuestion | WhichClause, answer: str, known: Sequence[str], *, begun: bool
) -> Iterator[tuple[str, str]]:
    """What is said one after the other to answers of which no cause is known, each with the block that opens it.

    Steps that are news, the rule, what it depends on here, what to look at, and last the rule in full and what lies
    open; none that gives the answer away, but for the rule in the end. Where a rule is asked for, its hints.
    """
    if isinstance(question, WhichClause):
        yield from (("", hint) for hint in question.ladder()[:-1])
        return
    yield "", _last_step(question)
    steps = list(takewhile(lambda step: not tells(question, step), _steps_about(question, answer)))
    rules = _rules(question)
    told = bool(known) and all(any(rule in line for line in known) for rule in rules)
    if not begun and len(steps) < MANY and not told:  # what is left would be the last step
        yield from (("slip.rule", rule) for rule in rules)
        if rules:
            return
        steps = []
    yield from (("", line.text) for line in (*steps, _to_work_out(question)) if not tells(question, line))
    yield from (("slip.rule", rule) for rule in rules)
    yield from (("", line.text) for line in _to_look_at(question) if not tells(question, line))
    if not rules:
        yield "", _lying_open(question)
    if begun and question.rule:  # the first hint gives it in any case
        yield "slip.rule", question.rule


def _lying_open(question: ValueQuestion) -> str:
    """The part of the reason that does not tell the answer, where the rule would; else the name of the rule."""
    if question.computation is None:
        return ""
    reason = parted(question.explained())
    title = clause(question.game.name, question.clause).title
    untold = [one for one in reason if not tells(question, written(one))]
    if untold or tells(question, written(title)):
        return " ".join(untold or reason[:-1])
    return say("slip.titled", title=title)


def _cards_in(text: str) -> set[str]:
    """The cards that `text` names."""
    return {value for kind, value in split(text) if kind == "c"}


def _to_look_at(question: ValueQuestion) -> Iterator[Line]:
    """What to look at, what would be otherwise, the rule in full, and all steps but the last, also those read out."""
    working = question.working
    if isinstance(working, Sum) and working.parts and not question.counted:
        labels = (numbers_of(part.facts) for part in in_parts(question.game, working).parts)
        look = Line(look_at(question.game, working), frozenset[float]().union(*labels))
        yield look if not _cards_in(look.text) or _cards_in(look.text) - _cards_in(question.prompt) else Line("")
    yield from map(Line, contrasts(question.computation))  # with another answer
    if question.prose and question.prose != question.rule:
        full = written(question.prose)
        yield Line(say("hint.prose", prose=full.text), full.numbers)
    if working is not None and not question.counted:
        lying = step_lines(question.game, working)[:-1]
        yield Line("") if len(lying) == 1 and lying[0].bare else joined(lying)


def _steps_about(question: ValueQuestion, answer: str) -> list[Line]:
    """The steps that are news.

    Where a player was named, first those that speak of that player; last those that add nothing to too low a number.
    """
    seat, number = seat_meant(question, answer), number_meant(answer)
    sum_ = question.working
    idle: Container[str] = ()
    if isinstance(sum_, Sum) and number is not None and number < sum_.total:
        idle = idle_steps(question.game, sum_)
    named_ = mark("s", seat) if seat else ""
    return sorted(news(question), key=lambda step: (named_ not in step.text, step.text in idle))


def _rules(question: ValueQuestion) -> list[str]:
    """The rule on which the answer is based, shortly, or in full where that gives less away; none if both do."""
    told_by = (rule for rule in (question.rule, question.prose) if rule and not tells(question, written(rule)))
    return [*islice(told_by, 1)]


def _pointed(question: Any, answer: str) -> str:
    """A line that the answer is too high, too low, or wrong; of losses neither is said, which could mean either.

    Of yes and no nothing is said where a step gives the answer.
    """
    number = number_meant(answer) if isinstance(question, ValueQuestion) and question.kind == "number" else None
    if number is not None and number >= 0 > question.value:
        return say("slip.loss", n=shown(number))
    if isinstance(question, ValueQuestion) and question.kind == "flag" and _last_step(question):
        return ""
    if number is not None and number >= 0 <= question.value:
        n = answer.strip() if "/" in answer else shown(number)
        return _implied(question, number, say("slip.too_many" if number > question.value else "slip.too_few", n=n))
    return denied(question, answer)


def _implied(question: ValueQuestion, number: float, first: str) -> str:
    """`first`, with what the one part that the question has not counted would have to be."""
    working = question.working
    if not question.told or not isinstance(working, Sum) or any(part.how != PLUS for part in folded(working).parts):
        return first
    rest = [part for part in working.parts if part.clause not in question.told]
    left = number - sum(part.n for part in working.parts if part.clause in question.told)
    if left < 0 or any(part.clause != question.clause for part in rest):
        return first
    what = item(question.game, question.clause)
    return say("slip.implied", first=first, n=as_int(left), what=what)


def causes(question: Any, answer: str) -> Iterator[str]:
    """Possible causes of this answer, in words; of a rule that was named, what it does in this position."""
    if isinstance(question, ValueQuestion):
        return value_causes(question, answer)
    ident = question.meant(answer) if isinstance(question, WhichClause) else ""
    return iter([question.does(ident)] if ident else [])


# -- steps that are news ------------------------------------------------------------------------------------


def news(question: ValueQuestion) -> Iterator[Line]:
    """The steps before the last, without those that only read out what lies open; the equations of an author."""
    if question.counted:
        yield from (Line(f"{one}.", numbers_in(one)) for one in equations(question.counted)[:-1])
    elif question.working is not None:
        found = _fresh(question.game, question.working, question.told)
        yield from (step for step in found if step.text and not step.bare)


def _fresh(game: Game[Any], working: Working, told: tuple[str, ...]) -> list[Line]:
    """The steps before the last that say something new; `told` are clauses whose score lines were counted before."""
    match working:
        case Sum():
            all_steps = sum_steps(game, working)[:-1]
            left = sum_steps(game, working, told)[: len(all_steps)] if told else all_steps
            if told:
                return left if len(left) > 1 else []
            both = len(left) > 1 and left[0].bare
            return [joined(left[:2]), *left[2:]] if both else left
        case Contest():
            return step_lines(game, working)[1:-1]
        case Chain():
            return [step_line(game, step) for step in working.steps[:-1] if not step.given]
    sums = [Line(total_line(game, who, own)) for who, own in working.sums.items() if len(own.parts) > 1]
    premises = [step_line(game, step) for step in working.premises if not step.given]
    return [*premises, *sums, *(step_line(game, step) for step in working.steps)]


def _last_step(question: ValueQuestion) -> str:
    """The step that gives the answer, where there are only two answers, so that a wrong one has told it; else ""."""
    two = isinstance(question, Winner) and len(question.seats) == 2 and bool(question.winner)
    if not (two or question.kind == "flag"):
        return ""
    working = question.working
    if not isinstance(working, Chain) or working.steps[-1].given:
        return ""
    return step_text(question.game, working.steps[-1])


def _to_work_out(question: ValueQuestion) -> Line:
    """The calculation of an author without its result; empty if there is none."""
    parts = equations(question.counted)
    if not parts:
        return Line("")
    left = parts[-1].rpartition("=")[0].strip()
    return Line(say("hint.work_out", it=left), numbers_in(left))
