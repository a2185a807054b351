"""The scoring of a hand of Hasenpfeffer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.ending import first_of, sides_at
from tutor.families.tricks import TrickScoring
from tutor.games.hasenpfeffer.table import SIDES, TRICKS, HasenpfefferState, Rules
from tutor.kernel.events import Settlement, sum_line
from tutor.kernel.fields import SEAT, Problem, declared, whole
from tutor.kernel.seats import Seat, Side, other_side, side_of
from tutor.kernel.view import View
from tutor.kernel.working import TIMES, Part, Standing, Step, Sum

EACH: Final = Part(1, how=TIMES, name="each")
"""A point for each trick."""


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    options: Rules
    declarer: Seat = declared(SEAT, "the high bidder")
    contract: int = whole("tricks bid", low=1, high=TRICKS)
    tricks: int = whole("tricks taken by the declarers", low=0, high=TRICKS)
    before: dict[Side, int] = whole("points before this hand", {}, per="side")

    @property
    def declarers(self) -> Side:
        """The side of the high bidder."""
        return side_of(SIDES, self.declarer)

    @property
    def defenders(self) -> Side:
        """The other side."""
        return other_side(SIDES, self.declarers)

    @property
    def made(self) -> bool:
        """Whether the declarers have at least their contract."""
        return self.tricks >= self.contract

    def had(self, side: Side) -> int:
        """The points of a side before the hand."""
        return self.before.get(side, 0)


class Score(TrickScoring[Result, HasenpfefferState]):
    """One point for each trick; declarers who are set lose their contract."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """A game that was over before this hand."""
        target = v.options.target
        over = [side for side in SIDES if v.had(side) >= target]
        if over and (len(over) == 2 or not v.options.defenders_win_only_if_set):
            for side in over:
                yield Problem(f"before.{side}", f"{v.had(side)} points, but the game ends with {target}")

    def fields(self, state: HasenpfefferState) -> dict[str, Any]:
        """The tricks of the declarers."""
        return {"tricks": state.tricks(side_of(SIDES, state.declarer))}

    def settle(self, v: Result) -> Settlement:
        """A line for each side."""
        facts = {"tricks": v.tricks, "contract": v.contract}
        ours = (
            sum_line(v.declarers, self._made(v), "hasenpfeffer.score.made", facts)
            if v.made
            else sum_line(v.declarers, self._set(v), "hasenpfeffer.score.set", facts)
        )
        left = TRICKS - v.tricks
        rest = Sum("hasenpfeffer.score.defence", (Part(TRICKS - v.tricks, name="tricks"), EACH))
        theirs = sum_line(v.defenders, rest, "hasenpfeffer.score.defence", {"tricks": left})
        return self.settled(v, (ours, theirs), [v.declarers if v.made else v.defenders])

    def _made(self, v: Result) -> Sum:
        """The sum for a contract that was made: a point for each trick."""
        return Sum("hasenpfeffer.score.made", (Part(v.tricks, name="tricks"), EACH), {"bid_not_won": v.contract})

    def _set(self, v: Result) -> Sum:
        """The sum for a contract that was set: what was bid is lost."""
        return Sum(
            "hasenpfeffer.score.set",
            (Part(-v.contract, name="bid"),),
            {"tricks_not_bid": -v.tricks, "short": v.tricks - v.contract},
        )

    def ending(self, v: Result, scores: Mapping[Side, float]) -> Standing:
        """The side at the target wins; if both are, the declarers.

        By a house rule defenders win only if the contract was set.
        """
        end = first_of("hasenpfeffer.end.target", v.before, scores, v.options.target, (v.declarers, v.defenders))
        if end.first == (v.defenders,) and v.made and v.options.defenders_win_only_if_set:
            barred = Step("not_set", {"who": v.defenders, "by": v.declarers}, v.defenders)
            return end._replace(steps=(*end.steps, barred), over=False)
        both = len(sides_at(end.sums, v.options.target)) == 2
        if not both:
            return end
        first = Step("declarers_first", {"who": v.declarers}, v.declarers)
        return end._replace(clause="hasenpfeffer.end.both", steps=(end.steps[0], first))


SCORE: Final = Score()
