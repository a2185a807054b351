"""How long advice with its reasons takes: in every game, at every kind of decision, as a hint has it; and the memory.

    python -m tests.benchmarks.hints --update            all games, into `tests/RESULTS.md`, too
    python -m tests.benchmarks.hints strange truc

The processor's time is counted, for the machine is not ours alone; hands are played on at random so that many kinds of
decisions come up.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import time
from random import Random
from typing import TYPE_CHECKING, Any

from tests.results import keep
from tutor.advice import Adviser
from tutor.kernel import history
from tutor.kernel.by_name import load, names
from tutor.kernel.game import Game
from tutor.kernel.playout import legal
from tutor.teach.practice.advising import advised, reasons_told

if TYPE_CHECKING:
    from collections.abc import Sequence

HINTS = 12
"""Decisions that are timed in each round of a game."""


def decisions(game: Game[Any], rng: Random) -> list[Any]:
    """Records of one hand and a little more, at which somebody has a choice."""
    record = history.draw(history.start(game), rng)
    found = []
    for _ in range(150):
        if record.state.over:
            break
        if record.state.chance is not None:
            record = history.draw(record, rng)
            continue
        seat = next(seat for seat in record.state.turn if legal(game, record.state, seat))
        moves = legal(game, record.state, seat)
        if len(moves) > 1:
            found.append((record, seat))
        record = history.play(record, seat, rng.choice(moves))
    return found


def hints(name: str, rounds: int) -> dict[str, Any]:
    """Median and 95th percentile of the time for a move with its reasons in words."""
    game, times = load(name), []
    for n in range(rounds):
        rng = Random(n)
        met = decisions(game, rng)
        kinds = {record.state.phase: (record, seat) for record, seat in met}
        for record, seat in [*kinds.values(), *rng.sample(met, min(HINTS, len(met)))]:
            begun = time.process_time()
            advice = Adviser(game).advise(record, seat, rng)
            advised(record, seat, advice, reasons_told(record, seat, advice, rng))
            times.append(time.process_time() - begun)
    times.sort()
    return {
        "hints": len(times),
        "median s": round(statistics.median(times), 3),
        "95 % s": round(times[int(0.95 * len(times))], 3),
        "longest s": round(times[-1], 3),
    }


def measure(rounds: int, games: Sequence[str] = ()) -> dict[str, Any]:
    """Every game there is, or those asked for."""
    report: dict[str, Any] = {}
    for name in games or names():
        report[name] = hints(name, rounds)
        print(f"{name}: {report[name]}", file=sys.stderr)
    report["memory MiB"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    return report


def main() -> None:
    """Print the table, or keep it."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.hints")
    parser.add_argument("game", nargs="*", help="all if none is named")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--update", action="store_true", help="put the table into tests/RESULTS.md")
    told = parser.parse_args()
    found = measure(told.rounds, tuple(told.game))
    memory = found.pop("memory MiB")
    head = ["| game | decisions | median s | 95 % s | longest s |", "| --- | --- | --- | --- | --- |"]
    rows = [
        f"| {name} | {one['hints']} | {one['median s']:.2f} | {one['95 % s']:.2f} | {one['longest s']:.2f} |"
        for name, one in found.items()
    ]
    made = "\n".join([*head, *rows, f"\nMemory of the process afterwards: {memory} MiB."])
    print(made)
    if told.update:
        title = "How long hints take, the processor's time"
        keep(title, f"python -m tests.benchmarks.hints --rounds {told.rounds}", made)


if __name__ == "__main__":
    main()
