"""The scoring of a hand of Calabrasella: points and payments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tutor.families.ending import after_deals
from tutor.families.payments import chips_before
from tutor.families.tricks import TrickScoring, pile_problems
from tutor.games.calabrasella.table import (
    ALL,
    DEAD,
    LAST,
    LAST_TRICK,
    PACK,
    POINTS,
    SEATS,
    TRICKS,
    WIDOW,
    CalabrasellaState,
    Rules,
    against,
)
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Cards
from tutor.kernel.echo import echoed
from tutor.kernel.events import ScoreLine, Settlement, sum_line
from tutor.kernel.fields import CARDS, SEAT, FieldType, ParseContext, Problem, declared, whole
from tutor.kernel.seats import Seat, Side, members
from tutor.kernel.view import View
from tutor.kernel.working import TIMES, Chain, Part, Standing, Step, Sum, Working, multiplier_sum

Count: TypeAlias = tuple[int, int]
"""The points of the declarer and of the defenders."""


class _Count(FieldType[Count]):
    shape = "two numbers such as 19-16"

    def read(self, text: str, at: ParseContext) -> Count:
        found = re.fullmatch(r"(\d{1,2})-(\d{1,2})", text, re.ASCII)
        if not found:
            raise ValueError(f"{echoed(text)} is not {self.shape}")
        both = int(found[1]), int(found[2])
        if sum(both) > ALL:
            raise ValueError(f"{text} is {sum(both)} points, but there are {ALL}")
        return both

    def show(self, value: Count) -> str:
        return f"{value[0]}-{value[1]}"


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand: its points, or the cards they come from."""

    options: Rules
    declarer: Seat = declared(SEAT, "the player alone")
    points: Count | None = declared(_Count(), "points of declarer and defenders, already counted", None)
    won: dict[Side, Cards] = declared(
        CARDS, "cards won by the declarer or the defenders; the other side has the rest", {}, per="side"
    )
    aside: Cards | None = declared(CARDS, "the four cards set aside", None, shown="must be given without points")
    last: Seat | None = declared(SEAT, "who won the twelfth trick", None, shown="must be given without points")
    before: dict[Seat, int] = whole("chips before this hand; start_chips if left out", {}, per="seat")
    played: int = whole("hands played before this one", 0, low=0)

    @property
    def sides(self) -> tuple[Side, Side]:
        """The declarer, and the two defenders."""
        return self.declarer, against(self.declarer)

    @cached_property
    def piles(self) -> Mapping[Side, Cards]:
        """The cards that each side has won."""
        rest = PACK.rest((*(self.aside or ()), *(c for held in self.won.values() for c in held)))
        return {side: self.won.get(side, rest) for side in self.sides}

    @cached_property
    def counted(self) -> Count:
        """The points, as given or as counted from the cards."""
        if self.points is not None:
            return self.points
        mine, theirs = (int(one.total) for one in self.how if one is not None)
        return mine, theirs

    @cached_property
    def how(self) -> tuple[Sum | None, Sum | None]:
        """How the points of each side come about; None if only the points are given."""
        if self.points is not None:
            return None, None
        aside = () if self.options.set_aside == DEAD else POINTS.how(self.aside or ()).parts
        last = (Part(LAST, "calabrasella.score.last"), *(part._replace(name="aside") for part in aside if part.n))
        mine, theirs = (
            Sum("calabrasella.score.cards", (*POINTS.how(held).parts, *(last if self.last in members(side) else ())))
            for side, held in self.piles.items()
        )
        return mine, theirs


def _total(points: Count, *, dead: bool) -> Iterator[Problem]:
    """A problem of points that the tricks of no hand count together."""
    total = sum(points)
    if not dead and total != ALL:
        yield Problem("points", f"{total} points, but with set_aside={LAST_TRICK} all {ALL} are counted")
    elif dead and ALL - total not in POINTS.possible(PACK, WIDOW):
        yield Problem("points", f"{total} points, but no {WIDOW} cards set aside leave so many of the {ALL}")


class Score(TrickScoring[Result, CalabrasellaState]):
    """The difference of points is paid by, or to, each defender."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Points given twice or not at all, impossible piles, a game that is over already."""
        if v.points is not None:
            for name, given in (("won", bool(v.won)), ("aside", v.aside is not None), ("last", v.last is not None)):
                if given:
                    yield Problem(name, "is left out when the points are given")
            yield from _total(v.points, dead=v.options.set_aside == DEAD)
        else:
            yield from self._piles(v)
        if v.played >= v.options.hands:
            yield Problem("played", f"{v.played} hands were played already, but the game has {v.options.hands}")

    def _piles(self, v: Result) -> Iterator[Problem]:
        wrong = [side for side in v.won if side not in v.sides]
        for side in wrong:
            yield Problem(f"won.{side}", f"isn't a side here: {v.sides[0]} plays alone against {v.sides[1]}")
        if not wrong:
            yield from pile_problems(v.won, v.sides, TRICKS * len(SEATS), len(SEATS))
        if v.aside is None:
            yield Problem("aside", f"must be given ({WIDOW} cards)")
        elif len(v.aside) != WIDOW:
            yield Problem("aside", f"{len(v.aside)} cards, but {WIDOW} are set aside")
        if v.last is None:
            yield Problem("last", "must be given (a seat)")
        elif v.won and not wrong and not any(v.piles[side] for side in v.sides if v.last in members(side)):
            yield Problem("last", f"{v.last} cannot have won the twelfth trick: that side has no cards")

    def workings(self, v: Result) -> Mapping[str, Working]:
        """Also how the points of both sides come about."""
        found = dict(super().workings(v))
        mine, theirs = v.how
        if mine is None or theirs is None:
            return found
        steps = tuple(Step("total", {"who": side, "how": one}) for side, one in zip(v.sides, v.how, strict=True))
        dead = v.options.set_aside == DEAD
        aside = Step("aside_dead" if dead else "aside_last", {"them": v.aside or (), "who": v.last})
        aside = aside._replace(given=dead and not POINTS.how(v.aside or ()).total)
        return found | {
            "outcome.points": Chain("calabrasella.score.last", (aside, *steps), f"{v.counted[0]}-{v.counted[1]}")
        }

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """After the last hand most chips win (`calabrasella.end`)."""
        before = chips_before(v.seats, v.before, v.options.start_chips)
        return after_deals("calabrasella.end", before, scores, v.played + 1, v.options.hands)

    def fields(self, state: CalabrasellaState) -> dict[str, Any]:
        """The cards of the two sides, and those set aside."""
        won = {side: state.won(side) for side in (state.declarer, against(state.declarer))}
        return {"won": won, "aside": state.away, "played": state.played_hands}

    def kept(self, state: CalabrasellaState, v: Result, done: Settlement) -> dict[str, Any]:
        """The number of hands that have been played."""
        return {"played_hands": state.played_hands + 1}

    def settle(self, v: Result) -> Settlement:
        """Who pays whom, and after the last hand who has won."""
        mine, theirs = v.counted
        difference = mine - theirs
        won = difference > 0
        shutout = "whitewash" if ALL in (mine, theirs) else ""
        if v.options.double_any_shutout and difference and 0 in (mine, theirs):
            shutout = shutout or "shutout"
        clause = f"calabrasella.pay.{'win' if won else 'lose' if difference else 'equal'}"
        lines: list[ScoreLine] = []
        for rule in (clause, f"calabrasella.pay.{shutout}") if shutout else (clause,):
            facts = {"declarer": v.declarer, "mine": mine, "theirs": theirs, "each": abs(difference)}
            facts["shutouts"] = v.options.double_any_shutout
            for seat in SEATS if difference else ():
                paid = self._paid(v, rule, alone=seat == v.declarer)
                lines.append(
                    sum_line(seat, paid if rule == clause else multiplier_sum(rule, paid.total, 2), rule, facts)
                )
        hand = [v.declarer] if won else list(members(v.sides[1])) if difference else []
        clause = f"calabrasella.pay.{shutout}" if shutout else clause
        return self.settled(v, lines, hand, clause, points=f"{mine}-{theirs}")

    def _paid(self, v: Result, rule: str, *, alone: bool) -> Sum:
        """The points that the declarer (`alone`), or each defender, gains."""
        (mine, theirs), how = v.counted, v.how
        own = Part(mine, inner=how[0], name="owned", facts={"who": v.declarer})
        others = Part(theirs, inner=how[1], name="others")
        parts = (own, others._replace(n=-theirs)) if alone else (others, own._replace(n=-mine))
        twice = Part(2, rule, how=TIMES, name="alone", facts={"gains": mine > theirs})
        return Sum(rule, (*parts, twice) if alone else parts)


SCORE: Final = Score()
