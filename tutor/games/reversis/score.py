"""The settling of a hand of Reversis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tutor.families.ending import after_deals
from tutor.games.reversis.checks import problems
from tutor.games.reversis.payments import party, reversis
from tutor.games.reversis.result import Result
from tutor.games.reversis.table import AMOUNTS, Pots
from tutor.kernel.events import Settlement, settled
from tutor.kernel.fields import Problem
from tutor.kernel.game import Scoring
from tutor.kernel.seats import Seat
from tutor.kernel.working import Standing, Step


class Score(Scoring[Result]):
    """One hand: every chip that a player has gained or lost since the antes."""

    view = Result

    def problems(self, v: Result) -> Iterator[Problem]:
        """Tricks, points, cards and pots that cannot be."""
        yield from problems(v)

    def settle(self, v: Result) -> Settlement:
        """The reversis, if somebody won the first nine tricks; otherwise what was paid at once, and the party."""
        before = Pots(v.pots, v.remises)
        lines, pots, outcome = reversis(v, before) if v.striver else party(v, before)
        pots = pots.kept
        shown = {"hand": outcome.pop("hand"), "game": [], **outcome}
        shown |= {"pots": AMOUNTS.show(pots.amounts), "remises": pots.remises}
        done = settled(v.seats, lines, shown)
        if not v.last:
            return done
        end = self._end(v, done.scores, pots)
        chips = {seat: int(n) for seat, n in end.totals.items()}
        return done._replace(outcome={**shown, "game": list(end.first), "chips": chips})

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """After the last hand the most chips (`reversis.end`)."""
        before = Pots(v.pots, v.remises)
        return self._end(v, scores, (reversis(v, before) if v.striver else party(v, before))[1].kept)

    def _end(self, v: Result, scores: Mapping[Seat, float], pots: Pots) -> Standing:
        share = sum(pots.amounts) // v.players if v.last and v.options.leftover_pots == "split" else 0
        had = {seat: v.before.get(seat, v.options.start_chips) for seat in v.seats}
        end = after_deals("reversis.end", had, scores, int(v.last), 1, share=share)
        return end._replace(steps=(Step("last_hand", {"last": v.last}),))


SCORE: Final = Score()
