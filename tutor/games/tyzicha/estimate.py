"""What a hand of Tyzicha is worth to a declarer: advice about bidding, not rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tutor.games.tyzicha.table import DEALT, MARRIAGES, STEP, pair, points
from tutor.kernel.cards import SUITS, Card, Cards, card

BASE: Final = 110.0
CARD: Final = {"A": 2.0, "T": -5.5, "K": 13.0, "Q": 11.5}
OTHER: Final = -11.0
HALF: Final = {"H": -8.0, "D": -14.0, "C": -16.0, "S": -17.0}
"""A king or queen alone."""
PAIR: Final = {"H": 37.0, "D": 19.0, "C": -1.0, "S": -15.0}
"""A king with its queen, besides what each is worth."""
FULL: Final = 4.5
"""Ace and ten of one suit, and each card of a suit after the third."""
BREATH: Final = 15.0
"""How far below what it is worth a hand is bid."""
RESERVE: Final = 55.0
"""How far below it a contract is raised: what it brings grows slowly, and a broken one costs all (tried out)."""
DOUBT: Final = 9.0
HOPELESS: Final = 0.0
"""How far a hand may fall short of its contract before it is conceded, as advisers do it."""
KNOWN: Final = 8.0
"""What a hand is worth more when the widow is in it, and chosen cards are gone."""


@lru_cache(4096)
def promise(hand: Cards) -> float:
    """What such hands of seven brought a declarer in points, a fit to hands played out."""
    worth = BASE + sum(CARD.get(c.rank, OTHER) for c in hand)
    for s in SUITS:
        royal = sum(c in hand for c in pair(s))
        worth += PAIR[s] if royal == 2 else HALF[s] if royal else 0
        worth += FULL * (_full(s, hand))
        worth += FULL * max(0, sum(c.suit == s for c in hand) - 3)
    return worth


def _full(s: str, hand: Cards) -> bool:
    return card("A" + s) in hand and card("T" + s) in hand


def parting(hand: Cards, c: Card) -> float:
    """What giving `c` away costs: its points, and a marriage or a sure trick."""
    married = c.rank in "KQ" and all(other in hand for other in pair(c.suit))
    alone = 2 * sum(other.suit == c.suit for other in hand)
    return points((c,)) + alone + (MARRIAGES[c.suit] / 2 if married else 0) + 10 * (c.rank == "A")


def most(hand: Cards) -> float:
    """The highest bid that this hand is worth, or the contract to raise to when the widow is in it."""
    full = promise(hand) + KNOWN - RESERVE if len(hand) > DEALT else promise(hand) - BREATH
    return full - full % STEP
