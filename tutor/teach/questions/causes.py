"""Causes of wrong answers to questions with one answer: numbers, names, cards and sets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from tutor.kernel.field_types import Whole
from tutor.kernel.fields import REQUIRED, specs
from tutor.kernel.seats import members
from tutor.kernel.working import Chain, Contest, Standing, Sum, Working
from tutor.teach.drills.results import result_doc, tells_less
from tutor.teach.questions.answer_meaning import denied, equals_answer, seat_meant, tells
from tutor.teach.questions.answer_reading import counted_in, number_meant
from tutor.teach.questions.computation import plain_meaning
from tutor.teach.questions.mistakes import MOST_BY_CHANCE, number_guesses, number_mistakes
from tutor.teach.questions.winner_question import Winner
from tutor.teach.questions.working_causes import (
    chain_causes,
    compared,
    contest_causes,
    in_between,
    standing_causes,
    variant_text,
)
from tutor.teach.results.arithmetic import slips
from tutor.teach.text.doc import Para
from tutor.teach.text.marks import mark
from tutor.teach.text.people import people
from tutor.teach.text.values import listed, shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tutor.kernel.seats import Seat
    from tutor.teach.questions.computation import Computation
    from tutor.teach.questions.value_question import ValueQuestion


def value_causes(question: ValueQuestion, answer: str) -> Iterator[str]:
    """Possible causes of this answer, the likeliest first."""
    number = number_meant(answer) if question.kind == "number" else None
    computation = question.computation
    if computation is not None:
        yield from _computed(question, computation, answer, number)
    if isinstance(question.value, list) and question.kind not in ("number", "numbers"):
        yield from _of_set(question, answer)


def _computed(question: ValueQuestion, computation: Computation, answer: str, number: float | None) -> Iterator[str]:
    """Possible causes by the working of the right answer, and by what stands beside it."""
    working, same, trick = computation.working, equals_answer(question, answer), isinstance(question, Winner)
    seat = seat_meant(question, answer)
    if number is not None:
        yield from _of_number(question, computation, number)
    if isinstance(working, Chain):
        yield from _of_chain(question, computation, working, answer)
    if isinstance(working, Contest):
        who = seat if trick else next((laid.seat for laid in working.laid if same(laid.card.text)), None)
        if who is not None and who != working.won.seat:
            yield from contest_causes(computation, working, who)
    if number is not None:
        yield from _beside(computation, number)
        for one in () if question.counted else _sums_of(working):
            yield from number_guesses(computation.game, one, number)
    if isinstance(working, Standing) and seat is not None:
        yield from standing_causes(computation, working, seat)
    yield from _different(computation, same, nothing=number == 0 or seat == "")
    if number is not None and not question.counted:
        yield from _from_table(computation, number)


def _of_number(question: ValueQuestion, computation: Computation, number: float) -> Iterator[str]:
    """Possible causes of a number by the sum that gives the right one, or by the author's."""
    if number == -question.value:
        yield say("slip.sign", right=question.value)
    if question.counted:
        yield from (said for wrong, said in slips(question.counted) if wrong == number)
        return
    for one in _sums_of(computation.working):
        yield from number_mistakes(computation.game, one, number)


def _of_chain(question: ValueQuestion, computation: Computation, one: Chain, answer: str) -> Iterator[str]:
    """What the steps say of the answer: that it is beaten, by which rule, or only comes in between."""
    denial, same = denied(question, answer), equals_answer(question, answer)
    number = number_meant(answer) if question.kind == "number" and not question.counted else None
    least = MOST_BY_CHANCE
    if question.kind == "counted":
        least = 0
        said, n = counted_in(question, answer)
        if set(said.seats) <= set(members(question.value.partition(":")[0])):
            number = float(n) if n else None
        else:
            same = partial(_of_all, said.seats)
    yield from compared(computation.game, one, denial, question.rule, same)
    yield from chain_causes(computation, one, denial, same)
    if number is not None:
        between = in_between(computation.game, one, denial, number, least)
        yield from (line.text for line in between if not tells(question, line))


def _of_all(seats: tuple[Seat, ...], about: Any) -> bool:
    """Whether a step is about the side of these players."""
    return isinstance(about, str) and set(seats) <= set(members(about))


def _sums_of(working: Working | None) -> Iterator[Sum]:
    """The sums that give the result: the working itself, or steps of it with the same total."""
    if isinstance(working, Sum):
        yield working
    if isinstance(working, Chain):
        facts = (fact for step in working.steps for fact in step.facts.values())
        yield from (fact for fact in facts if isinstance(fact, Sum) and fact.total == working.result)


def _beside(computation: Computation, number: float) -> Iterator[str]:
    """Causes by confusion: the score with earlier points, the value of others, or of all together."""
    had = _before(computation)
    if had and isinstance(computation.value, int | float) and had + computation.value == number:
        yield say("slip.with_before", n=shown(float(number)), had=had)
        return
    others = [
        (who, n) for who, n in computation.values_of_others() if isinstance(n, int | float) and not isinstance(n, bool)
    ]
    for who, n in others:
        if n == number != 0:
            yield say("slip.beside", who=who, n=shown(float(number)))
    if number and number in _together(computation, [n for _, n in others]):
        yield say("slip.all_together", n=shown(float(number)))


def _before(computation: Computation) -> float:
    """What the side asked about had before this hand; 0 if nothing, or if that is not told."""
    if not computation.path.startswith("scores."):
        return 0
    side = computation.path.removeprefix("scores.")
    tables = ((name, getattr(computation.view, name, None)) for name in ("before", "score", "total"))
    had = {name: table[side] for name, table in tables if isinstance(table, dict) and table.get(side)}
    return next((n for name, n in had.items() if computation.phase is not None or _told(computation, name)), 0)


def _told(computation: Computation, name: str) -> bool:
    """Whether a field of a result is told with it: not if it comes about the same way without it."""
    spec = specs(type(computation.view))[name]
    if spec.default is REQUIRED or not isinstance(spec.kind, Whole):
        return True
    without = replace(computation, view=replace(computation.view, **{name: {}}))
    if next(iter(computation.game.scoring.problems(without.view)), None) is not None:
        return True
    same = (without.value, without.working) == (computation.value, computation.working)
    return not (same and tells_less(computation.game, without.view, computation.view))


def _from_table(computation: Computation, number: float) -> Iterator[str]:
    """The number that stands in the position for something else of the side asked about, and is told of a result."""
    side = computation.path.rpartition(".")[2]
    blocks = result_doc(computation.game, computation.view) if computation.phase is None else []
    told = " ".join(block.text for block in blocks if isinstance(block, Para))
    if blocks and not re.search(rf"\b{number:g}\b", told):
        return
    for name, spec in specs(type(computation.view)).items():
        table = getattr(computation.view, name)
        own = table.get(side) if isinstance(table, Mapping) else None
        if type(own) is int and own == number > MOST_BY_CHANCE and (not blocks or _told(computation, name)):
            yield say("slip.given", n=own, who=side, meaning=plain_meaning(spec.meaning))


def _together(computation: Computation, others: Sequence[float]) -> Iterator[float]:
    """What everybody has together: by what the question asks for, and in points that a result compares."""
    if others and isinstance(computation.value, int | float):
        yield sum(others) + computation.value
    compared = computation.workings.get("outcome.hand")
    if computation.path.startswith("scores.") and isinstance(compared, Standing):
        yield sum(compared.totals.values())


def _different(computation: Computation, same: Callable[[Any], bool], *, nothing: bool) -> Iterator[str]:
    """Causes by a single difference in the position or the rules; none for yes or no, to which any of them leads.

    To `nothing` (0, or nobody) much else in a position leads, so only other rules are named as its cause.
    """
    if isinstance(computation.value, bool):
        return
    for variant in computation.variants:
        if nothing and variant.how != "house":
            continue
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
