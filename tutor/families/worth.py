"""What a hand is worth to whoever makes trumps, by its cards alone: a rule of thumb for the adviser's bids, not a rule.

The weights of a game were fitted (least squares) to the ends of some thousand hands that the program played out with
that trump suit: so they say what such hands have brought, in the game's own terms, tricks or points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Final

from tutor.families.tricks.ranking import Order, Ranking
from tutor.kernel.cards import SUITS, Card, Cards
from tutor.kernel.moves import Move

LONG: Final = 3
"""Trumps from which on one more is `length`, and so many at most can ruff."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Worth:
    """Weights: `base`, each card by its place among the trumps (high to low) or its rank elsewhere, and the shape."""

    base: float
    trumps: tuple[float, ...] = ()
    """By place from the top; the last is for all below."""
    plain: Mapping[str, float] = field(default_factory=dict)
    low: float = 0.0
    """A card of another rank in a plain suit."""
    extra: Mapping[Card, float] = field(default_factory=dict)
    """What single cards are worth besides."""
    length: float = 0.0
    void: float = 0.0
    single: float = 0.0
    """For each trump that can ruff, a suit without a card, or with one."""

    def of(self, order: Order, hand: Cards) -> float:
        """What `hand` is worth with these trumps."""
        worth, held = self.base, 0
        lengths = dict.fromkeys((s for s in SUITS if s != order.trump), 0)
        for c in hand:
            suit = order.suit[c]
            if self.trumps and order.power[""][c]:
                held += 1
                worth += self.trumps[min(order.trumps.index(c), len(self.trumps) - 1)]
            else:
                lengths[suit] += 1
                worth += self.plain.get(c.rank, self.low)
            worth += self.extra.get(c, 0.0)
        ruffs = min(held, LONG)
        short = sum(n == 0 for n in lengths.values()), sum(n == 1 for n in lengths.values())
        return worth + self.length * max(0, held - LONG) + ruffs * (self.void * short[0] + self.single * short[1])


@lru_cache(8192)
def by_suit(worth: Worth, ranking: Ranking, hand: Cards) -> Mapping[str, float]:
    """What `hand` is worth with each suit as trumps, the best first."""
    values = {s: worth.of(ranking.under(s), hand) for s in SUITS}
    return dict(sorted(values.items(), key=lambda entry: -entry[1]))


def best(worth: Worth, ranking: Ranking, hand: Cards) -> float:
    """What it is worth with the suit that suits it best."""
    return next(iter(by_suit(worth, ranking, hand).values()))


def named(worth: Worth, ranking: Ranking, hand: Cards, legal: Sequence[Move], rng: Random, doubt: float) -> Move | None:
    """The suit that suits the hand best, as a word; `doubt` is how far players misjudge it."""
    values = by_suit(worth, ranking, hand)
    suits = [move for move in legal if move.word in values]
    return max(suits, key=lambda move: values[move.word] + rng.gauss(0, doubt)) if suits else None


def up_to(legal: Sequence[Move], most: float) -> Move | None:
    """The highest of the bids, which are numbers, that is not above `most`; None if there is none."""
    numbers = [move for move in legal if move.word.isdigit() and int(move.word) <= most]
    return max(numbers, key=lambda move: int(move.word), default=None)


def said(legal: Sequence[Move], *words: str) -> Move | None:
    """The first of the words that may be said; None if none may be."""
    return next((move for word in words for move in legal if move.word == word), None)
