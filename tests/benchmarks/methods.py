"""Methods of search side by side, in five games of different kinds: why the adviser works as it does.

Alone: `python -m tests.benchmarks.methods [GAME …]`. One side follows a method, all others the rule of thumb in a deal
that they think possible; every method gets the same work and the same hands. `tests/RESULTS.md` keeps the figures.
"""

from __future__ import annotations

import json
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from tests.strength import alternatives
from tests.strength.hands import hand
from tutor.advice import Adviser, Budget, Strength, players, sequential_halving, value
from tutor.advice.players import HeuristicPlayer
from tutor.advice.samples import Sampler
from tutor.advice.value import Value
from tutor.kernel.by_name import load
from tutor.kernel.game import Game
from tutor.kernel.history import Record
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat

GAMES = ("kaiser", "schafkopf", "tetka", "dou-dizhu", "last-one")
HANDS = 6
WORK = 40_000

Chooser = Callable[[Record[Any], Seat], Move]


@contextmanager
def bare(trust: float, short: int, thumbs: float, *, searched: bool) -> Iterator[None]:
    """The adviser with less of what it has: no say for the rule of thumb, nothing solved or searched, mere chance."""
    with ExitStack() as stack:
        for name, number in (("TRUST", trust), ("TRUST_SEARCHED", min(trust, sequential_halving.TRUST_SEARCHED))):
            stack.enter_context(patch.object(sequential_halving, name, number))
        for name in ("SHORT", "SHORT_KNOWN"):
            stack.enter_context(patch.object(sequential_halving, name, short))
        stack.enter_context(patch.object(value, "HEURISTIC_SHARE", thumbs))
        if not searched:
            stack.enter_context(patch.object(players.RemainingLine, "next", lambda *_: None))
        yield


def flat(game: Game[Any], trust: float, short: int, thumbs: float, *, searched: bool = False) -> Chooser:
    """Flat Monte Carlo, as the adviser does it."""
    mind = Adviser(game, Strength(30, Budget(work=WORK)))

    def choose(record: Record[Any], seat: Seat) -> Move:
        with bare(trust, short, thumbs, searched=searched):
            return mind.advise(record, seat, Random(len(record.entries))).move

    return choose


def tree(game: Game[Any]) -> Chooser:
    """Information-set search, in as many microseconds as others have units of work."""
    return alternatives.tree(game, Adviser(game, Strength(30, Budget(work=WORK))), lambda: WORK / 1e6)


def by_heuristic(game: Game[Any]) -> Chooser:
    """The rule of thumb in one deal that may be the true one."""

    def choose(record: Record[Any], seat: Seat) -> Move:
        rng = Random(len(record.entries))
        sample = Sampler(game, record, seat, WORK).sample("one").state
        return HeuristicPlayer(game, rng, 1.0, Value(game, sample, seat).calls)(sample)[1]

    return choose


METHODS: dict[str, Callable[[Game[Any]], Chooser]] = {
    "rule of thumb": by_heuristic,
    "flat, by chance": lambda game: flat(game, 0, -1, 0),
    "flat, by thumb": lambda game: flat(game, 0, -1, 0.95),
    "flat, solved at the end": lambda game: flat(game, 0, sequential_halving.SHORT, 0.95),
    "flat, open cards searched": lambda game: flat(game, 0, -1, 0.95, searched=True),
    "tree (ISMCTS)": tree,
    "the adviser": lambda game: flat(game, sequential_halving.TRUST, sequential_halving.SHORT, 0.95, searched=True),
}


def measure(rounds: int, games: Sequence[str] = ()) -> dict[str, Any]:
    """What a hand brings by each method, the others following the rule of thumb, and the time for a decision."""
    report: dict[str, Any] = {}
    for name in games or GAMES:
        game = load(name)
        sides = game.sides(game.usual, game.options())
        others = by_heuristic(game)
        report[name] = {}
        for method, make in METHODS.items():
            choose = make(game)
            got: list[float] = []
            times: list[float] = []

            def timed(record: Record[Any], seat: Seat, choose: Chooser = choose, times: list[float] = times) -> Move:
                begun = time.process_time()
                move = choose(record, seat)
                times.append(time.process_time() - begun)
                return move

            for n in range(rounds * HANDS):
                ours = frozenset(sides[n % len(sides)].split("+"))
                got.append(hand(game, n, timed, ours, others))
            error = statistics.stdev(got) / math.sqrt(len(got))
            report[name][method] = {
                "mean": round(statistics.fmean(got), 2),
                "s.e.": round(error, 2),
                "median ms": round(1000 * statistics.median(times)),
            }
            print(f"{name}, {method}: {report[name][method]}", file=sys.stderr)
    return report


if __name__ == "__main__":
    print(json.dumps(measure(2, sys.argv[1:]), indent=1))
