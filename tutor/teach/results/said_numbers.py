"""Which numbers a line says, by the facts that it is made of, so that no line gives an answer away in any language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from numbers import Real
from typing import TYPE_CHECKING, Final, NamedTuple

from tutor.kernel.working import Sum, total_of
from tutor.teach.text.marks import split
from tutor.teach.text.values import NUMBERS, number

if TYPE_CHECKING:
    from tutor.kernel.working import Part

_FIGURES: Final = re.compile(r"-?\d+(?:\.\d+)?")
_CALLS: Final = ("call", "than")
"""Facts that are calls: their numbers stand in their text."""


class Line(NamedTuple):
    """A line, and the numbers that it says; a `bare` one is a label with a number, and explains nothing."""

    text: str
    numbers: frozenset[float] = frozenset()
    bare: bool = False


def joined(lines: Iterable[Line]) -> Line:
    """Several lines as one."""
    lines = [line for line in lines if line.text]
    return Line(" ".join(line.text for line in lines), frozenset[float]().union(*(line.numbers for line in lines)))


def written(text: str) -> Line:
    """A sentence that an author wrote, which has no facts: its figures, and its small numbers in words.

    "One" is said of much else.
    """
    plain = " ".join(value for kind, value in split(text) if not kind)
    words = (n for n in range(2, len(NUMBERS)) if re.search(rf"\b{number(n)}\b", plain, re.IGNORECASE))
    return Line(text, frozenset([*map(float, _FIGURES.findall(plain)), *words]))


def numbers_of(facts: Mapping[str, object]) -> frozenset[float]:
    """The numbers that the facts of a step, or of a label, are; 0 is a fact of much that does not happen."""
    calls = (str(facts.get(name, "")) for name in _CALLS)
    found = [*_numbers(facts), *(float(n) for call in calls for n in _FIGURES.findall(call))]
    return frozenset(filter(None, found))


def numbers_of_parts(parts: Iterable[Part]) -> frozenset[float]:
    """The numbers that parts of a sum are, alone and together; that a part counts nothing tells nothing of others."""
    parts = tuple(parts)
    return frozenset(n for n in (*(part.n for part in parts), total_of(parts)) if n)


def _numbers(fact: object) -> Iterator[float]:
    """The numbers in a fact: what a sum comes to, what its parts are, but not what single cards count in it."""
    if isinstance(fact, bool):
        return
    if isinstance(fact, Real):
        yield float(fact)
    elif isinstance(fact, Sum):
        yield fact.total
        for part in fact.parts:
            yield from _numbers(part.inner) if part.inner is not None else (() if part.cards else (part.n,))
    elif isinstance(fact, Mapping):
        yield from (n for one in fact.values() for n in _numbers(one))
    elif isinstance(fact, tuple | list):
        yield from (n for one in fact for n in _numbers(one))
