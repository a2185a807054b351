"""The technical terms of a game, and which of them the lessons of its course have explained."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from tutor.teach.index import headlines
from tutor.teach.ruling import book

if TYPE_CHECKING:
    from collections.abc import Collection

    from tutor.teach.rulebook import Rulebook

Terms: TypeAlias = dict[str, re.Pattern[str]]
"""Patterns that find each term in a sentence, singular or plural."""
_NONE: Final[Terms] = {}


def untaught(rules: Rulebook, taught: Collection[str]) -> Terms:
    """The terms that no clause in `taught` explains."""
    told = {term.lower() for clause in rules.clauses.values() if clause.id in taught for term in clause.terms}
    every = {term.lower() for clause in rules.clauses.values() for term in clause.terms}
    return {term: re.compile(rf"\b{re.escape(term)}(?:e?s)?\b", re.I) for term in sorted(every - told)}


def untold(game: str, lesson: str) -> Terms:
    """The terms not explained by the end of this lesson of a game's course; empty for a lesson outside the course."""
    course = headlines(game)
    at = next((at for at, line in enumerate(course) if line.id == lesson), None)
    if at is None:
        return _NONE
    return untaught(book(game), {ident for line in course[: at + 1] for ident in line.clauses})
