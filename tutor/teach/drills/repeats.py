"""Whether two questions of a drill ask nearly the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tutor.kernel.cards import SUITS
from tutor.kernel.working import Contest
from tutor.teach.questions import Legal, MakeMove, Question, ValueQuestion, WhichClause, Winner
from tutor.teach.text.doc import split
from tutor.teach.text.names import LEFT, OPPONENT, OPPOSITE, PARTNER, RIGHT, YOU

if TYPE_CHECKING:
    from collections.abc import Mapping

CARDS: Final = frozenset({"winner"})
"""Shapes of questions that a drill cannot ask too often, for the cards are others each time."""
ENDING: Final = "outcome.game"
"""What is asked where a question is who has won the game."""
ASKED: Final = "phase"
"""The field that tells what is to be decided, not what lies there."""
HAND: Final = "hand"
FIELDS: Final = 4
"""So many fields of two results at the least make them alike, if more than half of them are."""
FEW: Final = 4
"""Cards of a field up to which their number matters: a trick has so many, what was won has more."""
REASONS: Final = 3
"""So many reasons of two questions about moves at the least make them alike, if more than half of them are."""
_NUMBERS: Final = "two|three|four|five|six|seven|eight|nine|ten"
_PLACES: Final = "|".join((YOU, LEFT, RIGHT, OPPOSITE, PARTNER, OPPONENT))
_PARTICULAR: Final = re.compile(rf"\d+|\b({_NUMBERS}|{_PLACES}|P\d|(?:spade|heart|club|diamond)s?)\b", re.IGNORECASE)
_CARD: Final = re.compile(rf"\b(?:[2-9TJQKA][{''.join(SUITS)}]|X[12])\b")
_SUIT: Final = re.compile(rf"\b[{''.join(SUITS)}]\b")
_SEAT: Final = re.compile(r"P\d")
_HEAP: Final = re.compile(r"#(?:[+,]#)+")
_MANY: Final = re.compile(rf"#(?:[^#]*#){{{FEW},}}")


def shape(question: Question) -> str:
    """What two questions have in common that ask the same of different cards: the sort, or the words without values.

    Of moves to sort it is the rules that let some be made and forbid others.
    """
    if isinstance(question, Legal | MakeMove):
        rulings = question.choices if isinstance(question, Legal) else question.found.rulings
        told = {f"{ruling.clause}{'+' if ruling.legal else '-'}" for ruling in rulings}
        return " ".join(["moves", *sorted(told)])
    if isinstance(question, ValueQuestion) and question.work is not None and question.work.path == ENDING:
        return ENDING
    if isinstance(question, ValueQuestion):
        asking = re.split(r"(?<=[.?!])\s+", question.prompt)
        plain = "".join(value for kind, value in split(next((t for t in asking if "?" in t), "")) if not kind)
        return re.sub(rf"\d+|\b({_NUMBERS})\b", "#", plain, flags=re.IGNORECASE)
    if isinstance(question, Winner):
        return "winner"
    return type(question).__name__


def situation(question: Question) -> str:
    """What two questions have in common whose reasons are the same but for the cards; empty if they have none.

    Of moves that is: the rules that let some be made and forbid others, and how many cards lie where, whichever they
    are. Of what follows from a position: what is asked for, and all that is told of it but cards, suits and seats.
    """
    told = {name: text for name, text in _told(question).items() if name not in (HAND, ASKED)}
    masked = {name: _SUIT.sub("~", _CARD.sub("#", text)) for name, text in sorted(told.items())}
    if isinstance(question, Legal | MakeMove):
        lying = [f"{name}={_MANY.sub('##', text)}" for name, text in masked.items() if "#" in text]
        return " ".join([shape(question), *lying])
    if isinstance(question, ValueQuestion) and question.work is not None and question.work.phase is not None:
        path = _SEAT.sub("@", question.work.path)
        if question.kind == "name":  # who it is does not hang on how many cards lie there
            masked = {name: _HEAP.sub("#", text) for name, text in masked.items()}
        return " ".join(["value", path, *(_SEAT.sub("@", f"{name}={text}") for name, text in masked.items())])
    return ""


def alike(one: Question, other: Question) -> bool:
    """Whether two questions are nearly the same.

    That is: they are about the same position or result, or about results that agree in more than half of what there is
    to tell; the same calls are offered, or mostly the same cards with the same answer; the cards of two tricks stand to
    each other in the same way; the same is asked of positions or results that agree in half of what there is to tell.
    """
    there, here = _told(one), _told(other)
    fields = there.keys() | here.keys()
    same = sum(there.get(name) == here.get(name) for name in fields)
    results = _result(one) and _result(other) and len(fields) >= FIELDS
    if _same_scene(there, here) or (results and 2 * same > len(fields)):
        return True
    match one, other:
        case Legal(), Legal():
            first, second = _sorted_out(one), _sorted_out(other)
            calls = {text for text, _ in first} == {text for text, _ in second}
            return calls or 2 * len(first & second) >= len(first | second)
        case Winner(), Winner():
            return bool(_course(one)) and _course(one) == _course(other)
        case ValueQuestion(), ValueQuestion() if shape(one) == shape(other):
            return 2 * same >= len(fields)
    return False


def same_reasons(one: Question, other: Question) -> bool:
    """Whether moves are sorted out for mostly the same reasons, but for cards, suits, players and numbers."""
    if not (isinstance(one, Legal) and isinstance(other, Legal)):
        return False
    first, second = _reasons(one), _reasons(other)
    return len(first | second) >= REASONS and 2 * len(first & second) > len(first | second)


def _reasons(question: Legal) -> set[tuple[str, bool, str]]:
    """The reasons why moves may be made or not, each with its rule, what is particular left out."""
    return {(clause, legal, _general(text)) for clause, legal, text in question.reasons}


def _general(text: str) -> str:
    """A sentence without cards, suits, players and numbers."""
    plain = "".join(value if not kind else "#" for kind, value in split(text))
    return _PARTICULAR.sub("#", plain)


def _result(question: Question) -> bool:
    """Whether it is about the result of a hand."""
    return isinstance(question, ValueQuestion) and question.work is not None and question.work.phase is None


def _same_scene(there: Mapping[str, str], here: Mapping[str, str]) -> bool:
    """Whether all is the same but what is to be decided, where there is anything to tell."""
    names = (there.keys() | here.keys()) - {ASKED}
    return bool(names) and all(there.get(name) == here.get(name) for name in names)


def _told(question: Question) -> Mapping[str, str]:
    """What there is to tell of the position or the result, field by field."""
    match question:
        case Legal() | MakeMove() | WhichClause():
            told: Mapping[str, str] = question.found.view.text(question.game.usual)
        case Winner() | ValueQuestion() if question.work is not None:
            told = question.work.view.text(question.work.game.usual)
        case _:
            told = {"": question.prompt}
    return told


def _sorted_out(question: Legal) -> set[tuple[str, bool]]:
    return {(ruling.text, ruling.legal) for ruling in question.choices}


def _course(question: Winner) -> tuple[tuple[str, bool], ...]:
    """How each card of a trick stands to the best before it, and whether it is a trump."""
    working = question.work.working if question.work is not None else None
    if not isinstance(working, Contest):
        return ()
    return tuple((one.how, working.led == working.trump) for one in working.laid)
