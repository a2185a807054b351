"""What is told of plays that must climb: what beats what for certain, what raises the stake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from tutor.kernel.view import View

if TYPE_CHECKING:
    from tutor.kernel.cards import Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State
    from tutor.policies.certain_plays import CertainPlays
    from tutor.policies.values import Controls

V = TypeVar("V", bound=View)
S = TypeVar("S", bound="State")


class ClimbFacts(Generic[V, S]):
    """What is told of plays that must climb: what beats what for certain, what raises the stake."""

    def controls(self, hand: Cards) -> Controls | None:
        """What decides whether to bid for playing alone; None in games that are not about the lead."""
        return None

    def certain(self, state: S, seat: Seat, v: View) -> CertainPlays | None:
        """What is certain of plays by the cards out of sight; None in games in which plays do not climb."""
        return None

    def doubles(self, move: Move) -> bool:
        """Whether a play doubles the stake of the hand."""
        return False
