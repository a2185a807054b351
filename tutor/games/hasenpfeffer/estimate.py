"""What a hand of Hasenpfeffer is worth in tricks: advice about bidding, not rules. See `families/hand_value.py`."""

from __future__ import annotations

from typing import Final

from tutor.families.hand_value import HandValue
from tutor.games.hasenpfeffer.table import RANKING
from tutor.kernel.cards import Cards

TRUMPS: Final = HandValue(
    base=3.2,
    trumps=(0.65, 0.35, 0.2, 0.0, -0.1),
    plain={"A": 0.25, "K": -0.15},
    low=-0.2,
    length=0.15,
    single=0.08,
    void=0.2,
)
DOUBT: Final = 0.3
CAUTION: Final = 0.3
"""How much less than it is worth a hand is bid for: falling short costs all tricks."""


def gladly(card_at: int, hand: Cards, trump: str) -> float:
    """How gladly the card at this place of the hand is parted with: short low suits first, never a trump."""
    order, c = RANKING.under(trump), hand[card_at]
    if order.power[""][c]:
        return -10.0
    suit = order.suit[c]
    row = [d for d in hand if order.suit[d] == suit]
    return -order.power[suit][c] - 2 * len(row) - 4 * (c.rank == "A")
