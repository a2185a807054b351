"""What a hand of Botifarra is worth in points of its side: advice, not rules. See `families/hand_value.py`."""

from __future__ import annotations

from typing import Final

from tutor.families import hand_value
from tutor.families.hand_value import HandValue
from tutor.games.botifarra.table import HALF, RANKING
from tutor.kernel.cards import Cards

TRUMPS: Final = HandValue(
    base=36.8,
    trumps=(4.1, 2.7, 1.0, 0.8, 0.0, -0.9),
    plain={"9": 4.0, "A": 1.9, "K": -0.4},
    low=-0.85,
    length=1.85,
    void=1.8,
    single=0.6,
)
PLAIN: Final = HandValue(base=36.1, plain={"9": 4.4, "A": 2.7, "K": 0.6, "Q": -0.3}, low=-1.0)
DOUBT: Final = 1.5
CHOSEN: Final = 3.0
"""What a side should have more than the cards of one hand say if it has chosen trumps."""
PASSED: Final = 3.0
"""What the choice is worth when it is left to partner."""
BOLD: Final = 6.0
"""Points above half from which on a hand is worth doubling."""


def above(hand: Cards, trump: str) -> float:
    """Points above half that the side of such a hand takes with these trumps; `trump` is empty for none."""
    value = hand_value.by_suit(TRUMPS, RANKING, hand)[trump] if trump else PLAIN.of(RANKING.under(""), hand)
    return value - HALF
