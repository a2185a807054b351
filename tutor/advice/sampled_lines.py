"""How sampled deals go on after each of some moves: the lines by which the adviser judges a card to a trick."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from tutor.advice.samples import Sampler
from tutor.advice.value import Line, Value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tutor.advice.sampled_outcomes import SampledOutcomes

MOST: Final = 80
"""The most deals in which lines are followed."""
DEARER: Final = 2
"""How many times the work of play-outs by rule of thumb following lines may cost."""


def lines(sampled: SampledOutcomes, seed: str) -> Iterator[tuple[Line, ...]]:
    """The lines after each of the moves of `sampled`, in as many deals as its work allows."""
    game, spent = sampled.game, 0
    sampler = Sampler(game, sampled.at, sampled.seat, DEARER * sampled.work)  # what was played weighs in every deal
    value = Value(game, sampled.state, sampled.seat)
    for n in range(MOST):
        sample: Any = sampler.sample(f"{seed}:{n}").state
        memory: dict[Any, Any] = {}
        ends = [value.after(sample, game.due(sample), move, Random(f"{seed}:{n}"), memory) for move in sampled.moves]
        spent += sum(end.work for end in ends)
        yield tuple(end.line for end in ends)
        if spent > DEARER * sampled.work:
            return
