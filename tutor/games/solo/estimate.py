"""What a hand of Solo is worth in tricks: advice, not rules. See `families/hand_value.py` for the weights."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tutor.families import hand_value
from tutor.families.hand_value import HandValue
from tutor.games.solo.table import HIGHEST, NEEDED, RANKING, SIMPLE, SOLO, TOUT, Rules
from tutor.kernel.cards import Cards, card

WITH_PARTNER: Final = HandValue(
    base=5.3, trumps=(0.95, 0.75, 0.4, 0.2, 0.1, 0.0), plain={"A": 0.2, "K": -0.25}, low=-0.4, void=0.12, single=0.04
)
ALONE: Final = HandValue(
    base=2.1,
    trumps=(1.02, 0.83, 0.42, 0.19, 0.07, -0.14),
    plain={"A": 0.5, "K": -0.2},
    low=-0.38,
    length=0.42,
    void=0.26,
    single=0.09,
)
DOUBT: Final = 0.3
"""How far players misjudge their hands, in tricks."""
SPARE: Final = {SIMPLE: 0.1, SOLO: 0.1, TOUT: -0.4}
"""How many tricks more than it needs a game had better promise; few hands are sure of all."""


def spare(hand: Cards, kind: str, trump: str) -> float:
    """How many tricks more than it needs the hand should take in this game."""
    weights = WITH_PARTNER if kind == SIMPLE else ALONE
    return hand_value.by_suit(weights, RANKING, hand)[trump] - NEEDED[kind] - SPARE[kind]


@lru_cache(4096)
def levels(hand: Cards, rules: Rules) -> tuple[float, ...]:
    """For each level what is to spare in the best game of that level or a higher one."""
    games = [(rules.level(kind, s), spare(hand, kind, s)) for kind in NEEDED for s in "SHDC"]
    return tuple(max(tricks for at, tricks in games if at >= level) for level in range(1, HIGHEST + 1))


def wanted(hand: Cards, ace: str) -> float:
    """How good a partner is who holds this ace: the shorter the suit, but a card of it, the better."""
    own = sum(c.suit == ace[1] for c in hand)
    return -own - 5 * (card(ace) in hand) + (own > 0)
