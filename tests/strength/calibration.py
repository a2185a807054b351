"""Whether advice is as sure as it may be: of moves called 80 % better, four in five should be so in fresh deals.

    python -m tests.strength.calibration --update           all games, into `tests/RESULTS.md`, too
    python -m tests.strength.calibration --moments 40 truc
    python -m tests.strength.calibration --fit              how well other values of `EVEN` would fit, beside the table

Moments are taken by chance from hands that are played by the book. Each is advised on with what a hint has; then the
advised move and the next best are tried again in deals that were not sampled before, with more time. What is even in
those deals counts half.
"""

from __future__ import annotations

import argparse
import json
import math
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.results import keep
from tests.strength.hands import hand, sides
from tests.strength.shares import share, won
from tests.strength.textbook import textbook
from tutor.advice import Adviser, Budget
from tutor.advice.adviser import EVEN, confidence
from tutor.advice.samples import Sampler
from tutor.advice.sequential_halving import Candidate, SequentialHalving, weigh
from tutor.advice.value import BudgetTracker, Value
from tutor.kernel.by_name import load, names
from tutor.kernel.playout import legal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tutor.advice import Advice
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.seats import Seat

MOMENTS = 12
"""Moments of each game."""
FRESH = 600_000
"""The work of trying two moves again, about microseconds; a quarter of it where that makes it clear already."""
CLEAR = 0.999
"""Confidence from which on a quarter is enough."""
CERTAIN = 1 - 1e-9
"""From here on a probability says no more of what it was made from."""
FITTED = (0, 1, 2, 3, 4, 6, 8, 12, 16)
"""Values of `EVEN` that are compared."""
STEPS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
"""Where the rows of the table begin and end."""


class Told(NamedTuple):
    """How sure advice was of a move, from how many deals that decide, and whether it did better in fresh deals.

    `better` is 1 or 0, or 0.5 if neither move did.
    """

    game: str
    sure: float
    deciding: float
    better: float


def moments(game: Game[Any], count: int) -> list[tuple[Record[Any], Seat]]:
    """Decisions with a choice, a few of each of some hands played by the book."""
    found: list[tuple[Record[Any], Seat]] = []
    deal = 0
    while len(found) < count:
        met: list[tuple[Record[Any], Seat]] = []
        book = textbook(game, deal)

        def watched(record: Record[Any], seat: Seat, book: Any = book, met: Any = met) -> Any:
            met.append((record, seat))
            return book(record, seat)

        hand(game, 1000 + deal, watched, sides(game)[deal % len(sides(game))], book)
        found += Random(deal).sample(met, min(3, len(met)))
        deal += 1
    return found[:count]


def tried_again(game: Game[Any], at: Record[Any], seat: Seat, advice: Advice, work: int) -> float:
    """Whether the advised move is better than the next best in deals sampled anew: 1, 0, or 0.5 if neither."""
    assert advice.other is not None
    leads: list[float] = []
    for part in (work // 4, work):
        tracker = BudgetTracker(Budget(work=part))
        halving = SequentialHalving(Sampler(game, at, seat, part // 2), Value(game, at.state, seat), tracker, "fresh")
        both = [Candidate(advice.move), Candidate(advice.other)]
        weigh(halving.start(both), 0)
        leads = [a - b for a, b in zip(both[0].values, both[1].values, strict=False)]
        if max(confidence(leads), confidence([-d for d in leads])) >= CLEAR:
            break
    return won(fmean(leads))


def measured(name: str, count: int, work: int) -> Iterable[Told]:
    """What advice said at some moments of a game, where it called a move the better of two."""
    game = load(name)
    adviser = Adviser(game)
    for n, (record, seat) in enumerate(moments(game, count)):
        assert len(legal(game, record.state, seat)) > 1
        advice = adviser.advise(record, seat, Random(n))
        if advice.other is not None and advice.margin > 0:
            yield Told(name, advice.sure, advice.deciding, tried_again(game, record, seat, advice, work))


def table(told: Sequence[Told]) -> str:
    """What was said and what came of it, by steps."""
    rows = [
        "| called the better, so sure | moves | said on average | better in fresh deals (95 %) |",
        "| --- | --- | --- | --- |",
    ]
    for low, high in pairwise(STEPS):
        some = [one for one in told if low <= one.sure < high or one.sure == high == 1]
        if some:
            came = share([[one.better] for one in some], 1.96)
            rows.append(f"| {low:.0%} to {high:.0%} | {len(some)} | {fmean(one.sure for one in some):.0%} | {came} |")
    return "\n".join(rows)


def fit(told: Sequence[Told], even: float) -> float:
    """How well the claims would fit what came of them with another value of `EVEN`: as a mean log-likelihood."""
    said = []
    for one in told:
        if one.deciding and one.sure < CERTAIN:
            away = NormalDist().inv_cdf(one.sure) / math.sqrt(one.deciding / (one.deciding + EVEN))
            claim = NormalDist().cdf(away * math.sqrt(one.deciding / (one.deciding + even)))
            said.append(one.better * math.log(claim) + (1 - one.better) * math.log(max(1 - claim, 1 - CERTAIN)))
    return fmean(said)


def main() -> None:
    """Advise, try again, print the table, or keep it."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.calibration", description=__doc__)
    parser.add_argument("game", nargs="*", help="all if none is named")
    parser.add_argument("--moments", type=int, default=MOMENTS, help=f"of each game ({MOMENTS})")
    parser.add_argument("--work", type=int, default=FRESH, help=f"of trying two moves again ({FRESH})")
    parser.add_argument(
        "--kept", type=Path, help="a file to which what was found is added, and from which a table is made"
    )
    parser.add_argument("--fit", action="store_true", help="compare other values of EVEN, too")
    parser.add_argument("--update", action="store_true", help="put the table into tests/RESULTS.md")
    asked = parser.parse_args()
    told: list[Told] = []
    if asked.kept and asked.kept.exists():
        told = [Told(**json.loads(line)) for line in asked.kept.read_text("utf-8").splitlines()]
    known = {one.game for one in told}
    for name in asked.game or names():
        if name in known:
            continue
        for one in measured(name, asked.moments, asked.work):
            told.append(one)
            if asked.kept:
                with asked.kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(one._asdict()) + "\n")
    print(table(told))
    for even in FITTED if asked.fit else ():
        print(f"EVEN = {even}: {fit(told, even):.4f}")
    if asked.update:
        keep("How sure advice is, and how often it is right", "python -m tests.strength.calibration", table(told))


if __name__ == "__main__":
    main()
