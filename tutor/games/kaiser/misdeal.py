"""Calling a misdeal in Kaiser, with a hand too poor to be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.choices import ChoicePhase, exactly
from tutor.families.hands import throw_in
from tutor.games.kaiser.table import FIVE, PACK, THREE, TRICKS, KaiserState, Rules
from tutor.kernel.cards import Card, Cards
from tutor.kernel.duties import Duty, always
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


def poor(state: KaiserState) -> Seat | None:
    """The seat that may call a misdeal, None if there is none; never two, for the pack has only fourteen low cards."""
    return next((seat for seat in state.seats if not any(good(c) for c in state.hand(seat))), None)


@dataclass(frozen=True, kw_only=True)
class Looking(View, HandView):
    """The view of a player before the bidding."""

    options: Rules
    hand: Cards = declared(CARDS, "all eight cards of the player who is asked")
    asked: Seat | None = declared(SEAT, "who is asked", None, shown="the dealer's left")


MISDEAL: Final[Duty[Looking]] = always(
    "kaiser.misdeal", lambda v, m: m.word != "misdeal" or not any(good(c) for c in v.hand)
)


class Misdeal(ChoicePhase[Looking, KaiserState]):
    """Throw in a hand without a good card, or keep it. In a game only the player with such a hand is asked."""

    name = "misdeal"
    title = "your decision"
    verb = "do"
    clause = "kaiser.misdeal"
    secret = True
    view = Looking
    words = ("misdeal", "keep")
    viewer = "asked"
    hand_size = exactly(TRICKS, "before the bidding everybody has")
    binding = (MISDEAL,)

    def reasons(self, v: Looking, move: Move) -> Mapping[str, Any]:
        """The good cards, for which the hand must be played."""
        return {"good": tuple(c for c in v.hand if good(c))}

    def act(self, state: KaiserState, seat: Seat, move: Move) -> Turn[KaiserState]:
        """The same dealer deals again; or the bidding begins."""
        said = Event(CALL_MADE, seat, facts={"call": move.text})
        if move.word == "misdeal":
            then = throw_in(state, PACK, "kaiser.misdeal")
            return Turn(then.state, (said, *then.events))
        return Turn(bidding_or_misdeal_due(state, None), (said,))


def bidding_or_misdeal_due(state: KaiserState, may: Seat | None) -> KaiserState:
    """Ask seat `may` about a misdeal; if None, the player after the dealer bids."""
    if may:
        return changed(state, phase="misdeal", turn=(may,))
    return changed(state, phase="auction", turn=(after(state.seats, state.dealer),))
