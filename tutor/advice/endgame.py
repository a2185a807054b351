"""Solve the rest of a hand exactly, with all cards known and every seat for or against one seat.

Alpha-beta search over the game's own states, with a transposition table. All other sides are taken for one opponent,
so with more than two sides the result is a lower bound. A bound on positions ends a search that is too large.
"""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.players import gain
from tutor.kernel.playout import allowed
from tutor.policies import policy_of

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

GAIN: Final = 0.0001
"""Weight of a unit gained during play: small, so that it only breaks ties between equal scores."""
LOWER, EXACT, UPPER = -1, 0, 1


class TooLarge(Exception):
    """The rest has more positions than were allowed, or contains a chance event."""


class EndgameSolver:
    """Solves the rest of hands for `seat`; `state_value(state)` is the value of the end of a hand to it."""

    def __init__(self, game: Game[Any], seat: Seat, state_value: Any, most: int) -> None:
        """`most` bounds the positions searched by this solver, all its answers together."""
        self.game, self.seat, self.state_value = game, seat, state_value
        self._policy = policy_of(game)
        self.left = most
        self.looked = 0
        self._table: dict[Any, tuple[float, int]] = {}
        self._rng = Random(0)

    def after(self, state: Any, phase: Any, move: Any) -> float:
        """The value of `move` by the seat in `state`; raises `TooLarge`."""
        turn = phase.act(state, self.seat, move)
        gained = GAIN * gain(self.game, phase, state, turn.events, self.seat)
        return gained + self._value(turn.state, -math.inf, math.inf)

    def _value(self, state: Any, low: float, high: float) -> float:
        if state.over or state.chance is not None:
            if state.chance is not None and len(state.chance.pool) < len(self.game.pack):
                raise TooLarge
            return float(self.state_value(state))
        known = self._table.get(state)
        if known is not None:
            value, bound = known
            if bound == EXACT or (bound == LOWER and value >= high) or (bound == UPPER and value <= low):
                return value
        if not self.left or len(state.turn) != 1:
            raise TooLarge
        self.left -= 1
        self.looked += 1
        value = self._best(state, low, high)
        self._table[state] = value, LOWER if value >= high else UPPER if value <= low else EXACT
        return value

    def _best(self, state: Any, low: float, high: float) -> float:
        game, who = self.game, state.turn[0]
        phase: Any = game.due(state)
        view = phase.see(state, who)
        moves: list[Move] = list(allowed(phase, view))
        ours = who in game.allies(state, self.seat)
        if len(moves) > 1:
            policy = self._policy.of(phase)
            moves = list(policy.distinct_moves(state, who, view, tuple(moves)))
            first = policy.rollout_move(state, who, view, moves, game.allies(state, who), self._rng)
            moves.sort(key=lambda move: move != first)
        best = -math.inf if ours else math.inf
        for move in moves:
            turn = phase.act(state, who, move)
            gained = GAIN * gain(game, phase, state, turn.events, self.seat) if len(turn.events) > 1 else 0.0
            value = gained + self._value(turn.state, low - gained, high - gained)
            if ours:
                best, low = max(best, value), max(low, value)
            else:
                best, high = min(best, value), min(high, value)
            if low >= high:
                break
        return best
