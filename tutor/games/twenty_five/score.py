"""The scoring of Twenty-Five: five points for each trick, counted at once; the first to reach 25 wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tutor.families.ending import to_target
from tutor.families.tricks import TrickScoring
from tutor.games.twenty_five.table import GOAL, HAND, TRICK, Rules, TwentyFiveState, teams
from tutor.kernel.events import Settlement, sum_line
from tutor.kernel.fields import SEATS, Problem, declared, whole
from tutor.kernel.seats import Seat, Side, members, side_of
from tutor.kernel.view import View
from tutor.kernel.working import TIMES, Part, Standing, Sum

if TYPE_CHECKING:
    from tutor.families.tricks import Taken


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    options: Rules
    tricks: tuple[Seat, ...] = declared(SEATS, "winners of this hand's tricks, in order", ())
    score: dict[Side, int] = whole("score of a side before this hand", {}, low=0, per="side")

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that score."""
        return teams(self.players, self.options.teams)


class Score(TrickScoring[Result, TwentyFiveState]):
    """Five points for each trick; nothing is played once a side has 25."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Too many tricks, impossible scores, a trick after the end."""
        for side, n in v.score.items():
            if n >= GOAL:
                yield Problem(f"score.{side}", f"{n} have already won the game ({GOAL})")
            elif n % TRICK:
                yield Problem(f"score.{side}", f"{n} is not a multiple of {TRICK}")
        if len(v.tricks) > HAND:
            yield Problem("tricks", f"{len(v.tricks)} tricks, but a hand has {HAND}")
        sheet = Counter(v.score)
        for i, seat in enumerate(v.tricks[:-1]):
            side = side_of(v.sides, seat)
            sheet[side] += TRICK
            if sheet[side] >= GOAL:
                yield Problem("tricks", f"{side} has {GOAL} with trick {i + 1}, and then nothing more is played")
                return

    def fields(self, state: TwentyFiveState) -> dict[str, Any]:
        """Who won each trick."""
        return {"tricks": tuple(taken.winner for taken in state.past)}

    def settle(self, v: Result) -> Settlement:
        """A line for each side that has won tricks."""
        won = Counter(side_of(v.sides, seat) for seat in v.tricks)
        lines = tuple(
            sum_line(side, _five(won[side]), "twenty-five.score", {"tricks": won[side]})
            for side in v.sides
            if won[side]
        )
        return self.settled(v, lines, clause="twenty-five.end")

    def ending(self, v: Result, scores: Mapping[Side, float]) -> Standing:
        """The first side to reach 25 wins, and play stops (`twenty-five.end`)."""
        return to_target("twenty-five.end", v.score, scores, GOAL)


def _five(tricks: int) -> Sum:
    """The sum for so many tricks."""
    return Sum(
        "twenty-five.score", (Part(tricks, name="tricks"), Part(TRICK, "twenty-five.score", how=TIMES, name="each"))
    )


SCORE: Final = Score()


def on_sheet(sides: tuple[Side, ...], scores: tuple[float, ...], past: tuple[Taken, ...]) -> Mapping[Side, float]:
    """The score sheet with the tricks of the present hand, which count at once."""
    before = scores or (0,) * len(sides)
    winners = [taken.winner for taken in past]
    return {side: n + TRICK * sum(map(winners.count, members(side))) for side, n in zip(sides, before, strict=True)}


def standing(state: TwentyFiveState) -> Mapping[Side, float]:
    """The same for a game in progress."""
    return on_sheet(teams(state.players, state.options.teams), state.scores, state.past)
