"""The cards of a trick game as bits, so that a hand is one integer and a suit in it one bit operation.

Each suit is a block of bits from low to high, trumps the highest block. So of the cards that can win a trick the one
with the highest bit wins it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.families.tricks.ranking import Order
    from tutor.kernel.cards import Card


class Layout:
    """The bits of the cards of an `Order`."""

    def __init__(self, order: Order) -> None:
        names = [s for s in order.power if s not in ("", order.trump)]
        blocks = {s: [c for c in order.suit if order.suit[c] == s] for s in names}
        if order.trump:
            blocks[order.trump] = list(order.trumps)
        self.order = order
        self.cards: list[Card] = []
        """The card of each bit, from the lowest up."""
        self.suits: list[int] = []
        """The bit set of each suit, trumps last."""
        self.names: list[str] = []
        """What those suits are called."""
        self.suit: list[int] = []
        """For each bit the bits of its suit."""
        self.rank: list[int] = []
        """For each bit how many cards of its suit are below it."""
        for s, held in blocks.items():
            if held:
                held.sort(key=order.power[s].__getitem__)
                block = ((1 << len(held)) - 1) << len(self.cards)
                self.suits.append(block)
                self.names.append(s)
                self.suit += [block] * len(held)
                self.rank += range(len(held))
                self.cards += held
        self.trump = self.suits[-1] if order.trump and order.trumps else 0
        self.bit = {c: 1 << i for i, c in enumerate(self.cards)}

    def bits(self, held: Iterable[Card]) -> int:
        """The cards as a bit set."""
        bit, out = self.bit, 0
        for c in held:
            out |= bit[c]
        return out

    def block(self, name: str) -> int:
        """The bit set of a suit, by its name."""
        return self.suits[self.names.index(name)]

    def card(self, bit: int) -> Card:
        """The card of a single bit."""
        return self.cards[bit.bit_length() - 1]


@cache
def layout(order: Order) -> Layout:
    """The layout of an order, worked out once."""
    return Layout(order)
