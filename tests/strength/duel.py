"""Advice against the textbook player, in every game: deals played from every seat.

    python -m tests.strength.duel --update            all games, into `tests/RESULTS.md`, too: several hours
    python -m tests.strength.duel --deals 32 truc

Each deal is played once for every side, which takes advice while all others play by the book, and once by the book
alone. What a hand brings the side that takes advice, less what it brings the same side with the same cards by the
book, is averaged over the sides of a deal; so the luck of the cards cancels, and deals are the sample. One looks after
16, 32, 64 … deals, and stops as soon as a gain (or a loss) is shown; the intervals allow for that.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from tests.results import merge
from tests.strength.hands import advised, hand, sides
from tests.strength.kept import Board, Kept
from tests.strength.shares import LOOKS, Z, mean
from tests.strength.textbook import textbook
from tutor.advice import Adviser, Budget
from tutor.advice.adviser import STRONG, Strength
from tutor.kernel.by_name import load, names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.strength.hands import Chooser
    from tutor.kernel.seats import Seat

WORK = 50_000
"""Units of work for a decision, about microseconds: a fifth of what a hint has, so that there is time for deals."""
DEALS = 128
"""Deals of a game at the most; looked at after an eighth, a quarter and a half of them."""
TITLE = "Advice against a textbook player"
HEAD = "\n".join(
    ("| game | deals | hands | gain a hand | of a hand's spread | shown |", "| --- | --- | --- | --- | --- | --- |")
)


class Gain(NamedTuple):
    """What is gained a hand: the mean, half the width of its 95 % interval, deals."""

    mean: float
    wide: float
    deals: int

    @property
    def shown(self) -> str:
        """Whether it is shown that something is gained, or lost."""
        return "gains" if self.mean > self.wide else "loses" if self.mean < -self.wide else "not shown"

    def __str__(self) -> str:
        digits = 2 if abs(self.mean) < 10 else 0
        return f"{self.mean:.{digits}f} ± {self.wide:.{digits}f}"


def gained(deals: Sequence[float], z: float) -> Gain:
    """What so many deals have brought, with an interval of `z` standard errors."""
    n = len(deals)
    found = mean(deals, z + (z**3 + z) / 4 / (n - 1))  # few deals: nearly Student's distribution
    return Gain(found.share, found.high - found.share, n)


class Duel:
    """A game in which advice plays against the book."""

    def __init__(self, name: str, kept: Kept, work: int = WORK) -> None:
        self.name, self.kept, self.game = name, kept, load(name)
        self.sides = sides(self.game)
        strength = Strength(STRONG.candidates, Budget(STRONG.budget.playouts, work))
        self._adviser = Adviser(self.game, strength)

    def _chooser(self, who: str, deal: int, ours: frozenset[Seat]) -> Chooser:
        if who == "book":
            return textbook(self.game, deal)
        return advised(self._adviser, Random(f"{deal}/{min(ours)}"))

    def board(self, who: str, deal: int) -> Board:
        """One deal, once for every side, played now or known."""
        board = self.kept.get(self.name, who, deal)
        if board is None:
            began, book = process_time(), textbook(self.game, deal)
            gains = [hand(self.game, deal, self._chooser(who, deal, ours), ours, book) for ours in self.sides]
            board = Board(gains, round(process_time() - began, 3))
            self.kept.add(self.name, who, deal, board)
        return board

    def gain(self, deals: int) -> Gain:
        """What advice gains in so many deals."""
        duel, book = ([fmean(self.board(who, deal).gains) for deal in range(deals)] for who in ("duel", "book"))
        return gained([one - other for one, other in zip(duel, book, strict=True)], Z)

    def spread(self, deals: int) -> float:
        """How far hands are apart that are played by the book."""
        return stdev(gain for deal in range(deals) for gain in self.board("book", deal).gains)

    def measured(self, most: int, seconds: float = math.inf) -> Gain:
        """Looks, until something is shown, there were `most` deals, or the time is up."""
        began, found = process_time(), Gain(0, math.inf, 0)
        for look in [max(2, most >> n) for n in reversed(range(len(LOOKS)))]:
            known = self.kept.deals(self.name, "duel")
            if found.deals and known < look:
                each = (process_time() - began) / found.deals
                if process_time() - began + each * (look - max(known, found.deals)) > seconds:
                    break
            found = self.gain(look)
            if found.shown != "not shown":
                break
        return found


def row(duel: Duel, found: Gain) -> str:
    """A row of the table."""
    spread = duel.spread(found.deals)
    share = f"{found.mean / spread:.2f}" if spread else "-"
    shown = found.shown if spread or found.mean else "nothing can be gained"
    hands = found.deals * len(duel.sides)
    return f"| {duel.name} | {found.deals} | {hands} | {found} | {share} | {shown} |"


def main() -> None:
    """Play, print rows as they come, and keep them."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.duel", description=__doc__)
    parser.add_argument("game", nargs="*", help="all if none is named")
    parser.add_argument("--deals", type=int, default=DEALS, help=f"deals of each game at the most ({DEALS})")
    parser.add_argument("--work", type=int, default=WORK, help=f"units of work for a decision ({WORK})")
    parser.add_argument("--seconds", type=float, default=math.inf, help="of the processor for a game, about (no bound)")
    parser.add_argument("--kept", type=Path, help="a file in which deals are kept as they are played")
    parser.add_argument("--older", action="store_true", help="believe what other code has played and FILE has kept")
    parser.add_argument("--update", action="store_true", help="put the rows into tests/RESULTS.md")
    asked = parser.parse_args()
    kept, rows = Kept(asked.kept, older=asked.older), []
    print(HEAD)
    for name in asked.game or names():
        duel = Duel(name, kept, asked.work)
        found = duel.measured(asked.deals, asked.seconds)
        rows.append(row(duel, found))
        print(rows[-1], flush=True)
    if asked.update:
        merge(TITLE, "python -m tests.strength.duel", HEAD, rows)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
