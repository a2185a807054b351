"""Policies for Hasenpfeffer: bids by the value of a hand in tricks (weights: `policies/hand_value.py`)."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import partial
from typing import TYPE_CHECKING, Final

from tutor.games.hasenpfeffer.bidding import Calls
from tutor.games.hasenpfeffer.exchange import Discarding, Naming
from tutor.games.hasenpfeffer.table import RANKING, SIDES, HasenpfefferState
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat, side_of
from tutor.policies import hand_value
from tutor.policies.aims import Aim, in_tricks
from tutor.policies.base import Policy
from tutor.policies.calls import AuctionPolicy, NamingPolicy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.hand_value import HandValue, named
from tutor.policies.values import Needed

if TYPE_CHECKING:
    from random import Random

TRUMPS: Final = HandValue(
    base=3.2,
    trumps=(0.65, 0.35, 0.2, 0.0, -0.1),
    plain={"A": 0.25, "K": -0.15},
    low=-0.2,
    length=0.15,
    single=0.08,
    void=0.2,
)
DOUBT: Final = 0.2
OPENING: Final = 3
"""The bid that nearly any hand may begin with: whoever goes over it must risk four."""
STRONG: Final = 5.0
"""The value of a hand with which four is bid at once."""
EARLY: Final = (0.0, 0.0, 3.1, 4.25, 5.1, 6.2)
"""The least values of hands for bids from one to six, while partner is still to call."""
LATE: Final = (0.0, 0.0, 2.75, 4.0, 5.1, 6.2)
"""The same when partner has called: up to three nearly any, as who names trumps wins almost two tricks more."""
OVER_PARTNER: Final = (4.1, 4.1, 4.1, 4.8, 5.35, 6.2)
"""The same over a bid of partner's."""


def _opening(worth: float, left: int) -> int:
    """The bid to begin with, while so many players are `left` to call."""
    if worth >= STRONG:
        return OPENING + 1
    return OPENING if left == 1 or worth >= EARLY[OPENING - 1] else OPENING - 1


def discard_preference(card_at: int, hand: Cards, trump: str) -> float:
    """The preference for discarding the card at this place of the hand: low cards of short suits, never a trump."""
    order, c = RANKING.under(trump), hand[card_at]
    if order.power[""][c]:
        return -10.0
    suit = order.suit[c]
    row = [d for d in hand if order.suit[d] == suit]
    return -order.power[suit][c] - 2 * len(row) - 4 * (c.rank == "A")


class BiddingPolicy(AuctionPolicy[Calls, HasenpfefferState]):
    """A call."""

    bids_count = False

    def needed(self, v: Calls, move: Move) -> Needed | None:
        """As many tricks as are bid."""
        return Needed(int(move.word), takes=1) if move.word.isdigit() else None

    def bidding_policy(self, v: Calls, hand: Cards, legal: Sequence[Move], rng: Random) -> Move:
        """Last the lowest bid that goes over the others', before that one over which it is hard to go."""
        numbers = [int(move.word) for move in legal if move.word.isdigit()]
        none = hand_value.said(legal, PASS) or legal[0]
        if not numbers or v.forced:
            return none
        worth, least = hand_value.best(TRUMPS, RANKING, hand) + rng.gauss(0, DOUBT), min(numbers)
        holder, me, left = v.highest[0], self.phase.actor(v), v.players - len(v.bids) - 1
        n = least if not left else max(least, _opening(worth, left))
        needs = EARLY if left > 1 else LATE
        ours = bool(holder and me) and side_of(SIDES, holder) == side_of(SIDES, me)
        if ours and not (left and least <= OPENING):
            needs = OVER_PARTNER
        said = hand_value.said(legal, str(n)) if worth >= needs[n - 1] else None
        return said or none


class NamePolicy(NamingPolicy[Naming, HasenpfefferState]):
    """A trump suit."""

    def tie_break_cost(self, state: HasenpfefferState, seat: Seat, v: Naming, move: Move, allies: Set[Seat]) -> float:
        """The longer suit first, with the joker and bowers, which are the same for most suits."""
        power = RANKING.under(move.word).power[""]
        return -float(sum(power[c] > 0 for c in state.hand(seat)))

    def bidding_policy(self, v: Naming, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The suit with the highest value of the hand."""
        return named(TRUMPS, RANKING, hand, legal, rng, DOUBT)


class DiscardPolicy(Policy[Discarding, HasenpfefferState]):
    """Cards to discard."""

    def tie_break_cost(
        self, state: HasenpfefferState, seat: Seat, v: Discarding, move: Move, allies: Set[Seat]
    ) -> float:
        """The height of the card, with trumps above all others."""
        order = RANKING.under(v.trump)
        return order.power[order.suit[move.card]][move.card]

    def rollout_move(
        self, state: HasenpfefferState, seat: Seat, v: Discarding, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move:
        """A low card of a short suit."""
        return max(legal, key=lambda move: discard_preference(v.hand.index(move.card), v.hand, v.trump) + rng.random())


class HasenpfefferPolicy(GamePolicy[HasenpfefferState]):
    """What is wise in Hasenpfeffer."""

    naming_brings = 1.7

    def aims(self, state: HasenpfefferState, seat: Seat) -> Sequence[Aim]:
        """The tricks that were bid."""
        side = side_of(SIDES, state.declarer) if state.contract else ""
        return [in_tricks(state, side, state.contract, contract=True)] if side else ()


POLICY: Final = partial(
    HasenpfefferPolicy, phases={"auction": BiddingPolicy, "trump": NamePolicy, "discard": DiscardPolicy}
)
