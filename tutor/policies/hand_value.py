"""Linear estimates of what a hand brings the side that names trumps, for bidding policies.

The weights of a game were fitted by least squares to some thousand hands that the program played with that trump suit;
so they are in the game's own units, tricks or points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from tutor.kernel.cards import SUITS, Card, Cards
from tutor.kernel.moves import Move

if TYPE_CHECKING:
    from random import Random

    from tutor.families.tricks.ranking import Order, Ranking

LONG: Final = 3
"""Trumps beyond this number count as `length`; at most this number can ruff."""


@dataclass(frozen=True, eq=False, kw_only=True)
class HandValue:
    """Weights: a constant, trumps by place, plain cards by rank, and the shape of the hand."""

    base: float
    trumps: tuple[float, ...] = ()
    """By place among the trumps from the top; the last weight is for all lower ones."""
    plain: Mapping[str, float] = field(default_factory=dict)
    low: float = 0.0
    """For a plain card whose rank is not in `plain`."""
    extra: Mapping[Card, float] = field(default_factory=dict)
    """Additional weights of single cards."""
    length: float = 0.0
    void: float = 0.0
    single: float = 0.0
    """For each void (or singleton) in a plain suit, times the trumps that can ruff."""

    def of(self, order: Order, hand: Cards) -> float:
        """The value of `hand` with these trumps."""
        return _value(self, order, hand)


@lru_cache(256)
def _weights(scale: HandValue, order: Order) -> Mapping[Card, tuple[float, str]]:
    """The weight of each card, and its suit."""
    tops = {c: scale.trumps[min(i, len(scale.trumps) - 1)] for i, c in enumerate(order.trumps) if scale.trumps}
    return {
        c: (tops.get(c, scale.plain.get(c.rank, scale.low)) + scale.extra.get(c, 0.0), order.trump if c in tops else s)
        for c, s in order.suit.items()
    }


@lru_cache(16384)
def _value(scale: HandValue, order: Order, hand: Cards) -> float:
    weights, total = _weights(scale, order), scale.base
    lengths = dict.fromkeys(SUITS, 0)
    for c in hand:
        value, suit = weights[c]
        total += value
        lengths[suit] = lengths.get(suit, 0) + 1
    held = lengths.pop(order.trump, 0)
    if not held:
        return total
    short = list(lengths.values())
    ruffs = scale.void * short.count(0) + scale.single * short.count(1)
    return total + scale.length * max(0, held - LONG) + min(held, LONG) * ruffs


@lru_cache(8192)
def by_suit(scale: HandValue, ranking: Ranking, hand: Cards) -> Mapping[str, float]:
    """The value of `hand` with each suit as trumps, the best first."""
    values = {s: scale.of(ranking.under(s), hand) for s in SUITS}
    return dict(sorted(values.items(), key=lambda entry: -entry[1]))


def best(scale: HandValue, ranking: Ranking, hand: Cards) -> float:
    """The value of `hand` with the best suit as trumps."""
    return next(iter(by_suit(scale, ranking, hand).values()))


def named(
    scale: HandValue, ranking: Ranking, hand: Cards, legal: Sequence[Move], rng: Random, doubt: float
) -> Move | None:
    """The legal naming of the best suit; `doubt` is the standard deviation with which players misjudge values."""
    values = by_suit(scale, ranking, hand)
    suits = [move for move in legal if move.word in values]
    return max(suits, key=lambda move: values[move.word] + rng.gauss(0, doubt)) if suits else None


def up_to(legal: Sequence[Move], most: float) -> Move | None:
    """The highest numeric bid up to `most`; None if there is none."""
    numbers = [move for move in legal if move.word.isdigit() and int(move.word) <= most]
    return max(numbers, key=lambda move: int(move.word), default=None)


def said(legal: Sequence[Move], *words: str) -> Move | None:
    """The first of `words` that is a legal move; None if none is."""
    return next((move for word in words for move in legal if move.word == word), None)
