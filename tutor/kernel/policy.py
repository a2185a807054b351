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
    """A line of play: the moves of those whose turn it is, one after the other, and the work of finding it."""

    moves: Sequence[Move]
    work: int


class Policy(Generic[V, S]):
    """A decision that can be advised on. Each method may be left as it is; the adviser then finds out by play-outs."""

    def rollout_move(
        self, state: S, seat: Seat, v: V, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """The move of the rollout heuristic: one of `legal`; None if this phase has none.

        It may look at all cards of `state`, for that is a deal made up by the adviser. `allies` play with `seat`.
        """
        return self.bidding_policy(v, getattr(v, "hand", ()), legal, rng)

    def bidding_policy(self, v: V, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The call of a sensible player who holds `hand` and sees `v`: one of `legal`; None if there is none.

        Players differ, and so does the answer with `rng`; so what was called tells of the hand.
        """
        return None

    def announcement(self, state: S, seat: Seat, move: Move) -> Move | None:
        """What a sensible player says before making `move`: a legal move after which the same decision is due.

        None if there is nothing to say.
        """
        return None

    def distinct_moves(self, state: S, seat: Seat, v: V, legal: Sequence[Move]) -> Sequence[Move]:
        """One of each group of `legal` moves that come to the same, as far as `seat` can see."""
        return legal

    def tie_break_cost(self, state: S, seat: Seat, v: V, move: Move, allies: Set[Seat]) -> float:
        """The cost of `move` that sampled deals do not show: of moves that they do not tell apart the cheapest is best.

        Looks at nothing that `seat` cannot see.
        """
        return 0.0

    def principal_variation(self, state: S, allies: Set[Seat], memory: dict[Any, Any]) -> PrincipalVariation | None:
        """The principal variation with all cards open, `allies` against the others; None if the phase cannot tell.

        `memory` is whatever the phase wants to remember as long as it is asked about the same deal.
        """
        return None

    def play_likelihood(
        self, state: S, seat: Seat, allies: Mapping[Seat, Set[Seat]], memory: dict[Any, Any]
    ) -> float | None:
        """The likelihood of what lies open in `state`, given the hands there; None if that says nothing.

        `seat`, who asks, is left out of it. `memory` is the phase's own, as long as it is the same moment of a game.
        """
        return None

    def rewards(self, state: S, events: Sequence[Event]) -> Iterable[tuple[Seat, float]]:
        """Seats and what the `events` of a move bring them that is not on the sheet yet: cards won, tricks."""
        return ()
