"""How sampled deals go on after each of some moves: the lines by which the adviser judges a card to a trick."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from tutor.advice.outcomes import LONGEST, followed
from tutor.advice.players import HEURISTIC_SHARE, STEP, HeuristicPlayer, RemainingLine

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tutor.advice.outcomes import TakenTrick
    from tutor.advice.sampled_outcomes import SampledOutcomes

MOST: Final = 80
"""The most deals in which lines are followed."""
DEARER: Final = 2
"""How many times the work of play-outs by rule of thumb following lines may cost."""


class Lines(NamedTuple):
    """A sampled deal, and for each move the tricks that are won after it, by whichever seat."""

    sample: Any
    tricks: tuple[tuple[TakenTrick, ...], ...]


def lines(sampled: SampledOutcomes, seed: str) -> Iterator[Lines]:
    """The lines after the moves of `sampled`, in as many deals as its work allows.

    They are principal variations, where policies give any.
    """
    game, seat, spent = sampled.game, sampled.seat, 0
    for n in range(MOST):
        sample: Any = sampled.samples[n] if n < len(sampled.samples) else sampled.sampler.sample(f"{seed}:{n}").state
        memory: dict[Any, Any] = {}
        won: list[tuple[TakenTrick, ...]] = []
        for move in sampled.moves:
            rng = Random(f"{seed}:{n}")
            plan = RemainingLine(game, seat, memory)
            player = HeuristicPlayer(game, rng, HEURISTIC_SHARE, plan=plan)
            outcome, _, steps = followed(game, sample, seat, move, player, rng, LONGEST)
            won.append(outcome.taken)
            spent += player.work + STEP * steps
        yield Lines(sample, tuple(won))
        if spent > DEARER * sampled.work:
            return
