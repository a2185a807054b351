"""The scoring of a hand of Pluck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.ending import to_target
from tutor.families.tricks import TrickScoring, count_problems
from tutor.games.pluck.table import PLAYERS, TRICKS, PluckState, Rules, quotas
from tutor.kernel.events import Settlement, sum_line
from tutor.kernel.fields import Problem, whole
from tutor.kernel.seats import Seat, from_
from tutor.kernel.view import View
from tutor.kernel.working import LEAST, Part, Standing, Sum


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    options: Rules
    tricks: dict[Seat, int] = whole("tricks of each player", {}, low=0, high=TRICKS, per="seat")
    before: dict[Seat, int] = whole("points before this hand", {}, low=0, per="seat")


class Score(TrickScoring[Result, PluckState]):
    """A point for each trick above the quota."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Tricks that do not make a hand, and a game that is over already."""
        yield from count_problems(v.tricks, PLAYERS, TRICKS, f"a hand has {TRICKS}")
        top = max(v.before.values(), default=0)
        leaders = [seat for seat in PLAYERS if v.before.get(seat, 0) == top]
        if top >= v.options.target and (len(leaders) == 1 or v.options.tie_at_target == "shared"):
            won = f"with {top} points the game is over"
            yield from (Problem(f"before.{seat}", f"{won} ({v.options.target} are enough)") for seat in leaders)

    def kept(self, state: PluckState, v: Result, done: Settlement) -> dict[str, Any]:
        """The tricks, which decide who may pluck next."""
        return {"last": tuple(v.tricks.values())}

    def settle(self, v: Result) -> Settlement:
        """A line for each player; the highest total at or above the target wins."""
        lines = []
        above = {seat: max(0, v.tricks.get(seat, 0) - quota) for seat, quota in quotas(v.dealer).items()}
        goes_on = all(v.before.get(seat, 0) + n < v.options.target for seat, n in above.items())
        for seat, quota in quotas(v.dealer).items():
            tricks = v.tricks.get(seat, 0)
            place = from_(PLAYERS, v.dealer).index(seat)
            facts = {"tricks": tricks, "quota": quota, "place": place, "goes_on": goes_on}
            clause = "pluck.score.surplus" if tricks > quota else "pluck.score.otherwise"
            parts = (
                Part(tricks, name="tricks"),
                Part(-quota, name="quota"),
                Part(0, clause, how=LEAST, name="floor"),
            )
            lines.append(sum_line(seat, Sum(clause, parts if tricks < quota else parts[:2]), clause, facts))
        return self.settled(v, lines, clause=self._clause)

    def _clause(self, end: Standing) -> str:
        """The clause by which the game is won; "" while it goes on."""
        if not end.first:
            return ""
        return "pluck.end.tie" if len(end.first) > 1 else "pluck.end.two" if len(end.among or ()) > 1 else "pluck.end"

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """The highest total at or above the target; equal ones share it only by a house rule."""
        shared = v.options.tie_at_target == "shared"
        return to_target("pluck.end", v.before, scores, v.options.target, shared=shared)


SCORE: Final = Score()
