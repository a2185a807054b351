"""The players of play-outs: who chooses the moves of all seats, and what the moves gain during play."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.memo import legal_and_count
from tutor.kernel.playout import Stuck
from tutor.kernel.view_types import HandView
from tutor.policies import policy_of
from tutor.policies.base import EAGER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from tutor.advice.calls import CallStatistics
    from tutor.kernel.events import Event
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State

STEP: Final = 30
"""Units of work of one step, besides one for each candidate; a unit is about a microsecond."""
PLANNED: Final = 11
"""Units of work of a step that a principal variation has planned."""
HEURISTIC_SHARE: Final = 0.95
"""The share of moves that follow the rollout heuristic, where there is one; the others are random."""


class RemainingLine:
    """The rest of a principal variation with open cards, as it is being carried out."""

    def __init__(self, game: Game[Any], seat: Seat, memory: dict[Any, Any]) -> None:
        self._game, self._seat, self._memory = game, seat, memory
        self._phase, self._policy = "", policy_of(game)
        self._moves: Iterator[Move] = iter(())
        self.found = False
        """Whether any policy has given a principal variation."""

    def next(self, phase: Phase[Any, Any], state: Any) -> tuple[Seat, Move, int] | None:
        """The seat to move in `state`, the move, and the work of finding out; None if nothing is planned."""
        move = next(self._moves, None) if phase.name == self._phase else None
        if move is not None:
            return state.turn[0], move, PLANNED
        line = self._policy.of(phase).principal_variation(state, self._game.allies(state, self._seat), self._memory)
        if line is None:
            return None
        self._phase, self._moves, self.found = phase.name, iter(line.moves), True
        move = next(self._moves)
        return state.turn[0], move, PLANNED + line.work


class HeuristicPlayer:
    """Chooses the seat and the move of each step of a play-out.

    In this order: by the principal variation; mostly by the rollout heuristic; calls by the statistics in `calls`; else
    at random, preferring moves with cards, or shedding games would hardly ever end.

    In each phase to come chance begins anew: so whatever was called, the same cards are then played alike, and only
    what the call itself changes tells two calls apart.
    """

    def __init__(
        self,
        game: Game[Any],
        rng: Random,
        share: float,
        calls: CallStatistics | None = None,
        plan: RemainingLine | None = None,
    ) -> None:
        """`share` is the share of moves that follow the rollout heuristic."""
        self.game, self._policy, self._rng = game, policy_of(game), rng
        self._share, self._calls, self._plan = share, calls, plan
        self._seed, self._at, self._times = rng.getrandbits(32), "", Counter[str]()
        self.work = 0
        """Units of work spent on choosing so far."""

    def __call__(self, state: Any) -> tuple[Seat, Move]:
        """The seat that moves in `state`, and its move; raises `Stuck` if no seat has a legal move."""
        rng, phase = self._rng, self.game.phase_of[state.phase]
        if phase.name != self._at:
            self._at = phase.name
            self._times[phase.name] += 1
            rng.seed(f"{self._seed}/{phase.name}/{self._times[phase.name]}")
        planned = self._plan and self._plan.next(phase, state)
        if planned:
            seat, move, work = planned
            self.work += work
            return seat, move
        for seat in state.turn if len(state.turn) == 1 else rng.sample(state.turn, len(state.turn)):
            view = phase.see(state, seat)
            moves, looked = legal_and_count(phase, view) if phase.actor(view) is not None else ((), 0)
            self.work += STEP + looked
            if moves:
                return seat, moves[0] if len(moves) == 1 else self._chosen(phase, state, seat, view, moves)
        raise Stuck(f"{self.game.name}: no legal move in {state.phase} for {', '.join(state.turn)}")

    def _chosen(self, phase: Phase[Any, Any], state: Any, seat: Seat, view: Any, moves: tuple[Move, ...]) -> Move:
        rng, here = self._rng, self._policy.of(phase)
        if rng.random() < self._share:
            wise = here.rollout_move(state, seat, view, moves, self.game.allies(state, seat), rng)
            if wise is not None:
                self.work += here.effort
                return wise
        moves = here.plausible(state, seat, moves)
        active = [move for move in moves if move.cards]
        if self._calls is not None and not active:
            return self._calls.say(seat, phase, moves, view.hand if isinstance(view, HandView) else ())
        return rng.choice(active if 0 < len(active) < len(moves) and rng.random() < EAGER else moves)


def deals_anew(game: Game[Any], state: State) -> bool:
    """Whether the whole pack is to be dealt next: a hand is over, or was thrown in."""
    return state.chance is not None and len(state.chance.pool) == len(game.pack)


def gain(game: Game[Any], phase: Phase[Any, Any], state: Any, events: Sequence[Event], seat: Seat) -> float:
    """The rewards that `events` bring the side of `seat`, as sides are in `state`, minus the rewards of the others."""
    rewards = list(policy_of(game).of(phase).rewards(state, events))
    allies = game.allies(state, seat) if rewards else ()
    return sum((n if who in allies else -n for who, n in rewards), 0.0)
