"""What cards may still win against the stock, by the cards that are left in it."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from tutor.games.bridge_solitaire.bids import HIGH
from tutor.games.bridge_solitaire.table import NT_TURNS
from tutor.kernel.cards import SUITS

if TYPE_CHECKING:
    from tutor.kernel.cards import Card, Cards


class Chances:
    """What cards may still win, by the cards of the stock, whose order alone is unknown."""

    def __init__(self, stock: Cards, trump: str) -> None:
        """`stock` are the cards that are left in it."""
        self.trump, self.size = trump, len(stock)
        self.ranks: dict[str, list[int]] = {suit: [] for suit in SUITS}
        self.jokers = 0
        for c in stock:
            if c.joker:
                self.jokers += 1
            else:
                self.ranks[c.suit].append(HIGH[c.rank])

    def below(self, c: Card) -> int:
        """The number of leads of the house that `c` beats by following."""
        return self.jokers if c.joker else sum([HIGH[c.rank] > rank for rank in self.ranks[c.suit]])

    def above(self, c: Card) -> int:
        """The number of cards of its suit that are higher."""
        return 0 if c.joker else len(self.ranks[c.suit]) - self.below(c)

    def led(self, c: Card) -> float:
        """The probability that `c` wins if it is led."""
        if c.joker:
            return 0.0
        others = self.jokers + (len(self.ranks[self.trump]) if self.trump and c.suit != self.trump else 0)
        answers = len(self.ranks[c.suit]) + others
        if not answers:
            return 1.0
        wins = self.below(c) / answers
        if self.trump:
            return wins
        none = comb(self.size - answers, NT_TURNS) / comb(self.size, NT_TURNS) if self.size >= NT_TURNS else 1.0
        return none + (1 - none) * wins

    def kept(self, c: Card, leads: int) -> float:
        """The probability that one of so many leads of the house gives `c` a trick by following."""
        return 1 - (1 - self.below(c) / self.size) ** leads if self.size else 1.0
