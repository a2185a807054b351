"""What the adviser, who tries moves out, may ask of a phase. Nothing here decides what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from tutor.kernel.cards import Cards
from tutor.kernel.events import Event
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.kernel.view import View

V = TypeVar("V", bound=View)
S = TypeVar("S")


class PrincipalVariation(NamedTuple):
    """How a hand may go on: what those whose turn it is do one after the other, and the work of finding out."""

    moves: Sequence[Move]
    work: int


class Policy(Generic[V, S]):
    """A decision that can be advised on. Each answer may be left to the adviser, who then looks for himself."""

    def rollout_move(
        self, state: S, seat: Seat, v: V, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """What a sensible player does by rule of thumb: one of `legal`; None if there is no such rule.

        It may look at all cards of `state`, for that is a deal made up by the adviser. `allies` play with `seat`.
        """
        return self.bidding_policy(v, getattr(v, "hand", ()), legal, rng)

    def bidding_policy(self, v: V, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """What a sensible player says who holds `hand` and knows no more than `v`; None if there is no rule for that.

        One of `legal`. As players differ, so does the answer with `rng`; what was said then tells of the hand.
        """
        return None

    def announcement(self, state: S, seat: Seat, move: Move) -> Move | None:
        """What a sensible player says before he makes `move`: a legal move after which the same decision is due.

        None if there is nothing to say.
        """
        return None

    def distinct_moves(self, state: S, seat: Seat, v: V, legal: Sequence[Move]) -> Sequence[Move]:
        """One of each group of `legal` moves that come to the same, as far as `seat` can see."""
        return legal

    def tie_break_cost(self, state: S, seat: Seat, v: V, move: Move, allies: Set[Seat]) -> float:
        """What `move` parts with that sampled deals do not show: where they do not tell moves apart, least is best.

        Looks at nothing that `seat` cannot see.
        """
        return 0.0

    def principal_variation(self, state: S, allies: Set[Seat], memory: dict[Any, Any]) -> PrincipalVariation | None:
        """How this would go on if all cards were open, `allies` against the others; None if the phase cannot tell.

        `memory` is whatever the phase wants to remember as long as it is asked about the same deal.
        """
        return None

    def play_likelihood(
        self, state: S, seat: Seat, allies: Mapping[Seat, Set[Seat]], memory: dict[Any, Any]
    ) -> float | None:
        """How likely players with the hands of `state` have done what lies open there; None if that says nothing.

        `seat`, who asks, is left out of it. `memory` is the phase's own, as long as it is the same moment of a game.
        """
        return None

    def rewards(self, state: S, events: Sequence[Event]) -> Iterable[tuple[Seat, float]]:
        """What the `events` of a move bring somebody that is not on the sheet yet: cards won, tricks."""
        return ()
