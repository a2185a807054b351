"""The scoring of a hand of Truc."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.ending import to_target
from tutor.families.tricks import TrickScoring
from tutor.games.truc.stakes import CALLS, RAISES, RETRUC, StakeView, bid_problems
from tutor.games.truc.table import (
    DRAW,
    ELEVEN,
    FULL,
    GOAL,
    RESULTS,
    SIDES,
    SIZE,
    Rules,
    TrucState,
    hand_winner,
    over_after,
    side,
    size_problems,
)
from tutor.kernel.events import ScoreLine, Settlement
from tutor.kernel.fields import Problem, calls, choice, declared, whole
from tutor.kernel.seats import Seat, Side, other_side
from tutor.kernel.view import View
from tutor.kernel.working import Chain, Standing, Step, Working, open_step

PLAY_ON: Final = "play"
DECLINE: Final = "decline"


@dataclass(frozen=True, kw_only=True)
class Result(View, StakeView):
    """The result of a hand."""

    options: Rules
    cards: int = declared(SIZE, "cards dealt to each", FULL)
    tricks: tuple[str, ...] = declared(RESULTS, "results of all tricks played, in order", ())
    bids: tuple[tuple[Seat, str], ...] = calls("calls of this hand and their answers, in order", CALLS)
    before: dict[Side, int] = whole("score before this hand", {}, low=0, high=ELEVEN, per="side")
    decision: str | None = choice("of the only side that has 11", (PLAY_ON, DECLINE), None, shown=PLAY_ON)

    @property
    def declined(self) -> bool:
        """Whether the side that has 11 did not play."""
        return self.decision == DECLINE


class Score(TrickScoring[Result, TrucState]):
    """The stake goes to the side that has won the hand, or whose raise was rejected."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Calls that could not have been made, and tricks that do not end the hand."""
        yield from size_problems(v)
        wrong = bid_problems(v.bids, v.alone)
        yield from wrong
        if v.calls.open and not wrong:
            yield Problem("bids", f"{v.calls.proposed} has not been answered")
        if v.decision is not None and not v.alone:
            yield Problem("decision", "nobody is asked unless exactly one side has 11")
        over = over_after(v.tricks, v.cards, v.dealer, v.options)
        if v.declined:
            if v.tricks:
                yield Problem("tricks", "no trick is played in a hand that is declined")
        elif v.calls.rejected:
            if over:
                yield Problem("tricks", f"the hand was over with trick {over}, so no call could be rejected")
        elif not over:
            yield Problem("tricks", f"the hand is not over after {len(v.tricks) or 'no'} tricks")
        elif over < len(v.tricks):
            yield Problem("tricks", f"the hand was over with trick {over}")

    def fields(self, state: TrucState) -> dict[str, Any]:
        """The results of the tricks."""
        return {"tricks": state.results}

    def settle(self, v: Result) -> Settlement:
        """One line: the points of the side that gets the hand."""
        line = self.line(v)
        return self.settled(v, (line,), [line.to], lambda end: "truc.end" if end.first else "truc.next")

    def workings(self, v: Result) -> Mapping[str, Working]:
        """Also how it comes about who has won the hand."""
        to = self.line(v).to
        if v.declined:
            steps: tuple[Step, ...] = (Step("declined", {"by": v.alone, "who": to}, to),)
        elif v.calls.rejected:
            steps = (Step("rejected", {"by": v.calls.answers, "who": to, "call": v.calls.proposed}, to),)
        else:
            results = enumerate(v.tricks, 1)
            steps = tuple(open_step("trick_result", {"n": n, "who": "" if one == DRAW else one}) for n, one in results)
            won = hand_winner(v.tricks, v.cards, v.dealer, v.options)
            name = won.clause.rpartition(".")[2] if won else ""
            steps += (Step(f"hand_{name}", {"who": to, "dealer": v.dealer, "n": v.tricks.count(to)}, to),)
        return {**super().workings(v), "outcome.hand": Chain("truc.hand.win", steps, [to])}

    def ending(self, v: Result, scores: Mapping[Side, float]) -> Standing:
        """The first side with twelve points (`truc.end`)."""
        return to_target("truc.end", v.before, scores, GOAL)

    def line(self, v: Result) -> ScoreLine:
        """The score line: who scores, how much, and why."""
        if v.declined:
            return ScoreLine(other_side(SIDES, v.alone), 1, "truc.eleven.decline", {"by": v.alone})
        if v.calls.rejected:
            facts: dict[str, Any] = {"call": v.calls.proposed, "by": v.calls.caller, "answers": v.calls.answers}
            return ScoreLine(side(v.calls.caller), v.calls.agreed, "truc.answer.reject", facts)
        won = hand_winner(v.tricks, v.cards, v.dealer, v.options)
        assert won is not None
        tricks = {one: v.tricks.count(one) for one in SIDES}
        facts = {"why": won.clause, "tricks": tricks, "dealer": v.dealer}
        if v.alone:
            return ScoreLine(won.side, RAISES[RETRUC], "truc.eleven.one", facts | {"by": v.alone})
        return ScoreLine(won.side, v.calls.agreed, "truc.score", facts)


SCORE: Final = Score()
