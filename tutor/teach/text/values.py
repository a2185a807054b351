"""Values as they stand in a sentence: cards and moves as marks, numbers and suits in words, lists, capitals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.kernel.cards import SUIT_NAMES, Card
from tutor.kernel.moves import Move
from tutor.teach.text.language import translated
from tutor.teach.text.marks import mark

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def shown(value: object) -> str:
    """A value in the form for a sentence: cards and moves as marks, several separated by blanks."""
    if isinstance(value, Card):
        return mark("c", value.text)
    if isinstance(value, Move):
        return mark("m", value.text)
    if isinstance(value, tuple | list | frozenset | set):
        return " ".join(shown(part) for part in value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def listed(values: Iterable[object], last: str = "and") -> str:
    """`a, b and c`; of two that are the same `both a`, or `a` where one of them is meant."""
    words = [shown(value) for value in values]
    if len(words) == 2 and words[0] == words[1]:
        return f"{translated('both')} {words[0]}" if last == "and" else words[0]
    if len(words) < 2:
        return words[0] if words else ""
    return f"{', '.join(words[:-1])} {translated(last)} {words[-1]}"


def some(values: Sequence[object], most: int = 3, last: str = "and") -> str:
    """The values as a list, `a, b and others` where there are more than `most`."""
    return listed(values if len(values) <= most else (*values[: most - 1], translated("others")), last)


def card_shown(value: object) -> str:
    """Cards as marks, as a list if jokers, which have names, are among them; a card may be given as `card("QC")`."""
    if isinstance(value, str):
        return " ".join(mark("c", part) for part in value.split())
    if isinstance(value, tuple | list) and any(isinstance(one, Card) and one.joker for one in value):
        return listed(value)
    return shown(value)


def seat(value: str) -> str:
    """A seat or side as a mark."""
    return mark("s", value)


def others_as(facing: str, *, the: bool = False) -> str:
    """The only other player as a mark; `others`, or `the others`, where there are more and `facing` is empty."""
    return seat(facing) if facing else translated("the others") if the else translated("others")


def suit(letter: str, *, one: bool = False) -> str:
    """`H` as `hearts`, or with `one` as `heart`."""
    name = SUIT_NAMES.get(letter, "no trump")
    return translated(name.removesuffix("s") if one and letter in SUIT_NAMES else name)


def count(number: float | str, noun: str, plural: str = "") -> str:
    """`1 card`, `3 cards`; of a fraction that is written out, `1/3 of a point`."""
    if isinstance(number, str) and "/" in number:
        return f"{number} of a {noun}"
    return f"{shown(number)} {noun if number == 1 else plural or noun + 's'}"


NUMBERS: Final = tuple("no one two three four five six seven eight nine ten eleven twelve".split())


def number(value: int) -> str:
    """A small number in words, a large one in figures."""
    return translated(NUMBERS[value]) if 0 <= value < len(NUMBERS) else str(value)


def capital(text: str) -> str:
    """`text` with its first letter capitalized, also behind a quotation mark, unless it begins with a mark."""
    at = 1 if text.startswith('"') else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def ended(text: str) -> str:
    """`text` with a full stop, unless it has an end mark already."""
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."
