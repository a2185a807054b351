"""Calling a misdeal in Kaiser, with a hand too poor to be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.choices import exactly
from tutor.families.misdeals import MisdealPhase
from tutor.games.kaiser.table import FIVE, THREE, TRICKS, KaiserState, Rules
from tutor.kernel.cards import Card, Cards
from tutor.kernel.events import CALL_MADE, Event
from tutor.kernel.fields import CARDS, SEAT, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView


def good(c: Card) -> bool:
    """Whether this card makes the hand too good for a misdeal."""
    return c.rank in "AKQJ" or c in (FIVE, THREE)


@dataclass(frozen=True, kw_only=True)
class Looking(View, HandView):
    """The view of a player before the bidding."""

    options: Rules
    hand: Cards = declared(CARDS, "all eight cards of the player who is asked")
    asked: Seat | None = declared(SEAT, "who is asked", None, shown="the dealer's left")


class Misdeal(MisdealPhase[Looking, KaiserState]):
    """Throw in a hand without a good card, or keep it."""

    name = "misdeal"
    title = "your decision"
    verb = "do"
    clause = "kaiser.misdeal"
    words = ("misdeal", "keep")
    demand = "misdeal"
    viewer = "asked"
    hand_size = exactly(TRICKS, "before the bidding everybody has")

    @staticmethod
    def poor(hand: Cards) -> bool:
        """A hand without a good card; never two players have one, for only fourteen cards are low."""
        return not any(good(c) for c in hand)

    def reasons(self, v: Looking, move: Move) -> Mapping[str, Any]:
        """The good cards, for which the hand must be played."""
        return {"good": tuple(c for c in v.hand if good(c))}

    def act(self, state: KaiserState, seat: Seat, move: Move) -> Turn[KaiserState]:
        """Also the decision, which everybody hears."""
        return super().act(state, seat, move).preceded_by(Event(CALL_MADE, seat, facts={"call": move.text}))

    def kept(self, state: KaiserState) -> Turn[KaiserState]:
        """The player after the dealer bids first."""
        return Turn(changed(state, phase="auction", turn=(after(state.seats, state.dealer),)))


MISDEAL: Final = Misdeal()
