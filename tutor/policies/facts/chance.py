"""What is told where cards answer by chance, and of odds that no choice changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.state import State
    from tutor.policies.values import Answers

V = TypeVar("V", bound=View)
S = TypeVar("S", bound="State")


class ChanceFacts(Generic[V, S]):
    """What is told where cards answer by chance, and of odds that no choice changes."""

    changes_nothing: ClassVar[bool] = False
    """Whether all choices are alike for how the hand goes on."""

    edge: ClassVar[float] = 0.0
    """The share of a stake that is lost in the long run where all bets are alike; 0 where they are not."""
    edge_by: ClassVar[str] = ""
    """The id of the clause by which that is lost."""

    def answers_by_chance(self, v: V, c: Card, unseen: Mapping[Card, int]) -> Answers | None:
        """What a lead of `c` may be answered with from cards that nobody has seen; None if players answer it."""
        return None

    def leads_by_chance(self, v: V, c: Card, unseen: Mapping[Card, int]) -> Cards | None:
        """The cards that chance may lead and that `c` would beat by following; None if players lead."""
        return None

    def doubling_cards(self, v: V) -> Cards:
        """The cards in hand that double what a contract counts, whoever plays it."""
        return ()
