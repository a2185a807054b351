"""What a hand of Schafkopf is worth to a declarer: advice about taking the widow, not rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tutor.games.schafkopf.table import TRUMPS
from tutor.kernel.cards import Card, Cards

BASE: Final = 41.5
QUEEN: Final = 7.8
JACK: Final = 3.4
FULL: Final = 6.9
"""Ace or ten of trumps."""
LOW: Final = 2.2
"""Another diamond."""
PLAIN: Final = {"A": 2.6, "T": -2.2}
OTHER: Final = -5.2
LONG: Final = 4.7
"""For each trump after the fifth."""
VOID: Final = 1.7
ENOUGH: Final = 58
"""Card points from which on the widow is worth taking; 61 win."""
DOUBT: Final = 4.0


@lru_cache(4096)
def promise(hand: Cards) -> float:
    """The card points that such hands brought a declarer, a fit to hands played out."""
    trumps = [c for c in hand if c in TRUMPS]
    void = sum(not any(c.suit == s and c not in TRUMPS for c in hand) for s in "SHC")
    return BASE + sum(map(_card, hand)) + LONG * max(0, len(trumps) - 5) + VOID * void


def _card(c: Card) -> float:
    if c not in TRUMPS:
        return PLAIN.get(c.rank, OTHER)
    return {"Q": QUEEN, "J": JACK, "A": FULL, "T": FULL}.get(c.rank, LOW)
