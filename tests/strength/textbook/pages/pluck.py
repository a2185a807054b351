"""Pluck: which card is plucked, and the longest suit for trumps."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from tests.strength.textbook.pages import suit_lengths

if TYPE_CHECKING:
    from tests.strength.textbook.seen import Seen
    from tutor.kernel.moves import Move


def plucked(at: Seen) -> Move:
    """The lowest card of a suit in which the other is likely to hold a high one, and the own hand does not."""
    held = {s: [c for c in at.hand if c.suit == s] for s in suit_lengths(at)}
    ranks = "AKQJT98765432"

    def cost(move: Move) -> tuple[bool, bool, int]:
        (c,) = move.cards
        row = held[c.suit]
        return any(d.rank == "A" for d in row), c is not row[-1], -ranks.index(c.rank)

    return min((move for move in at.moves if move.cards), key=cost)


def longest(at: Seen) -> Move:
    """The longest suit as trumps, the higher of equal ones."""
    ranks = "AKQJT98765432"
    worth = Counter[str]()
    for c in at.hand:
        worth[c.suit] += 10 + (0 if c.joker else max(0, 5 - ranks.index(c.rank)))
    return max(at.moves, key=lambda move: worth[move.word])


PAGES: Final = {"pluck": plucked, "trump": longest}
