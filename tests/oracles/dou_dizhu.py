"""Dou Dizhu told a second time, naively: what a set of cards is, by the words of the rule page, one case after another.

Cards are rank names in lists; nothing of the engine is used here, so that the two can disagree.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from tests.oracles import zero

if TYPE_CHECKING:
    from collections.abc import Iterator

LOW_TO_HIGH = ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "X2", "X1"]

Made = tuple[str, int, str]
"""Kind, length, and the rank it is compared by."""


def what(held: list[str], gapped: bool = False, twins: bool = False) -> Made | None:
    """The combination these cards are; None if they may not be played together."""
    count = Counter(held)
    if "X1" in count and "X2" in count:
        return ("rocket", 1, "X1") if len(held) == 2 else None
    ranks = sorted(count, key=LOW_TO_HIGH.index)
    numbers = sorted(count.values(), reverse=True)
    if len(ranks) == 1:
        return ({1: "single", 2: "pair", 3: "trips", 4: "bomb"}[len(held)], 1, ranks[0])
    if len(set(numbers)) == 1 and follow_on(ranks):
        if numbers[0] == 1 and len(ranks) >= 5:
            return "straight", len(ranks), ranks[-1]
        if numbers[0] == 2 and len(ranks) >= 3:
            return "pairs-run", len(ranks), ranks[-1]
        if numbers[0] == 3:
            return "trips-run", len(ranks), ranks[-1]
    if numbers[0] == 4:
        quad = next(rank for rank in ranks if count[rank] == 4)
        if numbers[1:] == [1, 1] or (twins and numbers[1:] == [2]):
            return "quad+singles", 1, quad
        if numbers[1:] == [2, 2]:
            return "quad+pairs", 1, quad
        return None
    trips = [rank for rank in ranks if count[rank] == 3]
    beside = [count[rank] for rank in ranks if count[rank] != 3]
    if not trips or len(beside) != len(trips) or len(set(beside)) != 1:
        return None
    size = "single" if beside[0] == 1 else "pair"
    if len(trips) == 1:
        return f"trips+{size}", 1, trips[0]
    if follow_on(trips) or (gapped and not {"2", "X1", "X2"} & set(trips)):
        return f"trips-run+{size}s", len(trips), trips[-1]
    return None


def follow_on(ranks: list[str]) -> bool:
    """Whether these ranks (low to high) are consecutive and none is above the ace."""
    places = [LOW_TO_HIGH.index(rank) for rank in ranks]
    return places == list(range(places[0], places[0] + len(places))) and places[-1] <= LOW_TO_HIGH.index("A")


def beats(new: Made, old: Made) -> bool:
    """Whether the new combination may be played on the old one."""
    higher = LOW_TO_HIGH.index(new[2]) > LOW_TO_HIGH.index(old[2])
    if old[0] == "rocket":
        return False
    if new[0] == "rocket":
        return True
    if old[0] == "bomb":
        return new[0] == "bomb" and higher
    if new[0] == "bomb":
        return True
    return new[:2] == old[:2] and higher


def clause(held: list[str], old: Made | None, gapped: bool = False, twins: bool = False) -> str:
    """The clause that refuses these cards (ruling R17); "" if they may be played on `old` (None: a free lead)."""
    made = what(held, gapped, twins)
    count = Counter(held)
    if made is None:
        if len(held) > 2 and {"X1", "X2"} <= set(held):
            return "combo.kicker-jokers"
        times = set(count.values())
        run = len(times) == 1 and len(count) >= {1: 5, 2: 3, 3: 2}.get(times.pop(), 99)
        return "combo.run-limit" if run and {"2", "X1", "X2"} & set(held) else "combo.none"
    if old is None or beats(made, old):
        return ""
    if old[0] in ("rocket", "bomb"):
        return f"play.{old[0]}"
    return "play.compare" if made[:2] == old[:2] else "play.beat"


def subsets(held: list[str]) -> Iterator[list[str]]:
    """Every different set of cards that can be taken from those held, except none."""
    count = Counter(held)
    for numbers in product(*(range(count[rank] + 1) for rank in count)):
        taken = [rank for rank, n in zip(count, numbers, strict=True) for _ in range(n)]
        if taken:
            yield taken


sums = zero
