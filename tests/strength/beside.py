"""Published ways of playing with hidden cards against the adviser, at equal time: deals played both ways.

    python -m tests.strength.beside --kept FILE --update        all games and ways, into `tests/RESULTS.md`, too
    python -m tests.strength.beside --deals 40 court-piece

One side plays by the other way, all others take advice, once for every side of a deal, so that the luck of the cards
cancels. Who searches otherwise has as much of the processor's time for a card as advice takes on average; all that is
no card (calls, trumps) is advised for both. Tricks count less those of the other side, points and chips as on the
sheet. Deals are the sample of the 95 % intervals.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.results import merge
from tests.strength.alternatives import ALTERNATIVES
from tests.strength.duel import gained
from tests.strength.hands import advised, hand, sides
from tutor.advice import Adviser, Budget
from tutor.advice.adviser import STRONG, Strength
from tutor.kernel.by_name import load

if TYPE_CHECKING:
    from tests.strength.hands import Chooser
    from tutor.kernel.history import Record
    from tutor.kernel.seats import Seat

GAMES = {"court-piece": "tricks", "tresette": "points", "dou-dizhu": "chips"}
"""What is counted."""
LEFT_OUT = ("dou-dizhu", "blind play-outs")
"""A game that has no such way: its policy is one of tricks."""
WORK = 40_000
"""Units of work for a piece of advice."""
FIRST = 1.6e-6
"""Seconds that each of them takes, about, before it is known."""
DEALS = 24
"""Deals of each game for each way."""
ROUND = 4
"""Deals that are played of everything before more are played of anything."""
TITLE = "Other ways of searching, beside the adviser at equal time"
HEAD = "\n".join(
    (
        "| game, way | deals | hands | ms a card | of advice | gain a hand | of | shown |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    )
)


class Clock:
    """A chooser, and how long it takes for a decision on average."""

    def __init__(self, choose: Chooser, first: float = 0.0) -> None:
        """`first` is what is thought before there was one."""
        self._choose, self._times, self._seconds = choose, 1 if first else 0, first

    def mean(self) -> float:
        """Seconds of the processor."""
        return self._seconds / self._times

    def __call__(self, record: Record[Any], seat: Seat) -> Any:
        """What the chooser says."""
        began = process_time()
        move = self._choose(record, seat)
        self._seconds += process_time() - began
        self._times += 1
        return move


class Deal(NamedTuple):
    """What a deal brought who played the other way, for each side; and the seconds for a decision, its and advice's."""

    gains: list[float]
    seconds: float
    advice: float


def played(name: str, way: str, deal: int, work: int) -> Deal:
    """A deal, once for every side."""
    game = load(name)
    adviser = Adviser(game, Strength(STRONG.candidates, Budget(STRONG.budget.playouts, work)))
    advice = Clock(advised(adviser, Random(deal)), work * FIRST)
    other, gains = Clock(ALTERNATIVES[way](game, adviser, advice.mean)), []
    for ours in sides(game):
        gains.append(hand(game, deal, other, ours, advice, tricks=GAMES[name] == "tricks"))
    return Deal(gains, other.mean(), advice.mean())


def row(name: str, way: str, deals: list[Deal]) -> str:
    """A row of the table."""
    gain = gained([fmean(deal.gains) for deal in deals], 1.96)
    ms = f"{1000 * fmean(deal.seconds for deal in deals):.0f} | {1000 * fmean(deal.advice for deal in deals):.0f}"
    hands = sum(len(deal.gains) for deal in deals)
    return f"| {name}, {way} | {len(deals)} | {hands} | {ms} | {gain} | {GAMES[name]} | {gain.shown} |"


def main() -> None:
    """Play, print rows as they grow, and keep them."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.beside", description=__doc__)
    parser.add_argument("game", nargs="*", help=f"of {', '.join(GAMES)}; all if none is named")
    parser.add_argument("--way", choices=ALTERNATIVES, action="append", help="all if none is named")
    parser.add_argument("--deals", type=int, default=DEALS, help=f"of each game for each way ({DEALS})")
    parser.add_argument("--work", type=int, default=WORK, help=f"units of work for a piece of advice ({WORK})")
    parser.add_argument("--kept", type=Path, help="a file in which deals are kept as they are played")
    parser.add_argument("--update", action="store_true", help="put the rows into tests/RESULTS.md")
    asked = parser.parse_args()
    lines = asked.kept.read_text("utf-8").splitlines() if asked.kept and asked.kept.exists() else []
    kept = {(name, way, deal, work): Deal(*found) for name, way, deal, work, found in map(json.loads, lines)}
    rows: dict[tuple[str, str], str] = {}
    for upto in range(ROUND, asked.deals + ROUND, ROUND):
        for name in asked.game or GAMES:
            for way in asked.way or ALTERNATIVES:
                if (name, way) == LEFT_OUT:
                    continue
                there = range(min(upto, asked.deals))
                for deal in there:
                    key = name, way, deal, asked.work
                    if key not in kept:
                        kept[key] = played(*key)
                        if asked.kept:
                            with asked.kept.open("a", encoding="utf-8") as file:
                                file.write(json.dumps([*key, kept[key]]) + "\n")
                rows[name, way] = row(name, way, [kept[name, way, deal, asked.work] for deal in there])
                print(rows[name, way], flush=True)
    if asked.update:
        merge(TITLE, "python -m tests.strength.beside", HEAD, list(rows.values()))


if __name__ == "__main__":
    main()
