"""The rest of a hand solved outright: all cards known, everybody for or against one seat, to the end of the hand.

Alpha-beta over the game's own states, with a table of those met before. What others gain is taken for a loss, so with
more than two sides it is the worst case. Whether a rest is small enough is found out by trying, within a bound.
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
"""What gains on the way weigh beside the sheet: they decide where it does not."""
LOWER, EXACT, UPPER = -1, 0, 1


class TooLarge(Exception):
    """The rest has more positions than were allowed, or chance has a part in it."""


class EndgameSolver:
    """Solves rests for `seat`; `state_value(state)` is what the end of a hand is worth to it."""

    def __init__(self, game: Game[Any], seat: Seat, state_value: Any, most: int) -> None:
        """`most` positions may be looked at, for all that is asked together."""
        self.game, self.seat, self.state_value = game, seat, state_value
        self._policy = policy_of(game)
        self.left = most
        self.looked = 0
        self._table: dict[Any, tuple[float, int]] = {}
        self._rng = Random(0)

    def after(self, state: Any, phase: Any, move: Any) -> float:
        """What `move` by the seat is worth; `TooLarge` if that cannot be found out."""
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
