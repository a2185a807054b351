"""How a hand of Big Two falls into few plays, and what that promises: a rule of thumb, which decides nothing.

Sets of cards are numbers here, a bit for each, in the order of the pack. One or two hands of five are taken out, or
none; what stays is played rank by rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, cast

TURN: Final = 0.3
"""What a play costs besides the lead that it may lose."""
SINGLE: Final = (0.0, 0.0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15, 0.24, 0.4, 0.75)
"""How likely the lowest card of each rank is to keep the lead; and so for pairs and threes. Suits lie between."""
PAIR: Final = (0.02, 0.04, 0.06, 0.08, 0.11, 0.15, 0.2, 0.27, 0.35, 0.45, 0.6, 0.8, 0.97)
TRIPLE: Final = (0.4, 0.44, 0.48, 0.52, 0.56, 0.6, 0.65, 0.7, 0.76, 0.82, 0.9, 0.96, 1.0)
FIVE: Final = (0.35, 0.62, 0.75, 0.97, 1.0)
"""The same for hands of five, by their kinds, and how much more likely the highest of a kind is than the lowest."""
WITHIN: Final = (0.25, 0.1, 0.2, 0.02, 0.0)


class Plan(NamedTuple):
    """What a hand promises (minus about how often it loses the lead), and which of its hands of five are taken out."""

    hand_value: float
    fives: tuple[int, ...]


def cost(keeps: float) -> float:
    """What a play costs that keeps the lead so likely."""
    return 1 + TURN - min(1.0, keeps)


def cost_of_five(kind: int, part: float) -> float:
    """What a hand of five costs of this kind, so far up from the lowest to the highest of its kind."""
    return cost(FIVE[kind] + WITHIN[kind] * part)


def plan(held: int, fives: Sequence[tuple[int, float]]) -> Plan:
    """For these cards, with the cards and the cost of each hand of five that can be made of them."""
    promise, taken = by_rank(held), cast("tuple[int, ...]", ())
    for i, (one, price) in enumerate(fives):
        rest = held & ~one
        value = by_rank(rest) - price
        if value > promise:
            promise, taken = value, (i,)
        for j in range(i + 1, len(fives)):
            other, more = fives[j]
            if other & one == 0:
                value = by_rank(rest & ~other) - price - more
                if value > promise:
                    promise, taken = value, (i, j)
    return Plan(promise, taken)


@lru_cache(16_000)
def by_rank(held: int) -> float:
    """What the cards promise that are played rank by rank."""
    promise, rank = 0.0, 0
    while held:
        promise -= _COST[rank][held & 15]
        held >>= 4
        rank += 1
    return promise


def groups(four: int) -> Iterator[int]:
    """The plays that cards of one rank make, a bit for each suit: together, but for four of them two and two."""
    if four == 15:
        yield 3
        yield 12
    elif four:
        yield four


def _of_rank(rank: int, four: int) -> float:
    price = 0.0
    for some in groups(four):
        keeps = (*(SINGLE, PAIR, TRIPLE)[some.bit_count() - 1], 1.0)
        price += cost(keeps[rank] + (keeps[rank + 1] - keeps[rank]) * (some.bit_length() - 1) / 4)
    return price


_COST: Final = [[_of_rank(rank, four) for four in range(16)] for rank in range(13)]
