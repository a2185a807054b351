"""What deals say of two moves that were tried in each of them: how likely it is that one is truly the better.

The lead of a move in a deal is its value there minus that of the other move. What is called better is what leads on
average over all deals that fit what was seen, of which some were tried.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

EVEN: Final = 60.0
"""Deciding deals that are believed in before any is tried, half of them for either move: as most moves are nearly even.

Fitted, like `FAVOUR`, by `python -m tests.strength.calibration --fit`; what came of it stands in `tests/RESULTS.md`.
"""
FAVOUR: Final = 0.5
"""How far that belief leans to the move that is advised, for which rules of thumb speak, in standard deviations.

Before any deal is tried 7 in 10 such moves are taken for better.
"""
TELLING: Final = 0.65
"""Confidence from which on deals tell two moves apart; below it which is better is a toss-up."""
ALMOST: Final = 0.95
"""Confidence from which on it is almost certain."""


def confidence(leads: Sequence[float], favour: float = 0.0) -> float:
    """The probability, from 0 to 1, that a move is better than another, given its lead in each deal.

    The leads are taken for independent. Their mean, in units of their spread, is believed beforehand to be normally
    distributed with variance 1 / `EVEN` about `favour` standard deviations: a conjugate prior, which weighs as much as
    `EVEN` deals more (Lindley and Smith 1972) and takes off what is luck in the best of many. If neither move is
    better, the sum of the leads over the root of their sum of squares is nearly standard normal, whatever their sizes,
    as long as they are as often for as against (Efron 1969); a few that decide count for few, by `deciding`.
    """
    n = deciding(leads)
    if not n:
        return 0.5
    away = sum(leads) / math.sqrt(sum(d * d for d in leads))
    return NormalDist().cdf((math.sqrt(n) * away + favour * math.sqrt(EVEN)) / math.sqrt(n + EVEN))


def deciding(leads: Sequence[float]) -> float:
    """How many of the deals decide which move is better: from 0 to all, each by the size of its lead.

    It is the number of equal leads that would weigh as much, (sum of sizes)^2 / (sum of squares): the effective sample
    size of a weighted sample (Kish 1965).
    """
    squares = sum(d * d for d in leads)
    return sum(map(abs, leads)) ** 2 / squares if squares else 0.0


def tenths(sure: float) -> int:
    """A confidence as advice words it: 10 is almost certain, 9 to 7 are tenths, 5 is a toss-up."""
    return 10 if sure >= ALMOST else 5 if sure < TELLING else max(7, round(10 * sure))
