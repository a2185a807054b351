"""The scoring of a hand of Botifarra."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.doubling import LAST_DOUBLE
from tutor.families.ending import to_target
from tutor.families.tricks import TrickScoring, pile_problems, piles
from tutor.games.botifarra.table import (
    BOTIFARRA,
    HALF,
    PACK,
    POINTS,
    SIDES,
    BotifarraState,
    Rules,
    multiplied,
)
from tutor.kernel.cards import Cards
from tutor.kernel.events import ScoreLine, Settlement, sum_line
from tutor.kernel.fields import CARDS, Problem, choice, declared, suit, whole
from tutor.kernel.seats import Side
from tutor.kernel.view import View
from tutor.kernel.working import Part, Standing, Step, Sum, Working
from tutor.kernel.working import multiplier_sum as times


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    options: Rules
    won: dict[Side, Cards] = declared(CARDS, "cards taken; a side left out has the rest of the pack", {}, per="side")
    trump: str = suit("the trump suit, - for botifarra")
    call: str = choice("the last doubling call", LAST_DOUBLE, "none")
    score: dict[Side, int] = whole("game scores before this hand", {}, low=0, per="side")

    @property
    def chosen(self) -> str:
        """The choice of trumps."""
        return self.trump or BOTIFARRA

    @property
    def doubled(self) -> int:
        """How often the hand was doubled."""
        return LAST_DOUBLE.index(self.call)


class Score(TrickScoring[Result, BotifarraState]):
    """The side with more than half of the 72 points scores the rest above 36, times the multiplier."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Impossible piles and calls, and a game that is over already."""
        yield from pile_problems(v.won, SIDES, len(PACK), 4)
        if v.doubled > v.options.doublings(v.chosen):
            yield Problem("call", "botifarra cannot be reredoubled")
        for side, n in v.score.items():
            if n >= v.options.target:
                yield Problem(f"score.{side}", f"{n} points have already won the game ({v.options.target})")

    def fields(self, state: BotifarraState) -> dict[str, Any]:
        """The last doubling call."""
        return {"call": LAST_DOUBLE[state.doubled]}

    def settle(self, v: Result) -> Settlement:
        """A line for the points above 36 and, if doubled, one for what the multiplier adds."""
        multiplier = multiplied(v.chosen, v.doubled)
        counts = {side: POINTS.of(held) + len(held) // 4 for side, held in piles(v.won, SIDES, PACK).items()}
        lines: tuple[ScoreLine, ...] = ()
        hand = [side for side, n in counts.items() if n > HALF]
        for side in hand:
            over = counts[side] - HALF
            how = self._above(piles(v.won, SIDES, PACK)[side])
            lines += (sum_line(side, how, "botifarra.score.winner", {"counts": counts[side], "half": HALF}),)
            if multiplier > 1:
                facts = {"over": over, "multiplier": multiplier, "chosen": v.trump, "doubled": v.doubled}
                more = times("botifarra.score.multiply", over, multiplier)
                lines += (sum_line(side, more, "botifarra.score.multiply", facts),)
        clause = "botifarra.score.winner" if hand else "botifarra.score.tie"
        return self.settled(v, lines, hand, clause, multiplier=multiplier)

    def workings(self, v: Result) -> Mapping[str, Working]:
        """Also who has more than half of the points."""
        counted = {side: _counted(held) for side, held in piles(v.won, SIDES, PACK).items()}
        level = all(one.total == HALF for one in counted.values())
        steps = (Step("half", {"n": HALF}),)
        hand = Standing("botifarra.score.tie" if level else "botifarra.score.winner", counted, steps=steps)
        return {**super().workings(v), "outcome.hand": hand}

    def ending(self, v: Result, scores: Mapping[Side, float]) -> Standing:
        """The first side with the target wins (`botifarra.end`)."""
        return to_target("botifarra.end", v.score, scores, v.options.target, nothing="not_above_half")

    def _above(self, held: Cards) -> Sum:
        """The sum of the winners' points above half."""
        cards = POINTS.how(held)
        parts = (
            Part(cards.total, cards.clause, inner=cards),
            Part(len(held) // 4, "botifarra.score.tricks", name="tricks"),
            Part(-HALF, "botifarra.score.winner", name="half"),
        )
        return Sum("botifarra.score.winner", parts)


def _counted(held: Cards) -> Sum:
    """The points of a side's cards and tricks."""
    return Sum("botifarra.score.cards", (*POINTS.how(held).parts, Part(len(held) // 4, name="tricks")))


SCORE: Final = Score()
