"""Drills: questions about any clause of any game, made of play, without end and the same for the same seed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.teach import ruling as words
from tutor.teach.drills.fairness import described, unsound
from tutor.teach.drills.search import by_chance, by_entries
from tutor.teach.drills.worth import worth_asking
from tutor.teach.rulebook import rulebook
from tutor.teach.text.words import TemplateError, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tutor.kernel.game import Game
    from tutor.teach.drills.moments import Moment
    from tutor.teach.questions import Question
    from tutor.teach.text.doc import Block

TRIED: Final = 3
"""Drills of a clause that must all be found before it counts as one that can be drilled."""
ATTEMPTS: Final = 8
"""Questions made for one drill of which none is fair and worth asking, before it is given up."""


class NoDrill(LookupError):
    """No drill of this clause was found."""


class Unwanted(LookupError):
    """There is a drill, but not one that is wanted."""


def anything(moment: Moment, question: Question) -> bool:
    """Whether a drill is wanted by somebody who takes any."""
    return True


@dataclass(frozen=True)
class Drill:
    """One question: about a moment, of a clause, made from a seed; `preface` is said before it."""

    game: Game[Any]
    clause: str
    seed: int
    moment: Moment
    question: Question
    preface: str = ""

    def described(self) -> list[Block]:
        """The moment: the table, or what a result is made of."""
        return described(self.moment, self.question)


def make(
    game: Game[Any],
    clause: str,
    seed: int,
    *,
    strict: bool = False,
    wanted: Callable[[Moment, Question], bool] = anything,
) -> Drill:
    """The drill of `clause` that belongs to `seed`; `NoDrill` if none is found. KeyError for a clause there is not.

    One that is hardly worth asking is taken only if there is no other, and never if `strict`. `Unwanted` as soon as a
    question comes up that is not `wanted`: whether it is fair, which takes long to prove, is not asked then.
    """
    spare: Drill | None = None
    book = rulebook(game.name)
    words.clause(game.name, clause)
    entries = [entry for entry in book.drills if entry.clause == clause]
    for attempt in range(ATTEMPTS):
        rng = Random(f"{game.name} {clause} {seed}{f' {attempt}' if attempt else ''}")
        found = by_entries(game, entries, rng) if entries else by_chance(game, clause, rng)
        if found is None:
            break
        moment, question = found
        question.clause = clause
        if not question.grade(question.answer()).right:  # `4C KC` would be two cards or one combination
            continue
        worth = worth_asking(question)
        if worth and not wanted(moment, question):
            raise Unwanted(clause)
        if (worth or not (strict or spare)) and not any(unsound(moment, question, rng)):
            spare = Drill(game, clause, seed, moment, question)
        if worth and spare is not None:
            return spare
    if spare is None:
        raise NoDrill(clause)
    return spare


@cache
def drillable(game: Game[Any]) -> Mapping[str, str]:
    """For every clause "" if it can be drilled, else why not: in the rulebook's words, or that nothing was found."""
    return {clause.id: clause.drill or _missing(game, clause.id) for clause in rulebook(game.name).clauses.values()}


def _missing(game: Game[Any], clause: str) -> str:
    """Why `clause` cannot be drilled whenever somebody wants to; "" if it can."""
    found = 0
    for seed in range(TRIED):
        try:
            make(game, clause, seed)
            found += 1
        except NoDrill:
            continue
        except TemplateError as why:
            return say("drill.broken", why=str(why))
    return "" if found == TRIED else say("drill.rare" if found else "drill.not_found")
