"""Tell whether two questions of a drill are nearly the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tutor.kernel.cards import SUITS
from tutor.kernel.fields import specs
from tutor.kernel.view_types import ClimbView
from tutor.kernel.working import Contest, Sum
from tutor.teach.drills.choices import is_said
from tutor.teach.drills.ideas import NUMBERS, burden, generalized, idea, same_reasons, steps_told, way_of_winning, ways
from tutor.teach.questions import (
    DecisionQuestion,
    Legal,
    MovesQuestion,
    Question,
    ValueQuestion,
    WhichClause,
    Winner,
)
from tutor.teach.text.marks import mark, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

CARDS: Final = frozenset({"winner"})
"""Shapes of questions that may come any number of times, as their cards differ."""
ENDING: Final = "outcome.game"
"""The path of the winner of the game."""
ASKED: Final = "phase"
"""The field that names the decision; it is no part of the scene."""
HAND: Final = "hand"
DEALER: Final = "dealer"
BIDS: Final = "bids"
FREE_LEAD: Final = "lead"
"""What is due where nothing has to be beaten."""
FIELDS: Final = 4
"""Two results are alike if at least this many fields, and more than half, are equal."""
FEW: Final = 4
"""Numbers of cards up to this matter, as in a trick; larger ones, as of cards won, do not."""
_WORD: Final = re.compile("[a-z]{2}")
_CARD: Final = re.compile(rf"\b(?:[2-9TJQKA][{''.join(SUITS)}]|X[12])\b")
_SUIT: Final = re.compile(rf"\b[{''.join(SUITS)}]\b")
_OF_SUIT: Final = re.compile(rf"(?<=\b[2-9TJQKA])[{''.join(SUITS)}]\b")
"""The suit of a card."""
_SEAT: Final = re.compile(r"P\d")
_SEATS: Final = re.compile(r"P\d(?:\+P\d)*")
_NUMBER: Final = re.compile(r"\.\d+\b")
"""The number of a card or a pile in a path."""
_HEAP: Final = re.compile(r"#(?:[+,]#)+")
_MANY: Final = re.compile(rf"#(?:[^#]*#){{{FEW},}}")


def shape(question: Question) -> str:
    """A key that is equal for questions that ask the same of different cards: the sort, or the words without values.

    For questions about legal moves it is the set of rules that permit and forbid.
    """
    if isinstance(question, MovesQuestion):
        told = {f"{ruling.clause}{'+' if ruling.legal else '-'}" for ruling in question.rows.choices}
        return " ".join(["moves", *sorted(told)])
    if isinstance(question, Winner):
        return "winner"
    if isinstance(question, ValueQuestion) and question.path == ENDING:
        return ENDING
    if isinstance(question, ValueQuestion):
        asking = re.split(r"(?<=[.?!])\s+", question.prompt)
        plain = "".join(value for kind, value in split(next((t for t in asking if "?" in t), "")) if not kind)
        return re.sub(rf"\d+|\b({NUMBERS})\b", "#", plain, flags=re.IGNORECASE)
    return type(question).__name__


def spoken(question: Question) -> str:
    """A key that is equal for questions what one may say in the same decision; "" for all others."""
    if not isinstance(question, Legal) or not all(map(is_said, question.choices)):
        return ""
    return f"say {question.found.phase.name}"


def round_due(question: Question) -> str:
    """A key that is equal for questions what may be led, or what beats a combination of one kind; "" for all others."""
    view = question.found.view if isinstance(question, MovesQuestion) else None
    if not isinstance(view, ClimbView):
        return ""
    return f"beat {view.to_beat.kind}" if view.to_beat.cards else FREE_LEAD


def situation(question: Question) -> str:
    """A key that is equal for questions whose reasons differ only in the cards; "" if there is none.

    For questions about moves: the rules that permit and forbid, and the numbers of cards in each place. For questions
    about values: the path asked for, and the fields of the position without cards, suits and seats.
    """
    told = {name: text for name, text in _told(question).items() if name not in (HAND, ASKED)}
    masked = {name: _SUIT.sub("~", _CARD.sub("#", text)) for name, text in sorted(told.items())}
    if isinstance(question, MovesQuestion):
        lying = [f"{name}={_MANY.sub('##', text)}" for name, text in masked.items() if "#" in text]
        return " ".join([shape(question), *lying])
    found = question.computation if isinstance(question, ValueQuestion) and not isinstance(question, Winner) else None
    if isinstance(question, ValueQuestion) and found is not None and found.phase is not None:
        path = _SEAT.sub("@", found.path)
        if question.kind == "name":  # a name does not depend on the number of cards
            masked = {name: _HEAP.sub("#", text) for name, text in masked.items()}
        return " ".join(["value", path, *(_SEAT.sub("@", f"{name}={text}") for name, text in masked.items())])
    return ""


def alike(one: Question, other: Question) -> bool:
    """Whether two questions are nearly the same.

    They are if they are about the same position or result, or about results with more than half of their fields equal,
    whatever the suits, or with all of them equal, whoever they are about, and the same answer; if they offer the same
    calls, or mostly the same cards with the same answer; if the cards of their tricks have the same relations; if they
    are the same sum; or if they ask for the same value of positions or results with half of their fields equal.
    """
    there, here = _told(one), _told(other)
    fields = there.keys() | here.keys()
    same = sum(there.get(name) == here.get(name) for name in fields)
    first_suitless, suitless = _suitless(there), _suitless(here)
    but_suits = sum(first_suitless.get(name) == suitless.get(name) for name in fields)
    results = _about_result(one) and _about_result(other) and len(fields) >= FIELDS
    if (
        _same_scene(first_suitless, suitless, _rules(one))
        or _turned(first_suitless, suitless)
        or (results and 2 * but_suits > len(fields))
    ):
        return True
    if results and one.answer() == other.answer() and _seatless(first_suitless) == _seatless(suitless):
        return True
    match one, other:
        case Legal(), Legal():
            first, second = _sorted_out(one), _sorted_out(other)
            calls = {text for text, _ in first} == {text for text, _ in second}
            return calls or 2 * len(first & second) >= len(first | second) or _bare(one, other)
        case WhichClause(), WhichClause():
            return (one.clause, one.options) == (other.clause, other.options)
        case Winner(), Winner():
            return bool(_course(one)) and _course(one) == _course(other)
        case ValueQuestion(), ValueQuestion():
            return (
                _same_sum(one.working, other.working)
                or (one.clause == other.clause and bool(_course(one)) and _course(one) == _course(other))
                or (shape(one) == shape(other) and 2 * same >= len(fields))
                or (results and one.answer() == other.answer() and _same_way(one, other))
                or (one.clause != other.clause and _asking(one) == _asking(other) and _same_way(one, other))
            )
    return False


def _bare(one: Legal, other: Legal) -> bool:
    """Whether both ask for the same call at a table where nothing has happened yet."""
    there, here = (_told(question).keys() - {ASKED, HAND, DEALER} for question in (one, other))
    return one.found.phase.name == other.found.phase.name and _of_calls(one, other) and not there | here


def _of_calls(*questions: Legal) -> bool:
    """Whether nothing that is offered is made with cards."""
    return not any(r.move is not None and r.move.cards for one in questions for r in one.choices)


def _asking(question: ValueQuestion) -> str:
    """What is asked, whoever it is about."""
    return generalized(shape(question))


def _same_way(one: ValueQuestion, other: ValueQuestion) -> bool:
    """Whether the same is asked for, and it comes about by the same steps."""
    first, second = ((_NUMBER.sub(".#", _SEATS.sub("@", c.path)) if (c := q.computation) else "") for q in (one, other))
    return first == second and ways(one.working) is not None and ways(one.working) == ways(other.working)


def near(one: Question, other: Question, *, new: bool = True) -> bool:
    """Whether the second of two questions would teach little more than the first.

    The moves of both have mostly the same reasons, or the same words are allowed and refused; or the same is asked for
    and the answer is the same, or comes about in the same way. If `new`, also those about one rule with the same idea,
    and those in which much has to be counted by one rule again.
    """
    match one, other:
        case Legal(), Legal() if same_reasons(one, other) or _same_offer(one, other):
            return True
        case ValueQuestion(), ValueQuestion() if _same_point(one, other):
            return True
    return new and ((one.clause == other.clause and idea(one) == idea(other)) or bool(burden(one) & burden(other)))


def _same_offer(one: Legal, other: Legal) -> bool:
    """Whether the same words are allowed and refused in both, whatever the cards with them."""
    first, second = (
        {(generalized(question.worded(mark("m", r.text))), r.legal) for r in question.choices}
        for question in (one, other)
    )
    return first == second and any(map(_WORD.search, (text for text, _ in first)))


def _same_point(one: ValueQuestion, other: ValueQuestion) -> bool:
    """Whether the same is asked for, with the same answer or steps to it; or both are the same, or tricks won alike."""
    if isinstance(one.working, Contest) and isinstance(other.working, Contest):
        return _won_alike(one.working, other.working)
    asked, answer = _asking(one) == _asking(other), one.answer_key == other.answer_key
    if asked == answer:
        return asked
    first, second = steps_told(one), steps_told(other)
    return 2 * len(first & second) >= len(first | second) > 0


def _won_alike(one: Contest, other: Contest) -> bool:
    """Whether tricks are won in the same way by a card of the same rank."""
    return way_of_winning(one) == way_of_winning(other) and one.won.card.rank == other.won.card.rank


def _same_sum(one: object, other: object) -> bool:
    """Whether two workings are sums of several lines, by the same rules and with the same numbers."""
    if not (isinstance(one, Sum) and isinstance(other, Sum)):
        return False
    first, second = (sorted((part.clause, part.n) for part in found.parts) for found in (one, other))
    return len(first) > 1 and first == second and len({clause for clause, _ in first}) > 1


def _about_result(question: Question) -> bool:
    """Whether it is about the result of a hand."""
    return (
        isinstance(question, ValueQuestion) and question.computation is not None and question.computation.phase is None
    )


def _same_scene(there: Mapping[str, str], here: Mapping[str, str], rules: Iterable[str] = ()) -> bool:
    """Whether all fields but the decision, the dealer and house rules are equal, and there are any."""
    names = (there.keys() | here.keys()) - {ASKED, DEALER, *rules}
    return bool(names) and all(there.get(name) == here.get(name) for name in names)


def _rules(question: Question) -> frozenset[str]:
    """The names of the house rules there are."""
    view = question.view if isinstance(question, DecisionQuestion | ValueQuestion) else None
    return frozenset(specs(type(view.options))) if view is not None else frozenset()


def _turned(there: Mapping[str, str], here: Mapping[str, str]) -> bool:
    """Whether all that has been called is the same, seen from another seat."""
    return BIDS in there and _seatless(there) == _seatless(here)


def _suitless(told: Mapping[str, str]) -> Mapping[str, str]:
    """The fields with every suit as the same."""
    return {name: _SUIT.sub("~", _OF_SUIT.sub("~", text)) for name, text in told.items()}


def _seatless(told: Mapping[str, str]) -> list[tuple[str, str]]:
    """The fields, whoever they are about, without who dealt."""
    return sorted((_SEATS.sub("@", name), _SEATS.sub("@", text)) for name, text in told.items() if name != DEALER)


def _told(question: Question) -> Mapping[str, str]:
    """The fields of the position or the result that differ from their defaults."""
    if isinstance(question, DecisionQuestion | ValueQuestion) and question.view is not None:
        told: Mapping[str, str] = question.view.text(question.game.usual)
        return told
    return {"": question.prompt}


def _sorted_out(question: Legal) -> set[tuple[str, bool]]:
    return {(ruling.text, ruling.legal) for ruling in question.choices}


def _course(question: ValueQuestion) -> tuple[tuple[str, bool], ...]:
    """For each card of a trick, its relation to the best before it, and whether it is a trump."""
    working = question.working
    if not isinstance(working, Contest):
        return ()
    return tuple((one.how, working.led == working.trump) for one in working.laid)
