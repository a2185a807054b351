"""What is wise in Reversis: to take no tricks, and none with cards that count.

What is laid away is a card that would take tricks some day; the Quinola stays where hearts guard it, is thrown on a
trick of another suit, and is forced out of others' hands by hearts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import partial
from typing import TYPE_CHECKING, Final

from tutor.games.reversis.exchange import Exchanging
from tutor.games.reversis.hands import ReversisState
from tutor.games.reversis.play import GLADLY_GIVEN, Trick
from tutor.games.reversis.table import NINE, QUINOLA, points
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies.base import GamePolicy, Policy
from tutor.policies.tricks import TrickPolicy

if TYPE_CHECKING:
    from random import Random

HIGH: Final = {"A": 9.0, "K": 8.0, "Q": 6.0, "J": 4.0, "9": 2.0}
"""How gladly a card is laid away that may take a trick."""
LOW: Final = "2345"
DUCKED: Final = 2.0
"""How much less for each low card of its suit, with which one can go below."""
GUARDS: Final = 3
"""Other hearts that guard the Quinola."""
UNGUARDED: Final = 12.0
KEPT: Final = 4.0
"""How dangerous a card must be for a hand not to be kept as it is."""
DOUBT: Final = 1.0
"""How far players judge differently."""
SOME: Final = 4
"""Cards to lay away that are worth a thought."""
FORCING: Final = 0.7
"""How often a heart is led while another holds the Quinola."""


def danger(c: Card, hand: Cards) -> float:
    """How much better a hand is without one of its cards."""
    row = [d for d in hand if d.suit == c.suit and d is not c]
    if c is QUINOLA:
        return UNGUARDED if len(row) < GUARDS else 0.0
    low = sum(d.rank in LOW for d in row)
    guard = c.suit == QUINOLA.suit and QUINOLA in hand
    return HIGH.get(c.rank, 0.5) - DUCKED * low - guard


def laid_away(hand: Cards, legal: Sequence[Move], rng: Random) -> Move:
    """The most dangerous card; nothing, if that may be and none is dangerous."""
    return max(legal, key=lambda move: (danger(move.card, hand) if move.cards else KEPT) + rng.gauss(0, DOUBT))


def worth_a_thought(hand: Cards, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The most dangerous cards, and to keep the hand."""
    ranked = sorted((move for move in moves if move.cards), key=lambda move: -danger(move.card, hand))
    return tuple(move for move in moves if not move.cards or move in ranked[:SOME])


def sensible(led: str, legal: Sequence[Move], held: bool, rng: Random) -> Sequence[Move]:
    """Those of `legal` among which to choose a card; `led` is the suit led, `held` whether another has the Quinola."""
    if not led and held and rng.random() < FORCING:
        legal = [move for move in legal if move.card.suit == QUINOLA.suit] or legal
    if not led or led == QUINOLA.suit:
        legal = [move for move in legal if move.card is not QUINOLA] or legal
    return legal


class ExchangePolicy(Policy[Exchanging, ReversisState]):
    """A card laid away, or the hand kept."""

    def rollout_move(
        self, state: ReversisState, seat: Seat, v: Exchanging, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """A card that would take tricks."""
        return laid_away(v.hand, legal, rng)

    def plausible(self, state: ReversisState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Cards of which a hand had better be rid."""
        return worth_a_thought(state.hand(seat), moves)


class PlayPolicy(TrickPolicy[Trick, ReversisState]):
    """A card to the trick."""

    trick_reward = -1.0

    def card_values(self, state: ReversisState) -> Mapping[Card, float]:
        """What one would like to be rid of: the Quinola first, then aces, then courts."""
        return GLADLY_GIVEN

    def wants_tricks(self, state: ReversisState, seat: Seat) -> bool:
        """Only who has won all of the first tricks, and has the reversis in view, wants more."""
        return len(state.past) >= NINE - 3 and all(taken.winner == seat for taken in state.past)

    def rollout_move(
        self, state: ReversisState, seat: Seat, v: Trick, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """As where tricks cost, but for the Quinola."""
        if len(legal) > 1 and not self.wants_tricks(state, seat):
            held = any(QUINOLA in state.hand(who) for who in v.seats if who != seat)
            legal = sensible(v.led, legal, held, rng)
        return super().rollout_move(state, seat, v, legal, allies, rng)


class ReversisPolicy(GamePolicy[ReversisState]):
    """What is wise in Reversis."""

    def state_value(self, state: ReversisState, seat: Seat) -> float:
        """The chips, and in the middle of a hand what the cards captured so far may cost."""
        chips = self.game.standing(state)[seat]
        if not state.past or state.striver or state.phase != "play":
            return chips
        counts = {other: points(state.won(other)) for other in state.seats}
        return chips + sum(counts.values()) / state.players - counts[seat]


POLICY: Final = partial(ReversisPolicy, phases={"exchange": ExchangePolicy, "play": PlayPolicy})
