"""What is wise in Tetka: to take no tricks, and none with cards that cost."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from tutor.games.tetka import Trick
from tutor.games.tetka.table import TetkaState, costs
from tutor.kernel.cards import Card
from tutor.kernel.seats import Seat
from tutor.policies.base import GamePolicy
from tutor.policies.tricks import TrickPolicy


class PlayPolicy(TrickPolicy[Trick, TetkaState]):
    """A card to the trick."""

    trick_reward = -1.0

    def wants_tricks(self, state: TetkaState, seat: Seat) -> bool:
        """Tricks only cost."""
        return False

    def card_values(self, state: TetkaState) -> Mapping[Card, float]:
        """What one would like to be rid of."""
        return costs(state.bum) if state.bum is not None else {}


class TetkaPolicy(GamePolicy[TetkaState]):
    """What is wise in Tetka."""

    def state_value(self, state: TetkaState, seat: Seat) -> float:
        """How many points fewer than the others, on average, `seat` has."""
        sheet = self.game.standing(state)
        return (sum(sheet.values()) - sheet[seat]) / (len(sheet) - 1) - sheet[seat]


POLICY: Final = partial(TetkaPolicy, phases={"play": PlayPolicy})
