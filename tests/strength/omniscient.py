"""A player who sees all cards and plays against chance as well as they allow, or nearly: the measure of luck.

It knows that the others play at random, and like advice it plays for the score. Each move is played out in the deal as
it is, its own side by rules of thumb, the others by chance; the worse half of the moves is dropped again and again.
"""

from __future__ import annotations

from itertools import islice
from statistics import fmean
from typing import TYPE_CHECKING, Any

from tests.strength.hands import STEPS
from tutor.advice.players import HEURISTIC_SHARE, deals_anew
from tutor.advice.value import Value
from tutor.kernel.playout import legal, playout
from tutor.policies import policy_of

if TYPE_CHECKING:
    from random import Random

    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

PLAYOUTS = 160
"""Play-outs for a decision."""
FIRST = 4
"""Play-outs of each move before the worse half is dropped for the first time."""


class OmniscientPlayer:
    """Chooses for the seats `ours` in a hand that began as the record's did."""

    def __init__(self, game: Game[Any], ours: frozenset[Seat], rng: Random) -> None:
        self.game, self.ours, self.rng = game, ours, rng
        self.playouts = PLAYOUTS

    def deal(self, record: Record[Any], seat: Seat, n: int) -> Any:
        """The deal in which each move is played out for the `n`-th time: the true one."""
        return record.state

    def __call__(self, record: Record[Any], seat: Seat) -> Move:
        """The move that brought most on average."""
        game, state = self.game, record.state
        phase: Any = game.due(state)
        value = Value(game, state, min(self.ours))
        moves = policy_of(game).of(phase).distinct_moves(state, seat, phase.see(state, seat), legal(game, state, seat))
        came: dict[Move, list[float]] = {move: [] for move in moves}
        left, each = self.playouts, FIRST
        while len(came) > 1 and left > 0:
            for move, found in came.items():
                for _ in range(each):
                    deal = self.deal(record, seat, len(found))
                    found.append(value.of(self._end(phase.act(deal, seat, move).state)))
                left -= each
            if len({one for found in came.values() for one in found}) == 1:
                left = 0  # nothing depends on it any more
            best = sorted(came, key=lambda move: fmean(came[move]), reverse=True)
            came = {move: came[move] for move in best[: max(2 if left > 0 else 1, (len(best) + 1) // 2)]}
            each = max(FIRST, left // len(came) // 2)
        return max(came, key=lambda move: fmean(came[move])) if len(came) > 1 else next(iter(came))

    def _end(self, state: Any) -> Any:
        """The hand played out."""
        plies = islice(playout(self.game, state, self.rng, choose=self._chosen), STEPS)
        while not deals_anew(self.game, state) and (ply := next(plies, None)) is not None:
            state = ply.state
        return state

    def _chosen(self, state: Any) -> tuple[Seat, Move]:
        """The own seats go by the rule of thumb, the others by chance."""
        game, rng, phase = self.game, self.rng, self.game.due(state)
        turn = state.turn if len(state.turn) == 1 else rng.sample(state.turn, len(state.turn))
        seat, moves = next((seat, moves) for seat in turn if (moves := legal(game, state, seat)))
        move = None
        if len(moves) > 1 and seat in self.ours and rng.random() < HEURISTIC_SHARE:
            view, allies = phase.see(state, seat), game.allies(state, seat)
            move = policy_of(game).of(phase).rollout_move(state, seat, view, moves, allies, rng)
        return seat, move or rng.choice(moves)
