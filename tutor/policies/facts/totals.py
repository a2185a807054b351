"""What is told where the total of several cards wins a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from tutor.kernel.view import View

if TYPE_CHECKING:
    from tutor.kernel.cards import Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.state import State

V = TypeVar("V", bound=View)
S = TypeVar("S", bound="State")


class TotalFacts(Generic[V, S]):
    """What is told where the total of several cards wins a trick."""

    def lead_total(self, v: V, cards: Cards) -> int | None:
        """The total that `cards` would have if they were led; None where totals decide nothing."""
        return None

    def best_reply(self, v: V, lead: Cards, hand: Cards) -> int:
        """The highest total with which `hand` can answer `lead`, where totals decide."""
        return 0

    def tricks_at_stake(self, v: V) -> int:
        """How many tricks whoever wins this one counts, with those that were drawn before."""
        return 1

    def slots_ahead(self, v: V, move: Move) -> int:
        """How many single cards of a trick `move` is ahead in, where each is won by itself; 0 elsewhere."""
        return 0

    def lowest_picks(self, v: V) -> bool:
        """Whether the cards of a trick are picked from, first by the player with the lowest total."""
        return False
