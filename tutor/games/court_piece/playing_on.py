"""Whether a hand of Court Piece goes on after so many tricks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tutor.families.choices import ChoicePhase
from tutor.games.court_piece.score import settle
from tutor.games.court_piece.table import SEVEN, SIDES, TRICKS, CourtPieceState, Rules
from tutor.kernel.duties import Duty, Trace, always
from tutor.kernel.events import STOPPED, Event
from tutor.kernel.fields import SEAT, SIDE, Problem, declared, whole
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, Side, members, other_side, side_of
from tutor.kernel.state import changed
from tutor.kernel.view import View

STOP: Final = "stop"
ON: Final = "play-on"


@dataclass(frozen=True, kw_only=True)
class Tricks(View):
    """The tricks of both sides."""

    options: Rules
    tricks: dict[Side, int] = whole("tricks won so far", {}, low=0, high=TRICKS - 1, per="side")
    first: Side | None = declared(
        SIDE,
        "after the eighth trick or later, the side that won the first seven and played on",
        None,
        shown="the side with all the tricks, if any",
    )
    leader: Seat | None = declared(SEAT, "who has won the last trick", None, shown="one of the side with more tricks")

    def won(self, side: Side) -> int:
        """The tricks of a side."""
        return self.tricks.get(side, 0)

    @property
    def number(self) -> int:
        """The number of tricks played."""
        return sum(self.tricks.values())

    @property
    def ahead(self) -> Side:
        """The side with more tricks."""
        return max(SIDES, key=self.won)

    @property
    def swept(self) -> Side | None:
        """The side that has won all of the first seven tricks; None if neither has."""
        return self.first or (self.ahead if not self.won(other_side(SIDES, self.ahead)) else None)

    @property
    def choosing(self) -> bool:
        """Whether a side has just won the first seven tricks and may stop or play on."""
        return self.number == SEVEN and self.swept is not None

    @property
    def playing_on(self) -> bool:
        """Whether a side plays on for all thirteen tricks and has lost none."""
        return self.number > SEVEN and self.swept is not None and not self.won(other_side(SIDES, self.swept))

    @property
    def failed(self) -> bool:
        """Whether a side that played on has lost a trick."""
        return self.swept is not None and self.won(other_side(SIDES, self.swept)) > 0

    @property
    def decided(self) -> bool:
        """Whether a house rule stops this hand, because a side has seven tricks and the other has won some."""
        return self.swept is None and self.options.stop_when_decided and self.won(self.ahead) >= SEVEN


NOT_OFFERED: Final[Duty[Tricks]] = always(
    "court-piece.score.stop-at-seven",
    lambda v, m: m.word == STOP,
    when=lambda v: v.choosing and not v.options.play_on_offered,
)
NO_SECOND_THOUGHTS: Final[Duty[Tricks]] = always(
    "court-piece.score.play-on", lambda v, m: m.word == ON, when=lambda v: v.playing_on
)
ENDS: Final[Duty[Tricks]] = always(
    "court-piece.score.play-on-ends", lambda v, m: m.word == STOP, when=lambda v: v.failed
)
FULL_HAND: Final[Duty[Tricks]] = always(
    "court-piece.score.full-hand", lambda v, m: m.word == ON, when=lambda v: v.swept is None and not v.decided
)
DECIDED: Final[Duty[Tricks]] = always(
    "court-piece.score.decided", lambda v, m: m.word == STOP, when=lambda v: v.decided
)


class PlayOn(ChoicePhase[Tricks, CourtPieceState]):
    """Stop or play on. In a game only the winner of the seventh of seven tricks is asked."""

    name = "play-on"
    title = "your decision"
    verb = "choose"
    clause = "court-piece.score.play-on"
    view = Tricks
    words = (STOP, ON)
    binding = (NOT_OFFERED, NO_SECOND_THOUGHTS, ENDS, FULL_HAND, DECIDED)
    extra_fields = MappingProxyType(
        {
            "tricks": lambda state, seat: {side: state.tricks(side) for side in SIDES},
            "first": lambda state, seat: None,
        }
    )

    def problems(self, v: Tricks) -> Iterator[Problem]:
        """Too few or too many tricks, and an impossible side for the first seven."""
        if not SEVEN <= v.number < TRICKS:
            yield Problem("tricks", f"{v.number} in all, but this is asked after {SEVEN} to {TRICKS - 1} tricks")
        elif v.first and v.number == SEVEN:
            yield Problem("first", "is given only after the eighth trick or later")
        elif v.first and (v.won(v.first) < SEVEN or v.won(other_side(SIDES, v.first)) > 1):
            yield Problem("first", "has at least seven tricks, and the other side one at most")
        elif v.swept and v.number > SEVEN and not v.options.play_on_offered:
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
            then = settle(state)
            return Turn(then.state, (Event(STOPPED, seat, clause=NOT_OFFERED.clause), *then.events))
        event = Event("played on", seat, clause=self.clause, facts={"side": side})
        return Turn(changed(state, phase="play", first=side, turn=(seat,)), (event,))
