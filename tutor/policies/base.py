"""Policies: what is wise in a kind of decision. Of a whole game it is told by `game_policy`.

Nothing here decides what is legal, and no rule asks a policy. Each method has a default that says nothing; the adviser,
practice and drills then rely on play-outs. Three terms say what something counts:

- `Phase.trick_value` is what a trick of certain cards counts by the rules, `Phase.captured_values` what cards alone
  count in it;
- `card_values` is what each card brings those who take it, as far as play should reckon with it;
- `state_value` is what a whole state is worth to a seat, if not the score sheet. What a hand promises, by its cards, is
  called `hand_value`; only rollout heuristics and bidding policies look at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic

from tutor.kernel.view_types import HandView
from tutor.policies.facts import DecisionFacts, S, V

if TYPE_CHECKING:
    from random import Random

    from tutor.kernel.cards import Cards
    from tutor.kernel.events import Event
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase
    from tutor.kernel.seats import Seat
    from tutor.policies.values import PrincipalVariation

EAGER: Final = 0.8
"""Without a heuristic, the share of moves that are chosen among those with cards, if others are legal too."""


class Policy(DecisionFacts[V, S], Generic[V, S]):
    """What is wise in one phase. Override what the phase can tell."""

    reliance: ClassVar[float] = 1.0
    """How far the rollout heuristic's choice counts against what sampled deals show, 1 being usual.

    More where hands are long and end in many ways, so that the deals there is time for tell little.
    """

    tries_all: ClassVar[bool] = False
    """Whether advice tries every plausible call, not only those next to what the rule of thumb says."""

    effort: ClassVar[int] = 10
    """About how many microseconds `rollout_move` takes."""

    def __init__(self, phase: Phase[V, S]) -> None:
        """`phase` is the decision as the rules have it."""
        self.phase = phase

    @property
    def tells_bids(self) -> bool:
        """Whether `bidding_policy` has an answer of its own."""
        return type(self).bidding_policy is not Policy.bidding_policy

    def rollout_move(
        self, state: S, seat: Seat, v: V, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """The move of the rollout heuristic: one of `legal`; None if this phase has none.

        `state` is a sampled deal, so all its cards may be looked at. `allies` are the seats that play with `seat`.
        """
        return self.bidding_policy(v, v.hand if isinstance(v, HandView) else (), legal, rng)

    def bidding_policy(self, v: V, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The call of a sensible player who holds `hand` and sees `v`: one of `legal`; None if there is none.

        The answer may vary with `rng`, as players differ; the adviser infers hands from calls by it.
        """
        return None

    def announcement(self, state: S, seat: Seat, move: Move) -> Move | None:
        """What a sensible player says before making `move`: a legal move after which the same decision is due.

        None if there is nothing to say.
        """
        return None

    def plausible(self, state: S, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The legal `moves` that are worth considering, at least one.

        Play-outs choose among these: with bids made blindly they could not tell a good bid from a bad one.
        """
        return moves

    def undominated(self, state: S, seat: Seat, v: V, moves: Sequence[Move], allies: Set[Seat]) -> Sequence[Move]:
        """The legal `moves` that no other dominates, whatever the others hold: at least one.

        `allies` are the seats that play with `seat` for certain, itself included. Asked once before deals are tried,
        for advice only; so it may cost more than `plausible`.
        """
        return moves

    def distinct_moves(self, state: S, seat: Seat, v: V, legal: Sequence[Move]) -> Sequence[Move]:
        """One of each group of `legal` moves that are equivalent, as far as `seat` can see."""
        return legal

    def equivalent(self, state: S, seat: Seat, v: V, one: Move, other: Move) -> bool:
        """Whether two moves are equivalent, as far as `seat` can see."""
        return len(self.distinct_moves(state, seat, v, (one, other))) == 1

    def sure_tricks(self, state: S, seat: Seat, v: V, moves: Sequence[Move], allies: Set[Seat]) -> Sequence[Move]:
        """Those of `moves`, cards to lead, that win the trick now and, led one after the other, all of their tricks.

        Whatever is hidden; `allies` are the seats that play with `seat` for certain, itself included.
        """
        return ()

    def tie_break_cost(self, state: S, seat: Seat, v: V, move: Move, allies: Set[Seat]) -> float:
        """The cost of `move` that sampled deals do not show; of moves with equal values the cheapest is advised.

        Uses only what `seat` can see.
        """
        return 0.0

    def weighed_against(self, state: S, seat: Seat, v: V, move: Move, others: Sequence[Move]) -> Move | None:
        """The one of `others` that a player would weigh `move` against; None if that is what rules of thumb would play.

        Uses only what `seat` can see.
        """
        return None

    def spared_later(self, state: S, seat: Seat, move: Move) -> float:
        """By how many rewards open cards overrate `move` in a sampled deal in which opponents win it in this trick.

        With open cards they would have won it later as well, which at a real table they often do not.
        """
        return 0.0

    def principal_variation(self, state: S, allies: Set[Seat], memory: dict[Any, Any]) -> PrincipalVariation | None:
        """The principal variation with all cards open, `allies` against the others; None if the phase cannot tell.

        `memory` is a cache for the policy's own use, kept as long as it is asked about the same deal.
        """
        return None

    def play_likelihood(
        self, state: S, seat: Seat, allies: Mapping[Seat, Set[Seat]], memory: dict[Any, Any]
    ) -> float | None:
        """The likelihood of the cards played so far, given the hands in `state`; None if that tells nothing.

        Plays of `seat`, who asks, are left out. `memory` is a cache for the policy's own use, kept for one moment of a
        game.
        """
        return None

    def rewards(self, state: S, events: Sequence[Event]) -> Iterable[tuple[Seat, float]]:
        """Pairs of a seat and what `events` bring it that the score sheet does not show yet: tricks, cards won."""
        return ()
