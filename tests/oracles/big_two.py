"""Big Two told a second time, naively: what a set of cards is and what beats it, by the words of the rule page.

Cards are two-letter names in lists; nothing of the engine is used here, so that the two can disagree.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

RANKS = ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2"]
SUITS = ["D", "C", "H", "S"]
STRAIGHTS = ["A2345", "23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"]
ORDER = ["straight", "flush", "full-house", "quads", "straight-flush"]


def worth(c: str) -> tuple[int, int]:
    return RANKS.index(c[0]), SUITS.index(c[1])


def what(held: list[str]) -> str | None:
    """The kind of combination these cards are; None if they may not be played together."""
    count = sorted(Counter(c[0] for c in held).values())
    if count in ([1], [2], [3]):
        return {1: "single", 2: "pair", 3: "triple"}[count[0]]
    if len(held) != 5:
        return None
    flush = len({c[1] for c in held}) == 1
    straight = any({c[0] for c in held} == set(ranks) for ranks in STRAIGHTS)
    if flush or straight:
        return "straight-flush" if flush and straight else "flush" if flush else "straight"
    return "full-house" if count == [2, 3] else "quads" if count == [1, 4] else None


def key(held: list[str], rank_first: bool) -> tuple[Any, ...]:
    """What a combination is compared by among those of its kind."""
    kind = what(held)
    if kind in ("single", "pair", "triple"):
        return max(worth(c) for c in held)
    if kind in ("straight", "straight-flush"):
        ranks = next(ranks for ranks in STRAIGHTS if {c[0] for c in held} == set(ranks))
        top = next(c for c in held if c[0] == ranks[-1])
        return STRAIGHTS.index(ranks), SUITS.index(top[1])
    if kind == "flush":
        rank, suit = max(worth(c) for c in held)
        return (rank, suit) if rank_first else (suit, rank)
    number = 3 if kind == "full-house" else 4
    return (RANKS.index(next(c[0] for c in held if [d[0] for d in held].count(c[0]) == number)),)


def beats(new: list[str], old: list[str], rank_first: bool) -> bool:
    """Whether the new combination may be played on the old one."""
    if len(new) != len(old):
        return False
    kinds = what(new), what(old)
    if len(new) == 5 and kinds[0] != kinds[1]:
        return ORDER.index(str(kinds[0])) > ORDER.index(str(kinds[1]))
    return key(new, rank_first) > key(old, rank_first)


def subsets(held: list[str]) -> Iterator[list[str]]:
    """Every set of cards held, up to six of them, except none."""
    for number in range(1, 7):
        for some in combinations(held, number):
            yield list(some)
