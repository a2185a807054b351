"""Examples of positions, for whoever asks how they are written."""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.drills.moments import patterned, random_game, usual_table
from tutor.teach.rulebooks.rulebook import rulebook

if TYPE_CHECKING:
    from tutor.kernel.game import Game

STEPS: Final = 150
GAMES: Final = 3
"""The most steps of a game, and the games, in which a phase is looked for."""
CHANCE: Final = 0.3
"""The share of random moves in these games, which bring about what sensible play seldom does."""


def example_of_phase(game: Game[Any], phase: str) -> str:
    """The fields of a decision in `phase`, by a pattern of its drills or out of a game; "" if none is found soon."""
    patterns = [one for one in rulebook(game.name).drills if one.position]
    named = [one for one in patterns if one.phase == phase or f"phase={phase}" in one.position.split()]
    made = (patterned(game, one.position, phase, Random(1)) for one in named)
    played = chain.from_iterable(
        random_game(game, usual_table(game), Random(n), STEPS, CHANCE) for n in range(1, GAMES + 1)
    )
    there = (one for one in chain(made, played) if one is not None and one.phase and one.phase.name == phase)
    return next((one.position for one in there if one.due), "")
