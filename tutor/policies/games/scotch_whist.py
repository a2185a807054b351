"""Policies for Scotch Whist: tricks and the trump honours in them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from tutor.games.scotch_whist import Trick
from tutor.games.scotch_whist.table import POINTS, ScotchWhistState, each
from tutor.kernel.cards import Card
from tutor.kernel.seats import Seat
from tutor.policies.game_policy import GamePolicy
from tutor.policies.tricks import TrickPolicy


class PlayPolicy(TrickPolicy[Trick, ScotchWhistState]):
    """A card to the trick."""

    trick_reward = 4.0  # a point a card, with four players

    def card_values(self, state: ScotchWhistState) -> Mapping[Card, float]:
        """The points of the trump honours."""
        return POINTS[state.trump].values

    def unpaid(self, state: ScotchWhistState, seat: Seat) -> tuple[int, int] | None:
        """Cards count beyond the number that was dealt to each."""
        most = len(state.seats) * (state.tricks(seat) + len(state.hand(seat)))
        return (most, each(len(state.seats))) if most <= each(len(state.seats)) else None


POLICY: Final = partial(GamePolicy, phases={"play": PlayPolicy})
