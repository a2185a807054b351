"""Tetka told a second time, naively: cards are two letters, and every rule is an if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place, follow_suit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

ORDER = "23456789TJQKA"
SMALL = ["QS", "AS", "7S", "QC", "7C", "2C", "KD", "QD", "9D"]
PACK = [rank + suit for suit in "SHDC" for rank in ORDER]


def winner(trick: list[str]) -> int:
    """The place of the card that wins a trick."""
    best = 0
    for place in (1, 2, 3):
        if trick[place][1] == trick[0][1] and ORDER.index(trick[place][0]) > ORDER.index(trick[best][0]):
            best = place
    return best


def number_of(bum: str) -> int:
    """Which trick the bum card makes a penalty."""
    if bum[0] == "A":
        return 1
    return ORDER.index(bum[0]) + 2


def cost(trick: list[str], bum: str, number: int) -> int:
    """What a trick costs."""
    total = 0
    for c in trick:
        if c == bum:
            total += 1
        if c[0] == "Q":
            total += 2 if c[1] == bum[1] else 1
    if number == number_of(bum):
        total += 1
    if number == 13:
        total += 1
    return total


def most(piles: list[list[str]], bum: str, all_tied: bool) -> list[int]:
    """Who has the point for most tricks."""
    level = [i for i in range(4) if len(piles[i]) == max(map(len, piles))]
    if len(level) == 1:
        return level
    suited = [[ORDER.index(c[0]) for c in piles[i] if c[1] == bum[1]] for i in level]
    if not any(suited):
        return level if all_tied else []
    longest = max(map(len, suited))
    best = max((held for held in suited if len(held) == longest), key=max)
    return [level[suited.index(best)]]


PLAYS = Oracle("bum=2C", lambda t, h, b: follow_suit(t, h), by_place(4, winner), suits="SHD")


def sums(hand: Hand) -> Iterator[Sum]:
    usual = (8, 9) if "undecided_most" not in hand.table.options.changed() else (9, 10)
    yield Sum("penalty points", sum(hand.scores.values()), usual)
