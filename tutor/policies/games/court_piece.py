"""What is wise in Court Piece: what the tally promises."""

from __future__ import annotations

from functools import partial
from typing import Final

from tutor.games.court_piece.table import SEVEN, SIDES, CourtPieceState
from tutor.kernel.seats import Seat, other_side, side_of
from tutor.policies.base import GamePolicy


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


POLICY: Final = partial(CourtPiecePolicy, phases={})
