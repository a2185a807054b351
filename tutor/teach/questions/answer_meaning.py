"""What an answer means: the seat, the number, or the result that it names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import SUIT_NAMES, spelled
from tutor.kernel.echo import short
from tutor.kernel.seats import members
from tutor.teach.conversation.typed_words import cards_in_words
from tutor.teach.questions.answer_reading import DRAWN, counted_in, number_meant, yes_or_no
from tutor.teach.questions.base import tokens
from tutor.teach.questions.value_question import ValueQuestion
from tutor.teach.text.marks import mark
from tutor.teach.text.people import people, sides_meant
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor.kernel.seats import Seat
    from tutor.teach.results.said_numbers import Line

ROUNDED: Final = 0.005
"""Less than this is between two forms of one number: thirds are also typed as decimals."""


def named(question: Any, answer: str) -> str:
    """The answer in the form for a sentence."""
    seat = seat_meant(question, answer)
    if seat is not None:
        return mark("s", seat) if seat else say("question.nobody")
    typed, valued = answer.strip(), isinstance(question, ValueQuestion)
    game = question.computation.game if valued and question.computation is not None else None
    if game is not None and question.kind == "counted":
        view, (said, figures) = question.computation.view, counted_in(question, answer)
        sides = [side for side in game.sides(view.players, view.options) if {*said.seats} <= {*members(side)}]
        return f"{mark('s', sides[0])}: {figures}" if said.seats and sides and figures else short(typed)
    them = cards_in_words(game, typed) if game is not None and question.kind == "card" else ""
    if them:
        return " ".join(mark("c", one) for one in them.split())
    suit = SUIT_NAMES.get(typed.upper()) if valued and question.kind == "suit" else None
    return suit or short(yes_or_no(typed) if valued and question.kind == "flag" else typed)


def seat_meant(question: Any, answer: str) -> Seat | None:
    """The one seat or side that an answer names, "" for nobody, None for anything else."""
    if not isinstance(question, ValueQuestion) or question.kind != "name":
        return None
    right = equals_answer(question, answer)
    return next((seat for seat in (*question.seats, "") if right(seat or "none")), None)


def denied(question: Any, answer: str) -> str:
    """That it is not what the answer names, in words."""
    seat = seat_meant(question, answer)
    nobody = seat == ""
    if isinstance(question, ValueQuestion) and question.kind == "counted":
        said, number_ = counted_in(question, answer)
        nobody = said.understood and not said.seats and not number_
    return say("slip.somebody") if nobody else say("slip.not", it=named(question, answer), person=bool(seat))


def same_answer(question: ValueQuestion, one: str, other: str) -> bool:
    """Whether two answers mean the same: one number, the same players (in order, if that matters), the same words."""
    if question.kind == "number":
        first, second = number_meant(one), number_meant(other)
        return first is not None and second is not None and abs(first - second) < ROUNDED
    if question.kind == "flag":
        return yes_or_no(one) == yes_or_no(other)
    if question.kind == "counted":
        (said, number), (meant, other_number) = (counted_in(question, answer) for answer in (one, other))
        sides = [sides_meant(named.seats, question.seats) for named in (said, meant)]
        return said.understood and meant.understood and number == other_number and sides[0] == sides[1]
    if question.kind == "name":
        known = people(question.names, question.seats)
        said, meant = (known.read("nobody" if answer.strip().lower() in DRAWN else answer) for answer in (one, other))
        if not (said.understood or meant.understood):
            return _same_words(one, other)  # a card, say, where "nobody" is right
        if not (said.understood and meant.understood):
            return False
        if any("+" in side for side in question.seats):  # a side may be named by one of its players
            return sides_meant(said.seats, question.seats) == sides_meant(meant.seats, question.seats)
        if not question.ordered:
            return set(said.seats) == set(meant.seats)
        return said.groups == meant.groups
    return _same_words(one, other)


def _same_words(one: str, other: str) -> bool:
    """Whether two answers are the same words, or the same cards in any form."""
    return [spelled(word) for word in tokens(one)] == [spelled(word) for word in tokens(other)]


def equals_answer(question: ValueQuestion, answer: str) -> Callable[[Any], bool]:
    """A predicate that tells whether a result equals the learner's answer."""

    def same(result: Any) -> bool:
        return bool(replace(question, value=result, computation=None).grade(answer).right)

    return same


def tells(question: Any, line: Line) -> bool:
    """Whether a line says the number that is the answer, or of a loss what is lost; such lines are not told early."""
    if not isinstance(question, ValueQuestion) or question.kind != "number":
        return False
    forms = (question.value, abs(question.value))
    return any(abs(n - form) < ROUNDED for n in line.numbers for form in forms)
