"""What a hand of Jo-Jotte is worth: advice about bidding, not rules. See `families/hand_value.py` for the weights."""

from __future__ import annotations

from typing import Final

from tutor.families import hand_value
from tutor.families.hand_value import HandValue
from tutor.games.jo_jotte.table import RANKING
from tutor.kernel.cards import Cards

TRUMPS: Final = HandValue(
    base=34.0,
    trumps=(32.5, 21.5, 10.0, 9.5, 4.0, 5.5, 2.5),
    plain={"A": -1.5, "K": -7.0, "T": -11.5},
    low=-13.0,
    length=-14.0,
    void=2.0,
)
PLAIN: Final = HandValue(base=-1.2, plain={"A": 14.5, "K": 6.5, "T": 2.5, "Q": -3.0}, low=-5.0)
DOUBT: Final = 8.0
BOLD: Final = 35.0
"""Points ahead from which on it is worth doubling."""


def ahead(hand: Cards, trump: str) -> float:
    """By how many points a declarer with this hand should come out ahead with these trumps (empty: none)."""
    return hand_value.by_suit(TRUMPS, RANKING, hand)[trump] if trump else PLAIN.of(RANKING.under(""), hand)
