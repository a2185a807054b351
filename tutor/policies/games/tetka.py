"""Policies for Tetka, where tricks are to be avoided, above all those with penalty cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from tutor.games.tetka import Trick
from tutor.games.tetka.table import BUM_TRICK, LAST_TRICK, MOST_TRICKS, TRICKS, TetkaState, costs, is_bum_trick
from tutor.kernel.cards import Card
from tutor.kernel.seats import Seat
from tutor.policies.game_policy import GamePolicy
from tutor.policies.tricks import TrickPolicy


class PlayPolicy(TrickPolicy[Trick, TetkaState]):
    """A card to the trick."""

    trick_reward = -1.0
    cost_of_most = MOST_TRICKS

    def wants_tricks(self, state: TetkaState, seat: Seat) -> bool:
        """Never, as tricks only cost."""
        return False

    def card_values(self, state: TetkaState) -> Mapping[Card, float]:
        """The cost of capturing each card."""
        return costs(state.bum) if state.bum is not None else {}

    def trick_cost(self, state: TetkaState, later: int = 0) -> float:
        """A point for the trick with the number of the bum card, and one for the last."""
        number = state.number + later
        bum = state.bum is not None and is_bum_trick(state.bum, number)
        return BUM_TRICK.points * bum + LAST_TRICK.points * (number == TRICKS)


class TetkaPolicy(GamePolicy[TetkaState]):
    """What is wise in Tetka."""

    def state_value(self, state: TetkaState, seat: Seat) -> float:
        """The mean points of the others minus those of `seat`."""
        sheet = self.game.standing(state)
        return (sum(sheet.values()) - sheet[seat]) / (len(sheet) - 1) - sheet[seat]


POLICY: Final = partial(TetkaPolicy, phases={"play": PlayPolicy})
