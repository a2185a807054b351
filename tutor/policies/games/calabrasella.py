"""Policies for Calabrasella: whether to play, and which cards to keep."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from tutor.families.hands import with_hand
from tutor.games.calabrasella import Trick
from tutor.games.calabrasella.bidding import PLAY, Calling, Calls
from tutor.games.calabrasella.table import LAST, PACK, WIDOW, CalabrasellaState
from tutor.games.calabrasella.widow import Discarding, Taking
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.policies.base import Policy
from tutor.policies.calls import AuctionPolicy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.hand_value import said
from tutor.policies.tricks import OFTEN, TrickPolicy

if TYPE_CHECKING:
    from random import Random

V = TypeVar("V", bound=View)

KEEP: Final = {"3": 9.0, "2": 7.0, "A": 5.0, "K": 3.0, "Q": 2.0, "J": 1.5}
"""Value of keeping a card, by rank."""
LENGTH: Final = 0.6
"""Bonus of a low card for each card of its suit, if that has a three or two: it may win a late trick.

In 5,125 deals of which three in five parted with other cards 0.6 won 0.7 ± 0.2 chips a hand more than 0.4, played out
by rules of thumb; with open cards 1.6 ± 0.4.
"""
GUARD: Final = 2.0
"""Bonus of the only card beside a two or an ace without the three, which would fall to that alone.

It won 0.4 ± 0.1 chips a hand in 4,402 deals, of which one in ten parted with other cards.
"""
STRENGTH: Final = {"3": 3, "2": 2, "A": 1}
"""Points of high cards for playing alone; hands with ten points broke even in 1,500 play-outs."""
HOPED: Final = 2.6
"""Mean value of keeping a card of the widow."""
ENOUGH: Final = 10
DOUBT: Final = 0.7
"""The spread with which players misjudge it (standard deviation)."""
PARTED: Final = 5
"""The number of least valuable cards that are considered for discarding."""


def keep_value(c: Card, hand: Cards) -> float:
    """The value of keeping `c` in this hand."""
    suit = [other.rank for other in hand if other.suit == c.suit]
    value = KEEP[c.rank] if c.rank in KEEP else LENGTH * len(suit) if "3" in suit or "2" in suit else 0.0
    sole = c.rank not in STRENGTH and sum(rank not in STRENGTH for rank in suit) == 1
    return value + GUARD if sole and len(suit) > 1 and "3" not in suit else value


def strength(hand: Cards) -> int:
    """The sum of the points of high cards."""
    return sum(STRENGTH.get(c.rank, 0) for c in hand)


class PlayPolicy(TrickPolicy[Trick, CalabrasellaState]):
    """A card to the trick."""

    saved = OFTEN
    trick_reward = 0.3
    last_trick = float(LAST)


class BiddingPolicy(AuctionPolicy[Calls, CalabrasellaState]):
    """A call."""

    def bidding_policy(self, v: Calls, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """Play with enough high cards, else pass."""
        return said(legal, PLAY if strength(hand) + rng.gauss(0, DOUBT) >= ENOUGH - 0.5 else PASS)


class CallPolicy(Policy[Calling, CalabrasellaState]):
    """A card to ask for."""

    def bidding_policy(self, v: Calling, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """A card of the suit with the strongest cards in hand."""
        return max(
            legal, key=lambda m: sum(STRENGTH.get(c.rank, 0.5) for c in hand if c.suit == m.word[1]) + rng.random()
        )


class PartingPolicy(Policy[V, CalabrasellaState]):
    """Cards to part with."""

    hoped = 0.0
    """Expected value of keeping the card that replaces each of them."""
    spared = 2
    """The most cards less valuable than one that goes that may be kept."""

    def bidding_policy(self, v: V, hand: Cards, legal: Sequence[Move], rng: Random) -> Move:
        """The cards with the least value of keeping."""
        return min(legal, key=lambda move: sum(keep_value(c, hand) - self.hoped for c in move.cards))

    def plausible(self, state: CalabrasellaState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The moves that part with the least valuable cards, and keep hardly any of these."""
        hand = tuple(c for c in state.hand(seat) if c is not state.called)
        order = sorted(hand, key=lambda c: (keep_value(c, hand), -PACK.place[c]))
        least = {c: at for at, c in enumerate(order[:PARTED])}
        places = {move: [least.get(c, PARTED) for c in move.cards] for move in moves if move.cards}
        return tuple(move for move, at in places.items() if max(at) < min(PARTED, len(at) + self.spared)) or moves


class DiscardPolicy(PartingPolicy[Discarding]):
    """Cards to discard for as many of the widow."""

    hoped = HOPED
    spared = 1


class TakePolicy(Policy[Taking, CalabrasellaState]):
    """Cards to take."""

    def bidding_policy(self, v: Taking, hand: Cards, legal: Sequence[Move], rng: Random) -> Move:
        """The cards with the highest value of keeping."""
        return max(legal, key=lambda move: sum(keep_value(c, (*hand, *move.cards)) for c in move.cards))


class CalabrasellaPolicy(GamePolicy[CalabrasellaState]):
    """What is wise in Calabrasella."""

    asks_alone = True
    takes_alone = WIDOW

    def state_value(self, state: CalabrasellaState, seat: Seat) -> float:
        """The chips of the seat alone; what the other defender wins is no loss to it."""
        return float(self.game.standing(state)[seat])

    def handed_over(self, state: CalabrasellaState) -> Mapping[Card, Seat]:
        """The card called, once it was handed to the player alone."""
        return {state.called: state.declarer} if state.called is not None and state.donor else {}

    def sensibly_laid_away(
        self, deal: CalabrasellaState, seat: Seat, may_hold: Callable[[Seat, Card], bool]
    ) -> CalabrasellaState:
        """The player alone has laid away the least of the cards held before the widow was turned."""
        who = deal.declarer
        if seat == who or not deal.discards:
            return deal
        known, laid, hand = set(deal.known_to(seat)), list(deal.discards), list(deal.hand(who))
        worth = {c: KEEP.get(c.rank, 0.0) for c in (*laid, *hand)}
        for c in sorted(laid, key=worth.__getitem__, reverse=True):
            least = min((x for x in hand if x not in known), key=worth.__getitem__, default=c)
            if worth[least] < worth[c] and may_hold(who, c):
                laid[laid.index(c)], hand[hand.index(least)] = least, c
        discards = tuple(laid)
        away = (*discards, *(c for c in deal.away if c not in deal.discards))
        return changed(deal, hands=with_hand(deal.hands, who, PACK.sort(hand)), away=away, discards=discards)


POLICY: Final = partial(
    CalabrasellaPolicy,
    phases={
        "play": PlayPolicy,
        "auction": BiddingPolicy,
        "call": CallPolicy,
        "give": PartingPolicy,
        "discard": DiscardPolicy,
        "take": TakePolicy,
    },
)
