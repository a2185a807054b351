"""What is wise in Calabrasella: whether to play, and which cards to keep and to part with."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar

from tutor.games.calabrasella import Trick
from tutor.games.calabrasella.bidding import PASS, PLAY, Calling, Calls
from tutor.games.calabrasella.table import PACK, CalabrasellaState
from tutor.games.calabrasella.widow import Discarding, Taking
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.kernel.view import View
from tutor.policies.base import GamePolicy, Policy
from tutor.policies.calls import AuctionPolicy
from tutor.policies.hand_value import said
from tutor.policies.tricks import TrickPolicy

if TYPE_CHECKING:
    from random import Random

V = TypeVar("V", bound=View)

WORTH: Final = {"3": 9.0, "2": 7.0, "A": 5.0, "K": 3.0, "Q": 2.0, "J": 1.5}
"""How gladly a card is kept."""
LENGTH: Final = 0.4
"""What each card of its suit adds for a low card behind a three or two: it may win a trick when all others are gone."""
HELP: Final = {"3": 3, "2": 2, "A": 1}
"""What high cards are worth to a player alone; hands of ten such points broke even in 1,500 hands of the program."""
HOPED: Final = 2.6
"""How gladly a card of the widow is kept on average."""
ENOUGH: Final = 10
DOUBT: Final = 0.7
"""How far players misjudge that."""
PARTED: Final = 5
"""So many of the cards that are kept least gladly come into question to be laid away."""


def kept(c: Card, hand: Cards) -> float:
    """How gladly `c` is kept in this hand."""
    if c.rank in WORTH:
        return WORTH[c.rank]
    suit = [other for other in hand if other.suit == c.suit]
    return LENGTH * len(suit) if any(other.rank in "32" for other in suit) else 0.0


def strength(hand: Cards) -> int:
    """What the high cards come to."""
    return sum(HELP.get(c.rank, 0) for c in hand)


class PlayPolicy(TrickPolicy[Trick, CalabrasellaState]):
    """A card to the trick."""

    trick_reward = 0.3


class BiddingPolicy(AuctionPolicy[Calls, CalabrasellaState]):
    """A call."""

    def bidding_policy(self, v: Calls, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """To play, with enough high cards."""
        return said(legal, PLAY if strength(hand) + rng.gauss(0, DOUBT) >= ENOUGH - 0.5 else PASS)


class CallPolicy(Policy[Calling, CalabrasellaState]):
    """A card to ask for."""

    def bidding_policy(self, v: Calling, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """A card of the suit in which most is held besides."""
        return max(legal, key=lambda m: sum(HELP.get(c.rank, 0.5) for c in hand if c.suit == m.word[1]) + rng.random())


class PartingPolicy(Policy[V, CalabrasellaState]):
    """Cards to part with."""

    hoped = 0.0
    """How gladly what comes for each of them will be kept."""

    def bidding_policy(self, v: V, hand: Cards, legal: Sequence[Move], rng: Random) -> Move:
        """What is kept least gladly."""
        return min(legal, key=lambda move: sum(kept(c, hand) - self.hoped for c in move.cards))

    def plausible(self, state: CalabrasellaState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Nobody parts with high cards: else nothing that follows would mean anything."""
        hand = tuple(c for c in state.hand(seat) if c is not state.called)
        order = sorted(hand, key=lambda c: (kept(c, hand), -PACK.place[c]))
        least = frozenset(islice(order, PARTED))
        return tuple(move for move in moves if move.cards and least.issuperset(move.cards)) or moves


class DiscardPolicy(PartingPolicy[Discarding]):
    """Cards to lay away for as many of the widow."""

    hoped = HOPED


class TakePolicy(Policy[Taking, CalabrasellaState]):
    """Cards to take."""

    def bidding_policy(self, v: Taking, hand: Cards, legal: Sequence[Move], rng: Random) -> Move:
        """What is kept most gladly."""
        return max(legal, key=lambda move: sum(kept(c, (*hand, *move.cards)) for c in move.cards))


class CalabrasellaPolicy(GamePolicy[CalabrasellaState]):
    """What is wise in Calabrasella."""

    def state_value(self, state: CalabrasellaState, seat: Seat) -> float:
        """The chips of the seat: what the other defender wins is no loss."""
        return float(self.game.standing(state)[seat])


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
