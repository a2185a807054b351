"""Kinds of views that say more than who sits at the table: what may be asked of a decision without knowing the game.

The views of families and games inherit from those that fit them; whoever is handed a view asks by `isinstance`.
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
    """What a player sees who holds cards."""

    if TYPE_CHECKING:  # a field of each view

        @property
        def hand(self) -> Cards:
            """The cards of the player who is to act."""

    def holding(self, hand: Cards) -> Self:
        """The same view with this hand."""
        view: Any = self
        changed: Self = replace(view, hand=hand)
        return changed


class TrumpsView:
    """What a player sees who knows which cards are trumps."""

    def is_trump(self, c: Card) -> bool:
        """Whether `c` is a trump."""
        raise NotImplementedError


class TrickOnTable:
    """What a player sees where tricks are played."""

    if TYPE_CHECKING:  # a field of each view

        @property
        def trick(self) -> tuple[Any, ...]:
            """What has been played to the trick, in order: a card of each player, or several; empty before the lead."""

    @property
    def shared(self) -> tuple[Seat, ...]:
        """Who has played the best card of the trick, where several may have; empty where one alone can."""
        return ()


class CallsView:
    """What a player sees where something is said in turn: bids, raises."""

    if TYPE_CHECKING:  # a field of each view

        @property
        def bids(self) -> tuple[tuple[Seat, str], ...]:
            """What has been said, in order."""


class CardOrder(Protocol):
    """How cards stand to each other under one trump suit."""

    @property
    def suit(self) -> Mapping[Card, str]:
        """The suit each card belongs to, whatever is printed on it."""

    @property
    def power(self) -> Mapping[str, Mapping[Card, int]]:
        """By the suit led, how high each card is in the trick: 0 if it cannot win. With "" trumps alone can."""


class CardRanking(Protocol):
    """How the cards of a game stand to each other under each trump suit."""

    def under(self, trump: str) -> CardOrder:
        """The order when `trump` is the trump suit; empty for none."""


class RankedTrickView(View, HandView, TrumpsView, TrickOnTable):
    """What a player sees of a trick of single cards that the best of them wins."""

    ranking: ClassVar[CardRanking]

    if TYPE_CHECKING:  # fields of each view

        @property
        def leader(self) -> Seat:
            """Who led the trick, or is to lead."""

        @property
        def trick(self) -> Cards:
            """The cards on the table, in the order played."""

    def facing(self, trick: Cards, leader: Seat | None = None) -> Self:
        """The same view with this trick, which `leader` (as before, if nobody) led."""
        view: Any = self
        changed: Self = replace(view, trick=trick, leader=leader or self.leader)
        return changed

    @property
    def trumps(self) -> str:
        """The trump suit, empty if there is none."""
        raise NotImplementedError

    @cached_property
    def order(self) -> CardOrder:
        """How the cards stand to each other now."""
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
    def holder(self) -> Seat | None:
        """Who played the card that is winning so far; None before the lead."""
        raise NotImplementedError

    def follows(self, c: Card) -> bool:
        """Whether `c` is of the suit led."""
        raise NotImplementedError

    def beats(self, c: Card) -> bool:
        """Whether `c` would be the best card of the trick."""
        raise NotImplementedError


class ClimbView(View, HandView):
    """What a player sees of a round in which every combination is to be beaten."""

    @cached_property
    def to_beat(self) -> Combo:
        """The combination to beat; one without cards on a free lead."""
        raise NotImplementedError

    @property
    def holder(self) -> Seat | None:
        """Whose combination is to be beaten; None on a free lead, or where nobody says whose it is."""
        raise NotImplementedError
