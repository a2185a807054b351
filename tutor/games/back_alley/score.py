"""The scoring of a hand of Back Alley."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.ending import after_deals
from tutor.families.tricks import TrickScoring, count_problems
from tutor.games.back_alley.table import (
    BOARDS,
    DEALS,
    MOST,
    NOTHING,
    SIDES,
    BackAlleyState,
    DealSize,
    contracts,
    step,
)
from tutor.kernel import field_types
from tutor.kernel.events import ScoreLine, Settlement, sum_line
from tutor.kernel.fields import Problem, declared, whole
from tutor.kernel.seats import Side
from tutor.kernel.working import TIMES, Part, Standing, Sum

CONTRACTS: Final = (*map(str, range(2 * 12 + 1)), *BOARDS)
EACH: Final = 5
"""Points for each trick of a number that was made (`back-alley.score.made`)."""
BOARD_EACH: Final = 10
"""Points for each trick of a plain board (`back-alley.score.board`)."""


@dataclass(frozen=True, kw_only=True)
class Result(DealSize):
    """The result of a hand."""

    contract: dict[Side, str] = declared(
        field_types.choice(CONTRACTS), "the contract: a number or a board", {}, per="side"
    )
    tricks: dict[Side, int] = whole("tricks won", {}, low=0, high=MOST, per="side")
    before: dict[Side, int] = whole("total before this deal", {}, per="side")

    def bid(self, side: Side) -> str:
        """The contract of a side."""
        return self.contract.get(side, NOTHING)

    def won(self, side: Side) -> int:
        """The tricks of a side."""
        return self.tricks.get(side, 0)


class Score(TrickScoring[Result, BackAlleyState]):
    """Each side is scored by its own contract alone (`back-alley.score.sides`)."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Tricks that do not add up, and contracts that four calls cannot lead to."""
        yield from v.size_problems()
        yield from count_problems(v.tricks, SIDES, v.size, f"{v.size} are played")
        most = 2 * v.options.top(v.size)
        for side in SIDES:
            if not step(v.bid(side)) and int(v.bid(side)) > most:
                yield Problem(f"contract.{side}", f"{v.bid(side)}, but two numbers come to {most} at most")
        first, second = (v.bid(side) for side in SIDES)
        if not v.contract:
            yield Problem("contract", f"must be given ({' or '.join(f'contract.{side}' for side in SIDES)}, or both)")
        elif first == second == NOTHING:
            yield Problem("contract", "if all have passed the hand is not played")
        if first == second and step(first):
            yield Problem("contract", f"each step is bid once, but both sides have {first}")

    def fields(self, state: BackAlleyState) -> dict[str, Any]:
        """The contracts."""
        return {"contract": dict(contracts(state.bids))}

    def kept(self, state: BackAlleyState, v: Result, done: Settlement) -> dict[str, Any]:
        """The number of the next deal."""
        return {"deal": min(state.deal + 1, DEALS)}

    def settle(self, v: Result) -> Settlement:
        """A line for each side; after the last deal, who has won."""
        ends = ("back-alley.next", "back-alley.end", "back-alley.end.tie")
        return self.settled(v, [_line(v, side) for side in SIDES], clause=lambda end: ends[len(end.first)])

    def ending(self, v: Result, scores: Mapping[Side, float]) -> Standing:
        """After the last deal the higher total wins (`back-alley.end`)."""
        return after_deals("back-alley.end", v.before, scores, v.deal or 0, DEALS, named=True)


def _line(v: Result, side: Side) -> ScoreLine:
    bid, won = v.bid(side), v.won(side)
    facts: dict[str, Any] = {"bid": bid, "tricks": won, "cards": v.size}
    clause, how = _how(v, side)
    if step(bid):
        facts["each"] = BOARD_EACH * step(bid)
    elif clause == "back-alley.score.made":
        facts["over"] = won - int(bid)
    return sum_line(side, how, clause, facts)


def _how(v: Result, side: Side) -> tuple[str, Sum]:
    """The clause by which a side scores, and the sum of its points."""
    bid, won = v.bid(side), v.won(side)
    if step(bid):
        clause, each = "back-alley.score.board", BOARD_EACH * step(bid)
        sign = 1 if won == v.size else -1
        return clause, Sum(clause, (Part(sign * v.size, name="tricks"), Part(each, clause, how=TIMES, name="each")))
    number = int(bid)
    if not number:
        clause = "back-alley.score.zero"
        taken = Part(won, name="tricks"), Part(1, clause, how=TIMES, name="each")
        return clause, Sum(clause, taken, {"every_trick": EACH * won})
    if won < number:
        clause = "back-alley.score.failed"
        mistakes = {"short": -EACH * (number - won), "tricks_not_bid": -EACH * won}
        return clause, Sum(
            clause, (Part(number, name="bid"), Part(-EACH, clause, how=TIMES, name="each_lost")), mistakes
        )
    clause, over = "back-alley.score.made", won - number
    parts = Part(number, name="bid"), Part(EACH, clause, how=TIMES, name="each"), Part(over, clause, name="over")
    return clause, Sum(clause, parts if over else parts[:2], {"every_trick": EACH * won} if over else {})


SCORE: Final = Score()
