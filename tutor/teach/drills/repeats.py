"""Tell whether two questions of a drill are nearly the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tutor.kernel.cards import SUITS
from tutor.kernel.working import Chain, Contest, Standing, Sum
from tutor.teach.drills.choices import is_said
from tutor.teach.products import reduced
from tutor.teach.questions import (
    DecisionQuestion,
    Legal,
    MovesQuestion,
    Question,
    ValueQuestion,
    WhichClause,
    Winner,
)
from tutor.teach.text.marks import split
from tutor.teach.text.names import LEFT, OPPONENT, OPPOSITE, PARTNER, RIGHT, YOU

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.working import Working

CARDS: Final = frozenset({"winner"})
"""Shapes of questions that may come any number of times, as their cards differ."""
ENDING: Final = "outcome.game"
"""The path of the winner of the game."""
ASKED: Final = "phase"
"""The field that names the decision; it is no part of the scene."""
HAND: Final = "hand"
DEALER: Final = "dealer"
BIDS: Final = "bids"
FIELDS: Final = 4
"""Two results are alike if at least this many fields, and more than half, are equal."""
FEW: Final = 4
"""Numbers of cards up to this matter, as in a trick; larger ones, as of cards won, do not."""
REASONS: Final = 3
"""Two questions about moves are alike if at least this many reasons, and more than half, are equal."""
_NUMBERS: Final = "two|three|four|five|six|seven|eight|nine|ten"
_PLACES: Final = "|".join((YOU, LEFT, RIGHT, OPPOSITE, PARTNER, OPPONENT))
_SEVERAL: Final = re.compile(r"#(?:(?:,|,? and|,? or)? #)+")
"""Several things in a row, which stand for however many of them."""
_PARTICULAR: Final = re.compile(rf"\d+|\b({_NUMBERS}|{_PLACES}|P\d|(?:spade|heart|club|diamond)s?)\b", re.IGNORECASE)
_CARD: Final = re.compile(rf"\b(?:[2-9TJQKA][{''.join(SUITS)}]|X[12])\b")
_SUIT: Final = re.compile(rf"\b[{''.join(SUITS)}]\b")
_OF_SUIT: Final = re.compile(rf"(?<=\b[2-9TJQKA])[{''.join(SUITS)}]\b")
"""The suit of a card."""
_SEAT: Final = re.compile(r"P\d")
_SEATS: Final = re.compile(r"P\d(?:\+P\d)*")
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
        return re.sub(rf"\d+|\b({_NUMBERS})\b", "#", plain, flags=re.IGNORECASE)
    return type(question).__name__


def spoken(question: Question) -> str:
    """A key that is equal for questions what one may say in the same decision; "" for all others."""
    if not isinstance(question, Legal) or not all(map(is_said, question.choices)):
        return ""
    return f"say {question.found.phase.name}"


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
        _same_scene(first_suitless, suitless)
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
    return _generalized(shape(question))


def _same_way(one: ValueQuestion, other: ValueQuestion) -> bool:
    """Whether the same is asked for, and it comes about by the same steps."""
    first, second = ((_SEATS.sub("@", found.path) if (found := q.computation) else "") for q in (one, other))
    return first == second and _ways(one.working) is not None and _ways(one.working) == _ways(other.working)


def idea(question: Question) -> object:
    """A key that is equal for questions of one rule with which a learner has to think of the same things.

    For moves these are the reasons against them, and those by the rule, apart from cards, suits, players and numbers;
    for tricks how each card compares; for sums the names or rules of their parts; else the steps to the answer.
    """
    match question:
        case MovesQuestion():
            return frozenset(one for one in _reasons(question.rows) if not one[1] or one[0] == question.clause)
        case ValueQuestion():
            return _ways(question.working)
    return question.clause


def _ways(working: Working | None) -> object:
    """What a working is made of, apart from cards, players and numbers."""
    match working:
        case Sum():
            return frozenset(
                (part.name or part.clause, part.how, _ways(part.inner)) for part in working.parts if part.n
            )
        case Contest():
            last = max(at for at, one in enumerate(working.laid) if one.ahead)
            return working.laid[last].how, frozenset(one.how for one in working.laid[1:])
        case Standing():
            return (
                len(working.first),
                frozenset(step.name for step in working.steps),
                *map(_ways, working.sums.values()),
            )
        case Chain():
            return tuple(step.name for step in working.steps if not step.given), type(working.result)
    return None


def burden(question: Question) -> frozenset[str]:
    """The rules of which something has to be counted for the answer, step by step, before it is added up."""
    working = question.working if isinstance(question, ValueQuestion) else None
    if not isinstance(working, Sum):
        return frozenset()
    told = question.told if isinstance(question, ValueQuestion) else ()
    inner = ((part.clause, part.inner) for part in working.parts if part.clause not in told)
    return frozenset(clause for clause, one in inner if one is not None and len(reduced(one).parts) > 1)


def _same_sum(one: object, other: object) -> bool:
    """Whether two workings are sums of several lines, by the same rules and with the same numbers."""
    if not (isinstance(one, Sum) and isinstance(other, Sum)):
        return False
    first, second = (sorted((part.clause, part.n) for part in found.parts) for found in (one, other))
    return len(first) > 1 and first == second and len({clause for clause, _ in first}) > 1


def same_reasons(one: Question, other: Question) -> bool:
    """Whether the moves of two questions have mostly the same reasons, apart from cards, suits, players and numbers."""
    if not (isinstance(one, Legal) and isinstance(other, Legal)):
        return False
    first, second = _reasons(one), _reasons(other)
    return first == second or (len(first | second) >= REASONS and 2 * len(first & second) > len(first | second))


def _reasons(question: Legal) -> set[tuple[str, bool, str]]:
    """The rule, verdict and generalized reason of each move."""
    return {(clause, legal, _generalized(text)) for clause, legal, text in question.reasons}


def _generalized(text: str) -> str:
    """A sentence without cards, suits, players and numbers."""
    plain = "".join(value if not kind else "#" for kind, value in split(text))
    return _SEVERAL.sub("#", _PARTICULAR.sub("#", plain))


def _about_result(question: Question) -> bool:
    """Whether it is about the result of a hand."""
    return (
        isinstance(question, ValueQuestion) and question.computation is not None and question.computation.phase is None
    )


def _same_scene(there: Mapping[str, str], here: Mapping[str, str]) -> bool:
    """Whether all fields but the decision are equal, and there are any."""
    names = (there.keys() | here.keys()) - {ASKED}
    return bool(names) and all(there.get(name) == here.get(name) for name in names)


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
