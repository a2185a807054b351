"""Sequential halving: candidates against each other in the same deals, the worse half dropped again and again."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.endgame import EndgameSolver, TooLarge
from tutor.advice.players import STEP
from tutor.advice.value import BudgetTracker, PlayoutValue, Value
from tutor.policies import Policy, policy_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.advice.samples import Sampler
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase

LONGEST: Final = 4096
"""Deals that are sampled at the most, whatever the budget."""
FIRST: Final = 4
"""Deals before the worse half may be dropped for the first time."""
CALLED: Final = 10
"""The same where moves are only said: a hand must be played to its end to see what a call was worth."""
SMOOTH: Final = 0.5
"""The share of a value that is read off the gains on the way."""
SHORT: Final = 7
"""Steps to the end of the hand, from which on deals are solved."""
SHORT_KNOWN: Final = 15
"""The same where no card is hidden."""
POSITIONS: Final = 300
"""Positions that may be looked at to solve one deal."""
KNOWN: Final = 300_000
"""The work for a rest with nothing hidden, if nobody sets a bound."""
VOTES: Final = 24
"""Deals in which the rule of thumb is asked first."""
TRUST: Final = 2.0
"""How much is thought of a move that the rule of thumb chooses in all of them, in standard errors."""
TRUST_SEARCHED: Final = 0.5
"""The same where phases say how hands go on, which is worth more than a rule of thumb."""
PRIOR_SLOPE: Final = 0.02
"""How much a gain is thought to promise before anything is known."""


@dataclass(slots=True)
class Candidate:
    """A candidate and what came of it; `values` are what the outcomes are worth (see `weigh`)."""

    move: Move
    prior: float = 0.0
    """The share of deals in which the rule of thumb chooses it."""
    got: list[PlayoutValue] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    trust: float = 0.0

    @property
    def mean(self) -> float:
        """What it was worth on average."""
        return fmean(self.values) if self.values else -math.inf

    @property
    def score(self) -> float:
        """The mean, and what the rule of thumb says for the move, which weighs less the more deals were played."""
        return self.mean + self.trust * self.prior / math.sqrt(len(self.values)) if self.values else -math.inf


def by_prior(moves: Sequence[Move], sampler: Sampler, view: Any, seed: str) -> list[Candidate]:
    """The moves, each with the share of some deals in which the rule of thumb chooses it, most chosen first."""
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
                same[move] = next((one for one in moves if _equivalent(policy, sampler, view, move, one)), move)
            move = same[move]
        if move in tried:
            tried[move].prior += 1 / VOTES
    return sorted(tried.values(), key=lambda one: -one.prior)


def _equivalent(policy: Policy[Any, Any], sampler: Sampler, view: Any, one: Move, other: Move) -> bool:
    """Whether two moves come to the same, as far as the seat can see."""
    return len(policy.distinct_moves(sampler.state, sampler.seat, view, (one, other))) == 1


class SequentialHalving:
    """Candidates against each other: each is played out in one sample after the other, until the budget is spent."""

    def __init__(self, sampler: Sampler, value: Value, tracker: BudgetTracker, seed: str) -> None:
        self.sampler, self.value, self.tracker, self.seed = sampler, value, tracker, seed
        self.fits: list[bool] = []
        self.solving = False
        """Whether deals are solved to their end, not played out by rules of thumb."""

    def start(self, running: list[Candidate]) -> list[Candidate]:
        """Solved, where the rest of the hand is short enough; else played out. All come back, best known first.

        Phases that say how hands go on solve what is short themselves; only a rest with nothing hidden is left to do.
        """
        first = self.value.after(self.sampler.sample(f"{self.seed}:0").state, self._phase, running[0].move, Random(0))
        self.tracker.work += first.work
        known = self.sampler.known
        if first.steps <= (SHORT_KNOWN if known else 0 if self.value.searched else SHORT):
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
        """How much the rule of thumb has to say besides what came out."""
        return 0 if self.solving else TRUST_SEARCHED if self.value.searched else TRUST

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
        """In `most` samples at most. The worse half is dropped again and again, each time for as much of the budget.

        Without a budget it is dropped each time that twice as many samples have been played.
        """
        positions = (self.tracker.budget.work or KNOWN) // STEP // 3 if most == 1 else POSITIONS
        done: list[Candidate] = []
        least = FIRST if any(one.move.cards for one in running) else CALLED
        rounds = _rounds(running) if self.tracker.bounded else 0
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
            if len(running) > 2 and n + 1 >= least and self.tracker.spent * rounds >= rounds - _rounds(running) + 1:
                least = 2 * (n + 1) if not self.tracker.bounded else least
                weigh(running + done, self.trust)
                running.sort(key=lambda one: -one.score)
                keep = max(2, (len(running) + 1) // 2)
                done = running[keep:] + done
                running = running[:keep]
        return running + done


def _rounds(running: Sequence[Candidate]) -> int:
    """How often the worse half may be dropped before two are left, and once more for those two."""
    return max(1, math.ceil(math.log2(len(running))))


def weigh(tried: Sequence[Candidate], trust: float) -> None:
    """Give each outcome its value: by the sheet, and in part by what gains on the way promise for it.

    How much they promise is read off the outcomes themselves (a regression). So cards won speak where the sheet is
    silent, and chance on the last trick speaks less. Not for calls, which change what a trick is worth. `trust` is how
    much the rule of thumb has to say.
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
            (1 - SMOOTH) * got.value + SMOOTH * (mean_value + slope * (got.gained - mean_gain)) if spread else got.value
            for got in one.got
        ]
