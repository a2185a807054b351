"""The settling of a hand of Big Two, by either rule set (`big-two.a.score`, `big-two.b.score`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tutor.families.ending import after_deals, reached, sheet, there
from tutor.kernel.cached import cached_property
from tutor.kernel.events import ScoreLine, Settlement, settled, worked
from tutor.kernel.fields import SEAT, Problem, declared, whole
from tutor.kernel.game import Scoring
from tutor.kernel.seats import Seat
from tutor.kernel.view import View
from tutor.kernel.working import TIMES, Part, Standing, Sum

if TYPE_CHECKING:
    from tutor.games.big_two.table import Rules

DOUBTFUL: Final = 8
"""From so many cards left one may think that they count double."""


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    options: Rules
    left: dict[Seat, int] = whole("cards left; one seat has none", {}, low=0, high=26, per="seat")
    before: dict[Seat, int] = whole("total of the seat before this hand", {}, per="seat")
    deal: int = whole("set b: which of the `games` this is", 1, low=1)
    dragon: Seat | None = declared(SEAT, "set b, four players: who was dealt a dragon", None)
    starter: Seat = declared(SEAT, "set b, three players, leftover=to_lowest: who had 18 cards", "P1")

    @cached_property
    def cards(self) -> dict[Seat, int]:
        """The cards everybody has left; beside a dragon all have their whole hand."""
        if self.dragon:
            return {seat: 0 if seat == self.dragon else self.dealt(seat) for seat in self.seats}
        return {seat: self.left.get(seat, 0) for seat in self.seats}

    def dealt(self, seat: Seat) -> int:
        """How many cards the seat was dealt."""
        extra = seat == self.starter and self.options.spare(self.players)
        return self.options.each(self.players) + extra

    @cached_property
    def winner(self) -> Seat:
        """Who went out, or was dealt the dragon."""
        return next(seat for seat, number in self.cards.items() if not number)


class Score(Scoring[Result]):
    """Set a counts points against the losers, set b pays the winner."""

    view = Result

    def problems(self, v: Result) -> Iterator[Problem]:
        """Nobody or several out, more cards than were dealt, a dragon that cannot be."""
        set_b = v.options.rules == "b"
        if v.dragon and not set_b:
            yield Problem("dragon", "there are dragons in set b only")
        elif v.dragon and v.players != 4:
            yield Problem("dragon", "thirteen ranks win with four players only")
        if v.dragon and any(v.left.values()):
            yield Problem("left", "with a dragon nobody plays, so nothing is left over")
        out = [seat for seat, number in v.cards.items() if not number]
        if not v.dragon and len(out) != 1:
            yield Problem("left", f"exactly one seat has no cards left, not {len(out)}")
        for seat, number in v.left.items():
            most = v.options.each(v.players)
            if number > most:
                why = f"{seat} starts and has played one" if v.dealt(seat) > most else f"{most} are dealt"
                yield Problem(f"left.{seat}", f"{number} cards, but {why}")
        if set_b and v.deal > v.options.games:
            yield Problem("deal", f"{v.deal}, but the session has {v.options.games}")

    def settle(self, v: Result) -> Settlement:
        """A line a loser, and in set b one to the winner from each."""
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
                lines.append(worked(seat, _kept(number, times, score), score, facts))
            else:
                facts |= {"payer": seat, "payee": v.winner}
                lines.append(worked(seat, _kept(-number, times, score), score, facts))
                lines.append(worked(v.winner, _kept(number, times, score), score, facts))
        done = settled(v.seats, tuple(lines), {})
        end = self.ending(v, done.scores)
        clause = end.clause if end.over else "big-two.b.dragon" if v.dragon else "big-two.out"
        return done._replace(outcome={"hand": [v.winner], "game": list(end.first), "clause": clause})

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """Set a ends when somebody has the target, and the lowest wins; set b after so many games, with the highest."""
        if v.options.rules == "b":
            return after_deals("big-two.b.end", v.before, scores, v.deal, v.options.games)
        sums, goal = sheet(v.before, scores, "big-two.a.end"), v.options.target
        over = bool(there(sums, goal))
        return Standing("big-two.a.end", sums, lowest=True, shared=True, steps=(reached(sums, goal),), over=over)

    def _times(self, v: Result, seat: Seat, number: int) -> int:
        """How much each card left counts; who has kept all that was dealt has not played."""
        if number == v.dealt(seat):
            return 3
        return 2 if number >= 10 else 1


def _kept(number: int, times: int, clause: str) -> Sum:
    """What so many cards left come to."""
    more = (Part(times, clause, how=TIMES, name="each"),) if times > 1 else ()
    near = times > 1 or abs(number) >= DOUBTFUL
    mistakes = {f"times_{n}": number * n for n in (1, 2, 3) if n != times and near}
    return Sum(clause, (Part(number, name="left"), *more), mistakes)


def best(rules: Rules, totals: dict[Seat, float]) -> tuple[Seat, ...]:
    """Who has won a game with these totals: the lowest in set a, the highest in set b; several share."""
    top = min(totals.values()) if rules.rules == "a" else max(totals.values())
    return tuple(seat for seat, total in totals.items() if total == top)


SCORE = Score()
