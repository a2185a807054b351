"""Causes of wrong values: numbers, names and sets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tutor.kernel.working import Chain, Standing, Sum, Working
from tutor.teach.arithmetic import slips
from tutor.teach.questions.answer_meaning import denied, equals_answer, seat_meant
from tutor.teach.questions.base import number_meant
from tutor.teach.questions.mistakes import number_mistakes
from tutor.teach.questions.working_causes import chain_causes, standing_causes, variant_text
from tutor.teach.text.marks import mark
from tutor.teach.text.people import people
from tutor.teach.text.values import listed, shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tutor.teach.questions.computation import Computation
    from tutor.teach.questions.value_question import ValueQuestion


def value_causes(question: ValueQuestion, answer: str) -> Iterator[str]:
    """Possible causes of this answer, the likeliest first."""
    number = number_meant(answer) if question.kind == "number" else None
    computation = question.computation
    if computation is not None:
        working = computation.working
        if number is not None and number == -question.value:
            yield say("slip.sign", right=question.value)
        if number is not None and question.counted:
            yield from (said for wrong, said in slips(question.counted) if wrong == number)
        elif number is not None:
            for one in _sums_of(working):
                yield from number_mistakes(computation.game, one, number)
        if isinstance(working, Chain):
            yield from chain_causes(computation, working, denied(question, answer), equals_answer(question, answer))
        if number is not None:
            yield from _beside(computation, number)
        seat = seat_meant(question, answer)
        if isinstance(working, Standing) and seat is not None:
            yield from standing_causes(computation, working, seat)
        yield from _different(computation, equals_answer(question, answer))
    if isinstance(question.value, list) and question.kind not in ("number", "numbers"):
        yield from _of_set(question, answer)


def _sums_of(working: Working | None) -> Iterator[Sum]:
    """The sums that give the result: the working itself, or steps of it with the same total."""
    if isinstance(working, Sum):
        yield working
    if isinstance(working, Chain):
        facts = (fact for step in working.steps for fact in step.facts.values())
        yield from (fact for fact in facts if isinstance(fact, Sum) and fact.total == working.result)


def _beside(computation: Computation, number: float) -> Iterator[str]:
    """Causes by confusion: the value of others, of all together, or the score with earlier points."""
    others = [
        (who, n) for who, n in computation.values_of_others() if isinstance(n, int | float) and not isinstance(n, bool)
    ]
    for who, n in others:
        if n == number != 0:
            yield say("slip.beside", who=who, n=shown(float(number)))
    if (
        isinstance(computation.value, int | float)
        and others
        and sum(n for _, n in others) + computation.value == number != 0
    ):
        yield say("slip.all_together", n=shown(float(number)))
    if computation.path.startswith("scores."):
        side = computation.path.removeprefix("scores.")
        for name in ("before", "score", "total"):
            had = getattr(computation.view, name, None)
            if isinstance(had, dict) and had.get(side) and had[side] + computation.value == number:
                yield say("slip.with_before", n=shown(float(number)), had=had[side])


def _different(computation: Computation, same: Callable[[Any], bool]) -> Iterator[str]:
    """Causes by a single difference in the position or the rules; none for yes or no, to which any of them leads."""
    if isinstance(computation.value, bool):
        return
    for variant in computation.variants:
        if variant.plausible and variant.result != computation.value and same(variant.result):
            yield variant_text(computation, variant)


def _of_set(question: ValueQuestion, answer: str) -> Iterator[str]:
    """What is missing and what is too much, where something is right; of players in order how far they are right."""
    wanted: list[Any] = list(question.value)
    if question.ordered and question.kind == "name":
        yield from _of_order(question, answer)
        return
    given = [one for one in _pool(question) if _within(question, answer, one)]
    if question.ordered and question.kind != "suit" and len(given) == len(wanted):
        return
    extra = [_mark(question, one) for one in given if one not in wanted]
    missing = len([one for one in wanted if one not in given])
    if len(extra) < len(given):
        text = listed([_mark(question, one) for one in given])
        yield say("slip.set", extra=listed(extra), missing=missing, given=text)


def _of_order(question: ValueQuestion, answer: str) -> Iterator[str]:
    """How far players are named in the right order."""
    said = people(question.names, question.seats).read(answer)
    given = said.in_turn
    wanted = question.value
    if not said.understood or not given:
        return
    right = next((n for n, pair in enumerate(zip(given, wanted, strict=False)) if pair[0] != pair[1]), len(given))
    text = listed([say("question.nobody") if one == "none" else _mark(question, one) for one in given])
    if right == len(given) < len(wanted):
        yield say("slip.set", extra="", missing=len(wanted) - right, given=text)
    elif len(given) > 1:
        yield say("slip.ordered", n=right, given=text, same=set(given) == set(wanted))


def _pool(question: ValueQuestion) -> list[Any]:
    """All items that might be named."""
    if question.kind == "name":
        return list(question.seats)
    return [*"SHDC"] if question.kind == "suit" else list(dict.fromkeys(question.value))


def _within(question: ValueQuestion, answer: str, one: Any) -> bool:
    """Whether `one` is among the items named."""
    parts = [part for part in answer.replace(",", " ").split() if part.lower() != "and"]
    return any(replace(question, value=one, computation=None).grade(part).right for part in parts)


def _mark(question: ValueQuestion, one: Any) -> str:
    if question.kind == "name":
        return mark("s", one)
    return (
        say("working.suit", of=one)
        if question.kind == "suit"
        else mark("c", one)
        if question.kind == "card"
        else str(one)
    )
