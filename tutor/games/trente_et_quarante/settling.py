"""The scoring of a coup of Trente et Quarante, bet by bet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from tutor.families.banks import Bet, Bets, chips
from tutor.games.trente_et_quarante.bets import bet_problems
from tutor.games.trente_et_quarante.table import (
    GIVEN_UP,
    INSURED,
    PRISON,
    Laid,
    merged,
    row_problems,
)
from tutor.kernel.events import ScoreLine, Settlement, line_step
from tutor.kernel.fields import Problem, declared
from tutor.kernel.game import Scoring
from tutor.kernel.working import Chain, Part, Step, Sum, Working

RULE = "trente-et-quarante"
ODDS = 49
"""Insurance pays 49 to 1 (`trente-et-quarante.insurance.win`)."""


@dataclass(frozen=True, kw_only=True)
class Result(Laid):
    """A complete coup, with everything that was bet on it."""

    insurance: Bets = declared(INSURED, "insurance, for each bet: noir:1,prison-rouge:0.5", ())
    surrender: tuple[str, ...] = declared(GIVEN_UP, "kinds of ordinary bet given up by half", ())

    def outcomes(self) -> Iterator[BetOutcome]:
        """The outcome of each bet, ordinary ones first."""
        for bet in self.bets:
            yield self._ordinary(bet)
        for bet in self.prison:
            yield self._prisoner(bet)

    def _ordinary(self, bet: Bet) -> BetOutcome:
        if self.row != "refait":
            return BetOutcome(bet, bet.amount if bet.on in self.wins else -bet.amount, "pay")
        if not self.bad_refait:
            return BetOutcome(bet, 0, "refait.push", stays=bet)
        if bet.on in self.surrender:
            return BetOutcome(bet, -self.options.half(bet.amount), "prison.surrender")
        return BetOutcome(bet, 0, "refait.prison", jailed=bet)

    def _prisoner(self, bet: Bet) -> BetOutcome:
        if self.row != "refait":
            if bet.on not in self.wins:
                return BetOutcome(bet, -bet.amount, "prison.lose", prisoner=True)
            if bet.wins > 1:
                return BetOutcome(bet, 0, "prison.second", jailed=bet._replace(wins=1), prisoner=True)
            return BetOutcome(bet, 0, "prison.win", prisoner=True)
        if self.bad_refait:
            wins = 2 if self.options.second_refait == "two-wins-needed" else 1
            return BetOutcome(bet, 0, "prison.second", jailed=bet._replace(wins=wins), prisoner=True)
        if self.options.prison_after_push == "release":
            return BetOutcome(bet, 0, "prison.push", stays=bet, prisoner=True)
        return BetOutcome(bet, 0, "prison.push", jailed=bet, prisoner=True)

    @property
    def prisoners(self) -> Bets:
        """The bets in prison after the coup."""
        return merged((), *(one.jailed for one in self.outcomes() if one.jailed))

    @property
    def staying(self) -> Bets:
        """The ordinary bets still on the table after the coup: those that pushed."""
        return merged((), *(one.stays._replace(wins=1) for one in self.outcomes() if one.stays))

    def insured(self, bet: Bet) -> tuple[int, str]:
        """The gain of an insurance, in hundredths of a chip, and the last part of its clause."""
        if self.bad_refait:
            return ODDS * bet.amount, "insurance.win"
        return (0, "insurance.push") if self.row == "refait" else (-bet.amount, "insurance.lose")


class BetOutcome(NamedTuple):
    """The outcome of a bet: its gain, the last part of its clause, and the bet that stays or is jailed, if one is."""

    bet: Bet
    gain: int
    rule: str
    stays: Bet | None = None
    jailed: Bet | None = None
    prisoner: bool = False


class Score(Scoring[Result]):
    """The net gain of a coup; bets that are imprisoned or pushed count nothing."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Incomplete rows, impossible bets, and bets given up by half where the rules do not allow that."""
        yield from row_problems(v)
        if not v.complete:
            yield Problem("red" if v.red else "black", "the coup is not finished: both rows go on to 31 or more")
        yield from bet_problems(v, v.insurance)
        for kind in v.surrender:
            if not v.stake(kind):
                yield Problem("surrender", f"there is no bet {kind} to be given up")
        if len(set(v.surrender)) < len(v.surrender):
            yield Problem("surrender", "each kind once")
        if v.surrender and not v.options.surrender_half:
            yield Problem("surrender", "nothing is given up without surrender_half=true")
        if v.surrender and v.complete and not v.bad_refait:
            yield Problem("surrender", "bets are given up only on a refait of 31")

    def workings(self, v: Result) -> Mapping[str, Working]:
        """How the gain of the coup, and whether it is won, come about."""
        done = self.settle(v)
        how = Sum(v.clause, tuple(Part(x.points, x.clause, facts=x.facts, to="P1") for x in done.lines))
        rows = v.row_steps
        idle = not any(part.n for part in how.parts)
        won = Step("gains" if how.total > 0 else "gains_not", {"how": how, "lost": how.total < 0, "idle": idle})
        gain = won if how.parts else Step("no_bets")
        colour = any(bet.on in ("couleur", "inverse") for bet in (*v.bets, *v.prison)) and v.row != "refait"
        told = (*rows, *([v.first_step] if colour else []), *map(line_step, done.lines))
        several = sum(bool(part.n) for part in how.parts) > 1
        end = (Step("in_all", {"how": how}, how.total),) if several else ()
        return {
            "outcome.hand": Chain(v.clause, (*rows, gain), done.outcome["hand"]),
            "scores.P1": Chain(v.clause, (*told, *end), how.total),
        }

    def settle(self, v: Result) -> Settlement:
        """A line for each bet and each insurance."""
        gains: list[tuple[int, str, dict[str, Any]]] = []
        for one in v.outcomes():
            on = PRISON + one.bet.on if one.prisoner else one.bet.on
            wins = one.jailed.wins if one.jailed else 0
            facts = {"bet": on, "stake": chips(one.bet.amount), "wins": wins, "insured": False}
            gains.append((one.gain, one.rule, facts | {"refait": v.row == "refait"}))
        for bet in v.insurance:
            gain, rule = v.insured(bet)
            gains.append((gain, rule, {"bet": bet.on, "stake": chips(bet.amount), "insured": True}))
        gain = sum(amount for amount, _, _ in gains)
        outcome = {
            "hand": ["P1"] if gain > 0 else [],
            "game": [],
            "wins": list(v.wins),
            "clause": v.clause,
            "prison": ",".join(bet.text for bet in v.prisoners) or "-",
        }
        lines = tuple(ScoreLine("P1", chips(amount), f"{RULE}.{rule}", facts) for amount, rule, facts in gains)
        return Settlement({"P1": chips(gain)}, lines, outcome)
