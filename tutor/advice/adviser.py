"""The adviser: tries every move it has time for in deals that may be the true one, and says how sure that makes it.

Flat Monte Carlo: each candidate is played out in the same sampled worlds, the worse half is dropped again and again,
and what is left is compared world by world. It sees what its seat sees and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from tutor.advice.exact import Solver, TooLarge
from tutor.advice.value import STEP, Budget, Outcome, Purse, Value, plausible
from tutor.advice.worlds import Worlds
from tutor.kernel.duties import narrow
from tutor.kernel.game import Game
from tutor.kernel.history import Record
from tutor.kernel.moves import Move
from tutor.kernel.phase import Phase
from tutor.kernel.seats import Seat
from tutor.kernel.state import State

LONGEST: Final = 4096
"""Worlds that are sampled at the most, whatever the budget."""
SCREENING: Final = 0.4
"""The share of the budget after which only the best few go on, so that enough is left to compare them."""
FINAL: Final = 4
"""How many those are."""
FIRST: Final = 4
"""Worlds after which the worse half is dropped for the first time."""
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
VOTES: Final = 24
"""Deals in which the rule of thumb is asked first."""
TRUST: Final = 2.0
"""How much is thought of a move that the rule of thumb chooses in all of them, in standard errors."""
PRIOR: Final = 0.02
"""How much a gain is thought to promise before anything is known."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How hard to think: candidates tried, at the most, and what may be spent on them if nobody says otherwise."""

    candidates: int
    budget: Budget


WEAK: Final = Strength(4, Budget(playouts=8, work=15_000))
FAIR: Final = Strength(16, Budget(playouts=150, work=80_000))
STRONG: Final = Strength(30, Budget(playouts=1000, work=300_000))
LEVELS: Final = {1: WEAK, 2: FAIR, 3: STRONG}
"""The three strengths of an opponent."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What would be wise, and how sure that is.

    `move` was compared with the next best, `other` (None if nothing else was tried), in `deals` dealt hands, of which
    `fitting` are known to fit everything that was played. It was worth `margin` more on average, more in the share
    `better` of the deals and less in the share `worse`. `sure` is how likely it is the better of the two, from 0.5 up.
    """

    move: Move
    other: Move | None
    mean: float
    margin: float
    better: float
    worse: float
    sure: float
    deals: int
    fitting: int
    playouts: int
    tried: int
    """Moves that were tried out, of `legal`."""
    legal: int


@dataclass(slots=True)
class _Tried:
    move: Move
    favour: float = 0.0
    """The share of deals in which the rule of thumb chooses it."""
    got: list[Outcome] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    trust: float = 0.0

    @property
    def mean(self) -> float:
        return fmean(self.values) if self.values else -math.inf

    @property
    def merit(self) -> float:
        """The mean, and what the rule of thumb says for the move, which weighs less the more deals were played."""
        return self.mean + self.trust * self.favour / math.sqrt(len(self.values)) if self.values else -math.inf


class Adviser:
    """Advises any seat of a game, or plays it."""

    def __init__(self, game: Game[Any], strength: Strength | int = STRONG) -> None:
        """`strength` may be one of the three levels."""
        self.game = game
        self.strength = LEVELS[strength] if isinstance(strength, int) else strength

    def advise(self, at: Record[Any] | State, seat: Seat, rng: Random, budget: Budget | None = None) -> Advice:
        """What `seat`, whose turn it is, had better do; ValueError if it may do nothing.

        Given a record, past plays are taken into account. The same for the same view, generator and budget, unless
        the budget has seconds in it.
        """
        purse = Purse(budget or self.strength.budget)
        seed = f"{rng.getrandbits(64):x}"
        state: Any = at.state if isinstance(at, Record) else at
        phase: Phase[Any, Any] = self.game.due(state)
        view = phase.see(state, seat)
        candidates = tuple(phase.candidates(view)) if phase.actor(view) is not None else ()
        moves = narrow(phase.duties(view), view, candidates).legal
        if not moves:
            raise ValueError(f"{seat} may do nothing here")
        if len(moves) == 1:
            return Advice(moves[0], None, 0, 0, 0, 0, 1.0, 0, 0, 0, 1, 1)
        differ = phase.distinct(state, seat, view, plausible(self.game, state, seat, moves))
        if len(differ) == 1:
            return Advice(differ[0], None, 0, 0, 0, 0, 1.0, 0, 0, 0, 1, len(moves))
        chosen = spread(differ, self.strength.candidates, Random(seed))
        worlds = Worlds(self.game, at, seat, (purse.budget.work or STRONG.budget.work or 0) // 2)
        race = _Race(worlds, Value(self.game, state, seat), purse, seed)
        tried = race.start(self._favoured(chosen, worlds, view, seed))
        weigh(tried)
        advice = _compared(tried, race.fits, purse.playouts, len(moves))
        return replace(advice, sure=1.0) if race.solving and worlds.known and advice.margin else advice

    def _favoured(self, moves: Sequence[Move], worlds: Worlds, view: Any, seed: str) -> list[_Tried]:
        """The moves, each with the share of some deals in which the rule of thumb chooses it, most chosen first."""
        game, state, seat = self.game, worlds.state, worlds.seat
        phase: Phase[Any, Any] = game.due(state)
        tried = {move: _Tried(move) for move in moves}
        for n in range(VOTES):
            world, rng = worlds.world(f"{seed}:{n}").state, Random(f"{seed}:{n}")
            move = phase.thumb(world, seat, view, moves, game.allies(world, seat), rng)
            if move is None:
                break
            if move in tried:
                tried[move].favour += 1 / VOTES
        return sorted(tried.values(), key=lambda one: -one.favour)


class _Race:
    """Candidates against each other: each is played out in one world after the other, until the budget is spent."""

    def __init__(self, worlds: Worlds, value: Value, purse: Purse, seed: str) -> None:
        self.worlds, self.value, self.purse, self.seed = worlds, value, purse, seed
        self.fits: list[bool] = []
        self.solving = False
        """Whether deals are solved to their end, not played out by rules of thumb."""

    def start(self, running: list[_Tried]) -> list[_Tried]:
        """Solved, where the rest of the hand is short enough; else played out. All come back, best known first."""
        first = self.value.after(self.worlds.world(f"{self.seed}:0").state, self._phase, running[0].move, Random(0))
        self.purse.work += first.work
        known = self.worlds.known
        if first.steps <= (SHORT_KNOWN if known else SHORT):
            self.solving = True
            try:
                return self.run(running, 1 if known else LONGEST)
            except TooLarge:
                self.solving, self.fits = False, []
                for one in running:
                    one.got = []
        return self.run(running, LONGEST)

    @property
    def _phase(self) -> Phase[Any, Any]:
        return self.worlds.game.due(self.worlds.state)

    def _outcome(self, world: Any, move: Move, solver: Solver, seed: str) -> Outcome:
        if not self.solving:
            return self.value.after(world, self._phase, move, Random(seed))
        before = solver.looked
        value = solver.after(world, self._phase, move)
        return Outcome(value, 0, STEP * 2 * (solver.looked - before))

    def run(self, running: list[_Tried], most: int) -> list[_Tried]:
        """In `most` worlds at the most. As more are played the worse half is dropped again and again."""
        positions = (self.purse.budget.work or STRONG.budget.work or 0) // STEP // 3 if most == 1 else POSITIONS
        done: list[_Tried] = []
        drop = FIRST if any(one.move.cards for one in running) else CALLED
        for n in range(most):
            world = self.worlds.world(f"{self.seed}:{n}")
            solver = Solver(self.worlds.game, self.value.seat, self.value.of, positions)
            self.fits.append(world.fits)
            for at, one in enumerate(running):
                if self.purse.empty and (n or at > 1):
                    return [tried for tried in running + done if tried.got]
                got = self._outcome(world.state, one.move, solver, f"{self.seed}:{n}")
                one.got.append(got)
                self.purse.playouts += 1
                self.purse.work += got.work + STEP
            late = len(running) > FINAL and self.purse.spent > SCREENING
            if n + 1 == drop or late:
                drop = max(drop, 2 * (n + 1))
                weigh(running + done)
                running.sort(key=lambda one: -one.merit)
                keep = min(FINAL, len(running)) if late else max(2, (len(running) + 1) // 2)
                done = running[keep:] + done
                running = running[:keep]
        return running + done


def weigh(tried: Sequence[_Tried]) -> None:
    """Give each outcome its value: by the sheet, and in part by what gains on the way promise for it.

    How much they promise is read off the outcomes themselves (a regression). So cards won speak where the sheet is
    silent, and chance on the last trick speaks less. Not for calls, which change what a trick is worth.
    """
    if not any(one.move.cards for one in tried):
        for one in tried:
            one.values = [got.value for got in one.got]
        return
    all_got = [got for one in tried for got in one.got]
    n = len(all_got)
    mean_value, mean_gain = fmean(got.value for got in all_got), fmean(got.gained for got in all_got)
    spread = sum((got.gained - mean_gain) ** 2 for got in all_got)
    both = sum((got.gained - mean_gain) * (got.value - mean_value) for got in all_got)
    slope = (both + PRIOR) / (spread + 1) if n else 0.0
    apart = math.sqrt(sum((got.value - mean_value) ** 2 for got in all_got) / n) + slope * math.sqrt(spread / n)
    for one in tried:
        one.trust = TRUST * apart
        one.values = [
            (1 - SMOOTH) * got.value + SMOOTH * (mean_value + slope * (got.gained - mean_gain)) if spread else got.value
            for got in one.got
        ]


def _compared(tried: list[_Tried], fits: list[bool], playouts: int, moves: int) -> Advice:
    """The best of those tried longest against the next of them, in the worlds that both were played in."""
    longest = max(len(one.values) for one in tried) - 1
    final = sorted((one for one in tried if len(one.values) >= max(1, longest)), key=lambda one: -one.merit)
    best, other = final[0], final[1] if len(final) > 1 else None
    if other is None:
        n = len(best.values)
        return Advice(best.move, None, best.mean, 0, 0, 0, 0.5, n, sum(fits[:n]), playouts, len(tried), moves)
    both = [a - b for a, b in zip(best.values, other.values, strict=False)]
    n = len(both)
    return Advice(
        best.move, other.move, best.mean, fmean(both), sum(d > 0 for d in both) / n, sum(d < 0 for d in both) / n,
        _sure(both), n, sum(fits[:n]), playouts, len(tried), moves,
    )  # fmt: skip


def _sure(differences: list[float]) -> float:
    """How likely their mean is above 0 in truth, at least 0.5. A few deals prove little, so each side gets one more."""
    most = max(map(abs, differences))
    if not most:
        return 0.5
    seen = [*differences, most, -most]
    return max(0.5, 0.5 * (1 + math.erf(fmean(seen) / (stdev(seen) / math.sqrt(len(seen))) / math.sqrt(2))))


def spread(moves: Sequence[Move], most: int, rng: Random) -> list[Move]:
    """`moves` mixed, or `most` of them, chosen so that as many different cards and words as possible are in them."""
    mixed = rng.sample(moves, len(moves))
    if len(moves) <= most:
        return mixed
    seen: set[Any] = set()
    first: list[Move] = []
    for move in mixed:
        parts = {move.word, *move.cards} if move.word else set(move.cards)
        if not parts <= seen:
            seen |= parts
            first.append(move)
            if len(first) == most:
                return first
    taken = set(first)
    return (first + [move for move in mixed if move not in taken])[:most]
