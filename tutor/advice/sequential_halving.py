"""Sequential halving: play candidates in the same deals, and drop the worse half again and again.

What a player would think of stays to the end, so that the advised move can be compared with it in as many deals.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.endgame import EndgameSolver, TooLarge
from tutor.advice.evidence import FAVOUR, confidence
from tutor.advice.players import STEP
from tutor.advice.value import BudgetTracker, PlayoutValue, Value
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.advice.samples import Sampler
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase

LONGEST: Final = 4096
"""The most deals that are sampled, whatever the budget."""
FIRST: Final = 4
"""The least number of deals before candidates are dropped."""
CALLED: Final = 10
"""The same for calls, whose values vary more, as a whole hand follows them."""
SMOOTH: Final = 0.5
"""The share of a value that is estimated from the rewards during play."""
SHORT: Final = 7
"""Steps to the end of the hand from which on deals are solved exactly."""
SHORT_KNOWN: Final = 15
"""The same if no card is hidden."""
POSITIONS: Final = 300
"""The most positions that are searched to solve one deal."""
KNOWN: Final = 300_000
"""Units of work for a rest with nothing hidden, if the budget has no bound."""
VOTES: Final = 24
"""Deals in which the rollout heuristic is asked for a prior."""
TRUST: Final = 2.0
"""Weight of a prior of 1, in standard errors."""
TRUST_SEARCHED: Final = 0.5
"""The same where policies give principal variations, which are more reliable than a heuristic."""
CHECKED: Final = frozenset(range(12, LONGEST, 6))
"""Numbers of deals after which it is asked whether they are enough."""
SETTLED: Final = 0.97
"""Confidence, over every other candidate still tried, from which on no more deals are tried."""
NATURAL: Final = 0.25
"""The prior from which on a candidate is what a player would think of: it is tried to the end, to be told why not."""
PRIOR_SLOPE: Final = 0.02
"""The slope of value over reward that the regression starts from."""


@dataclass(slots=True)
class Candidate:
    """A candidate move and its results: play-outs in `got`, their smoothed `values` (see `weigh`)."""

    move: Move
    prior: float = 0.0
    """The share of deals in which the rollout heuristic chooses the move."""
    got: list[PlayoutValue] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    trust: float = 0.0

    @property
    def natural(self) -> bool:
        """Whether the rollout heuristic chooses it often enough that a player would think of it."""
        return self.prior >= NATURAL

    @property
    def mean(self) -> float:
        """The mean of `values`."""
        return fmean(self.values) if self.values else -math.inf

    @property
    def score(self) -> float:
        """The mean plus the weight of the prior, which shrinks with the number of deals."""
        return self.mean + self.trust * self.prior / math.sqrt(len(self.values)) if self.values else -math.inf


def by_prior(moves: Sequence[Move], sampler: Sampler, view: Any, seed: str) -> list[Candidate]:
    """A candidate for each move, with its prior; the highest prior first."""
    game, state, seat = sampler.game, sampler.state, sampler.seat
    policy = policy_of(game).of(game.due(state))
    tried = {move: Candidate(move) for move in moves}
    same: dict[Move, Move] = {}
    for n in range(VOTES):
        sample, rng = sampler.sample(f"{seed}:{n}").state, Random(f"{seed}:{n}")
        move = policy.rollout_move(sample, seat, view, moves, game.allies(sample, seat), rng)
        if move is None:
            break
        if move not in tried:
            if move not in same:
                same[move] = next((one for one in moves if policy.equivalent(state, seat, view, move, one)), move)
            move = same[move]
        if move in tried:
            tried[move].prior += 1 / VOTES
    return sorted(tried.values(), key=lambda one: -one.prior)


class SequentialHalving:
    """Plays candidates out in one sample after the other until the budget is spent."""

    def __init__(
        self, sampler: Sampler, value: Value, tracker: BudgetTracker, seed: str, enough: float = SETTLED
    ) -> None:
        """From a confidence of `enough` on no more deals are tried."""
        self.sampler, self.value, self.tracker, self.seed = sampler, value, tracker, seed
        self.enough = enough
        self.fits: list[bool] = []
        self.solving = False
        """Whether deals are solved exactly instead of played out."""

    def start(self, running: list[Candidate]) -> list[Candidate]:
        """Solve deals if the rest of the hand is short enough, else play them out; gives all, the best first.

        Policies that give principal variations solve short rests themselves, and more than two sides do not play as
        one against the seat: there only a rest with nothing hidden is solved here.
        """
        state = self.sampler.state
        several = len(self.sampler.game.sides(state.players, state.options)) > 2
        first = self.value.after(self.sampler.sample(f"{self.seed}:0").state, self._phase, running[0].move, Random(0))
        self.tracker.work += first.work
        known = self.sampler.known
        if first.steps <= (SHORT_KNOWN if known else 0 if self.value.used_lines or several else SHORT):
            self.solving = True
            try:
                return self.run(running, 1 if known else LONGEST)
            except TooLarge:
                self.solving, self.fits = False, []
                for one in running:
                    one.got = []
        return self.run(running, LONGEST)

    @property
    def trust(self) -> float:
        """The weight of priors, in standard errors."""
        if self.solving:
            return 0
        return (
            TRUST_SEARCHED if self.value.used_lines else TRUST * policy_of(self.sampler.game).of(self._phase).reliance
        )

    @property
    def _phase(self) -> Phase[Any, Any]:
        return self.sampler.game.due(self.sampler.state)

    def _outcome(
        self, sample: Any, move: Move, solver: EndgameSolver, seed: str, memory: dict[Any, Any]
    ) -> PlayoutValue:
        if not self.solving:
            return self.value.after(sample, self._phase, move, Random(seed), memory)
        before = solver.looked
        value = solver.after(sample, self._phase, move)
        return PlayoutValue(value, 0, STEP * 2 * (solver.looked - before))

    def run(self, running: list[Candidate], most: int) -> list[Candidate]:
        """Play `running` in at most `most` samples, dropping the worse half after equal shares of the budget.

        What is natural is never dropped. Without a bounded budget halves are dropped whenever the number of samples has
        doubled.
        """
        positions = (self.tracker.budget.work or KNOWN) // STEP // 3 if most == 1 else POSITIONS
        done: list[Candidate] = []
        least = FIRST if any(one.move.cards for one in running) else CALLED
        size = len(running)
        rounds = _rounds(size) if self.tracker.bounded else 0
        for n in range(most):
            sample = self.sampler.sample(f"{self.seed}:{n}")
            solver = EndgameSolver(self.sampler.game, self.value.seat, self.value.of, positions)
            self.fits.append(sample.fits)
            memory: dict[Any, Any] = {}
            for at, one in enumerate(running):
                if self.tracker.empty and (n or at > 1):
                    return [tried for tried in running + done if tried.got]
                got = self._outcome(sample.state, one.move, solver, f"{self.seed}:{n}", memory)
                one.got.append(got)
                self.tracker.playouts += 1
                self.tracker.work += got.work + STEP
            if size > 2 and n + 1 >= least and self.tracker.spent * rounds >= rounds - _rounds(size) + 1:
                least = 2 * (n + 1) if not self.tracker.bounded else least
                weigh(running + done, self.trust)
                running.sort(key=lambda one: -one.score)
                size = max(2, (size + 1) // 2)
                done = [one for one in running[size:] if not one.natural] + done
                running = running[:size] + [one for one in running[size:] if one.natural]
            if not self.solving and n + 1 in CHECKED and self._settled(running, done):
                break
        return running + done

    def _settled(self, running: Sequence[Candidate], done: Sequence[Candidate]) -> bool:
        """Whether one candidate is better than each of the others still tried, with confidence `enough`."""
        weigh((*running, *done), self.trust)
        best = max(running, key=lambda one: one.score)
        leads = ([a - b for a, b in zip(best.values, one.values, strict=True)] for one in running if one is not best)
        return all(confidence(lead, FAVOUR) >= self.enough for lead in leads)


def _rounds(size: int) -> int:
    """The number of rounds of `size` candidates: one for each halving until two are left, and one for those two."""
    return max(1, math.ceil(math.log2(size)))


def weigh(tried: Sequence[Candidate], trust: float) -> None:
    """Set the `values` of each candidate: its results on the score sheet, smoothed by the rewards during play.

    A regression over all results tells how much a reward is worth on the sheet; so cards won count before the sheet
    shows them, and a lucky last trick counts less. What open cards overrate is taken off by the same measure. Calls are
    not smoothed, as they change what a trick is worth.
    `trust` is the weight of priors, in standard errors.
    """
    if not any(one.move.cards for one in tried):
        for one in tried:
            one.values = [got.value for got in one.got]
        apart = pstdev(got.value for one in tried for got in one.got)
        for one in tried:
            one.trust = trust * apart
        return
    all_got = [got for one in tried for got in one.got]
    n = len(all_got)
    mean_value, mean_gain = fmean(got.value for got in all_got), fmean(got.gained for got in all_got)
    spread = sum((got.gained - mean_gain) ** 2 for got in all_got)
    both = sum((got.gained - mean_gain) * (got.value - mean_value) for got in all_got)
    slope = (both + PRIOR_SLOPE) / (spread + 1) if n else 0.0
    apart = math.sqrt(sum((got.value - mean_value) ** 2 for got in all_got) / n) + slope * math.sqrt(spread / n)
    for one in tried:
        one.trust = trust * apart
        one.values = [
            (1 - SMOOTH) * got.value + SMOOTH * (mean_value + slope * (got.gained - mean_gain)) - slope * got.overrated
            if spread
            else got.value
            for got in one.got
        ]
