"""What is wise in Scotch Whist: what the trump honours bring."""

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

    trick_reward = 4.0  # a point a card, and usually four play

    def card_values(self, state: ScotchWhistState) -> Mapping[Card, float]:
        """What the trump honours bring who captures them."""
        return _card_values(state.trump)


POLICY: Final = partial(GamePolicy, phases={"play": PlayPolicy})
