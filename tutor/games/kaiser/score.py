"""The scoring of a hand of Kaiser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.ending import to_target
from tutor.families.tricks import TrickScoring, count_problems
from tutor.games.kaiser.table import (
    BIDS,
    DEFENDERS_LIMIT,
    FIVE,
    GOAL,
    SIDES,
    THREE,
    TRICKS,
    KaiserState,
    Rules,
    no_trump,
    number,
    tally,
    value,
)
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Cards
from tutor.kernel.events import ScoreLine, Settlement, line_step, sum_line
from tutor.kernel.fields import CARDS, SIDE, Problem, choice, declared, whole
from tutor.kernel.seats import Side, other_side, side_of
from tutor.kernel.view import View
from tutor.kernel.working import MOST, TIMES, Part, Standing, Sum
from tutor.kernel.working import multiplier_sum as times


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    options: Rules
    contract: str = choice("the winning bid", BIDS)
    declarers: Side = declared(SIDE, "the side of the winning bidder")
    tricks: dict[Side, int] = whole("tricks won", {}, low=0, high=TRICKS, per="side")
    won: dict[Side, Cards] = declared(CARDS, "cards won; only 5H and 3S need be named", {}, per="side")
    before: dict[Side, int] = whole("score before this hand", {}, per="side")

    @cached_property
    def defenders(self) -> Side:
        """The side that did not bid."""
        return other_side(SIDES, self.declarers)

    @property
    def no_trump(self) -> bool:
        """Whether the hand was played without trumps."""
        return no_trump(self.contract)

    def value(self, side: Side) -> int:
        """The value of a side's tricks and cards (`kaiser.value`)."""
        return value(self.tricks.get(side, 0), self.won.get(side, ()))

    def how(self, side: Side) -> Sum:
        """How the value of a side comes about."""
        return tally(self.tricks.get(side, 0), self.won.get(side, ()))

    def had(self, side: Side) -> int:
        """The score of a side before the hand."""
        return self.before.get(side, 0)


class Score(TrickScoring[Result, KaiserState]):
    """The declarers win or lose their value; the defenders score theirs, unless they are close to the goal."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Tricks and cards that do not fit together, and a game that is over already."""
        yield from count_problems(v.tricks, SIDES, TRICKS, f"there are {TRICKS} in a hand")
        for c in (FIVE, THREE):
            if not any(c in held for held in v.won.values()):
                yield Problem("won", f"somebody must have won {c.text}")
        for side, held in v.won.items():
            room = v.players * v.tricks.get(side, 0)
            if len(held) > room and (side in v.tricks or sum(v.tricks.values()) == TRICKS):
                yield Problem(f"won.{side}", f"{len(held)} cards, but the tricks of this side hold {room}")
        first, second = (v.had(side) for side in SIDES)
        if max(first, second) >= GOAL and first != second:
            yield Problem("before", f"a side with {GOAL} or more has already won the game")

    def fields(self, state: KaiserState) -> dict[str, Any]:
        """The side of the bidder."""
        return {"declarers": side_of(SIDES, state.bidder)}

    def settle(self, v: Result) -> Settlement:
        """A line for each side, and one more if a house rule doubles the defenders' points."""
        made = v.value(v.declarers) >= number(v.contract)
        return self.settled(
            v,
            (self._declarers(v, made), *self._defenders(v)),
            [v.declarers if made else v.defenders],
            lambda end: f"kaiser.{'end' if end.first else 'end.equal' if end.over else 'next'}",
            made=made,
        )

    def ending(self, v: Result, scores: Mapping[Side, float]) -> Standing:
        """The side that has the goal wins; if both have, the higher (`kaiser.end`)."""
        end = to_target("kaiser.end", v.before, scores, GOAL)
        made = v.value(v.declarers) >= number(v.contract)
        told = [] if made else [self._declarers(v, made)]
        if v.had(v.defenders) <= DEFENDERS_LIMIT and v.had(v.defenders) + v.value(v.defenders) >= GOAL:
            told.append(next(self._defenders(v)))
        return end._replace(premises=tuple(map(line_step, told))) if told else end

    def _declarers(self, v: Result, made: bool) -> ScoreLine:
        worth, cards = v.value(v.declarers), v.how(v.declarers)
        facts: dict[str, Any] = {"value": worth, "number": number(v.contract), "no_trump": v.no_trump}
        held = v.won.get(v.declarers, ())
        facts |= {"tricks": v.tricks.get(v.declarers, 0), "five": FIVE in held, "three": THREE in held}
        double = (Part(2, "kaiser.made", how=TIMES, name="no_trump"),) if v.no_trump else ()
        if made:
            clause, part = "kaiser.made", Part(worth, cards.clause, name="value", inner=cards)
        elif v.options.fail_cost == "bid":
            clause, part = "kaiser.failed.bid", Part(-number(v.contract), name="bid")
        else:
            clause, part = "kaiser.failed", Part(-abs(worth), "kaiser.failed", name="lost", inner=cards)
        other = -number(v.contract) if clause == "kaiser.failed" else -abs(worth)
        mistakes = {} if made else {"other_cost": other * (1 + v.no_trump)}
        return sum_line(v.declarers, Sum(clause, (part, *double), mistakes), clause, facts)

    def _defenders(self, v: Result) -> Iterator[ScoreLine]:
        worth, had, cards = v.value(v.defenders), v.had(v.defenders), v.how(v.defenders)
        facts = {"value": worth, "had": had, "undoubled": v.no_trump and not v.options.nt_doubles_defenders}
        high = had > DEFENDERS_LIMIT
        clause = f"kaiser.defenders.{'high' if high else 'low'}"
        limited = Sum(clause, (*cards.parts, Part(0, clause, how=MOST, name="limit")))
        line = sum_line(v.defenders, limited if high and worth > 0 else cards, clause, facts)
        yield line
        if v.no_trump and v.options.nt_doubles_defenders and line.points:
            yield sum_line(
                v.defenders, times("kaiser.defenders.double", line.points, 2), "kaiser.defenders.double", facts
            )


SCORE: Final = Score()
