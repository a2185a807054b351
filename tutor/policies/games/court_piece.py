"""What is wise in Court Piece: what the tally promises, and that trying for all thirteen tricks costs nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from tutor.games.court_piece.ending import ON
from tutor.games.court_piece.playing_on import Tricks
from tutor.games.court_piece.table import SEVEN, SIDES, TRICKS, CourtPieceState
from tutor.kernel.seats import Seat, other_side, side_of
from tutor.policies.aims import Aim, in_tricks
from tutor.policies.base import Policy
from tutor.policies.game_policy import GamePolicy

if TYPE_CHECKING:
    from collections.abc import Sequence, Set
    from random import Random

    from tutor.kernel.moves import Move


class CourtPiecePolicy(GamePolicy[CourtPieceState]):
    """What is wise in Court Piece."""

    def state_value(self, state: CourtPieceState, seat: Seat) -> float:
        """Courts won, and the value of the running tally, as a single hand seldom brings a court."""
        own = side_of(SIDES, seat)
        courts = self.game.standing(state)
        row = state.tally.hands / SEVEN
        streak = row if state.tally.side == own else -row
        won = (own in state.won_by) - (other_side(SIDES, own) in state.won_by)
        return courts[own] - courts[other_side(SIDES, own)] + streak + won

    def aims(self, state: CourtPieceState, seat: Seat) -> Sequence[Aim]:
        """Seven tricks, for each side; of one that has all so far, the first seven, and then all thirteen."""
        if state.first:
            return [in_tricks(state, state.first, TRICKS)]
        aims = [in_tricks(state, side, SEVEN) for side in SIDES]
        played = len(state.past)
        return [*aims, *(aim._replace(left=SEVEN - played) for aim in aims if 0 < aim.has == played < SEVEN)]


class PlayOnPolicy(Policy[Tricks, CourtPieceState]):
    """After the first seven tricks: play on, for the court that they bring is not lost by failing."""

    def rollout_move(
        self, state: CourtPieceState, seat: Seat, v: Tricks, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """To play on."""
        return min(legal, key=lambda move: self.tie_break_cost(state, seat, v, move, allies))

    def tie_break_cost(self, state: CourtPieceState, seat: Seat, v: Tricks, move: Move, allies: Set[Seat]) -> float:
        """1 for stopping, which gives up what might have come."""
        return float(move.word != ON)


POLICY: Final = partial(CourtPiecePolicy, phases={"play-on": PlayOnPolicy})
