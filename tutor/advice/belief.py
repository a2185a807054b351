"""Deal hidden cards afresh so that only the seed decides, and find out which cards are hidden."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from tutor.kernel.cards import Card

if TYPE_CHECKING:
    from collections.abc import Iterable, MutableSequence, Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.seats import Seat

T = TypeVar("T")


class ScriptedRandom(Random):
    """A random generator that sorts cards before it shuffles them, and can be scripted.

    Sorting hides where the cards really lie: the result depends only on the seed and on which cards are shuffled.
    `mixed` records each result in turn; a list in `wanted` is returned in place of the next result.
    """

    mixed: list[list[Any]]
    wanted: list[list[Any]]

    def __init__(self, seed: int | str) -> None:
        super().__init__(seed)
        self.mixed, self.wanted = [], []

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle `x` in place."""
        x[:] = self._mix(x)

    def sample(self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None) -> list[T]:
        """`k` items of the population, as `shuffle` orders it; with `counts` as `random.Random` does."""
        if counts is not None:
            return super().sample(population, k, counts=counts)
        return self._mix(population)[:k]

    def choice(self, seq: Any) -> Any:
        """An item of the sorted sequence."""
        return super().choice(_sorted(seq))

    def _mix(self, values: Sequence[T]) -> list[T]:
        out = _sorted(values)
        super().shuffle(out)
        at = len(self.mixed)
        if at < len(self.wanted) and len(self.wanted[at]) == len(out):
            out = list(self.wanted[at])
        self.mixed.append(out)
        return out


def _sorted(values: Sequence[T]) -> list[T]:
    if all(isinstance(value, Card) for value in values):
        return sorted(values, key=str)
    return list(values)


def hidden(game: Game[Any], state: Any, seat: Seat) -> Counter[Card]:
    """The cards whose place `seat` does not know: those that `Game.determinize` shuffles."""
    scripted = ScriptedRandom(0)
    game.determinize(state, seat, scripted)
    return Counter(c for pile in scripted.mixed for c in pile if isinstance(c, Card))
