"""What a learner has to think of in a question: keys that are equal for questions with the same idea."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tutor.kernel.working import Chain, Contest, Standing, Sum
from tutor.teach.questions import Legal, MovesQuestion, Question, ValueQuestion
from tutor.teach.results.products import reduced
from tutor.teach.text.marks import split, unmarked
from tutor.teach.text.names import LEFT, OPPONENT, OPPOSITE, PARTNER, RIGHT, YOU
from tutor.teach.text.sentences import parted

if TYPE_CHECKING:
    from tutor.kernel.working import Working

REASONS: Final = 3
"""Two questions about moves are alike if at least this many reasons, and half of them, are equal."""
WORDS: Final = 3
"""A sentence with fewer words says nothing that could be the same idea."""
NUMBERS: Final = "two|three|four|five|six|seven|eight|nine|ten"
_PLACES: Final = "|".join((YOU, LEFT, RIGHT, OPPOSITE, PARTNER, OPPONENT))
_SEVERAL: Final = re.compile(r"#(?:(?:,|,? and|,? or)? #)+")
"""Several things in a row, which stand for however many of them."""
_PARTICULAR: Final = re.compile(rf"\d+|\b({NUMBERS}|{_PLACES}|P\d|(?:spade|heart|club|diamond)s?)\b", re.IGNORECASE)
_ENDING: Final = re.compile(r"(?<=\w{3})s\b")
_WORD: Final = re.compile("[a-z]{3,}")


def generalized(text: str) -> str:
    """A text without cards, suits, players and numbers, and without the endings of one and of several."""
    plain = "".join(value if not kind else "#" for kind, value in split(text))
    return _ENDING.sub("", _SEVERAL.sub("#", _PARTICULAR.sub("#", plain)))


def idea(question: Question) -> object:
    """A key that is equal for questions of one rule with which a learner has to think of the same things.

    For moves these are the reasons by the rule against them, or else for them, or where there are none all against
    any, apart from cards, suits, players and numbers; for tricks how the winner wins; for sums the names or rules of
    their parts; else the steps to the answer.
    """
    match question:
        case MovesQuestion():
            found = _reasons(question.rows)
            own = frozenset(one for one in found if one[0] == question.clause)
            refused = frozenset(one for one in own if not one[1])
            return refused or own or frozenset(one for one in found if not one[1])
        case ValueQuestion():
            return ways(question.working)
    return question.clause


def ways(working: Working | None) -> object:
    """What a working is made of, apart from cards, players and numbers."""
    match working:
        case Sum():
            return frozenset((part.name or part.clause, part.how, ways(part.inner)) for part in working.parts if part.n)
        case Contest():
            return way_of_winning(working)
        case Standing():
            return (
                len(working.first),
                frozenset(step.name for step in working.steps),
                *map(ways, working.sums.values()),
            )
        case Chain():
            return tuple(step.name for step in working.steps if not step.given), type(working.result)
    return None


def way_of_winning(trick: Contest) -> tuple[str, bool]:
    """How the winning card got ahead, and whether it is one of several trumps."""
    trumps = [one for one in trick.laid if one.how == "trumps"]
    after_it = trick.laid[trick.laid.index(trumps[0]) + 1 :] if trumps else ()
    more = any(one.how in ("higher", "lower", "level", "same") for one in after_it)
    return trick.won.how, more or bool(trick.trump and trick.led == trick.trump)


def burden(question: Question) -> frozenset[str]:
    """The rules of which something has to be counted for the answer, step by step, before it is added up."""
    working = question.working if isinstance(question, ValueQuestion) else None
    if not isinstance(working, Sum):
        return frozenset()
    told = question.told if isinstance(question, ValueQuestion) else ()
    inner = ((part.clause, part.inner) for part in working.parts if part.clause not in told)
    return frozenset(clause for clause, one in inner if one is not None and len(reduced(one).parts) > 1)


def same_reasons(one: Question, other: Question) -> bool:
    """Whether the moves of two questions have mostly the same reasons, apart from cards, suits, players and numbers."""
    if not (isinstance(one, Legal) and isinstance(other, Legal)):
        return False
    first, second = _reasons(one), _reasons(other)
    return first == second or (len(first | second) >= REASONS and 2 * len(first & second) >= len(first | second))


def _reasons(question: Legal) -> set[tuple[str, bool, str]]:
    """The rule, verdict and generalized reason of each move."""
    return {(clause, legal, generalized(text)) for clause, legal, text in question.reasons}


def steps_told(question: ValueQuestion) -> frozenset[str]:
    """The sentences of the reason, apart from cards, suits, players and numbers; without sums."""
    said = (generalized(one) for one in parted(question.explained()) if "=" not in unmarked(one))
    return frozenset(text for text in said if len(_WORD.findall(text)) >= WORDS)
