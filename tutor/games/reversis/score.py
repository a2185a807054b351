"""The settling of a hand of Reversis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tutor.families.banks import richest
from tutor.games.reversis.checks import problems
from tutor.games.reversis.payments import party, reversis
from tutor.games.reversis.result import Result
from tutor.games.reversis.table import AMOUNTS, Pots
from tutor.kernel.events import Settlement, settled
from tutor.kernel.fields import Problem
from tutor.kernel.game import Scoring


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
        share = sum(pots.amounts) // v.players if v.options.leftover_pots == "split" else 0
        final = {seat: v.before.get(seat, v.options.start_chips) + int(n) + share for seat, n in done.scores.items()}
        return done._replace(outcome={**shown, "game": richest(final), "chips": final})


SCORE: Final = Score()
