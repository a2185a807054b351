"""The scoring of a hand of Tute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.ending import after_deals, totals_after
from tutor.families.tricks import TrickScoring, pile_problems, piles
from tutor.games.tute.declarations import declaration_problems
from tutor.games.tute.table import (
    CUARENTA,
    LAST,
    PACK,
    POINTS,
    SIDES,
    TUTE,
    VEINTES,
    WORTH,
    Rules,
    TuteState,
)
from tutor.kernel.cards import Cards
from tutor.kernel.events import ScoreLine, Settlement, settlement_of, sum_line
from tutor.kernel.fields import CARDS, SEAT, Problem, calls, declared, suit, whole
from tutor.kernel.seats import Seat, Side, members, side_of
from tutor.kernel.view import View
from tutor.kernel.working import TOTAL, Standing, Step, Working


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    options: Rules
    won: dict[Side, Cards] = declared(CARDS, "cards taken; a side left out has the rest of the pack", {}, per="side")
    last: Seat | None = declared(SEAT, "who won the tenth trick", None, shown="must be given unless there is a tute")
    declared: tuple[tuple[Seat, str], ...] = calls("declarations, in order", (CUARENTA, *VEINTES, TUTE))
    trump: str = suit("the trump suit, only to check the declarations", "", none=False)
    hand_no: int = whole("which hand of the game this is", 1, low=1)
    before: dict[Side, int] = whole("hands won earlier in this game", {}, low=0, per="side")

    @property
    def tute(self) -> Seat | None:
        """The player who has shown four kings; None if nobody has."""
        return next((seat for seat, what in self.declared if what == TUTE), None)

    @property
    def piles(self) -> Mapping[Side, Cards]:
        """The cards that each side has won."""
        return piles(self.won, SIDES, PACK)


class Score(TrickScoring[Result, TuteState]):
    """Card points, declarations and ten for the last trick; the higher total wins the hand."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Impossible piles and declarations, and a game that is over already."""
        yield from declaration_problems(v.declared, v.trump)
        yield from pile_problems(v.won, SIDES, len(PACK), 4, needed=v.tute is None, full=v.tute is None)
        if v.won or v.tute is None:
            yield from self._tricks(v)
        if v.hand_no > v.options.hands:
            yield Problem("hand_no", f"hand {v.hand_no}, but the game has {v.options.hands}")
        if sum(v.before.values()) >= v.hand_no:
            yield Problem("before", f"more hands won than the {v.hand_no - 1} played before this one")

    def _tricks(self, v: Result) -> Iterator[Problem]:
        """A last trick or declarations of a side without a trick, or no last trick."""
        if v.last is None and v.tute is None:
            yield Problem("last", "must be given (a seat)")
        if not v.won:
            return
        if v.last is not None and not v.piles[side_of(SIDES, v.last)]:
            mine = side_of(SIDES, v.last)
            others = " or ".join(seat for seat in v.seats if seat not in members(mine))
            yield Problem("last", f"{v.last} cannot have won the tenth trick: {mine} has no trick; it was {others}")
        for seat in dict.fromkeys(seat for seat, _ in v.declared):
            if not v.piles[side_of(SIDES, seat)]:
                yield Problem("declared", f"{seat} cannot have declared: {side_of(SIDES, seat)} has no trick")

    def fields(self, state: TuteState) -> dict[str, Any]:
        """Who won the last trick; who leads, if a tute came before the first."""
        return {"last": state.past[-1].winner if state.past else state.leader}

    def kept(self, state: TuteState, v: Result, done: Settlement) -> dict[str, Any]:
        """A win counts one on the sheet."""
        return {"credit": dict.fromkeys(done.outcome["hand"], 1)}

    def settle(self, v: Result) -> Settlement:
        """Cards, declarations and the last trick; after a tute nothing is counted."""
        if v.tute is not None:
            hand = [side_of(SIDES, v.tute)]
            outcome = {"hand": hand, "game": list(self._game(v, hand).first), "clause": "tute.declare.tute"}
            return Settlement({}, (), outcome)
        assert v.last is not None
        lines = [sum_line(side, POINTS.how(held), "tute.score.cards", {"pile": held}) for side, held in v.piles.items()]
        for seat, what in v.declared:
            clause = "tute.declare.cuarenta" if what == CUARENTA else "tute.declare.veinte"
            facts = {"by": seat, "of": v.trump if what == CUARENTA else what[-1]}
            lines.append(ScoreLine(side_of(SIDES, seat), WORTH[what], clause, facts))
        last = side_of(SIDES, v.last)
        lines.append(ScoreLine(last, LAST, "tute.score.bonus", {"by": v.last}))
        done = settlement_of(SIDES, tuple(lines), {})
        one = self._hand(v, done.scores)
        game = list(self._game(v, one.first, one).first)
        clause = one.clause
        return done._replace(outcome={"hand": list(one.first), "game": game, "clause": clause})

    def _game(self, v: Result, hand: Sequence[Side], counted: Standing | None = None) -> Standing:
        """Who has won more hands once all are played; both sides in a drawn game."""
        won = {side: int(side in hand) for side in SIDES}
        sums = counted.sums if counted is not None else {}
        premises = tuple(Step(TOTAL, {"who": side, "how": one}, side) for side, one in sums.items())
        if premises:
            premises += (Step("hand_to", {"who": next(iter(hand), "")}, next(iter(hand), None)),)
        game = after_deals("tute.game", v.before, won, v.hand_no, v.options.hands)
        return game._replace(premises=premises)

    def ending(self, v: Result, scores: Mapping[Side, float]) -> Standing:
        """Who has won more hands (`tute.game`); in a game of one hand, who has won that."""
        if v.options.hands == 1 and v.tute is None:
            hand = self._hand(v, scores)
            return hand if hand.first else hand._replace(shared=True, over=True)
        if v.tute is not None:
            return self._game(v, (side_of(SIDES, v.tute),))
        hand = self._hand(v, scores)
        return self._game(v, hand.first, hand)

    def _hand(self, v: Result, scores: Mapping[Side, float]) -> Standing:
        """Who has the higher total; of equal ones, by a house rule, the winner of the last trick."""
        sums = totals_after({}, scores, "tute.score.win")
        one = Standing("tute.score.win", sums, steps=(Step("higher_total"),))
        if one.best or v.last is None:
            return one
        last = side_of(SIDES, v.last)
        if v.options.tie != "last_trick":
            return one._replace(clause="tute.score.tie", steps=(Step("equal"),), over=False)
        return one._replace(
            clause="tute.score.tie",
            steps=(Step("equal"), Step("last_trick", {"who": v.last}, last)),
            among=(last,),
        )

    def workings(self, v: Result) -> Mapping[str, Working]:
        """How the winners of hand and game come about."""
        won = {} if v.tute is not None else {"outcome.hand": self._hand(v, self.settle(v).scores)}
        return {**super().workings(v), **won}


SCORE: Final = Score()
