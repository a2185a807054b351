"""How many questions of lessons and of drills are fair: what `tutor check GAME --thorough` proves, one row a game.

    python -m tests.benchmarks.fairness --update            all games, into `tests/RESULTS.md`, too
    python -m tests.benchmarks.fairness kaiser --update     some of them; the rows of the others stay

What is unfair is listed on standard error.
"""

from __future__ import annotations

import argparse
import re
import sys
from time import process_time
from typing import Any

from tests.results import FILE, keep
from tutor.kernel.by_name import names
from tutor.teach.check.fairness import DRILL_QUESTIONS, LESSON_QUESTIONS, rates
from tutor.teach.check.run import check

TITLE = "Questions that are fair by proof"
HEAD = "| game | lesson questions | fair | drill questions | fair | seconds |\n| --- | --- | --- | --- | --- | --- |"


def measure(rounds: int, games: tuple[str, ...] = ()) -> dict[str, Any]:
    """The counts of each game, and how many seconds of the processor's time they took."""
    return {"games": {name: proven(name) for name in games or names()[: 2 * rounds]}}


def proven(name: str) -> dict[str, float]:
    """The counts of one game."""
    begun = process_time()
    report = check([name], thorough=True)
    for fault in report.findings.errors:
        print(fault, file=sys.stderr)
    counted = {what: (of, fair) for what, fair, of in rates(report.findings)}
    (lessons, fair), (drills, sound) = counted[LESSON_QUESTIONS], counted[DRILL_QUESTIONS]
    return {"lessons": lessons, "fair": fair, "drills": drills, "sound": sound, "seconds": process_time() - begun}


def row(name: str, found: dict[str, float]) -> str:
    """One line of the table."""
    return f"| {name} | " + " | ".join(f"{round(n)}" for n in found.values()) + " |"


def main() -> None:
    """Prove, print, and keep."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.fairness", description=__doc__)
    parser.add_argument("game", nargs="*", help="all games, if none is named")
    parser.add_argument("--update", action="store_true", help="write the table into RESULTS.md")
    asked = parser.parse_args()
    kept = dict(re.findall(r"^\| ([a-z-]+) (\| \d+ \| \d+ \| \d+ \| \d+ \| \d+ \|)$", FILE.read_text("utf-8"), re.M))
    rows = {name: f"| {name} {rest}" for name, rest in kept.items() if name in names()}
    for name in asked.game or names():
        rows[name] = row(name, proven(name))
        print(rows[name], flush=True)
        if asked.update:
            table = "\n".join([HEAD, *(rows[one] for one in sorted(rows))])
            keep(TITLE, "python -m tests.benchmarks.fairness", table)


if __name__ == "__main__":
    main()
