"""The scoring of a hand of Scotch Whist: six items credited in order, and who is first to reach 41."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.ending import to_target
from tutor.families.tricks import TrickScoring, count_problems
from tutor.games.scotch_whist.table import (
    ITEMS,
    ORDER,
    POINTS,
    TARGET,
    TRICKS,
    ScotchWhistState,
    Trumped,
    each,
    trick_score,
)
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Cards
from tutor.kernel.events import HAND_OVER, Event, ScoreLine, Settlement, score_sums, sum_line
from tutor.kernel.fields import CARDS, Problem, declared, whole
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.working import BEFORE, LEAST, TIMES, Chain, Part, Standing, Step, Sum, Working, total_of


@dataclass(frozen=True, kw_only=True)
class Result(Trumped):
    """The result of a hand."""

    tricks: dict[Seat, int] = whole("tricks won", {}, low=0, per="seat")
    won: dict[Seat, Cards] = declared(CARDS, "cards captured; the trump T A K Q J are enough", {}, per="seat")
    before: dict[Seat, int] = whole("total before this hand", {}, low=0, high=TARGET - 1, per="seat")

    def captor(self, item: str) -> Seat | None:
        """The player who has captured the trump honour of this item; None if it is not known."""
        return next((seat for seat in self.seats if self.honour(item) in self.won.get(seat, ())), None)

    @cached_property
    def credited(self) -> Mapping[str, Mapping[Seat, int]]:
        """For each item, in the order of crediting, who gets how many points."""
        return {item: self._credits(item) for item in ORDER}

    def _credits(self, item: str) -> Mapping[Seat, int]:
        if item == TRICKS:
            scores = {seat: trick_score(self.tricks.get(seat, 0), self.players) for seat in self.seats}
            return {seat: points for seat, points in scores.items() if points}
        captor = self.captor(item)
        return {captor: ITEMS[item][1]} if captor else {}


class Score(TrickScoring[Result, ScotchWhistState]):
    """All items are credited in order; the first player to reach 41 wins."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Tricks that do not add up, honours that nobody has, more cards than tricks."""
        yield from v.trump_problems()
        yield from count_problems(v.tricks, v.seats, each(v.players), f"{v.players} players play {each(v.players)}")
        for seat, held in v.won.items():
            room = v.tricks.get(seat, 0) * v.players
            if len(held) > room and (seat in v.tricks or sum(v.tricks.values()) == each(v.players)):
                yield Problem(f"won.{seat}", f"the tricks of this seat hold {room} cards, not {len(held)}")
        if v.trumps:
            missing = [v.honour(item).text for item in ITEMS if v.captor(item) is None]
            if missing:
                yield Problem("won", f"somebody must have won {', '.join(missing)}")

    def fields(self, state: ScotchWhistState) -> dict[str, Any]:
        """The trump honours that each player has captured."""
        counting = POINTS[state.trump].values
        return {"won": {seat: tuple(c for c in state.won(seat) if c in counting) for seat in state.seats}}

    def on_sheet(self, state: ScotchWhistState, done: Settlement, **kept: Any) -> Turn[ScotchWhistState]:
        """Also with which item the game was won."""
        then = super().on_sheet(state, done, **kept)
        if not done.outcome["game"]:
            return then
        facts = {"winners": tuple(done.outcome["game"]), "item": done.outcome["item"]}
        reached = Event("reached", clause=done.outcome["clause"], facts=facts)
        at = next(i for i, event in enumerate(then.events) if event.what == HAND_OVER)
        return Turn(then.state, (*then.events[:at], reached, *then.events[at:]))

    def settle(self, v: Result) -> Settlement:
        """A line for each credit, in order; and the winner, if there is one."""
        lines = tuple([_line(v, item, who, n) for item, due in v.credited.items() for who, n in due.items()])
        done = self.settled(v, lines, clause=lambda end: end.clause if end.over else "scotch-whist.next")
        if not done.outcome["game"]:
            return done
        return done._replace(outcome={**done.outcome, "item": self.item(self.ending(v, done.scores))})

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """Credit item by item until somebody has 41 (`scotch-whist.end`)."""
        whole = to_target("scotch-whist.end", v.before, scores, TARGET)
        if not whole.over:
            return whole
        so_far: dict[Seat, float] = dict.fromkeys(v.seats, 0)
        parts: dict[Seat, list[Part]] = {
            seat: [Part(v.before[seat], name=BEFORE)] if v.before.get(seat) else [] for seat in v.seats
        }
        said: tuple[Step, ...] = ()
        for item, due in v.credited.items():
            for seat, points in due.items():
                so_far[seat] += points
                how = _trick_sum(v, seat) if item == TRICKS else None
                parts[seat].append(Part(points, f"scotch-whist.score.{item}", inner=how))
            if not due:
                continue
            end = to_target("scotch-whist.end", v.before, so_far, TARGET, shared=True)
            said = (*said[-1:], Step("credited", {"name": item, "there": end.among or (), "target": TARGET}))
            if end.over:
                credited = {seat: Sum(end.clause, tuple(own or [Part(0, name=BEFORE)])) for seat, own in parts.items()}
                return self._together(v, end._replace(steps=said, sums=credited))
        return whole

    def _together(self, v: Result, end: Standing) -> Standing:
        """Who wins of those who reach 41 with the same item (`scotch-whist.end.same`)."""
        if len(end.among or ()) == 1:
            return end
        end = end._replace(clause="scotch-whist.end.same")
        later = ORDER[ORDER.index(TRICKS) + 1 :] if len(end.best) > 1 else ()
        for at, item in enumerate(later):
            captor = v.captor(item)
            if captor in end.best:
                step = Step("credited_next", {"name": item, "who": captor, "passed": later[:at]}, captor)
                return end._replace(among=(captor,), steps=(*end.steps, step))
        return end

    def item(self, end: Standing) -> str:
        """The item with which the game was won; empty while nobody has."""
        return next((step.facts["name"] for step in end.steps if step.name == "credited" and step.facts["there"]), "")

    def _item_working(self, end: Standing, won: str) -> Chain:
        """The working of the item with which the game was won."""
        there = next(step.facts["there"] for step in end.steps if step.name == "credited" and step.facts["there"])
        told = [seat for seat, one in end.sums.items() if seat in there or len(one.parts) > 1]
        totals = (Step("total", {"who": seat, "how": end.sums[seat]}) for seat in told)
        return Chain(end.clause, (*totals, *end.steps), won)

    def workings(self, v: Result) -> Mapping[str, Working]:
        """How the winner, the winning item and the points come about."""
        done = self.settle(v)
        end = self.ending(v, done.scores)
        won = self.item(end)
        found: dict[str, Working] = {"outcome.game": end}
        found |= {f"scores.{seat}": _with_tricks(v, seat, one) for seat, one in score_sums(done).items()}
        return found | ({"outcome.item": self._item_working(end, won)} if won else {})


def _line(v: Result, item: str, seat: Seat, points: int) -> ScoreLine:
    if item != TRICKS:
        return ScoreLine(seat, points, f"scotch-whist.score.{item}", {"honour": v.honour(item)})
    how = _trick_sum(v, seat)
    return sum_line(seat, how, how.clause, _trick_facts(v, seat))


def _trick_facts(v: Result, seat: Seat) -> Mapping[str, int]:
    tricks = v.tricks[seat]
    return {"tricks": tricks, "captured": tricks * v.players, "dealt": each(v.players)}


def _trick_sum(v: Result, seat: Seat) -> Sum:
    """The sum for tricks (`scotch-whist.score.tricks`)."""
    tricks, clause = v.tricks.get(seat, 0), "scotch-whist.score.tricks"
    parts = (
        Part(tricks, name="tricks"),
        Part(v.players, clause, how=TIMES, name="captured"),
        Part(-each(v.players), clause, name="dealt"),
    )
    below = total_of(parts) < 0
    return Sum(clause, (*parts, Part(0, clause, how=LEAST, name="floor")) if below else parts)


def _with_tricks(v: Result, seat: Seat, one: Sum) -> Sum:
    """The sum of a player with a part for tricks that score nothing, for which there is no line."""
    how = _trick_sum(v, seat)
    if how.total or not v.tricks.get(seat):
        return one
    return one._replace(parts=(*one.parts, Part(0, how.clause, facts=_trick_facts(v, seat), inner=how, to=seat)))


SCORE: Final = Score()
