"""What a seat knows when it is to act, as the textbook player looks at it."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from tutor.kernel.view_types import HandView
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

DEALS = 8
"""Deals that fit what the seat knows, in all of which somebody must be on its side to be taken for a partner."""


class Seen:
    """The view of `seat` and its own cards; of the state only what lies open or has been played."""

    def __init__(self, game: Game[Any], state: Any, seat: Seat, moves: Sequence[Move]) -> None:
        self.game, self.seat, self.moves, self._state = game, seat, moves, state
        self.phase: Any = game.due(state)
        self.policy = policy_of(game).of(self.phase)
        self.view: Any = self.phase.see(state, seat)
        self.cards: dict[Card, Move] = {m.cards[0]: m for m in moves if len(m.cards) == 1 and not m.word}
        """The moves that are a card and nothing else."""

    @cached_property
    def hand(self) -> Cards:
        """The own cards, also where the view has no need of them."""
        if isinstance(self.view, HandView) and self.view.hand:
            return self.view.hand
        return self.game.held(self._state, self.seat)

    @cached_property
    def friends(self) -> frozenset[Seat]:
        """Who is known to be on the own side, oneself included."""
        game, state = self.game, self._state
        deals = [game.determinize(state, self.seat, Random(n)) for n in range(DEALS)]
        return frozenset.intersection(*(frozenset(game.allies(deal, self.seat)) for deal in deals))

    @cached_property
    def values(self) -> Mapping[Card, float]:
        """What cards bring those who take them, by the rules; where tricks cost, what one would like to be rid of."""
        return self.policy.card_values(self._state)

    @property
    def past(self) -> Sequence[Any]:
        """The tricks of this hand."""
        found: Sequence[Any] = self._state.past
        return found

    @property
    def declares(self) -> bool:
        """Whether the own side has named trumps or plays the hand."""
        return getattr(self._state, "declarer", "") in self.friends

    @cached_property
    def unseen(self) -> frozenset[Card]:
        """The cards that others may hold."""
        gone = {c for taken in self.past for c in taken.cards}
        return frozenset(self.view.order.suit) - gone - set(self.hand) - set(self.view.trick)

    def left(self, who: Seat) -> int:
        """How many cards a player holds, which everybody may count."""
        return len(self._state.hand(who))

    def word(self, *words: str) -> Move:
        """The first of the words that may be said."""
        return next(move for word in words for move in self.moves if move.word == word)
