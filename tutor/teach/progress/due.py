"""The clauses that are due for review, and the weakest, among those that rulebooks still have."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from tutor.kernel.by_name import names
from tutor.teach.rulebooks.rulebook import BadRulebook, rulebook
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from datetime import datetime

    from tutor.teach.progress.derived import Progress

WEAKEST: Final = 3
"""The number of clauses that are offered when nothing is due."""


def weakness(progress: Progress, clause: str) -> float:
    """The weakness of a clause, from 0 (always right at the first try) to 1; 0.5 if it was never asked about."""
    known = progress.clause(clause)
    return 1 - known.right_first / known.tries if known.tries else 0.5


def surviving_clauses(progress: Progress) -> list[str]:
    """The clauses asked about that still exist in the rulebook of an existing game."""
    out = []
    for clause, known in progress.clauses.items():
        if known.game in names():
            try:
                there = clause in rulebook(known.game).clauses
            except BadRulebook:
                continue
            out += [clause] if there else []
    return out


def due_clauses(progress: Progress, now: datetime) -> list[str]:
    """The clauses due for review at `now`, the longest overdue first."""
    there = set(surviving_clauses(progress)) if progress.clauses else set()
    return [clause for clause in progress.due(now) if clause in there] if there else []


def weakest(progress: Progress, most: int = WEAKEST) -> list[str]:
    """The weakest clauses that can be drilled, the worst first, without those never answered wrong."""
    there = [
        clause
        for clause in surviving_clauses(progress)
        if weakness(progress, clause) > 0 and not rulebook(progress.clause(clause).game).clauses[clause].drill
    ]
    return list(islice(sorted(there, key=lambda clause: -weakness(progress, clause)), most))


def time_until(when: datetime, now: datetime) -> str:
    """The time until `when`, in words."""
    hours = max(0.0, (when - now).total_seconds() / 3600)
    if hours < 1:
        return say("review.soon")
    return say("review.hours", n=round(hours)) if hours < 36 else say("review.days", n=round(hours / 24))
