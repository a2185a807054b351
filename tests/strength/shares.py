"""Shares with intervals that hold although one looks again and again, and what follows from them."""

from __future__ import annotations

import math
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

BAR = 0.9
"""The share of hands that advice is to win against chance; or of what luck allows."""
LOOKS = (56, 112, 224, 448)
"""Hands after which it is asked whether anything is clear; with none lost, 39 would show nine in ten."""
Z = 2.361
"""Standard errors of an interval: Pocock's bound, by which four looks together are wrong in 5 % of cases."""
ONE_SIDED = 2.067
"""The same where it is only asked whether something is at least so much."""


class Share(NamedTuple):
    """A share and its 95 % interval."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.0%} ({self.low:.0%} to {self.high:.0%})"


def won(gain: float) -> float:
    """1 for a gain, 0 for a loss, half for neither."""
    return (gain > 0) + (gain == 0) / 2


def share(boards: Sequence[Sequence[float]], z: float = Z) -> Share:
    """The share of what was won, by Wilson's interval; hands of one board that go together count for fewer."""
    each = [one for board in boards for one in board]
    n, p = float(len(each)), fmean(each)
    if len(boards) > 1 and 0 < p < 1:
        alike = stdev([fmean(board) for board in boards]) ** 2 * len(boards[0]) / (p * (1 - p))
        n /= max(1.0, alike)
    wide = z * math.sqrt(p * (1 - p) / n + z * z / 4 / n / n) / (1 + z * z / n)
    centre = (p + z * z / 2 / n) / (1 + z * z / n)
    return Share(p, max(0.0, centre - wide), min(1.0, centre + wide))


def at_least(boards: Sequence[Sequence[float]]) -> float:
    """What the share can be said to be at least."""
    return share(boards, ONE_SIDED).low


def mean(values: Sequence[float], z: float = Z) -> Share:
    """A mean with its interval."""
    wide = z * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Share(fmean(values), fmean(values) - wide, fmean(values) + wide)
