"""Policies for Reversis, where tricks are to be avoided, above all those with counting cards.

The exchange rids the hand of a card likely to win tricks. The Quinola is kept while hearts guard it, is discarded on a
trick of another suit, and is forced out of others' hands by leading hearts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import partial
from typing import TYPE_CHECKING, Final

from tutor.games.reversis.exchange import Exchanging
from tutor.games.reversis.hands import ReversisState
from tutor.games.reversis.play import GLADLY_GIVEN, Trick
from tutor.games.reversis.table import ACES, NINE, POINTS, QUINOLA, WHOLE, price
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies.base import Policy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.tricks import TrickPolicy

if TYPE_CHECKING:
    from random import Random

HIGH: Final = {"A": 9.0, "K": 8.0, "Q": 6.0, "J": 4.0, "9": 2.0}
"""The danger of a card, by rank: how likely it is to win a trick."""
LOW: Final = "2345"
DUCKED: Final = 2.0
"""How much each lower card of its suit reduces the danger."""
LOST: Final = WHOLE // 2 + 1
"""The card points with which nobody else can have as many."""
GUARDS: Final = 3
"""The number of other hearts that guard the Quinola."""
UNGUARDED: Final = 12.0
KEPT: Final = 4.0
"""The danger from which on a card is exchanged; with less the hand is kept."""
DOUBT: Final = 1.0
"""The spread with which players judge danger (standard deviation)."""
SOME: Final = 4
"""The number of most dangerous cards that are considered for the exchange."""
FORCED: Final = {c: float(price(c)) for c in ACES} | {QUINOLA: 20.0}
"""What a card brings whoever leads its suit if it is forced, by all players together."""
FORCED_QUINOLA: Final = 10
"""What the Quinola costs its holder if it is forced, besides a remise."""
THROWN_QUINOLA: Final = 5
"""What it brings if it is placed, besides a pot."""
FORCING: Final = 0.7
"""The share of leads that are hearts while another player holds the Quinola."""


def danger(c: Card, hand: Cards) -> float:
    """How much better the hand is without `c`."""
    row = [d for d in hand if d.suit == c.suit and d is not c]
    if c is QUINOLA:
        return UNGUARDED if len(row) < GUARDS else 0.0
    low = sum(d.rank in LOW for d in row)
    guard = c.suit == QUINOLA.suit and QUINOLA in hand
    return HIGH.get(c.rank, 0.5) - DUCKED * low - guard


def laid_away(hand: Cards, legal: Sequence[Move], rng: Random) -> Move:
    """The exchange of the most dangerous card; keeping the hand, if that is legal and no card is dangerous."""
    return max(legal, key=lambda move: (danger(move.card, hand) if move.cards else KEPT) + rng.gauss(0, DOUBT))


def plausible_exchanges(hand: Cards, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The exchanges of the most dangerous cards, of which others do not take the danger, and keeping the hand."""
    ranked = sorted((move for move in moves if move.cards), key=lambda move: -danger(move.card, hand))
    some = [move for n, move in enumerate(ranked[:SOME]) if not n or danger(move.card, hand) >= 0]
    return tuple(move for move in moves if not move.cards or move in some)


def restricted(led: str, legal: Sequence[Move], held: bool, rng: Random) -> Sequence[Move]:
    """The moves of `legal` to choose from; `led` is the suit led, `held` whether another player holds the Quinola."""
    if not led and held and rng.random() < FORCING:
        legal = [move for move in legal if move.card.suit == QUINOLA.suit] or legal
    if not led or led == QUINOLA.suit:
        legal = [move for move in legal if move.card is not QUINOLA] or legal
    return legal


class ExchangePolicy(Policy[Exchanging, ReversisState]):
    """A card to exchange, or keeping the hand."""

    def rollout_move(
        self, state: ReversisState, seat: Seat, v: Exchanging, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """The exchange of the most dangerous card."""
        return laid_away(v.hand, legal, rng)

    def plausible(self, state: ReversisState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The exchanges of dangerous cards, and keeping the hand."""
        return plausible_exchanges(state.hand(seat), moves)


class PlayPolicy(TrickPolicy[Trick, ReversisState]):
    """A card to the trick."""

    trick_reward = -1.0

    def card_values(self, state: ReversisState) -> Mapping[Card, float]:
        """The cost of capturing each card: the Quinola most, then aces, then courts."""
        return GLADLY_GIVEN

    def paid_if_forced(self, state: ReversisState) -> Mapping[Card, float]:
        """Aces bring the leader a chip or two, the Quinola 10 and twice 5."""
        return FORCED

    def pays_if_forced(self, state: ReversisState) -> Mapping[Card, float]:
        """The Quinola costs 10 and a remise, an ace a chip or two; nothing while somebody tries the reversis."""
        if state.striver:
            return {}
        remise = state.standing_pots.amounts[-1:]
        return FORCED | {QUINOLA: float(FORCED_QUINOLA + sum(remise))}

    def paid_if_thrown(self, state: ReversisState) -> Mapping[Card, float]:
        """The Quinola brings 5 and the newest pot, an ace a chip or two; nothing while somebody tries the reversis."""
        if state.striver:
            return {}
        pot = state.standing_pots.amounts[-1:]
        return FORCED | {QUINOLA: float(THROWN_QUINOLA + sum(pot))}

    def wants_tricks(self, state: ReversisState, seat: Seat) -> bool:
        """Only for a seat that has won all tricks so far and may make the reversis."""
        return len(state.past) >= NINE - 3 and all(taken.winner == seat for taken in state.past)

    def points_settled(self, state: ReversisState, seat: Seat) -> bool:
        """With more than half of them the seat has lost the party, unless another player's espagnolette fails."""
        return POINTS.of(state.won(seat)) >= LOST and not state.adventurer

    def plausible(self, state: ReversisState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """As in other games; but the Quinola outdoes no other heart, as it is paid for when it is forced."""
        quinola = tuple(move for move in moves if move.cards == (QUINOLA,))
        return (*super().plausible(state, seat, tuple(move for move in moves if move not in quinola)), *quinola)

    def rollout_move(
        self, state: ReversisState, seat: Seat, v: Trick, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """The heuristic for avoiding tricks, restricted by what the Quinola asks for."""
        if len(legal) > 1 and not self.wants_tricks(state, seat):
            held = any(QUINOLA in state.hand(who) for who in v.seats if who != seat)
            legal = restricted(v.led, legal, held, rng)
        return super().rollout_move(state, seat, v, legal, allies, rng)


class ReversisPolicy(GamePolicy[ReversisState]):
    """What is wise in Reversis."""

    def state_value(self, state: ReversisState, seat: Seat) -> float:
        """The chips, minus what cards captured in an unfinished hand may cost."""
        chips = self.game.standing(state)[seat]
        if not state.past or state.striver or state.phase != "play":
            return chips
        counts = {other: POINTS.of(state.won(other)) for other in state.seats}
        return chips + sum(counts.values()) / state.players - min(counts[seat], LOST)


POLICY: Final = partial(ReversisPolicy, phases={"exchange": ExchangePolicy, "play": PlayPolicy})
