"""What is wise in Canadian Salad: to take none of what this deal charges for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Final

from tutor.games.canadian_salad.play import CanadianSaladState, Trick
from tutor.games.canadian_salad.table import PENALTIES, last_trick, points
from tutor.kernel.cards import Card
from tutor.kernel.seats import Seat
from tutor.policies.aims import tricks_left
from tutor.policies.game_policy import GamePolicy
from tutor.policies.tricks import TrickPolicy


@cache
def costs(deal: int) -> Mapping[Card, float]:
    """What each card costs in a deal."""
    return MappingProxyType({c: points(deal, 0, (c,)) for c in PENALTIES[deal]})


class PlayPolicy(TrickPolicy[Trick, CanadianSaladState]):
    """A card to the trick."""

    trick_reward = -1.0
    costs_are_all = True

    def card_values(self, state: CanadianSaladState) -> Mapping[Card, float]:
        """What each card costs in this deal."""
        return costs(state.hand_no)

    def wants_tricks(self, state: CanadianSaladState, seat: Seat) -> bool:
        """Nobody wants a trick."""
        return False

    def trick_cost(self, state: CanadianSaladState, later: int = 0) -> float:
        """The price of each trick, and that of the last, in deals that charge for them."""
        last = tricks_left(state) == later + 1
        return points(state.hand_no, 1, ()) + last_trick(state.hand_no) * last


class CanadianSaladPolicy(GamePolicy[CanadianSaladState]):
    """What is wise in Canadian Salad."""

    def state_value(self, state: CanadianSaladState, seat: Seat) -> float:
        """The mean points of the others minus those of the seat."""
        sheet = self.game.standing(state)
        others = [n for other, n in sheet.items() if other != seat]
        return sum(others) / len(others) - sheet[seat]


POLICY: Final = partial(CanadianSaladPolicy, phases={"play": PlayPolicy})
