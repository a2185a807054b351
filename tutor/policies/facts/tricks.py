"""What is told of tricks: what cards and tricks bring or cost, and what the tricks before show."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State
    from tutor.policies.values import Request, SurePlan

V = TypeVar("V", bound=View)
S = TypeVar("S", bound="State")


class TrickFacts(Generic[V, S]):
    """What is told of tricks: what cards and tricks bring or cost, and what the tricks before show."""

    def requested(self, state: S, seat: Seat, v: V, legal: Sequence[Move]) -> Request | None:
        """The one of `legal` that a partner has asked for in words; None if none has."""
        return None

    def suits_asked_for(self, state: S, who: Seat) -> Mapping[str, Card]:
        """The suits that `who` has asked in words to be helped in, each with the card led then."""
        return {}

    def sure_plan(self, state: S, seat: Seat, v: V, legal: Sequence[Move]) -> SurePlan | None:
        """How `seat`, who leads, makes the contract whatever the others hold; None if that is not sure."""
        return None

    trick_reward: ClassVar[float] = 0.0
    """The reward for winning a trick, besides that of its cards (`card_values`); 0 where there are no tricks.

    A negative one says that tricks cost their winners: it is multiplied by the points that the trick counts.
    """

    costs_are_all: ClassVar[bool] = False
    """Where tricks are not wanted, whether only what cards (`card_values`) and tricks (`trick_cost`) cost counts."""

    def points_settled(self, state: S, seat: Seat) -> bool:
        """Whether the card points that `seat` may still capture change nothing for it any more."""
        return False

    def unpaid(self, state: S, seat: Seat) -> tuple[int, int] | None:
        """The most cards that `seat` can still capture in all, and the number up to which these count nothing.

        None where they may still count.
        """
        return None

    last_trick: ClassVar[float] = 0.0
    """The points that the last trick of a hand counts more than others."""

    def card_values(self, state: S) -> Mapping[Card, float]:
        """The value to play of capturing each card in `state`, or its cost where tricks are not wanted; 0 if absent.

        It is a heuristic, and may differ from what the cards count by the rules.
        """
        return {}

    def wants_tricks(self, state: S, seat: Seat) -> bool:
        """Whether it is better for `seat` to win tricks than to avoid them."""
        return True

    def trick_cost(self, state: S, later: int = 0) -> float:
        """What the trick on the table, or the one so many tricks `later`, costs its winner besides its cards.

        Only asked where tricks are not wanted.
        """
        return 0.0

    cost_of_most: ClassVar[float] = 0.0
    """What it costs to have won the most tricks of the hand in the end, where tricks are not wanted."""

    def tricks_won(self, state: S) -> Mapping[Seat, int]:
        """How many tricks of the hand each seat has won."""
        return {}

    def only_last_costs(self, state: S) -> bool:
        """Whether the last trick alone still costs, whatever falls to whom. Only asked where tricks are not wanted."""
        return False

    def paid_if_forced(self, state: S) -> Mapping[Card, float]:
        """The cards that bring whoever leads their suit something if another player has to follow with them."""
        return {}

    def pays_if_forced(self, state: S) -> Mapping[Card, float]:
        """The cards that cost whoever has to follow with them something at once, besides what they cost in a trick."""
        return {}

    def paid_if_thrown(self, state: S) -> Mapping[Card, float]:
        """The cards that bring whoever throws them on a trick of another suit something at once."""
        return {}

    def from_the_deal(self, state: S, v: V) -> bool:
        """Whether `state` tells of all that was played since the deal; a moment that is set up may leave tricks out."""
        return True
