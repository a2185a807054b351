"""The scoring of a hand of Reversis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from tutor.families.ending import after_deals
from tutor.families.payments import chips_before, game_outcome, leftover_share, with_pot
from tutor.families.tricks import TrickScoring
from tutor.games.reversis.checks import problems
from tutor.games.reversis.payments import party, reversis, which_remise
from tutor.games.reversis.result import Result
from tutor.games.reversis.table import AMOUNTS, Pots
from tutor.kernel.events import ScoreLine, Settlement, line_step, settlement_of
from tutor.kernel.fields import Problem
from tutor.kernel.seats import Seat
from tutor.kernel.working import Chain, Standing, Step, Working, open_step


class Score(TrickScoring[Result, Any]):
    """One hand: the chips that each player has gained or lost since the antes."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Impossible tricks, points, cards and pots."""
        yield from problems(v)

    def settle(self, v: Result) -> Settlement:
        """The reversis, if somebody won the first nine tricks; else payments at once, and the party."""
        before = Pots(v.pots, v.remises)
        lines, pots, outcome = reversis(v, before) if v.striver else party(v, before)
        pots = pots.kept
        shown = {"hand": outcome.pop("hand"), "game": [], **outcome}
        shown |= {"pots": AMOUNTS.show(pots.amounts), "remises": pots.remises}
        done = settlement_of(v.seats, lines, shown)
        if not v.last:
            return done
        end = self._end(v, done.scores, pots, lines)
        return done._replace(outcome={**shown, **game_outcome(end)})

    def workings(self, v: Result) -> Mapping[str, Working]:
        """Also how the winner of the party and the pots come about."""
        done = self.settle(v)
        found = dict(super().workings(v))
        hand, clause = done.outcome["hand"], done.outcome["clause"]
        if v.striver:
            steps: tuple[Step, ...] = (Step("strives", {"who": v.striver}, v.striver),)
            name = "reversis_broken" if v.broken else "reversis_made"
            steps += (Step(name, {"who": hand[0], "by": v.striver}, hand[0]),)
        else:
            esp = () if not v.espagnolette else (Step("refused_suit", {"who": v.espagnolette, "failed": v.failed}),)
            taken = tuple(
                open_step("took", {"who": s, "n": v.count(s), "tricks": v.tricks_taken(s)}, s) for s in v.seats
            )
            steps = (*esp, *taken, Step("party_won", v.why(hand[0]), hand[0]))
            loser = done.outcome["loser"]
            last = Step("party_lost", v.why(loser), loser)
            found["outcome.loser"] = Chain("reversis.party.winner", (*esp, *taken, last), loser)
        found["outcome.hand"] = Chain(clause, steps, hand)
        pots = tuple(
            Step("pot_line", {"who": x.to, "n": abs(x.points), "takes": x.points > 0, **which_remise(x)})
            for x in done.lines
            if with_pot(x)
        )
        first, last = open_step("pots_now", {"amounts": v.pots}), done.outcome["pots"]
        then = Step("pots_then", {"amounts": tuple(last.split(",")) if last != "-" else (), "same": not pots})
        return found | {"outcome.pots": Chain("reversis.pot.remise-first", (first, *pots, then), last)}

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """After the last hand most chips win (`reversis.end`)."""
        before = Pots(v.pots, v.remises)
        lines, pots, _ = reversis(v, before) if v.striver else party(v, before)
        return self._end(v, scores, pots.kept, lines)

    def _end(self, v: Result, scores: Mapping[Seat, float], pots: Pots, lines: Iterable[ScoreLine]) -> Standing:
        before = chips_before(v.seats, v.before, v.options.start_chips)
        share = leftover_share(v.players, sum(pots.amounts), v.options.leftover_pots) if v.last else 0
        end = after_deals("reversis.end", before, scores, v.deal or 0, v.options.hands, share=share)
        first = {x.clause: x for x in [*lines][::-1] if v.last}
        paid = [first[clause] for clause in ("reversis.party.pay", "reversis.party.opposite") if clause in first]
        premises = tuple(map(line_step, paid))
        return end._replace(premises=premises)


SCORE: Final = Score()
