"""Policies for Scotch Whist: tricks and the trump honours in them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Final

from tutor.games.scotch_whist import Trick
from tutor.games.scotch_whist.table import PACK, ScotchWhistState, honours
from tutor.kernel.cards import Card
from tutor.policies.base import GamePolicy
from tutor.policies.tricks import TrickPolicy


@cache
def _card_values(trump: str) -> Mapping[Card, float]:
    return {c: n for c in PACK.order if (n := honours((c,), trump))}


class PlayPolicy(TrickPolicy[Trick, ScotchWhistState]):
    """A card to the trick."""

    trick_reward = 4.0  # a point a card, with four players

    def card_values(self, state: ScotchWhistState) -> Mapping[Card, float]:
        """The points of the trump honours."""
        return _card_values(state.trump)


POLICY: Final = partial(GamePolicy, phases={"play": PlayPolicy})
