"""How often each rule decides in sensible play, so that drills prefer frequent rules."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import log2
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.fields import specs
from tutor.teach.drills.moments import Moment, random_game, usual_table
from tutor.teach.rulebook import rulebook

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
    return {
        clause.id: max(asked[clause.id], min(MOST, log2(1 + times[clause.id] / max(1, hands))))
        for clause in rulebook(game.name).clauses.values()
        if not clause.drill
    }


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
