"""Explain wrong answers: lines about a given answer, the likeliest cause first.

A question with a `computation` is computed again with one thing changed; changes that lead to the learner's answer are
named as causes. If none does, the next step of the working is given.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tutor.kernel.echo import short
from tutor.kernel.fields import SEAT, SEAT_OR_NONE, specs
from tutor.kernel.view_types import RankedTrickView
from tutor.kernel.working import Chain, Contest, LaidCard, Standing, Sum, Working
from tutor.teach.questions.clauses import WhichClause
from tutor.teach.questions.facts import ValueQuestion, Winner
from tutor.teach.questions.mistakes import number_mistakes
from tutor.teach.ruling import house_rule_text
from tutor.teach.text.marks import mark, unmarked
from tutor.teach.text.values import shown
from tutor.teach.text.words import say
from tutor.teach.workings import inputs_shown, laid_text, step_text, steps, total_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tutor.kernel.cards import Cards
    from tutor.kernel.seats import Seat
    from tutor.teach.questions.computation import Computation, Variant


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
    first = say("slip.again", it=named(question, answer), n=times) if times > 1 else _pointed(question, answer)
    for step in _steps(question):
        if step and not any(step in line for line in said) and not _tells(question, step):
            return say("slip.look", first=first, next=say("slip.then" if said else "slip.first", step=step))
    look = _look_at(question)
    return say("slip.look", first=first, next=look) if look and not any(look in line for line in said) else first


def _look_at(question: Any) -> str:
    """What the sum of a value is made of, to be looked at; "" if there is no sum."""
    working = question.computation.working if isinstance(question, ValueQuestion) and question.computation else None
    if not isinstance(working, Sum) or not working.parts:
        return ""
    line = say("hint.look_at", them=inputs_shown(question.computation.game, working))
    return "" if _tells(question, line) else line


def _tells(question: Any, step: str) -> bool:
    """Whether a step contains the number that is the answer; such steps are not given away early."""
    if not isinstance(question, ValueQuestion) or question.kind != "number":
        return False
    return bool(re.search(rf"(?<![\d.]){re.escape(question.answer())}(?![\d.]*\d)", unmarked(step)))


def causes(question: Any, answer: str) -> Iterator[str]:
    """Possible causes of this answer, in words."""
    match question:
        case WhichClause():
            yield from _of_clause(question, answer)
        case Winner():
            yield from _of_winner(question, answer)
        case ValueQuestion():
            yield from _of_value(question, answer)


def named(question: Any, answer: str) -> str:
    """The answer in the form for a sentence."""
    seat = _seat(question, answer)
    return mark("s", seat) if seat else say("question.nobody") if seat == "" else short(answer.strip())


# -- what was meant --------------------------------------------------------------------------------------


def _seat(question: Any, answer: str) -> Seat | None:
    """The one seat or side that an answer names, "" for nobody, None for anything else."""
    if not isinstance(question, Winner) and not (isinstance(question, ValueQuestion) and question.kind == "name"):
        return None
    for seat in (*question.seats, ""):
        if isinstance(question, Winner):
            asked: Winner | ValueQuestion = replace(question, winner=seat, computation=None)
        else:
            asked = replace(question, value=seat or "none", computation=None)
        if asked.grade(answer).right:
            return seat
    return None


def _number(answer: str) -> float | None:
    try:
        return float(answer.strip().removeprefix("+").replace(",", ".").split()[0])
    except (ValueError, IndexError):
        return None


def _same(question: ValueQuestion, answer: str) -> Callable[[Any], bool]:
    """A predicate that tells whether a result equals the learner's answer."""

    def same(result: Any) -> bool:
        return bool(replace(question, value=result, computation=None).grade(answer).right)

    return same


# -- numbers, names and sets -----------------------------------------------------------------------------


def _of_value(question: ValueQuestion, answer: str) -> Iterator[str]:
    number = _number(answer) if question.kind == "number" else None
    computation = question.computation
    if computation is not None:
        working = computation.working
        if number is not None:
            for one in _sums_of(working):
                yield from number_mistakes(computation.game, one, number)
        if isinstance(working, Chain):
            yield from _of_chain(computation, working, named(question, answer), _same(question, answer))
        if number is not None:
            yield from _beside(computation, number)
        seat = _seat(question, answer)
        if isinstance(working, Standing) and seat is not None:
            yield from _of_standing(computation, working, seat)
        yield from _different(computation, _same(question, answer))
        if seat:
            yield from _roles(computation, seat)
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
        if n == number:
            yield say("slip.beside", who=who, n=shown(float(number)))
    if (
        isinstance(computation.value, int | float)
        and others
        and sum(n for _, n in others) + computation.value == number
    ):
        yield say("slip.all_together", n=shown(float(number)))
    if computation.path.startswith("scores."):
        side = computation.path.removeprefix("scores.")
        for name in ("before", "score", "total"):
            had = getattr(computation.view, name, None)
            if isinstance(had, dict) and had.get(side) and had[side] + computation.value == number:
                yield say("slip.with_before", n=shown(float(number)), had=had[side])


def _different(computation: Computation, same: Callable[[Any], bool]) -> Iterator[str]:
    """Causes by a single difference in the position or the rules."""
    for variant in computation.variants:
        if variant.name != "players" and variant.result != computation.value and same(variant.result):
            yield _variant_text(computation, variant)


def _variant_text(computation: Computation, variant: Variant) -> str:
    if variant.how == "house":
        rule, here = (
            house_rule_text(computation.game, variant.name, value) for value in (variant.value, variant.actual)
        )
        return say("slip.house", rule=rule, here=here)
    facts = {"name": variant.name, "meaning": variant.meaning, "value": variant.value, "actual": variant.actual}
    return say(f"slip.{variant.how}", **facts, form=variant.form)


def _roles(computation: Computation, seat: Seat) -> Iterator[str]:
    """The roles of the seat that was named, such as dealer or leader."""
    for name, spec in specs(type(computation.view)).items():
        if spec.kind in (SEAT, SEAT_OR_NONE) and not spec.per and getattr(computation.view, name) == seat:
            yield (
                say("slip.role_dealer", who=seat)
                if name == "dealer"
                else say("slip.role", who=seat, meaning=spec.meaning)
            )


def _of_set(question: ValueQuestion, answer: str) -> Iterator[str]:
    """What is missing and what is too much; for an ordered list how far it is right."""
    wanted: list[Any] = list(question.value)
    pool = _pool(question)
    given = [one for one in pool if _within(question, answer, one)]
    text = " ".join(_mark(question, one) for one in given) or short(answer.strip())
    if question.ordered and question.kind != "suit" and len(given) == len(wanted):
        return
    extra = " ".join(_mark(question, one) for one in given if one not in wanted)
    missing = len([one for one in wanted if one not in given])
    if extra or (missing and given):
        yield say("slip.set", extra=extra, missing=missing, given=text)


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


# -- who wins --------------------------------------------------------------------------------------------


def _of_winner(question: Winner, answer: str) -> Iterator[str]:
    seat = _seat(question, answer)
    computation = question.computation
    if seat is None or computation is None:
        return
    working = computation.working
    if isinstance(working, Contest):
        yield from _of_contest(computation, working, seat)
    elif isinstance(working, Standing):
        yield from _of_standing(computation, working, seat)
    elif isinstance(working, Chain):
        yield from _of_chain(computation, working, named(question, answer), lambda about: about == (seat or "none"))
    path = "winner.seat"
    again = replace(computation, path=path)
    for variant in again.variants:
        if variant.result == (seat or "none"):
            yield _variant_text(computation, variant)


def _of_contest(computation: Computation, one: Contest, seat: Seat) -> Iterator[str]:
    """Why the card of this player does not win, and what would make it win."""
    if not seat:
        yield say("slip.has_winner", by=one.won.card)
        return
    at = next((i for i, laid in enumerate(one.laid) if laid.seat == seat), None)
    if at is None:
        return
    mine = one.laid[at]
    if mine.how == "off":
        if one.trump:
            yield say("slip.off_trumps", who=seat, it=mine.card, of=mine.card.suit, trump=one.trump)
        else:
            yield say("slip.off", who=seat, it=mine.card, of=mine.card.suit, led=one.led)
        return
    by = mine if not mine.ahead else next((x for x in one.laid[at + 1 :] if x.ahead), mine)
    place = one.laid.index(by)
    best = by.card if by is not mine else mine.against
    if best is not None and best.rank == "A" and best.suit == mine.card.suit and by.how in ("lower", "higher"):
        yield say("slip.ace_low", it=mine.card, by=best)
    yield say("slip.beaten", who=seat, it=mine.card, by=best, how=laid_text(one, place))
    order = _order(computation, mine)
    if order:
        yield say("slip.order", of=mine.card.suit, order=order)


def _order(computation: Computation, mine: LaidCard) -> Cards:
    """The cards of a suit from high to low, if the view tells."""
    if not isinstance(computation.view, RankedTrickView):
        return ()
    suits = computation.view.order.suit
    if mine.card not in suits:
        return ()
    power = computation.view.order.power[suits[mine.card]]
    return tuple(sorted((c for c, s in suits.items() if s == suits[mine.card]), key=lambda c: -power[c]))


def _of_standing(computation: Computation, one: Standing, seat: Seat) -> Iterator[str]:
    """The value of the side that was named."""
    if not seat and one.first:
        yield say("slip.not_nobody", n=len(one.first), lowest=one.lowest)
    elif seat in one.best and not one.over:
        yield from (say("slip.ahead", who=seat, step=step_text(computation.game, step)) for step in one.steps)
    elif seat in one.first:
        yield say("slip.not_alone", who=seat)
    elif not one.first and one.over and seat in one.sums:
        yield say("slip.is_shared", n=shown(float(max(x.total for x in one.sums.values()))))
    if seat in one.sums:
        yield say("slip.standing", who=seat, how=total_line(computation.game, seat, one.sums[seat]))


def _of_chain(computation: Computation, one: Chain, what: str, same: Callable[[Any], bool]) -> Iterator[str]:
    """Steps of the working that speak of this answer."""
    for step in (*one.mistakes, *one.steps):
        if step.about is not None and step.about != one.result and same(step.about):
            yield say("slip.look", first=say("slip.not", it=what), next=step_text(computation.game, step))


# -- which rule ------------------------------------------------------------------------------------------


def _of_clause(question: WhichClause, answer: str) -> Iterator[str]:
    """What the named rule does in this position."""
    ident = question.meant(answer)
    if ident:
        yield question.does(ident)


# -- where nothing fits ----------------------------------------------------------------------------------


def _steps(question: Any) -> Iterator[str]:
    """The steps of the working without the last, which is the answer; the rule if there is no working."""
    computation = question.computation if isinstance(question, Winner | ValueQuestion) else None
    if computation is not None and computation.working is not None:
        yield from steps(computation.game, computation.working)[:-1]
    if isinstance(question, WhichClause):
        yield from question.ladder()[:-1]
    elif question.rule:
        yield question.rule
    if isinstance(question, ValueQuestion):
        yield question.prose
    if computation is not None:
        for variant in computation.deciding_variants():
            if variant.how == "field":
                yield say("working.input_is", meaning=variant.meaning, value=variant.actual)


def _pointed(question: Any, answer: str) -> str:
    """A line that the answer is too high, too low, or wrong."""
    number = _number(answer) if isinstance(question, ValueQuestion) and question.kind == "number" else None
    if number is not None:
        return say("slip.too_many" if number > question.value else "slip.too_few", n=shown(number))
    return say("slip.not", it=named(question, answer))
