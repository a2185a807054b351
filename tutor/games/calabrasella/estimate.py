"""Which choices are worth a thought: advice about bidding and about cards to part with, not rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from tutor.games.calabrasella.table import PACK
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move

WORTH: Final = {"3": 9.0, "2": 7.0, "A": 5.0, "K": 3.0, "Q": 2.0, "J": 1.5}
"""How gladly a card is kept."""
LENGTH: Final = 0.4
"""What each card of its suit adds for a low card behind a three or two: it may win a trick when all others are gone."""
HELP: Final = {"3": 3, "2": 2, "A": 1}
"""What high cards are worth to a player alone; hands of ten such points broke even in 1,500 hands of the program."""
HOPED: Final = 2.6
"""How gladly a card of the widow is kept on average."""
ENOUGH: Final = 10
DOUBT: Final = 0.7
"""How far players misjudge that."""
PARTED: Final = 5
"""So many of the cards that are kept least gladly come into question to be laid away."""


def kept(c: Card, hand: Cards) -> float:
    """How gladly `c` is kept in this hand."""
    if c.rank in WORTH:
        return WORTH[c.rank]
    suit = [other for other in hand if other.suit == c.suit]
    return LENGTH * len(suit) if any(other.rank in "32" for other in suit) else 0.0


def parted(hand: Cards, legal: Sequence[Move], hoped: float = 0.0) -> Move:
    """The cards that are kept least gladly; `hoped` is what comes for each of them."""
    return min(legal, key=lambda move: sum(kept(c, hand) - hoped for c in move.cards))


def worth_parting(hand: Cards, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves with none but cards that are kept least gladly."""
    order = sorted(hand, key=lambda c: (kept(c, hand), -PACK.place[c]))
    least = frozenset(islice(order, PARTED))
    return tuple(move for move in moves if move.cards and least.issuperset(move.cards)) or moves


def strength(hand: Cards) -> int:
    """What the high cards come to."""
    return sum(HELP.get(c.rank, 0) for c in hand)
