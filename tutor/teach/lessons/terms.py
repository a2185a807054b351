"""The technical terms and table entries of a game, and which of them the lessons of its course have explained."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from tutor.teach.overview.index import headlines
from tutor.teach.rulings.ruling import book

if TYPE_CHECKING:
    from collections.abc import Collection

    from tutor.teach.rulebooks.rulebook import Rulebook

Terms: TypeAlias = dict[str, re.Pattern[str]]
"""Patterns that find each term in a sentence, singular or plural."""


class Untold(NamedTuple):
    """What the lessons so far have not explained: terms, and names of table entries."""

    terms: Terms
    entries: frozenset[str] = frozenset()


_NOTHING: Final = Untold({})


def untaught(rules: Rulebook, taught: Collection[str]) -> Terms:
    """The terms that no clause in `taught` explains."""
    told = {term.lower() for clause in rules.clauses.values() if clause.id in taught for term in clause.terms}
    every = {term.lower() for clause in rules.clauses.values() for term in clause.terms}
    return {term: re.compile(rf"\b{re.escape(term)}(?:e?s)?\b", re.I) for term in sorted(every - told)}


def untaught_entries(rules: Rulebook, taught: Collection[str]) -> frozenset[str]:
    """The table entries that some clause explains, but none in `taught`."""
    told = {name for ident in taught if ident in rules.clauses for name in rules.clauses[ident].entries}
    return frozenset(name for clause in rules.clauses.values() for name in clause.entries) - told


def untold(game: str, lesson: str) -> Untold:
    """What is not explained by the end of this lesson of a game's course; nothing for a lesson outside the course."""
    course = headlines(game)
    at = next((at for at, line in enumerate(course) if line.id == lesson), None)
    if at is None:
        return _NOTHING
    rules, taught = book(game), {ident for line in course[: at + 1] for ident in line.clauses}
    return Untold(untaught(rules, taught), untaught_entries(rules, taught))
