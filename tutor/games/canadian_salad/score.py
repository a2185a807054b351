"""The scoring of a deal of Canadian Salad."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tutor.families.ending import after_deals
from tutor.families.tricks import TrickScoring, count_problems
from tutor.games.canadian_salad.play import CanadianSaladState
from tutor.games.canadian_salad.table import (
    DEALS,
    EARLY,
    LAST,
    PENALTIES,
    Rules,
    charged,
    each,
    how,
    last_trick,
    left_out,
)
from tutor.kernel.cards import Cards, lacking
from tutor.kernel.events import ScoreLine, Settlement
from tutor.kernel.fields import CARDS, SEAT, Problem, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import View
from tutor.kernel.working import Standing


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a deal."""

    options: Rules
    deal: int = whole("which of the six deals it was", 1, low=1, high=DEALS)
    tricks: dict[Seat, int] = whole("tricks won; deals 1 and 6", {}, low=0, per="seat")
    won: dict[Seat, Cards] = declared(CARDS, "cards captured, at least those that count; deals 2-4, 6", {}, per="seat")
    last: Seat | None = declared(SEAT, "winner of the last trick; deals 5 and 6", None)
    before: dict[Seat, int] = whole("total before this deal", {}, low=0, per="seat")

    @property
    def by_tricks(self) -> bool:
        """Whether tricks count."""
        return self.deal in (1, DEALS)

    @property
    def by_last(self) -> bool:
        """Whether the last trick counts."""
        return last_trick(self.deal) > 0

    @property
    def counting(self) -> Mapping[Seat, Cards]:
        """The captured cards that count in this deal, of the players who have any."""
        costly = PENALTIES.get(self.deal, ())
        told = {seat: tuple(c for c in held if c in costly) for seat, held in self.won.items()}
        return {seat: held for seat, held in told.items() if held}

    def tricks_taken(self, seat: Seat) -> int:
        """The number of tricks of a seat."""
        return self.tricks.get(seat, 0)


class Score(TrickScoring[Result, CanadianSaladState]):
    """The points that the deal costs each player; after the sixth the lowest total wins."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Tricks that do not add up, penalty cards that nobody has, a last trick that nobody won."""
        for seat, held in v.won.items():
            yield from left_out(v.players, **{f"won.{seat}": held})
        if v.by_tricks:
            yield from count_problems(v.tricks, v.seats, each(v.players), f"a deal has {each(v.players)}")
        if v.deal in (*EARLY, DEALS):
            missing = lacking((c for held in v.won.values() for c in held), PENALTIES[v.deal])
            if missing:
                yield Problem("won", f"nobody has captured {', '.join(c.text for c in missing)}")
        if v.by_last and v.last is None:
            yield Problem("last", "must be given (who won the last trick)")
        if v.deal == DEALS:
            yield from self._whole(v)

    def _whole(self, v: Result) -> Iterator[Problem]:
        """Cards, or the last trick, of a player without enough tricks."""
        for seat, held in v.won.items():
            if len(held) > v.players * v.tricks_taken(seat):
                yield Problem(f"won.{seat}", f"{len(held)} cards, but {v.tricks_taken(seat)} tricks")
        if v.last is not None and not v.tricks_taken(v.last):
            yield Problem("last", f"{v.last} has won no trick")

    def settle(self, v: Result) -> Settlement:
        """A line for each kind of penalty."""
        clause = f"canadian-salad.h{v.deal}"
        lines = [
            ScoreLine(
                seat,
                points,
                clause,
                {"what": what, "number": v.tricks_taken(seat), "took": took},
                how(what, points, v.tricks_taken(seat), took),
            )
            for seat in v.seats
            for what, points, took in charged(v.deal, v.tricks_taken(seat), v.won.get(seat, ()))
        ]
        if v.by_last and v.last is not None:
            lines.append(ScoreLine(v.last, LAST, clause, {"what": "last", "number": 1, "took": ()}))
        ends = ("canadian-salad.next", "canadian-salad.end", "canadian-salad.tie")
        return self.settled(v, lines, clause=lambda end: ends[min(len(end.first), 2)])

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """After the sixth deal the lowest total wins (`canadian-salad.end`)."""
        return after_deals("canadian-salad.end", v.before, scores, v.deal, DEALS, lowest=True, named=True)


SCORE: Final = Score()
