"""Policies for calls and for naming trumps, in games of any family."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TYPE_CHECKING, Final, TypeVar

from tutor.families.auctions import AuctionPhase, AuctionView
from tutor.families.hands import HandsState
from tutor.kernel.cards import SUITS, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.kernel.view import View
from tutor.policies.base import Policy

if TYPE_CHECKING:
    from random import Random

V = TypeVar("V", bound=View)
A = TypeVar("A", bound=AuctionView)
H = TypeVar("H", bound=HandsState)

HIGH: Final = {"A": 0.8, "K": 0.5, "Q": 0.3}
DOUBT: Final = 0.3
"""The spread with which players misjudge a suit (standard deviation)."""


class AuctionPolicy(Policy[A, H]):
    """A call."""

    phase: AuctionPhase[A, H]

    def rollout_move(
        self, state: H, seat: Seat, v: A, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """The call of the bidding policy, which looks at the own hand only."""
        return self.bidding_policy(v, state.hand(seat), legal, rng)

    def tie_break_cost(self, state: H, seat: Seat, v: A, move: Move, allies: Set[Seat]) -> float:
        """Where bids bring the same if they are made, how far a bid is above the lowest that is legal."""
        if self.bids_count:
            return 0.0
        numbers = [n for m in self.phase.memo.legal(state, seat) if (n := self.phase.meaning(m.word).number)]
        return max(0, self.phase.meaning(move.word).number - min(numbers, default=0))


class NamingPolicy(Policy[V, H]):
    """A trump suit."""

    def plausible(self, state: H, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """No suit of which the hand has no card, if there are others."""
        held = {c.suit for c in state.hand(seat)}
        return tuple(move for move in moves if move.word not in SUITS or move.word in held) or moves

    def bidding_policy(self, v: V, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The longest suit, with a bonus for high cards."""
        suits = [move for move in legal if move.word in SUITS]
        long = {s: sum(1 + HIGH.get(c.rank, 0) for c in hand if c.suit == s) for s in SUITS}
        return max(suits, key=lambda move: long[move.word] + rng.gauss(0, DOUBT)) if suits else None
