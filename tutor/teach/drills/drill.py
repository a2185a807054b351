"""Drills: questions about any clause of any game; a seed determines the question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.field_types import Whole
from tutor.kernel.fields import specs
from tutor.teach.drills.quality import worth_asking
from tutor.teach.drills.search import by_chance, by_entries
from tutor.teach.fairness.drill_questions import described, unsound
from tutor.teach.fairness.variations import possible
from tutor.teach.questions import ValueQuestion
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.rulings import ruling as words
from tutor.teach.text.words import TemplateError, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tutor.kernel.game import Game
    from tutor.teach.drills.moments import Moment
    from tutor.teach.questions import Question
    from tutor.teach.text.doc import Block

TRIED: Final = 3
"""The number of drills that must be found for a clause to count as drillable."""
ATTEMPTS: Final = 8
"""The most questions tried for one drill until one is fair and worth asking."""
HARDLY: Final = 3
"""After this many that are hardly worth asking no better one is expected: of most such clauses there is none."""


class NoDrill(LookupError):
    """No drill of this clause was found."""


class DrillRejected(LookupError):
    """The drill found is not wanted."""


def anything(moment: Moment, question: Question) -> bool:
    """The predicate that accepts every drill."""
    return True


@dataclass(frozen=True)
class Drill:
    """One question of a clause about a moment, made from a seed; `preface` is said before it."""

    game: Game[Any]
    clause: str
    seed: int
    moment: Moment
    question: Question
    preface: str = ""

    def described(self) -> list[Block]:
        """The moment as shown with the question: the table, or the facts of a result."""
        return described(self.moment, self.question)


def make(
    game: Game[Any],
    clause: str,
    seed: int,
    *,
    strict: bool = False,
    wanted: Callable[[Moment, Question], bool] = anything,
) -> Drill:
    """The drill of `clause` for `seed`; raises `NoDrill` if none is found, KeyError for an unknown clause.

    A question hardly worth asking is used only if there is no other, and never if `strict`. A question that is not
    `wanted` raises `DrillRejected`, before the expensive proof that it is fair.
    """
    words.clause(game.name, clause)
    spare: Drill | None = None
    hardly = 0
    for moment, question, rng in _questions(game, clause, seed):
        worth = worth_asking(question) and not _as_usual(moment, question)
        if worth and not wanted(moment, question):
            raise DrillRejected(clause)
        if (worth or not (strict or spare)) and not any(unsound(moment, question, rng)):
            spare = Drill(game, clause, seed, moment, question)
        if worth and spare is not None:
            return spare
        hardly += not worth
        if hardly >= HARDLY:
            break
    if spare is None:
        raise NoDrill(clause)
    return spare


def _as_usual(moment: Moment, question: Question) -> bool:
    """Whether the answer about a result under house rules is the same without them, so that they decide nothing.

    House rules that are numbers (a target) are apart: how far it is to them is what is asked.
    """
    game, view = moment.game, moment.view
    answer_at = question.answer_at if isinstance(question, ValueQuestion) else None
    known = specs(type(view.options))
    changed = [name for name in view.options.changed() if not isinstance(known[name].kind, Whole)]
    if moment.phase is not None or answer_at is None or not changed:
        return False
    usual = replace(view, options=replace(view.options, **{name: known[name].default for name in changed}))
    return bool(possible(game, game.scoring, usual)) and answer_at(usual) == answer_at(view)


def _questions(game: Game[Any], clause: str, seed: int) -> Iterator[tuple[Moment, Question, Random]]:
    """The questions found for `seed`, one after the other, and the chance that goes on from each."""
    entries = [entry for entry in rulebook(game.name).drills if entry.clause == clause]
    for attempt in range(ATTEMPTS):
        rng = Random(f"{game.name} {clause} {seed}{f' {attempt}' if attempt else ''}")
        found = by_entries(game, entries, rng) if entries else by_chance(game, clause, rng)
        if found is None:
            return
        moment, question = found
        question.clause = clause
        if question.grade(question.answer()).right:  # `4C KC` may be two cards or one combination
            yield moment, question, rng


@cache
def drillable(game: Game[Any]) -> Mapping[str, str]:
    """For every clause "" if it can be drilled, else the reason: the rulebook's, or that nothing was found."""
    return {clause.id: clause.drill or _missing(game, clause.id) for clause in rulebook(game.name).clauses.values()}


def _missing(game: Game[Any], clause: str) -> str:
    """The reason why `clause` cannot be drilled; "" if it can."""
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
