"""What is wise in Reversis: to take no tricks, and none with cards that count."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from tutor.games.reversis.hands import ReversisState
from tutor.games.reversis.play import GLADLY_GIVEN, Trick
from tutor.games.reversis.table import NINE, points
from tutor.kernel.cards import Card
from tutor.kernel.seats import Seat
from tutor.policies.base import GamePolicy
from tutor.policies.tricks import TrickPolicy


class PlayPolicy(TrickPolicy[Trick, ReversisState]):
    """A card to the trick."""

    trick_reward = -1.0

    def card_values(self, state: ReversisState) -> Mapping[Card, float]:
        """What one would like to be rid of: the Quinola first, then aces, then courts."""
        return GLADLY_GIVEN

    def wants_tricks(self, state: ReversisState, seat: Seat) -> bool:
        """Only who has won all of the first tricks, and has the reversis in view, wants more."""
        return len(state.past) >= NINE - 3 and all(taken.winner == seat for taken in state.past)


class ReversisPolicy(GamePolicy[ReversisState]):
    """What is wise in Reversis."""

    def state_value(self, state: ReversisState, seat: Seat) -> float:
        """The chips, and in the middle of a hand what the cards captured so far may cost."""
        chips = self.game.standing(state)[seat]
        if not state.past or state.striver or state.phase != "play":
            return chips
        counts = {other: points(state.won(other)) for other in state.seats}
        return chips + sum(counts.values()) / state.players - counts[seat]


POLICY: Final = partial(ReversisPolicy, phases={"play": PlayPolicy})
