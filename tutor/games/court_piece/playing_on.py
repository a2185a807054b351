"""Whether a hand of Court Piece goes on after so many tricks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tutor.families.choices import ChoicePhase
from tutor.games.court_piece.ending import GOING_ON, NOT_OFFERED, ON, STOP, TricksWon
from tutor.games.court_piece.score import SCORE
from tutor.games.court_piece.table import SEVEN, SIDES, TRICKS, CourtPieceState
from tutor.kernel.duties import Trace
from tutor.kernel.events import STOPPED, Event
from tutor.kernel.fields import SEAT, Problem, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, members, side_of
from tutor.kernel.state import changed


@dataclass(frozen=True, kw_only=True)
class Tricks(TricksWon):
    """The tricks of both sides, and who has won the last one."""

    leader: Seat | None = declared(SEAT, "who has won the last trick", None, shown="one of the side with more tricks")


class PlayOn(ChoicePhase[Tricks, CourtPieceState]):
    """Stop or play on. In a game only the winner of the seventh of seven tricks is asked."""

    name = "play-on"
    title = "your decision"
    verb = "choose"
    clause = "court-piece.score.play-on"
    words = (STOP, ON)
    binding = GOING_ON
    extra_fields = MappingProxyType(
        {
            "tricks": lambda state, seat: {side: state.tricks(side) for side in SIDES},
            "first": lambda state, seat: state.first or None,
        }
    )

    def problems(self, v: Tricks) -> Iterator[Problem]:
        """Too few or too many tricks, and an impossible side for the first seven."""
        if not SEVEN <= v.number < TRICKS:
            yield Problem("tricks", f"{v.number} in all, but this is asked after {SEVEN} to {TRICKS - 1} tricks")
        elif v.first and v.number == SEVEN:
            yield Problem("first", "is given only after the eighth trick or later")
        elif problem := v.first_problem():
            yield problem
        elif v.played_on and not v.options.play_on_offered:
            yield Problem("tricks", "with play_on_offered=false nobody plays on after seven tricks to one side")

    def actor(self, v: Tricks) -> Seat:
        """The player who won the last trick."""
        return v.leader if v.leader and v.leader in members(v.ahead) else members(v.ahead)[0]

    def basis(self, v: Tricks, found: Trace[Tricks], move: Move) -> str:
        """The clause that allows it."""
        if v.choosing and move.word == STOP:
            return NOT_OFFERED.clause
        return super().basis(v, found, move)

    def act(self, state: CourtPieceState, seat: Seat, move: Move) -> Turn[CourtPieceState]:
        """Settle the hand, or play its last six tricks."""
        side = side_of(SIDES, seat)
        if move.word == STOP:
            return SCORE.close(state).preceded_by(Event(STOPPED, seat, clause=NOT_OFFERED.clause))
        event = Event("played on", seat, clause=self.clause, facts={"side": side})
        return Turn(changed(state, phase="play", first=side, turn=(seat,)), (event,))


PLAY_ON: Final = PlayOn()
