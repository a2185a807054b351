"""Base classes of views: what a program may ask of a decision without knowing which game it is.

The views of families and games inherit from those that fit; whoever gets a view tests it with `isinstance`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

from tutor.kernel.cached import cached_property
from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.moves import Combo
    from tutor.kernel.seats import Seat


class HandView:
    """The view of a player who holds cards."""

    if TYPE_CHECKING:  # a field of each view

        @property
        def hand(self) -> Cards:
            """The cards of the player who is to act."""

    def holding(self, hand: Cards) -> Self:
        """A copy of the view with `hand` as the hand."""
        view: Any = self
        changed: Self = replace(view, hand=hand)
        return changed


class TrumpsView:
    """A view in which it is known which cards are trumps."""

    def is_trump(self, c: Card) -> bool:
        """Whether `c` is a trump."""
        raise NotImplementedError


class TrickOnTable:
    """The view of a game of tricks."""

    if TYPE_CHECKING:  # a field of each view

        @property
        def trick(self) -> tuple[Any, ...]:
            """What has been played to the trick, in order: a card of each player, or several; empty before the lead."""

    @property
    def shared(self) -> tuple[Seat, ...]:
        """The seats whose cards are equally the best so far, in games where cards can tie; empty elsewhere."""
        return ()


class LedView:
    """The view of a trick or round that somebody leads."""

    if TYPE_CHECKING:  # a field of each view

        @property
        def leader(self) -> Seat | None:
            """Who led, or is to lead; None where the position does not say."""


class CallsView:
    """The view of a decision that is called out in turn: bids, raises."""

    if TYPE_CHECKING:  # a field of each view

        @property
        def bids(self) -> tuple[tuple[Seat, str], ...]:
            """What has been said, in order."""


class CardOrder(Protocol):
    """The order of the cards under one trump suit."""

    @property
    def suit(self) -> Mapping[Card, str]:
        """The suit that each card belongs to in play, whatever is printed on it."""

    @property
    def power(self) -> Mapping[str, Mapping[Card, int]]:
        """How high each card is in a trick, by the suit led; 0 if it cannot win. Under "" only trumps can."""


class CardRanking(Protocol):
    """The orders of a game's cards, one for each trump suit."""

    def under(self, trump: str) -> CardOrder:
        """The order when `trump` is the trump suit; empty for none."""


class RankedTrickView(View, HandView, TrumpsView, TrickOnTable, LedView):
    """The view of a trick of single cards that the best of them wins."""

    ranking: ClassVar[CardRanking]
    by_suit: ClassVar[bool] = True
    """Whether only cards of the suit led and trumps can win; else the rank alone decides, and equal ranks are level."""

    if TYPE_CHECKING:  # fields of each view

        @property
        def leader(self) -> Seat:
            """Who led the trick, or is to lead."""

        @property
        def trick(self) -> Cards:
            """The cards on the table, in the order played."""

    def facing(self, trick: Cards, leader: Seat | None = None) -> Self:
        """A copy of the view with `trick` on the table, led by `leader` (by default the same leader)."""
        view: Any = self
        changed: Self = replace(view, trick=trick, leader=leader or self.leader)
        return changed

    @property
    def trumps(self) -> str:
        """The trump suit, empty if there is none."""
        raise NotImplementedError

    @cached_property
    def order(self) -> CardOrder:
        """The order of the cards under the present trump suit."""
        return self.ranking.under(self.trumps)

    @cached_property
    def power(self) -> Mapping[Card, int]:
        """How high each card is in this trick: 0 for those that cannot win it."""
        raise NotImplementedError

    @cached_property
    def best(self) -> Card | None:
        """The card that is winning the trick so far; None before the lead."""
        raise NotImplementedError

    @property
    def lone_trump(self) -> bool:
        """Whether just one trump lies in the trick."""
        return sum(map(self.is_trump, self.trick)) == 1

    @property
    def holder(self) -> Seat | None:
        """The seat that played the best card so far; None before the lead, and while both sides have one as high."""
        raise NotImplementedError

    def follows(self, c: Card) -> bool:
        """Whether `c` is of the suit led."""
        raise NotImplementedError

    def beats(self, c: Card) -> bool:
        """Whether `c`, played now, would be the best card of the trick."""
        raise NotImplementedError


class ClimbView(View, HandView, LedView):
    """The view of a round in which every play must beat the one before."""

    @cached_property
    def to_beat(self) -> Combo:
        """The combination to beat; on a free lead one without cards."""
        raise NotImplementedError

    @property
    def holder(self) -> Seat | None:
        """The seat whose combination is to be beaten; None on a free lead, or where the position does not say."""
        raise NotImplementedError
