"""What a drawn table costs at a decision: laying it (`teach.tabletop`) and drawing it as text, in milliseconds.

    python -m tests.benchmarks.drawing --update     into `tests/RESULTS.md`, too

Decisions are those of random games at tables of every size; each is drawn once before it is timed, for what is loaded
and compiled at the first table belongs to start-up.
"""

from __future__ import annotations

import argparse
import statistics
from time import process_time
from typing import Any

from tests.random_moments import Moment, random_moments
from tests.results import keep
from tutor.kernel.by_name import names
from tutor.teach.tables.tabletop import table_of
from tutor.teach.text.doc import TableDrawing
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions

LIMIT = 15.0
"""Milliseconds that drawing may cost at a decision."""
LOOKS = {"80 columns": RenderOptions(width=80, colour=True), "120 columns": RenderOptions(width=120, colour=True)}


def drawn(moment: Moment, look: RenderOptions) -> float:
    """Milliseconds of the processor's time for a table, from the state of the game to text."""
    begun = process_time()
    render((TableDrawing(table_of(moment.game, moment.state, moment.seat)),), look, moment.names)
    return 1000 * (process_time() - begun)


def timed(name: str, rounds: int) -> list[float]:
    """The cost of each decision of a game: the median of so many rounds, at the costlier width."""
    due = [moment for moment in random_moments(name) if moment.due and moment.seat in moment.state.turn]
    costs = []
    for moment in due:
        drawn(moment, LOOKS["80 columns"])
        costs.append(max(statistics.median(drawn(moment, look) for _ in range(rounds)) for look in LOOKS.values()))
    return costs


def measure(rounds: int) -> dict[str, Any]:
    """Median, 95 % and longest of each game and of all, in milliseconds."""
    costs = {name: timed(name, rounds) for name in names()}
    costs["all games"] = [cost for game in costs.values() for cost in game]
    found = {name: _summed(game) for name, game in costs.items()}
    return {"ms": found, "over": [name for name, game in found.items() if game["95 %"] > LIMIT]}


def _summed(costs: list[float]) -> dict[str, float]:
    shares = statistics.quantiles(costs, n=20, method="inclusive")
    kept = {"decisions": float(len(costs)), "median": statistics.median(costs), "95 %": shares[-1]}
    return {what: round(value, 2) for what, value in (kept | {"longest": max(costs)}).items()}


def table(found: dict[str, dict[str, float]]) -> str:
    """The figures as Markdown."""
    rows = [
        f"| {name} | {row['decisions']:g} | {row['median']:.1f} | {row['95 %']:.1f} | {row['longest']:.1f} |"
        for name, row in found.items()
    ]
    head = ["| game | decisions | median ms | 95 % ms | longest ms |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([*head, *rows])


def main() -> None:
    """Print the table, or keep it."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.drawing")
    parser.add_argument("--update", action="store_true", help="put the table into tests/RESULTS.md")
    update = parser.parse_args().update
    made = table(measure(3)["ms"])
    print(made)
    if update:
        keep("Drawing the table at a decision", "python -m tests.benchmarks.drawing", made)


if __name__ == "__main__":
    main()
