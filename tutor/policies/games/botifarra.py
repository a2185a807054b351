"""Policies for Botifarra: bids by the value of a hand in points (weights: `policies/hand_value.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from tutor.families.doubling import DOUBLES
from tutor.games.botifarra import Trick
from tutor.games.botifarra.bidding import Calls
from tutor.games.botifarra.table import CHOICES, HALF, POINTS, RANKING, SIDES, TRICK, BotifarraState
from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUITS, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies import hand_value
from tutor.policies.aims import Aim, in_points
from tutor.policies.calls import AuctionPolicy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.hand_value import HandValue, said
from tutor.policies.tricks import OFTEN, TrickPolicy

if TYPE_CHECKING:
    from random import Random

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
"""Points that a side that has chosen trumps is expected to have above the estimate by one hand's cards."""
PASSED: Final = 3.0
"""Points above half below which the choice is left to partner."""
BOLD: Final = 6.0
"""Points above half from which on a hand is worth doubling."""


def expected_margin(hand: Cards, trump: str) -> float:
    """The points above half that the side of this hand should take with these trumps; `trump` is empty for none."""
    value = hand_value.by_suit(TRUMPS, RANKING, hand)[trump] if trump else PLAIN.of(RANKING.under(""), hand)
    return value - HALF


class PlayPolicy(TrickPolicy[Trick, BotifarraState]):
    """A card to the trick."""

    saved = OFTEN


class BiddingPolicy(AuctionPolicy[Calls, BotifarraState]):
    """A call."""

    def bidding_policy(self, v: Calls, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The choice with the most points, or leaving it to partner if they are few; a double with many points."""
        if v.now.chosen:
            bold = expected_margin(hand, v.trump) - CHOSEN + rng.gauss(0, DOUBT) >= BOLD * (1 + v.now.doubled)
            return said(legal, *(DOUBLES if bold else ()), PASS)
        values = {
            move: (expected_margin(hand, move.word) if move.word in SUITS else 2 * expected_margin(hand, ""))
            + rng.gauss(0, DOUBT)
            for move in legal
            if move.word in CHOICES
        }
        best = max(values, key=values.__getitem__, default=None)
        return best if best is not None and (values[best] >= PASSED or v.bids) else said(legal, PASS)


class BotifarraPolicy(GamePolicy[BotifarraState]):
    """What is wise in Botifarra."""

    def aims(self, state: BotifarraState, seat: Seat) -> Sequence[Aim]:
        """More than half of the points, for each side."""
        return [in_points(state, side, HALF + 1, POINTS.of, each=TRICK.n) for side in SIDES]


POLICY: Final = partial(BotifarraPolicy, phases={"play": PlayPolicy, "auction": BiddingPolicy})
