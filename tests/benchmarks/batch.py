"""Questions a second that `tutor batch` answers, the processor's time, by game: distinct questions of real moments.

    python -m tests.benchmarks.batch --update            all games, into `tests/RESULTS.md`, too
    python -m tests.benchmarks.batch strange calabrasella

Games are played by chance at the usual table, and some of the decisions on the way are written down as questions, none
twice. Each is answered once, as `tutor batch` does it (read, judged, put in words with its workings, written as
JSON); the first tenth warms up what a long run has long loaded and compiled.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from random import Random
from time import process_time
from typing import Any

import tutor.cli  # noqa: F401  which looks for garbage less often
from tests.results import keep
from tutor.kernel.by_name import load, names
from tutor.kernel.playout import step
from tutor.kernel.position import write
from tutor.teach.rulings.answers import answer_line

QUESTIONS = 600
GOAL = 1000
"""Questions a second, in every game."""


def asked(name: str, count: int, seed: str = "") -> list[str]:
    """Distinct questions about moments of random games; one decision in three is taken."""
    game = load(name)
    rng = Random(f"batch {name} {seed}")
    found: dict[str, None] = {}
    while len(found) < count:
        state: Any = game.begin(game.usual, game.options(), rng.choice(game.seats(game.usual)[: game.usual]))
        while not state.over and len(found) < count:
            if state.chance is None and rng.random() < 1 / 3:
                seat, phase = rng.choice(state.turn), game.due(state)
                found[f"explain {name} {write(game, phase, phase.see(state, seat))}"] = None
            state = step(game, state, rng).state
    return list(found)


def timed(name: str, count: int, seed: str = "") -> dict[str, float]:
    """Questions a second in a game, and how long an answer is."""
    lines = asked(name, count, seed)
    warm = len(lines) // 10
    answers = [answer_line(line) for line in lines[:warm]]
    begun = process_time()
    answers = [answer_line(line) for line in lines[warm:]]
    took = process_time() - begun
    wrong = [line for line, answer in zip(lines[warm:], answers, strict=True) if answer.startswith('{"error"')]
    if wrong:
        raise SystemExit(f"not answered: {wrong[0]}")
    return {
        "questions": len(answers),
        "a second": round(len(answers) / took),
        "KB an answer": round(statistics.fmean(map(len, answers)) / 1000, 1),
    }


def measure(rounds: int, games: tuple[str, ...] = (), count: int = QUESTIONS) -> dict[str, Any]:
    """The middle of so many rounds for each game, in turns, each with questions of its own."""
    found: dict[str, list[dict[str, float]]] = {name: [] for name in games or names()}
    for n in range(rounds):
        for name, got in found.items():
            got.append(timed(name, count, str(n)))
            print(f"{name}: {got[-1]}", file=sys.stderr)
    middle = {name: sorted(got, key=lambda one: one["a second"])[len(got) // 2] for name, got in found.items()}
    return {"games": middle, "under": [name for name, one in middle.items() if one["a second"] < GOAL]}


def main() -> None:
    """Print the table, or keep it."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.batch")
    parser.add_argument("game", nargs="*", help="all if none is named")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--update", action="store_true", help="put the table into tests/RESULTS.md")
    told = parser.parse_args()
    found = measure(told.rounds, tuple(told.game), told.questions)["games"]
    head = ["| game | questions a second | KB an answer |", "| --- | --- | --- |"]
    rows = [f"| {name} | {one['a second']:,} | {one['KB an answer']} |" for name, one in found.items()]
    made = "\n".join([*head, *rows])
    print(made)
    if told.update:
        title = "Distinct questions a second (`tutor batch`), the processor's time"
        keep(title, "python -m tests.benchmarks.batch", made)


if __name__ == "__main__":
    main()
