"""Answers to questions about one value, as they are typed: read, and graded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import SUIT_NAMES, card, is_card, spelled
from tutor.kernel.seats import members
from tutor.teach.conversation.typed_words import cards_in_words
from tutor.teach.questions.asked_value import NO_SUIT, AskedValue
from tutor.teach.questions.base import Grade, not_understood, tokens, unread
from tutor.teach.text.people import people, sides_meant
from tutor.teach.text.values import NUMBERS, shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.teach.text.people import NamedPlayers

DRAWN: Final = ("draw", "drawn", "a draw", "tie", "a tie", "equal", "both")
"""Answers of two players or sides: both of them, or neither."""
_YES_OR_NO: Final = dict.fromkeys(("yes", "y", "yep", "yeah", "true"), "yes") | dict.fromkeys(
    ("no", "n", "nope", "not", "false"), "no"
)
OF_PEOPLE: Final = ("winner", "turn", "outcome.hand", "outcome.game")
"""Values that are players or sides, or nobody."""
_NO_SUIT_SAID: Final = ("no", "none", "nt", "notrump", "notrumps", "nothing", NO_SUIT)
_OF_SUIT: Final = ("trump", "trumps", "suit")
"""Words that add nothing to the name of a suit, or to "no"."""
_NUMERAL: Final = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)")
NUMBER: Final = re.compile(r"\s*\+?(-?\d+(?:[.,]\d+)?)(?:\s+(\d)/([1-9]))?(?!\S)")
"""A number at the beginning of an answer, perhaps with a fraction as people write it (`7 1/3`)."""

_TENS: Final = {
    ten: 20 + 10 * n for n, ten in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())
}
_BELOW_TWENTY: Final = (*NUMBERS, *(f"{root}teen" for root in "thir four fif six seven eigh nine".split()))
_IN_WORDS: Final = (
    {word: str(n) for n, word in enumerate(_BELOW_TWENTY) if n}
    | {
        f"{ten}{unit}": str(20 + 10 * n + k)
        for n, ten in enumerate(_TENS)
        for k, unit in enumerate(("", *NUMBERS[1:10]))
    }
    | dict.fromkeys(("zero", "nothing", "none", "nil"), "0")
)
_COMPOUND: Final = re.compile(rf"\b({'|'.join(_TENS)})[ -](?=(?:{'|'.join(NUMBERS[1:10])})\b)", re.IGNORECASE)
"""The tens of a number in words, in front of its units."""
_MINUS: Final = re.compile(r"(?<!\d )\bminus\s+(?=\d)|^\s*[-−–]\s*(?=\d)|[−–](?=\d)", re.IGNORECASE)
_PLUS: Final = re.compile(r"(?<!\d )\bplus\s+(?=\d)", re.IGNORECASE)
_UNIT: Final = re.compile(r"(?<=\d)\s+(?!(?:and|down|lost|minus|plus)\b)[a-z]{3,}[.!]?$", re.IGNORECASE)
"""What is counted, behind a number (`3 points`); not a word that makes the number another."""


def graded(question: AskedValue, answer: str) -> Grade:
    """Grade an answer: numbers by value, seats by any name, lists in order if that matters."""
    kind = question.kind
    if kind in ("name", "counted"):
        return _people_graded(question, answer) if kind == "name" else _counted_graded(question, answer)
    if kind in ("number", "numbers"):
        answer = in_figures(answer)
    if kind == "flag":
        answer = yes_or_no(answer)
    if kind == "card" and question.computation is not None:
        answer = cards_in_words(question.computation.game, answer) or answer
    said = [token for token in tokens(answer) if kind != "suit" or token.lower() not in _OF_SUIT]
    given = [_plain(kind, token) for token in said] or [""]
    wanted = [_plain(kind, typed(part)) for part in question.parts] or ["none"]
    if not question.ordered or kind == "suit":
        given, wanted = sorted(given), sorted(wanted)
    right = given == wanted
    if kind == "number" and not right and _several(given, wanted, answer):
        return unread(say("question.one_number"))
    if kind == "number" and not right and NUMBER.fullmatch(answer.strip()):
        return question.graded(False)
    return (None if right else _unread(question, given, wanted)) or question.graded(right)


def _several(given: list[str], wanted: list[str], answer: str) -> bool:
    """Whether an answer is several numbers; a decimal has a comma only where no whole number is wanted."""
    if len(given) < 2 or not all(map(_NUMERAL.fullmatch, given)):
        return False
    return all(map(str.isdigit, (one.lstrip("+-") for one in wanted))) or not NUMBER.fullmatch(answer.strip())


def yes_or_no(answer: str) -> str:
    """What an answer says that begins so ("yes, they are"); the answer itself if it begins otherwise."""
    return _YES_OR_NO.get(re.split(r"[^a-z]+", answer.strip().lower(), maxsplit=1)[0], answer)


def in_figures(answer: str) -> str:
    """An answer that is to be a number, as figures: `minus three` is `-3`, `4 points` is `4`, `nothing` is `0`."""
    whole = _COMPOUND.sub(r"\1", answer.strip())
    text = re.sub(r"[A-Za-z]+", lambda word: _IN_WORDS.get(word[0].lower(), word[0]), whole)
    return _UNIT.sub("", signed(text))


def signed(answer: str) -> str:
    """`answer` with signs of numbers as signs: `Left, minus 3` is `Left, -3`."""
    return _PLUS.sub("", _MINUS.sub("-", answer))


def number_meant(answer: str) -> float | None:
    """The number that an answer begins with, perhaps with a fraction (`7 1/3`); None if it does not begin with one."""
    found = NUMBER.match(in_figures(answer))
    if found is None:
        return None
    whole, over, under = found.groups()
    part = int(over) / int(under) if over else 0.0
    return float(whole.replace(",", ".")) + (-part if whole.startswith("-") else part)


def typed(part: Any) -> str:
    """One part of a value in the form in which it is typed."""
    return ("yes" if part else "no") if isinstance(part, bool) else shown(part)


def counted_in(question: AskedValue, answer: str) -> tuple[NamedPlayers, str]:
    """The players that an answer names beside a number, and the number; "" if there is none."""
    answer = signed(answer)
    number = re.search(r"(?<![\w-])-?\d+(?!\w)", answer)
    rest = f"{answer[: number.start()]} {answer[number.end() :]}" if number else answer
    return people(question.names, question.seats).read(rest), number[0] if number else ""


def _unread(question: AskedValue, given: list[str], wanted: list[str]) -> Grade | None:
    """The grade of parts that are no answers of the kind asked for; None if they are."""
    kind = question.kind
    if kind == "card" and given == [_rank(one) for one in wanted]:
        return unread(say("question.card"))
    if kind == "card" and not all(one == "none" or is_card(one.upper()) for one in given):
        return unread(say("question.some_card"))
    if not any(map(str.isalnum, "".join(given))):  # a question mark is no word
        return unread(say("question.some_word"))
    if kind == "suit" and not all(part.upper() in SUIT_NAMES or part == "none" for part in given):
        return unread(say("question.suit"))
    if question.offered and given[0] not in map(str.lower, question.offered):
        return unread(say("question.word", them=question.offered))
    if kind in ("number", "numbers") and not all(map(_NUMERAL.fullmatch, given)):
        return unread(say("question.number"))
    return None


def _people_graded(question: AskedValue, answer: str) -> Grade:
    """Grade players by any name; a side may be named by one of its players."""
    seats, parts = question.seats, question.parts
    if len(seats) == 2 and answer.strip().lower() in DRAWN:
        return question.graded(set(parts) in (set(), {"none"}, set(seats)))
    said = people(question.names, seats).read(answer)
    if not said.understood:
        if parts in ([], ["none"]) and not _of_people(question) and _names_something(answer):
            return question.graded(False)
        return not_understood(said, seats)
    named = sides_meant(said.seats, seats) if question.of_sides else said.in_turn
    given, wanted = list(named or ["none"]), parts or ["none"]
    return question.graded(given == wanted if question.ordered else set(given) == set(wanted))


def _of_people(question: AskedValue) -> bool:
    """Whether a question to which nobody is the answer is about players all the same."""
    return question.path.startswith(OF_PEOPLE) or any(one in question.seats for one in question.others)


def _names_something(answer: str) -> bool:
    """Whether an answer names a number, a suit or a card, where "none" does not tell what was asked for."""
    suits = {*SUIT_NAMES, *map(str.upper, SUIT_NAMES.values())}
    words = [spelled(word).upper() for word in tokens(answer)]
    return any(word.lstrip("+-").isdigit() or word in suits or is_card(word) for word in words)


def _counted_graded(question: AskedValue, answer: str) -> Grade:
    """Grade a side by any name with a number."""
    said, number = counted_in(question, answer)
    if not number and said.understood and not said.seats:
        return question.graded(False)
    side, _, wanted = question.value.rpartition(":")
    if not number or not said.understood:
        return unread(say("question.counted", sides="+" in side))
    return question.graded(set(said.seats) <= set(members(side)) and said.seats != () and number == wanted)


def _plain(kind: str, text: str) -> str:
    """One part of an answer of this kind, normalized for comparison."""
    low = text.strip().lower().removesuffix(".0")
    low = {"true": "yes", "false": "no", "y": "yes", "n": "no", "nobody": "none", NO_SUIT: "none"}.get(low, low)
    if kind == "suit" and low in _NO_SUIT_SAID:
        return "none"
    if kind == "suit":
        return {name: letter for letter, name in SUIT_NAMES.items()}.get(low, spelled(low)[:1]).lower() or low
    return spelled(low).lower() if kind == "card" else low.removeprefix("+")


def _rank(text: str) -> str:
    """The rank of a card written in small letters, as it may be typed alone."""
    return card(text.upper()).rank.lower() if is_card(text.upper()) else text
