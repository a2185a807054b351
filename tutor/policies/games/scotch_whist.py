"""Policies for Scotch Whist: tricks and the trump honours in them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from tutor.games.scotch_whist import Trick
from tutor.games.scotch_whist.table import POINTS, ScotchWhistState
from tutor.kernel.cards import Card
from tutor.policies.game_policy import GamePolicy
from tutor.policies.tricks import TrickPolicy


class PlayPolicy(TrickPolicy[Trick, ScotchWhistState]):
    """A card to the trick."""

    trick_reward = 4.0  # a point a card, with four players

    def card_values(self, state: ScotchWhistState) -> Mapping[Card, float]:
        """The points of the trump honours."""
        return POINTS[state.trump].values


POLICY: Final = partial(GamePolicy, phases={"play": PlayPolicy})
