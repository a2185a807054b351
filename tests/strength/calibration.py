"""Whether advice is as sure as it may be: of moves called 80 % better, four in five should be so in fresh deals.

    python -m tests.strength.calibration --update           all games, into `tests/RESULTS.md`, too: 10 minutes, 2 cores
    python -m tests.strength.calibration --moments 40 truc
    python -m tests.strength.calibration --first 5000       other hands than those of the table
    python -m tests.strength.calibration --fit              how well other beliefs beforehand would fit

Moments are taken by chance from hands that are played by the book. Each is advised on with what a hint has. Where
advice calls a move better than the other choice, the two are tried again in deals that were not sampled before, until
these decide or many times the work of a hint is done. A move counts by how likely those fresh deals alone make it that
it is the better one: nearly 1 or 0 where they decide, in between where the two are so nearly even that they do not.
Turning points are held against fresh deals alike, of moves that the book would make and advice would not.
"""

from __future__ import annotations

import argparse
import json
import math
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.results import keep
from tests.strength.hands import hand, sides
from tests.strength.shares import share
from tests.strength.textbook import textbook
from tutor.advice import Adviser, Budget
from tutor.advice.evidence import EVEN, FAVOUR, deciding, tenths
from tutor.advice.sampled_outcomes import SampledOutcomes
from tutor.advice.samples import Sampler
from tutor.advice.sequential_halving import Candidate, SequentialHalving, weigh
from tutor.advice.value import BudgetTracker, Value
from tutor.kernel.by_name import load, names
from tutor.teach.practice import key_moments
from tutor.teach.practice.advising import chance
from tutor.teach.practice.key_moments import THINKING, compared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.advice import Advice
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.seats import Seat

MOMENTS = 18
"""Moments of each game."""
FIRST = 80_000
"""The number of the first hand; `EVEN` and `FAVOUR` were fitted to others, below 70,000."""
FRESH = 1_600_000
"""The most work of trying two moves again, about microseconds: many times what a hint has for all moves."""
LOOKS = (40, 80, 160, 320, 640, 1280, 2560)
"""Fresh deals after which it is asked whether they decide; two looks more at the same deals would hardly differ."""
NOTE = "What fresh deals do not decide counts by how likely they make it that the move is the better one."
DECIDED = 0.995
"""From here on, and from as little below, fresh deals decide which move is better."""
CERTAIN = 1 - 1e-9
"""From here on a probability says no more of what it was made from."""
FITTED = (15, 30, 60, 120)
"""Values of `EVEN` that are compared."""
LEANINGS = (0, 0.25, 0.5, 0.75)
"""Values of `FAVOUR` that are compared."""


class Told(NamedTuple):
    """How sure it was said to be that a move is better, from how many deals that decide, and what `fresh` made of it.

    `better` is how likely that many fresh deals alone make it that the move is the better one, from 0 to 1.
    """

    game: str
    where: str
    """`advice`, or `moments` for turning points."""
    sure: float
    deciding: float
    better: float
    fresh: int

    @property
    def decided(self) -> bool:
        """Whether the fresh deals decide which move is better."""
        return decide(self.better)


def decide(better: float) -> bool:
    """Whether it is decided which move is better, if one is so likely to be it."""
    return max(better, 1 - better) >= DECIDED


def moments(game: Game[Any], count: int, first: int) -> list[tuple[Record[Any], Seat]]:
    """Decisions with a choice, a few of each of some hands played by the book, from hand number `first` on."""
    found: list[tuple[Record[Any], Seat]] = []
    deal = first
    while len(found) < count:
        met: list[tuple[Record[Any], Seat]] = []
        book = textbook(game, deal)

        def watched(record: Record[Any], seat: Seat, book: Any = book, met: Any = met) -> Any:
            met.append((record, seat))
            return book(record, seat)

        hand(game, deal, watched, sides(game)[deal % len(sides(game))], book)
        found += Random(deal).sample(met, min(3, len(met)))
        deal += 1
    return found[:count]


def likely(leads: Sequence[float]) -> float:
    """How likely it is that a move is the better one, given its lead in each deal and nothing believed beforehand."""
    squares = sum(d * d for d in leads)
    return NormalDist().cdf(sum(leads) / math.sqrt(squares)) if squares else 0.5


def tried_again(game: Game[Any], at: Record[Any], seat: Seat, advice: Advice, work: int) -> list[float]:
    """The leads of the advised move over the other in deals sampled anew, until they decide or `work` is done."""
    assert advice.other is not None
    both = [Candidate(advice.move), Candidate(advice.other)]

    def decided() -> bool:
        n = len(both[1].got)
        if n not in LOOKS or len(both[0].got) != n:
            return False
        return deciding(apart()) > LOOKS[0] / 2 and decide(likely(apart()))

    def apart() -> list[float]:
        weigh(both, 0)
        return [a - b for a, b in zip(both[0].values, both[1].values, strict=False)]

    tracker = BudgetTracker(Budget(work=work, stop=decided))
    sampler, value = Sampler(game, at, seat, work / 2), Value(game, at.state, seat)
    SequentialHalving(sampler, value, tracker, "fresh", enough=math.inf).start(both)
    return apart()


def measured(name: str, count: int, first: int, work: int) -> list[Told]:
    """What was said at some moments of a game, where a move was called the better of two."""
    game = load(name)
    adviser, told = Adviser(game), []
    for n, (record, seat) in enumerate(moments(game, count, first)):
        advice = adviser.advise(record, seat, Random(n))
        if advice.other is not None and advice.margin > 0:
            leads = tried_again(game, record, seat, advice, work)
            told.append(Told(name, "advice", advice.sure, advice.deciding, likely(leads), len(leads)))
        turning = turning_point(game, record, seat, n, work)
        told += [turning] if turning is not None else []
    return told


def turning_point(game: Game[Any], at: Record[Any], seat: Seat, n: int, work: int) -> Told | None:
    """What would be said after the hand of the book's move, and what came of it; None if that is not to be said."""
    made, instead = textbook(game, n)(at, seat), Adviser(game, THINKING).advise(at, seat, Random(n)).move
    found = compared(at, seat, instead, made, f"said:{n}") if made != instead else None
    if found is None:
        return None
    fresh = SampledOutcomes(game, at, seat, (instead, made), f"fresh:{n}", work, LOOKS[-1])
    ahead = key_moments.leads(fresh, on_sheet=found.on_sheet)
    return Told(game.name, "moments", found.sure, 0, likely(ahead), len(ahead))


def table(told: Sequence[Told]) -> str:
    """What was said and what came of it, by the steps in which it is said."""
    rows = [
        "| where | that it is better is | moves | said on average | better in fresh deals (95 %) | not decided |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for where, step in sorted({(one.where, tenths(one.sure)) for one in told}):
        some = [one for one in told if (one.where, tenths(one.sure)) == (where, step)]
        said, came = fmean(one.sure for one in some), share([[one.better] for one in some], 1.96)
        undecided = sum(not one.decided for one in some)
        rows.append(f"| {where} | {chance(some[0].sure)} | {len(some)} | {said:.0%} | {came} | {undecided} |")
    return "\n".join(rows)


def fit(told: Sequence[Told], even: float, favour: float) -> float:
    """How well advice would fit what came of it with other values of `EVEN` and `FAVOUR`: as a mean log-likelihood."""
    said = []
    for one in told:
        if one.deciding and one.sure < CERTAIN:
            seen = NormalDist().inv_cdf(one.sure) * math.sqrt(one.deciding + EVEN) - FAVOUR * math.sqrt(EVEN)
            away = (seen + favour * math.sqrt(even)) / math.sqrt(one.deciding + even)
            claim = min(CERTAIN, max(0.5, NormalDist().cdf(away)))
            said.append(one.better * math.log(claim) + (1 - one.better) * math.log(1 - claim))
    return fmean(said)


def main() -> None:
    """Advise, try again, print the table, or keep it."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.calibration", description=__doc__)
    parser.add_argument("game", nargs="*", help="all if none is named")
    parser.add_argument("--moments", type=int, default=MOMENTS, help=f"of each game ({MOMENTS})")
    parser.add_argument("--first", type=int, default=FIRST, help=f"the number of the first hand ({FIRST})")
    parser.add_argument("--work", type=int, default=FRESH, help=f"at most, of trying two moves again ({FRESH})")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="games at a time: one for each core")
    parser.add_argument(
        "--kept", type=Path, help="a file to which what was found is added, and from which a table is made"
    )
    parser.add_argument("--fit", action="store_true", help="compare other beliefs beforehand, too")
    parser.add_argument("--update", action="store_true", help="put the table into tests/RESULTS.md")
    asked = parser.parse_args()
    told: list[Told] = []
    if asked.kept and asked.kept.exists():
        told = [Told(**json.loads(line)) for line in asked.kept.read_text("utf-8").splitlines()]
    wanted = [name for name in asked.game or names() if name not in {one.game for one in told}]
    one_game = partial(measured, count=asked.moments, first=asked.first, work=asked.work)
    with ProcessPoolExecutor(asked.jobs) as pool:
        for found in pool.map(one_game, wanted):
            told += found
            if asked.kept:
                with asked.kept.open("a", encoding="utf-8") as file:
                    file.writelines(json.dumps(one._asdict()) + "\n" for one in found)
    print(table(told))
    for even in FITTED if asked.fit else ():
        print(f"EVEN = {even}:", *(f"FAVOUR = {favour}: {fit(told, even, favour):.4f}" for favour in LEANINGS))
    if asked.update:
        title, command = "How sure advice is, and how often it is right", "python -m tests.strength.calibration"
        keep(title, command, f"{table(told)}\n\n{NOTE}")


if __name__ == "__main__":
    main()
