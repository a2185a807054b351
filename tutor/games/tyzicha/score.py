"""The scoring of a hand of Tyzicha."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.ending import target_step, totals_after
from tutor.families.tricks import TrickScoring, pile_problems, piles
from tutor.games.tyzicha.table import (
    CAP,
    GOAL,
    HIGHEST,
    MARRIAGES,
    PACK,
    POINTS,
    RESTRICTED,
    STEP,
    Rules,
    TyzichaState,
    needed,
)
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import SUITS, Cards
from tutor.kernel.events import ScoreLine, Settlement, sum_line
from tutor.kernel.fields import CARDS, FLAG, SEAT, Problem, calls, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import View
from tutor.kernel.working import Chain, Part, Standing, Step, Sum, Working

CONSOLATION: Final = 40
"""Points of each opponent when the declarer concedes."""


NEAR: Final = 100
"""Points from the cap within which an opponent is told the distance."""


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    options: Rules
    declarer: Seat = declared(SEAT, "the declarer")
    contract: int = whole("the contract, raises included", low=RESTRICTED, high=HIGHEST)
    won: dict[Seat, Cards] = declared(CARDS, "cards taken; a seat left out has the rest of the pack", {}, per="seat")
    marriages: tuple[tuple[Seat, str], ...] = calls("marriages shown, in order", tuple(SUITS))
    conceded: bool = declared(FLAG, "the declarer gave up after giving the cards", False)
    score: dict[Seat, int] = whole("scores before this hand", {}, high=CAP, per="seat")

    @cached_property
    def piles(self) -> Mapping[Seat, Cards]:
        """The cards that each seat has won."""
        return piles(self.won, self.seats, PACK)

    @cached_property
    def cards_won(self) -> Mapping[Seat, int]:
        """The card points of each seat; empty if the hand was conceded."""
        return {} if self.conceded else {seat: POINTS.of(held) for seat, held in self.piles.items()}

    def married(self, seat: Seat) -> int:
        """The points of a seat's marriages."""
        return sum(MARRIAGES[suit] for who, suit in self.marriages if who == seat)

    def value(self, seat: Seat) -> int:
        """The hand value of a player (`tyzicha.score.total`)."""
        return int(self.how(seat).total)

    def how(self, seat: Seat) -> Sum:
        """How the hand value comes about."""
        cards = POINTS.how(self.piles[seat])
        shown = [suit for who, suit in self.marriages if who == seat]
        parts = (Part(MARRIAGES[suit], "tyzicha.marriage.value", name="marriage", facts={"of": suit}) for suit in shown)
        return Sum("tyzicha.score.total", (Part(cards.total, cards.clause, inner=cards), *parts))


class Score(TrickScoring[Result, TyzichaState]):
    """The declarer wins or loses the contract; the opponents score if it is broken."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Impossible contracts, piles and marriages."""
        if v.contract % STEP:
            yield Problem("contract", f"{v.contract} is not a multiple of {STEP}")
        bad = list(pile_problems(v.won, v.seats, len(PACK), v.players, needed=not v.conceded))
        yield from bad
        for suit, times in Counter(suit for _, suit in v.marriages).items():
            if times > 1:
                yield Problem("marriages", f"{suit} is shown {times} times")
        if v.conceded and v.marriages:
            yield Problem("marriages", "the hand was conceded before anybody led")
        elif not bad:
            for seat, shown in Counter(seat for seat, _ in v.marriages).items():
                leads = len(v.piles[seat]) // v.players + (seat == v.declarer)
                if shown > leads:
                    yield Problem("marriages", f"{seat} showed {shown}, but was on lead only {leads} times")

    def settle(self, v: Result) -> Settlement:
        """A line for the contract, then for the points of the opponents."""
        others = [seat for seat in v.seats if seat != v.declarer]
        outcome: dict[str, Any] = {"result": "conceded"}
        if v.conceded:
            facts = {"contract": v.contract, "by": v.declarer}
            lines = [ScoreLine(v.declarer, -v.contract, "tyzicha.concede", facts)]
            lines += [ScoreLine(seat, CONSOLATION, "tyzicha.concede", facts) for seat in others]
        else:
            value = v.value(v.declarer)
            made = value >= needed(v.contract, v.options)
            outcome = {"result": "made" if made else "broken", "value": value}
            clause = "tyzicha.score.plus" if made else "tyzicha.score.minus"
            facts = {"contract": v.contract, "declarer": True, **self._counted(v, v.declarer)}
            lines = [ScoreLine(v.declarer, v.contract if made else -v.contract, clause, facts)]
            if not made or v.options.opponents_always_score:
                lines += [
                    sum_line(seat, v.how(seat), clause, {"declarer": False, **self._counted(v, seat)})
                    for seat in others
                ]
        for line in lines[1:]:
            over = v.score.get(line.to, 0) + line.points - CAP
            if over > 0:
                lines.append(ScoreLine(line.to, -over, "tyzicha.score.cap", {"over": over, "cap": CAP}))
        hand = [v.declarer] if outcome["result"] == "made" else others
        return self.settled(v, lines, hand, lambda end: end.clause if end.over else lines[0].clause, **outcome)

    def workings(self, v: Result) -> Mapping[str, Working]:
        """How the declarer's hand value, the points of each player, and the winner come about."""
        found = dict(super().workings(v))
        if v.conceded:
            return found
        least, how = needed(v.contract, v.options), v.how(v.declarer)
        made, over = how.total >= least, least > v.contract
        steps = (
            Step("total", {"who": v.declarer, "how": _plainly(how), "counted": how}, given=len(how.parts) == 1),
            Step(
                "needs",
                {"who": v.declarer, "n": how.total, "least": least, "over": over, "made": made},
            ),
        )
        result = Chain("tyzicha.score.made", steps, "made" if made else "broken")
        for seat, n in self.settle(v).scores.items():
            told = tuple(self._brings(v, seat, n, made=made))
            found[f"scores.{seat}"] = Chain("tyzicha.score.made", (*steps, *told), n)
        return found | {"outcome.value": _plainly(how), "outcome.result": result}

    def _brings(self, v: Result, seat: Seat, n: float, *, made: bool) -> Iterator[Step]:
        """Steps that give the points of a player."""
        if seat == v.declarer:
            yield Step("contract_points", {"who": seat, "n": v.contract, "made": made}, n)
        elif made and not v.options.opponents_always_score:
            yield Step("scores_nothing", {"who": seat, "declared": False}, 0)
        else:
            counted, before = v.how(seat), v.score.get(seat, 0)
            yield Step("opponent_points", {"who": seat, "how": _plainly(counted), "made": made}, counted.total)
            if before + counted.total > CAP - NEAR:
                yield Step("opponent_room", {"before": before, "n": counted.total, "cap": CAP}, counted.total)
            if n != counted.total:
                yield Step("opponent_cap", {"who": seat, "n": n}, n)

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """Only the declarer can reach the goal and win (`tyzicha.end`)."""
        sums = totals_after(v.score, scores, "tyzicha.end")
        has, target = sums[v.declarer].total, target_step(sums, GOAL)
        target = target._replace(facts={**target.facts, "only": v.declarer, "has": has})
        steps = (Step("only_declarer", {"who": v.declarer}), target)
        return Standing("tyzicha.end", sums, steps=steps, over=has >= GOAL, among=(v.declarer,))

    def _counted(self, v: Result, seat: Seat) -> dict[str, int]:
        return {"value": v.value(seat), "cards": v.cards_won[seat], "marriages": v.married(seat)}


def _plainly(one: Sum) -> Sum:
    """The sum with the total of the cards in place of each card: a result gives only the total."""
    cards, *more = one.parts
    return one._replace(parts=(cards._replace(inner=None, name="cards"), *more))


SCORE: Final = Score()
