"""Moves tried in the same sampled deals, with how the hand ends in each of them."""

from __future__ import annotations

from copy import copy
from functools import cached_property
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.outcomes import LONGEST, Outcome, calls_of, followed
from tutor.advice.players import HEURISTIC_SHARE, HeuristicPlayer
from tutor.advice.samples import Sampler
from tutor.advice.value import Line, Value, direction
from tutor.kernel.history import Record
from tutor.kernel.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.advice.calls import CallStatistics
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.state import State

STEP: Final = 130
"""Units of work of one step, about a microsecond each."""
TIED: Final = 0.25
"""The correlation of points and tricks from which on tricks are called good or bad to have."""
APART: Final = 0.1
"""The share of hands won without a gain, or lost with one, from which on points are told and not hands won."""
AHEAD: Final = 1.6
"""Standard errors by which a mean of points has to be higher to be called higher."""
LOOKED_AT: Final = 20
"""The least number of deals that are sampled for moves with cards."""
MANY: Final = 80
"""The same where a share of them is told in words that few deals do not bear out."""
DEALT: Final = 3
"""Units of work of dealing one card afresh."""
LINES: Final = 80
"""The most deals in which lines are followed."""
DEARER: Final = 2
"""How many times the work of play-outs by rule of thumb following lines may cost."""


def by_heuristic(
    game: Game[Any], state: Any, seat: Seat, move: Move, rng: Random, calls: CallStatistics
) -> tuple[Outcome, int]:
    """The outcome of `move` if all play on by the rollout heuristic, and the work of finding out."""
    calls.begin(move)
    player = HeuristicPlayer(game, rng, HEURISTIC_SHARE, calls)
    got, end, steps = followed(game, state, seat, move, player, rng, LONGEST)
    calls.learn(end)
    return got, steps * STEP


class SampledOutcomes:
    """Moves tried in the same sampled deals: `outcomes` has a row for each deal with an outcome for each move."""

    def __init__(
        self,
        game: Game[Any],
        at: Record[Any] | State,
        seat: Seat,
        moves: Sequence[Move],
        seed: str,
        work: int,
        most: int = 200,
    ) -> None:
        """Sample as many deals as `work` allows, from one to `most`."""
        sampler = self.sampler = Sampler(game, at, seat, work // 4)
        self.work, self._seed = work, seed
        self._more: list[Any] = []
        self.game, self.at, self.seat, self.moves = game, at, seat, tuple(moves)
        self.state: Any = at.state if isinstance(at, Record) else at
        calls = calls_of(game, seat)
        self.samples: list[Any] = []
        """The sampled states; in the first `deals` of them the moves were played out."""
        self.outcomes: list[tuple[Outcome, ...]] = []
        spent = 0
        for n in range(most):
            if spent > work:
                break
            sample = sampler.sample(f"{seed}:{n}").state
            spent += DEALT * len(game.pack)
            row = []
            for move in moves:
                got, cost = by_heuristic(game, sample, seat, move, Random(f"{seed}:{n}"), calls)
                row.append(got)
                spent += cost
            self.samples.append(sample)
            self.outcomes.append(tuple(row))
        if any(move.cards for move in moves):  # of cards more can be told than there is time to play out
            self.samples += [sampler.sample(f"{seed}:{n}").state for n in range(len(self.samples), LOOKED_AT)]

    @property
    def many(self) -> list[Any]:
        """The sampled states and more of them, so that there are at least `MANY`."""
        known = len(self.samples)
        if not self._more:
            self._more += [self.sampler.sample(f"{self._seed}:{n}").state for n in range(known, max(known, MANY))]
        return self.samples + self._more

    def exchanged(self) -> SampledOutcomes:
        """The same with the moves, and so all that is told of them, in the opposite order."""
        there = copy(self)
        there.moves, there.outcomes = self.moves[::-1], [row[::-1] for row in self.outcomes]
        return there

    def lines(self, seed: str) -> Iterator[tuple[Line, ...]]:
        """How deals go on after each of the moves as the adviser plays them, in as many deals as the work allows."""
        spent, most = 0, DEARER * self.work
        sampler = Sampler(self.game, self.at, self.seat, most)  # what was played weighs in every deal
        value = Value(self.game, self.state, self.seat)
        for n in range(LINES):
            sample: Any = sampler.sample(f"{seed}:{n}").state
            phase, memory = self.game.due(sample), dict[Any, Any]()
            ends = [value.after(sample, phase, move, Random(f"{seed}:{n}"), memory) for move in self.moves]
            spent += sum(end.work for end in ends)
            yield tuple(end.line for end in ends)
            if spent > most:
                return

    @property
    def deals(self) -> int:
        """The number of deals in which the moves were played out."""
        return len(self.outcomes)

    def column(self, at: int) -> list[Outcome]:
        """The outcomes of move number `at`, one for each deal."""
        return [row[at] for row in self.outcomes]

    @cached_property
    def in_hands(self) -> bool:
        """Whether the score sheet counts the hands won: each brings its winner 1 and the others nothing."""
        settled = [outcome for row in self.outcomes for outcome in row if outcome.settled]
        return bool(settled) and all(
            o.won is not None and o.points == o.won and abs(o.margin_of_points) <= 1 for o in settled
        )

    @cached_property
    def won_apart(self) -> bool:
        """Whether winning the hand and gaining by it fall apart, so that hands won do not say what a move is worth."""
        settled = [outcome for row in self.outcomes for outcome in row if outcome.settled and outcome.won is not None]
        apart = sum(self.gained(o) <= 0 if o.won else self.gained(o) > 0 for o in settled)
        return apart > APART * len(settled)

    def gained(self, outcome: Outcome) -> float:
        """What a hand brought: of two sides the difference, of more what the own side has; the more the better."""
        two = len(self.game.sides(self.state.players, self.state.options)) == 2
        return self.sign * (outcome.margin_of_points if two else outcome.points)

    @property
    def ahead(self) -> list[float]:
        """How much more the first move gained than the second, in each deal."""
        return [self.gained(row[0]) - self.gained(row[1]) for row in self.outcomes]

    @property
    def clearly_ahead(self) -> bool:
        """Whether the first move gained significantly more than the second; False if there is no other."""
        if len(self.moves) < 2:
            return False
        mean, n = fmean(self.ahead), len(self.ahead)
        spread = (sum((d - mean) ** 2 for d in self.ahead) / max(1, n - 1)) ** 0.5
        return mean > 0 and mean > AHEAD * spread / n**0.5

    @property
    def tricks_help(self) -> bool | None:
        """Whether points rise with tricks taken: True, False if they fall; None if neither is clear."""
        rows = [outcome for row in self.outcomes for outcome in row if outcome.settled]
        tied = correlation([float(o.tricks) for o in rows], [self.sign * o.points for o in rows])
        return None if len(rows) < 12 or abs(tied) < max(TIED, 2.5 / len(rows) ** 0.5) else tied > 0

    @cached_property
    def sign(self) -> int:
        """-1 where the lowest score wins, else 1."""
        return direction(self.game, self.state.players, self.state.options)


def correlation(x: Sequence[float], y: Sequence[float]) -> float:
    """Pearson's correlation of two series, from -1 to 1; 0 if one of them is constant."""
    if not x:
        return 0.0
    mx, my = fmean(x), fmean(y)
    size = (sum((a - mx) ** 2 for a in x) * sum((b - my) ** 2 for b in y)) ** 0.5
    return sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True)) / size if size else 0.0
