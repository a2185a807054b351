"""Policies for Kaiser: bids by the value of a hand (weights: `policies/hand_value.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from tutor.games.kaiser import Trick
from tutor.games.kaiser.bidding import Calls
from tutor.games.kaiser.table import (
    BIDS,
    DEFENDERS_LIMIT,
    FIVE,
    RANKING,
    SIDES,
    SPECIAL,
    THREE,
    KaiserState,
    no_trump,
    number,
    value,
)
from tutor.games.kaiser.trump import Choosing
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat, Side, members, side_of
from tutor.policies import hand_value
from tutor.policies.aims import POINT, Aim, in_play, tricks_left
from tutor.policies.calls import AuctionPolicy, NamingPolicy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.hand_value import HandValue, named
from tutor.policies.tricks import TrickPolicy
from tutor.policies.values import Needed

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
"""The spread with which players misjudge their hands (standard deviation)."""
DOUBLED: Final = 0.5
"""How much lower the value of a hand without trumps may be, as it counts double."""
PARTNER: Final = 1.5
"""How much the own hand must exceed partner's bid to overbid it."""


FAR: Final = 1.0
"""How much a bid in a suit may exceed the value of the hand to be thought of."""
FAR_PLAIN: Final = 0.5
"""The same without trumps, where only high cards help, and partner's are not known."""


class BiddingPolicy(AuctionPolicy[Calls, KaiserState]):
    """A call."""

    bids_count = False

    def needed(self, v: Calls, move: Move) -> Needed | None:
        """As many points as are bid: one for each trick, and what two cards add and take away."""
        if move.word not in KINDS:
            return None
        n, plain = KINDS[move.word]
        return Needed(n, points=True, times=1 + plain, cheap=v.options.fail_cost == "tricks")

    def bidding_policy(self, v: Calls, hand: Cards, legal: Sequence[Move], rng: Random) -> Move:
        """The highest bid that the hand is worth, as each player calls once; the last to call bids the minimum.

        Partner is overbid only with a much better hand; if the bid is not the highest, a pass.
        """
        holder, last = v.highest[0], len(v.bids) == v.players - 1
        ours = bool(holder) and side_of(SIDES, holder) == side_of(SIDES, self.phase.actor(v) or holder)
        suit = hand_value.best(TRUMPS, RANKING, hand) + rng.gauss(0, DOUBT)
        none = PLAIN.of(RANKING.under(""), hand) + rng.gauss(0, DOUBT)
        most = max(suit, none) - (PARTNER if ours else 0)
        plain = none >= suit - DOUBLED
        fit = [move for move in legal if (known := KINDS.get(move.word)) and known[0] <= most and known[1] == plain]
        return fit[0 if last else -1] if fit else hand_value.said(legal, PASS) or legal[0]

    def plausible(self, state: KaiserState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """No bid for which the hand falls short by far; no more than the lowest of either kind for the last to call.

        Partner is not overbid with less than the bid needs.
        """
        hand, holder = state.hand(seat), self.phase.see(state, seat).highest[0]
        ours = bool(holder) and side_of(SIDES, holder) == side_of(SIDES, seat)
        last = len(state.bids) == state.players - 1
        if ours or not last:
            most = hand_value.best(TRUMPS, RANKING, hand), PLAIN.of(RANKING.under(""), hand)
            far = (0.0, 0.0) if ours else (FAR, FAR_PLAIN)
            kinds = {move: KINDS[move.word] for move in moves if move.word in KINDS}
            moves = tuple(m for m in moves if m not in kinds or kinds[m][0] <= most[kinds[m][1]] + far[kinds[m][1]])
        if not last:
            return moves
        lowest: dict[bool | None, Move] = {}
        for move in moves:
            lowest.setdefault(KINDS[move.word][1] if move.word in KINDS else None, move)
        return tuple(lowest.values())


class NamePolicy(NamingPolicy[Choosing, KaiserState]):
    """A trump suit."""

    def bidding_policy(self, v: Choosing, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The suit with the highest value of the hand."""
        return named(TRUMPS, RANKING, hand, legal, rng, DOUBT)


class PlayPolicy(TrickPolicy[Trick, KaiserState]):
    """A card to the trick."""

    def wants_tricks(self, state: KaiserState, seat: Seat) -> bool:
        """Not for declarers whose contract is broken, if what they win costs them more than it would bring the others.

        It costs them what they win (`kaiser.failed`), twice without trumps; and it may bring the defenders nothing.
        """
        side = side_of(SIDES, state.bidder) if state.contract else ""
        if not side or seat not in members(side) or state.options.fail_cost != "tricks":
            return True
        high = any(n > DEFENDERS_LIMIT for other, n in zip(SIDES, state.scores, strict=False) if other != side)
        double = no_trump(state.contract) and not state.options.nt_doubles_defenders
        if not (high or double):
            return True
        aim = contract_of(state, side)
        if state.trick and aim.open and aim.spare < (most := 1 + sum(max(0, SPECIAL.of((c,))) for c in state.trick)):
            v = self.phase.see(state, seat)
            taken = v.holder not in members(side) and not any(v.beats(c) for hand in state.hands for c in hand)
            aim = aim._replace(left=aim.left - most * taken)  # the others have this trick for certain
        return not aim.lost or aim.has < 0

    def trick_cost(self, state: KaiserState, later: int = 0) -> float:
        """Each trick counts one."""
        return 1.0


def contract_of(state: KaiserState, side: Side) -> Aim:
    """The number of the bid, in tricks with what two cards add and take away."""
    cards = [SPECIAL.of((c,)) for c in in_play(state)]
    left = tricks_left(state) + sum(n for n in cards if n > 0)
    has, risk = value(state.tricks(side), state.won(side)), -sum(n for n in cards if n < 0)
    return Aim(side, has, number(state.contract), left, POINT, contract=True, risk=risk, exact=not risk)


class KaiserPolicy(GamePolicy[KaiserState]):
    """What is wise in Kaiser."""

    def aims(self, state: KaiserState, seat: Seat) -> Sequence[Aim]:
        """The number of the bid, in tricks with what two cards add and take away."""
        if not state.contract:
            return ()
        return [contract_of(state, side_of(SIDES, state.bidder))]


POLICY: Final = partial(KaiserPolicy, phases={"auction": BiddingPolicy, "trump": NamePolicy, "play": PlayPolicy})
