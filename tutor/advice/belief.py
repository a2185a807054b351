"""Dealing hidden cards so that nothing but the seed decides, and seeing which cards those are."""

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
    """A generator that sorts the cards it is to mix, and can be told how they come out.

    So the order in which a game hands it the hidden cards cannot tell where they lie: what comes out depends on
    which cards are hidden and on the seed, on nothing else. `mixed` has what came out, one list for each time;
    what is put into `wanted` comes out instead.
    """

    mixed: list[list[Any]]
    wanted: list[list[Any]]

    def __init__(self, seed: int | str) -> None:
        super().__init__(seed)
        self.mixed, self.wanted = [], []

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Mix `x` in place."""
        x[:] = self._mix(x)

    def sample(self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None) -> list[T]:
        """`k` of the population."""
        if counts is not None:
            return super().sample(population, k, counts=counts)
        return self._mix(population)[:k]

    def choice(self, seq: Any) -> Any:
        """One of the sequence."""
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
    """The cards whose place `seat` does not know: those that are mixed when the state is dealt afresh."""
    scripted = ScriptedRandom(0)
    game.determinize(state, seat, scripted)
    return Counter(c for pile in scripted.mixed for c in pile if isinstance(c, Card))
