"""The special words of a game, and which of them a learner has been told by a lesson of its course."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from tutor.teach.index import headlines
from tutor.teach.ruling import book

if TYPE_CHECKING:
    from collections.abc import Collection

    from tutor.teach.rulebook import Rulebook

Terms: TypeAlias = dict[str, re.Pattern[str]]
"""Words, each with a pattern that finds it in a sentence, also in the plural."""
_NONE: Final[Terms] = {}


def untaught(rules: Rulebook, taught: Collection[str]) -> Terms:
    """The words that only clauses explain which are not among those `taught`."""
    told = {term.lower() for clause in rules.clauses.values() if clause.id in taught for term in clause.terms}
    every = {term.lower() for clause in rules.clauses.values() for term in clause.terms}
    return {term: re.compile(rf"\b{re.escape(term)}(?:e?s)?\b", re.I) for term in sorted(every - told)}


def untold(game: str, lesson: str) -> Terms:
    """The words that no lesson of a game's course has explained by the end of this one; none if it is in no course."""
    course = headlines(game)
    at = next((at for at, line in enumerate(course) if line.id == lesson), None)
    if at is None:
        return _NONE
    return untaught(book(game), {ident for line in course[: at + 1] for ident in line.clauses})
