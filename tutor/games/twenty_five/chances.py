"""How likely each side is to be the first with 25, if every further trick falls to each of them equally often."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from tutor.games.twenty_five.table import GOAL, TRICK
from tutor.kernel.seats import Side

NEEDED: Final = GOAL // TRICK
"""Tricks that win a game."""


def chance(sheet: Mapping[Side, float], side: Side) -> float:
    """That of `side`, from these scores."""
    left = {one: max(0, NEEDED - int(n) // TRICK) for one, n in sheet.items()}
    others = sorted(n for one, n in left.items() if one != side)
    return _first(left[side], tuple(others))


@cache
def _first(own: int, others: tuple[int, ...]) -> float:
    """The chance of who needs `own` tricks before one of the `others` has the number it needs."""
    if not own:
        return 1.0
    if others and not others[0]:
        return 0.0
    total = _first(own - 1, others)
    for i, n in enumerate(others):
        total += _first(own, tuple(sorted((*others[:i], n - 1, *others[i + 1 :]))))
    return total / (len(others) + 1)
