"""How much each rule is worth asking about: by how often it decides in sensible play, and whether other games have it.

What makes a game unlike others is asked for even if it seldom decides; what many games share is not asked for so often.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from functools import cache
from math import log2
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.by_name import names
from tutor.kernel.fields import specs
from tutor.teach.drills.moments import Moment, random_game, usual_table
from tutor.teach.rulebooks.rulebook import BadRulebook, Clause, rulebook

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.game import Game

LOOKED: Final = 600
"""Moments of sensible play that are counted."""
HANDS: Final = 8
"""The most hands that are counted."""
CHANCE: Final = 0.1
SELDOM: Final = 0.12
"""The weight of a rule that never decided; one that decides once a hand has weight 1."""
MOST: Final = 1.6
"""The weight of a rule that decides something in every trick."""
ASKED_FOR: Final = 0.5
"""The weight of a rule that never decided, but has a `[[drill]]` entry for the usual table."""
OWN: Final = 1.0
"""The least weight of a rule that no other game has, where lessons ask about it and it holds at the usual table."""
SHARED: Final = 0.8
"""The most weight of a rule that several other games have."""
SEVERAL: Final = 3
ALIKE: Final = 0.4
"""Two rules are alike if they share so much of all their words."""
START: Final = 20
"""So many letters tell whether a rule begins with what holds at the usual table, and not with an option."""
_WORD: Final = re.compile("[a-z]{3,}")


@cache
def weights(game: Game[Any]) -> Mapping[str, float]:
    """For each drilled clause its weight in drills; deterministic."""
    rng = Random(f"{game.name} often")
    times: Counter[str] = Counter()
    looked = hands = 0
    while looked < LOOKED and hands < HANDS:
        for here in random_game(game, usual_table(game), rng, LOOKED, CHANCE):
            looked += 1
            hands += here.phase is None
            times.update(set(deciding(here)))
            if looked >= LOOKED or hands >= HANDS:
                break
    asked = _asked_for(game)
    often = {ident: min(MOST, log2(1 + n / max(1, hands))) for ident, n in times.items()}
    return {
        clause.id: _weight(clause, max(asked[clause.id], often.get(clause.id, 0)), shared_by(game.name, clause))
        for clause in rulebook(game.name).clauses.values()
        if not clause.drill
    }


def _weight(clause: Clause, weight: float, others: int) -> float:
    """The `weight` of a rule, with regard to how many `others` have one like it."""
    if others >= SEVERAL:
        return min(SHARED, weight)
    usual = clause.text[:START] == clause.at_table[:START]
    return weight if others or clause.unasked or not usual else max(OWN, weight)


def shared_by(game: str, clause: Clause) -> int:
    """The number of other games with a rule that says much the same."""
    own = _words(clause)
    others = (rules for name, rules in _rules().items() if name != game)
    return sum(any(len(own & rule) >= ALIKE * len(own | rule) for rule in rules) for rules in others)


@cache
def _rules() -> Mapping[str, tuple[frozenset[str], ...]]:
    """The words of each rule of every game whose rulebook can be read."""
    found = {}
    for name in names():
        with suppress(BadRulebook):
            found[name] = tuple(map(_words, rulebook(name).clauses.values()))
    return found


def _words(clause: Clause) -> frozenset[str]:
    """The words of a rule, without numbers and the plural."""
    return frozenset(word.removesuffix("s") for word in _WORD.findall((clause.rule or clause.title).lower()))


def deciding(here: Moment) -> Iterator[str]:
    """The clauses that decide at this moment."""
    if here.phase is None:
        yield from (line.clause for line in here.settled.lines if line.points)
        yield str(here.settled.outcome.get("clause", ""))
    elif not here.due:
        yield here.phase.winner_clause(here.view)
    elif len(here.found.legal) > 1 or any(step.cut for step in here.found.steps):
        yield from (step.duty.clause for step in here.found.steps if step.cut)
        yield from {here.phase.basis(here.view, here.found, move) for move in here.found.legal[:12]}


def _asked_for(game: Game[Any]) -> dict[str, float]:
    """The least weight of each clause, which is higher for those drilled at the usual table."""
    rules = specs(game.options)
    found = dict.fromkeys(rulebook(game.name).clauses, SELDOM)
    for entry in rulebook(game.name).drills:
        text = f" {entry.position} {entry.score}"
        if not any(f" {name}=" in text for name in rules):
            found[entry.clause] = ASKED_FOR
    return found
