"""Partition a hand of Big Two into few plays, and value it: a heuristic, no rule.

Sets of cards are bit masks in the order of the pack. At most two hands of five are taken out; the rest is played rank
by rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, cast

TURN: Final = 0.3
"""Cost of a play, besides that of losing the lead."""
SINGLE: Final = (0.0, 0.0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15, 0.24, 0.4, 0.75)
"""Probability that the lowest card of each rank keeps the lead, also for pairs and threes; suits interpolate."""
PAIR: Final = (0.02, 0.04, 0.06, 0.08, 0.11, 0.15, 0.2, 0.27, 0.35, 0.45, 0.6, 0.8, 0.97)
TRIPLE: Final = (0.4, 0.44, 0.48, 0.52, 0.56, 0.6, 0.65, 0.7, 0.76, 0.82, 0.9, 0.96, 1.0)
FIVE: Final = (0.35, 0.62, 0.75, 0.97, 1.0)
"""The same for the lowest hand of five of each kind."""
WITHIN: Final = (0.25, 0.1, 0.2, 0.02, 0.0)
"""What the highest hand of five of each kind adds to that."""


class Plan(NamedTuple):
    """The value of a hand (minus about how often it loses the lead), and the hands of five taken out of it."""

    hand_value: float
    fives: tuple[int, ...]


def cost(keeps: float) -> float:
    """The cost of a play that keeps the lead with probability `keeps`."""
    return 1 + TURN - min(1.0, keeps)


def cost_of_five(kind: int, part: float) -> float:
    """The cost of a hand of five of this kind; `part` is its height within its kind, from 0 to 1."""
    return cost(FIVE[kind] + WITHIN[kind] * part)


def plan(held: int, fives: Sequence[tuple[int, float]]) -> Plan:
    """The best plan for the cards `held`; `fives` are the possible hands of five, as (cards, cost)."""
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
    """The value of the cards if they are played rank by rank."""
    promise, rank = 0.0, 0
    while held:
        promise -= _COST[rank][held & 15]
        held >>= 4
        rank += 1
    return promise


def groups(four: int) -> Iterator[int]:
    """The plays of the cards of one rank, as masks of suits: all together, but four as two pairs."""
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
