"""What is wise in a game, as far as a game tells it: policies, each of one kind of decision or of a whole game.

Nothing here decides what is allowed, and no rule asks for it. Each question has an answer for those that have nothing
to say; who asks (the adviser, practice, drills) then finds out by play-outs. Three words say what something counts,
and each has one meaning:

- `Phase.trick_value` is what a trick of certain cards counts by the rules, `Phase.captured_values` what cards alone
  count in it;
- `card_values` is what each card brings those who take it, as far as play should reckon with it;
- `state_value` is what a whole state is worth to a seat, if not the score sheet. What a hand promises, by its cards, is
  called `hand_value`; only rollout heuristics and bidding policies look at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from tutor.kernel.seen import HandView
from tutor.kernel.view import View

if TYPE_CHECKING:
    from random import Random

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.events import Event
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State

V = TypeVar("V", bound=View)
S = TypeVar("S", bound="State")


class PrincipalVariation(NamedTuple):
    """A line of play: the moves of those whose turn it is, one after the other, and the work of finding it."""

    moves: Sequence[Move]
    work: int


class Policy(Generic[V, S]):
    """What is wise in one phase. Each method may be left as it is."""

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

        It may look at all cards of `state`, for that is a deal made up by the adviser. `allies` play with `seat`.
        """
        return self.bidding_policy(v, v.hand if isinstance(v, HandView) else (), legal, rng)

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

    def plausible(self, state: S, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Those of the legal `moves` that are worth a thought, at least one.

        Where bids are chosen blindly what follows from them means nothing, and no play-out can tell a good one from a
        bad.
        """
        return moves

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

    trick_reward: ClassVar[float] = 0.0
    """What winning a trick is worth to play, besides what its cards bring (`card_values`); 0 where no trick is won.

    Below 0 tricks cost those who win them: so much for each point that they are told to count.
    """

    # -- what it counts ------------------------------------------------------------------------------------

    def card_values(self, state: S) -> Mapping[Card, float]:
        """What each card brings those who take it in `state`, or costs where tricks are not wanted; 0 if not named.

        Play reckons with it; so it may say more than what the cards count by the rules.
        """
        return {}

    def wants_tricks(self, state: S, seat: Seat) -> bool:
        """Whether `seat` had better take tricks than avoid them."""
        return True

    def rewards(self, state: S, events: Sequence[Event]) -> Iterable[tuple[Seat, float]]:
        """Seats and what the `events` of a move bring them that is not on the sheet yet: cards won, tricks."""
        return ()

    def lead_total(self, v: V, cards: Cards) -> int | None:
        """What `cards` would bring to `totals` if they were led; None where totals decide nothing."""
        return None

    def next_card(self, v: V) -> Card | None:
        """The only card that may follow what lies there, whoever holds it; None if there is no such card."""
        return None


Phases: TypeAlias = "Mapping[str, type[Policy[Any, Any]]]"
"""Policies by the names of the phases that they are of."""


class GamePolicy(Generic[S]):
    """What is wise in a game, and in each of its phases. Each method may be left as it is."""

    def __init__(
        self, game: Game[S], of_family: Callable[[Phase[Any, Any]], type[Policy[Any, Any]]], phases: Phases
    ) -> None:
        """`phases` are policies of a game's own; `of_family` says which the phases of a family have otherwise.

        KeyError if one is for no phase of the game.
        """
        self.game = game
        self._of = {p.name: of_family(p)(p) for p in game.phases if p.name not in phases}
        self._of |= {name: policy(game.phase_of[name]) for name, policy in phases.items()}

    def of(self, phase: Phase[V, S]) -> Policy[V, S]:
        """The policy of a phase of this game."""
        return self._of[phase.name]

    def state_value(self, state: S, seat: Seat) -> float | None:
        """What `state` is worth to `seat`; None if that is what the score sheet says. All states of a game, or none."""
        return None

    def staked(self, state: S) -> float:
        """The chips that lie on the table as bets, to be won or lost."""
        return 0.0
