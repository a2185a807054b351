"""Policies for Back Alley: bids by the tricks that a hand should take."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from tutor.games.back_alley.bidding import Calls
from tutor.games.back_alley.table import BIG, LITTLE, NOTHING, NUMBERS, RANKING, BackAlleyState, contracts, step
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies import hand_value
from tutor.policies.aims import Aim, in_tricks, tricks_left
from tutor.policies.calls import AuctionPolicy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.values import Needed

if TYPE_CHECKING:
    from random import Random

TRUMP: Final = {"A": 0.9, "K": 0.75, "Q": 0.6, "J": 0.5}
PLAIN: Final = {"A": 0.75, "K": 0.45, "Q": 0.15}
LOW_TRUMP: Final = 0.4
NO_TRUMP: Final = {"A": 0.95, "K": 0.65, "Q": 0.35, "J": 0.15}
CAUTION: Final = 0.3
DOUBT: Final = 0.4
"""The spread with which players misjudge their hands, in tricks (standard deviation)."""
ALL: Final = 0.8
"""The share of all tricks that a hand should take alone for board to be considered."""


def expected_tricks(hand: Cards, trump: str) -> float:
    """The tricks that the cards of a hand promise."""
    order = RANKING.under(trump)
    worth = 0.0
    for c in hand:
        if c in (BIG, LITTLE):
            worth += 1
        elif trump and order.suit[c] == trump:
            worth += TRUMP.get(c.rank, LOW_TRUMP)
        else:
            worth += (PLAIN if trump else NO_TRUMP).get(c.rank, 0)
    return worth


def corrected_tricks(hand: Cards, trump: str) -> float:
    """The promised tricks, stretched as play-outs show: of long hands strong ones take more, and weak ones fewer."""
    n = len(hand)
    return expected_tricks(hand, trump) * (0.8 + 0.055 * n) - 0.18 * max(0, n - 7)


def plausible_bids(hand: Cards, trump: str, bids: tuple[Move, ...]) -> tuple[Move, ...]:
    """The bids near the tricks that the hand should take."""
    about = corrected_tricks(hand, trump)

    def near(bid: Move) -> bool:
        if step(bid.word):
            return about >= ALL * len(hand)
        number = int(bid.word) if bid.word in NUMBERS else 0
        return abs(number - about) <= 2 or (bid.word == PASS and about < 2)

    return tuple(filter(near, bids)) or bids


class BiddingPolicy(AuctionPolicy[Calls, BackAlleyState]):
    """A call."""

    def needed(self, v: Calls, move: Move) -> Needed | None:
        """As many tricks as are bid; those of partners are added up."""
        return Needed(int(move.word), added=True) if move.word in NUMBERS else None

    def bidding_policy(self, v: Calls, hand: Cards, legal: Sequence[Move], rng: Random) -> Move:
        """A bid of the tricks that the own hand should take; the rules add partner's."""
        number = round(corrected_tricks(hand, v.trumps) - CAUTION + rng.gauss(0, DOUBT))
        return hand_value.up_to(legal, number) or hand_value.said(legal, PASS) or legal[0]

    def plausible(self, state: BackAlleyState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The bids near the tricks that the hand should take."""
        return plausible_bids(state.hand(seat), state.trump, moves)


class BackAlleyPolicy(GamePolicy[BackAlleyState]):
    """What is wise in Back Alley."""

    def promised_tricks(self, hand: Cards, trump: str) -> float:
        """The promised tricks, corrected by play-outs."""
        return corrected_tricks(hand, trump)

    def aims(self, state: BackAlleyState, seat: Seat) -> Sequence[Aim]:
        """The tricks that each side has bid; of a board all."""
        size = len(state.past) + tricks_left(state)
        bids = contracts(state.bids)
        needs = {side: size if step(bid) else int(bid) for side, bid in bids.items() if bid != NOTHING}
        return [in_tricks(state, side, n, contract=True) for side, n in needs.items()]


POLICY: Final = partial(BackAlleyPolicy, phases={"auction": BiddingPolicy})
