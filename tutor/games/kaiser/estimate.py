"""What a hand of Kaiser is worth: advice about bidding, not rules. See `families/hand_value.py` for the weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tutor.families import hand_value
from tutor.families.hand_value import HandValue
from tutor.games.kaiser.table import BIDS, FIVE, PASS, RANKING, THREE, no_trump, number
from tutor.kernel.cards import Cards
from tutor.kernel.moves import Move

if TYPE_CHECKING:
    from random import Random

TRUMPS: Final = HandValue(
    base=7.0,
    trumps=(1.0, 0.85, 0.4, 0.25, 0.2, 0.1),
    plain={"A": 0.0, "K": -0.45},
    low=-0.75,
    single=0.04,
    void=0.2,
    extra={FIVE: 0.6, THREE: 0.9},
)
PLAIN: Final = HandValue(base=5.6, plain={"A": 0.85, "K": 0.1, "Q": -0.1}, low=-0.4, extra={FIVE: 0.9, THREE: 1.0})
KINDS: Final = {bid: (number(bid), no_trump(bid)) for bid in BIDS}
DOUBT: Final = 0.6
"""How far players misjudge their hands."""
DOUBLED: Final = 0.5
"""How much less a hand without trumps may be worth, for it counts twice."""
PARTNER: Final = 1.5
"""How much more than partner's bid one's own hand must be worth to go over it."""


def bid(hand: Cards, legal: Sequence[Move], highest: str, rng: Random, *, ours: bool, last: bool) -> Move:
    """The highest bid that the hand is worth, by the `last` to call the lowest that takes it.

    A pass if that does not go over `highest`, which is `ours` or theirs.
    """
    suit = hand_value.best(TRUMPS, RANKING, hand) + rng.gauss(0, DOUBT)
    none = PLAIN.of(RANKING.under(""), hand) + rng.gauss(0, DOUBT)
    most = max(suit, none) - (PARTNER if ours and highest else 0)
    plain = none >= suit - DOUBLED
    fit = [move for move in legal if (known := KINDS.get(move.word)) and known[0] <= most and known[1] == plain]
    return fit[0 if last else -1] if fit else hand_value.said(legal, PASS) or legal[0]


def enough(legal: tuple[Move, ...]) -> tuple[Move, ...]:
    """The calls that are worth a thought to the last: of bids in a suit, and without trumps, the lowest is enough."""
    lowest: dict[bool | None, Move] = {}
    for move in legal:
        lowest.setdefault(KINDS[move.word][1] if move.word in KINDS else None, move)
    return tuple(lowest.values())
