"""When a hand of Court Piece is over, by the tricks that both sides have won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tutor.games.court_piece.table import SEVEN, SIDES, TRICKS, Rules
from tutor.kernel.cached import cached_property
from tutor.kernel.duties import Duties, Duty, always, narrow
from tutor.kernel.fields import SIDE, Problem, declared, whole
from tutor.kernel.moves import call
from tutor.kernel.seats import Side, other_side
from tutor.kernel.view import View

STOP: Final = "stop"
ON: Final = "play-on"


@dataclass(frozen=True, kw_only=True)
class TricksWon(View):
    """The tricks of both sides."""

    options: Rules
    tricks: dict[Side, int] = whole("tricks won so far", {}, low=0, high=TRICKS - 1, per="side")
    first: Side | None = declared(
        SIDE,
        "the side that won the first seven and played on, after the eighth trick or later",
        None,
        shown="the side with all the tricks, if any",
    )

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

    @cached_property
    def swept(self) -> Side | None:
        """The side that has won all of the first seven tricks; None if neither has."""
        return self.first or (self.ahead if not self.won(other_side(SIDES, self.ahead)) else None)

    @property
    def lost(self) -> int:
        """The tricks that the side with the first seven has lost; 0 if neither side has won these."""
        return self.won(other_side(SIDES, self.swept)) if self.swept else 0

    @property
    def choosing(self) -> bool:
        """Whether a side has just won the first seven tricks and may stop or play on."""
        return self.number == SEVEN and self.swept is not None

    @property
    def played_on(self) -> bool:
        """Whether a side has played on after winning the first seven tricks."""
        return self.number > SEVEN and self.swept is not None

    @property
    def decided(self) -> bool:
        """Whether a house rule stops this hand, because a side has seven tricks and the other has won some."""
        return self.swept is None and self.options.stop_when_decided and self.won(self.ahead) >= SEVEN

    def first_problem(self) -> Problem | None:
        """What is wrong with the side that is said to have won the first seven tricks; None if nothing is."""
        if self.first and (self.won(self.first) < SEVEN or self.lost > 1):
            return Problem("first", "has at least seven tricks, and the other side one at most")
        return None


NOT_OFFERED: Final[Duty[TricksWon]] = always(
    "court-piece.score.stop-at-seven",
    lambda v, m: m.word == STOP,
    when=lambda v: v.choosing and not v.options.play_on_offered,
)
NO_SECOND_THOUGHTS: Final[Duty[TricksWon]] = always(
    "court-piece.score.play-on", lambda v, m: m.word == ON, when=lambda v: v.played_on and not v.lost
)
ENDS: Final[Duty[TricksWon]] = always(
    "court-piece.score.play-on-ends", lambda v, m: m.word == STOP, when=lambda v: v.lost > 0
)
FULL_HAND: Final[Duty[TricksWon]] = always(
    "court-piece.score.full-hand", lambda v, m: m.word == ON, when=lambda v: v.swept is None and not v.decided
)
DECIDED: Final[Duty[TricksWon]] = always(
    "court-piece.score.decided", lambda v, m: m.word == STOP, when=lambda v: v.decided
)
GOING_ON: Final[Duties[Any]] = (NOT_OFFERED, NO_SECOND_THOUGHTS, ENDS, FULL_HAND, DECIDED)


def what_follows(v: TricksWon) -> frozenset[str]:
    """What may follow on the last trick: `STOP`, `ON`, or either."""
    if v.number < SEVEN or v.number == TRICKS:
        return frozenset({ON if v.number < SEVEN else STOP})
    return frozenset(move.word for move in narrow(GOING_ON, v, (call(STOP), call(ON))).legal)
