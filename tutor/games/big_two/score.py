"""The scoring of a hand of Big Two, by either rule set (`big-two.a.score`, `big-two.b.score`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tutor.families.ending import after_deals, one_out, sides_at, target_step, totals_after
from tutor.families.hands_game import HandScoring
from tutor.games.big_two.table import BigTwoState
from tutor.kernel.cached import cached_property
from tutor.kernel.events import ScoreLine, Settlement, sum_line
from tutor.kernel.fields import SEAT, Problem, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import View
from tutor.kernel.working import TIMES, Part, Standing, Sum

if TYPE_CHECKING:
    from tutor.games.big_two.table import Rules

DOUBTFUL: Final = 8
"""From this number of cards left up, a learner may think that they count double."""


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    options: Rules
    left: dict[Seat, int] = whole("cards left; one seat has none", {}, low=0, high=26, per="seat")
    before: dict[Seat, int] = whole("total of the seat before this hand", {}, per="seat")
    deal: int = whole("which of the `games` this is, in rule set b", 1, low=1)
    dragon: Seat | None = declared(SEAT, "who was dealt a dragon (rule set b, four players)", None)
    starter: Seat = declared(SEAT, "who had 18 cards (rule set b, three players, leftover=to_lowest)", "P1")

    @cached_property
    def cards(self) -> dict[Seat, int]:
        """The cards each player has left; after a dragon the others have their whole hands."""
        if self.dragon:
            return {seat: 0 if seat == self.dragon else self.dealt(seat) for seat in self.seats}
        return {seat: self.left.get(seat, 0) for seat in self.seats}

    def dealt(self, seat: Seat) -> int:
        """The number of cards that the seat was dealt."""
        extra = seat == self.starter and self.options.spare(self.players)
        return self.options.each(self.players) + extra

    @cached_property
    def winner(self) -> Seat:
        """Who went out, or was dealt the dragon."""
        return next(seat for seat, number in self.cards.items() if not number)


class Score(HandScoring[Result, BigTwoState]):
    """Rule set a: points against the losers. Rule set b: the losers pay the winner."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Nobody or several players out, more cards than were dealt, an impossible dragon."""
        set_b = v.options.rules == "b"
        if v.dragon and not set_b:
            yield Problem("dragon", "there are dragons in set b only")
        elif v.dragon and v.players != 4:
            yield Problem("dragon", "thirteen ranks win with four players only")
        if v.dragon and any(v.left.values()):
            yield Problem("left", "with a dragon nobody plays, so nothing is left over")
        out = [seat for seat, number in v.cards.items() if not number]
        if not v.dragon and len(out) != 1:
            yield Problem("left", one_out("left", out))
        for seat, number in v.left.items():
            most = v.options.each(v.players)
            if number > most:
                why = f"{seat} starts and has played one" if v.dealt(seat) > most else f"{most} are dealt"
                yield Problem(f"left.{seat}", f"{number} cards, but {why}")
        if set_b and v.deal > v.options.games:
            yield Problem("deal", f"{v.deal}, but the session has {v.options.games}")

    def fields(self, state: BigTwoState) -> dict[str, Any]:
        """The cards that players have left."""
        return {"left": {seat: len(state.hand(seat)) for seat in state.seats}}

    def settle(self, v: Result) -> Settlement:
        """A line for each loser; in rule set b also one for the winner from each."""
        lines: list[ScoreLine] = []
        score = f"big-two.{v.options.rules}.score"
        for seat, number in v.cards.items():
            if seat == v.winner:
                continue
            times = self._times(v, seat, number)
            facts = {
                "left": number,
                "times": times,
                "winner": v.winner,
                "loser": seat,
                "dealt": v.dealt(seat),
                "dragon": v.dragon,
            }
            if v.options.rules == "a":
                lines.append(sum_line(seat, _kept(number, times, score), score, facts))
            else:
                facts |= {"payer": seat, "payee": v.winner}
                lines.append(sum_line(seat, _kept(-number, times, score), score, facts))
                lines.append(sum_line(v.winner, _kept(number, times, score), score, facts))
        how = "big-two.b.dragon" if v.dragon else "big-two.out"
        return self.settled(v, lines, [v.winner], lambda end: end.clause if end.over else how)

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """Rule set a: over at the target, lowest total wins. Rule set b: over after so many games, highest wins."""
        if v.options.rules == "b":
            return after_deals("big-two.b.end", v.before, scores, v.deal, v.options.games)
        sums, goal = totals_after(v.before, scores, "big-two.a.end"), v.options.target
        over = bool(sides_at(sums, goal))
        steps = (target_step(sums, goal, ends=True),)
        return Standing("big-two.a.end", sums, lowest=True, shared=True, steps=steps, over=over)

    def _times(self, v: Result, seat: Seat, number: int) -> int:
        """How much each card left counts; three if the player has not played a card."""
        if number == v.dealt(seat):
            return 3
        return 2 if number >= 10 else 1


def _kept(number: int, times: int, clause: str) -> Sum:
    """The points for `number` cards left that count `times` each."""
    more = (Part(times, clause, how=TIMES, name="each"),) if times > 1 else ()
    near = times > 1 or abs(number) >= DOUBTFUL
    mistakes = {f"times_{n}": number * n for n in (1, 2, 3) if n != times and near}
    return Sum(clause, (Part(number, name="left"), *more), mistakes)


def best(rules: Rules, totals: dict[Seat, float]) -> tuple[Seat, ...]:
    """The winners of a game with these totals: the lowest in rule set a, the highest in rule set b."""
    top = min(totals.values()) if rules.rules == "a" else max(totals.values())
    return tuple(seat for seat, total in totals.items() if total == top)


SCORE = Score()
