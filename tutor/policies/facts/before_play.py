"""What is told of decisions before the play: bids, declarations, cards taken and laid away."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from tutor.kernel.view import View

if TYPE_CHECKING:
    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.state import State
    from tutor.policies.values import Declaration, Needed

V = TypeVar("V", bound=View)
S = TypeVar("S", bound="State")


class BeforePlayFacts(Generic[V, S]):
    """What is told of decisions before the play: bids, declarations, cards taken and laid away."""

    bids_count: ClassVar[bool] = True
    """Whether a higher bid in the same suit brings more than a lower one if both are made."""

    others_may_raise: ClassVar[bool] = True
    """Whether others may make a hand dearer that the seat does not give up."""

    def taken(self, v: V, move: Move) -> Card | None:
        """The card that `move` brings into the hand for one that it lays away; None if it takes none."""
        return None

    def lets_take(self, v: V) -> Card | None:
        """The own card that gives the right to take another one in, now and not later; None if no card does."""
        return None

    def needed(self, v: V, move: Move) -> Needed | None:
        """What the contract needs that a call is about; None where that is no number, or the call is no bid."""
        return None

    def trumps_after(self, v: V, move: Move) -> str:
        """The only suit that can be trumps in the lowest contract that a call commits to; "" if it may be any."""
        return ""

    def bonus(self, v: V, move: Move) -> tuple[Cards, int]:
        """The cards in hand that bring points in the contract a call is about, whoever wins them, and how many."""
        return (), 0

    def declares(self, v: V, move: Move) -> Declaration | None:
        """What a call declares that counts later and costs nothing; None if it declares nothing."""
        return None
