"""Canadian Salad told a second time, naively: cards are two letters, and every rule is an if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

ORDER = "23456789TJQKA"
SMALL = ["KS", "QS", "3S", "QH", "AH", "4H", "9D", "JD"]


def legal(trick: list[str], hand: list[str], careful: bool, broken: bool) -> set[str]:
    """What may be played; `careful` is the house rule about hearts."""
    if trick:
        same = {c for c in hand if c[1] == trick[0][1]}
        return same if same else set(hand)
    if careful and not broken:
        others = {c for c in hand if c[1] != "H"}
        if others:
            return others
    return set(hand)


def winner(trick: list[str]) -> int:
    """The place of the card that wins."""
    best = 0
    for place, c in enumerate(trick):
        if c[1] == trick[0][1] and ORDER.index(c[0]) > ORDER.index(trick[best][0]):
            best = place
    return best


def cost(deal: int, tricks: int, won: list[str], last: bool) -> int:
    """What a player is charged in a deal."""
    total = 0
    if deal == 1 or deal == 6:
        total += 10 * tricks
    for c in won:
        if c[1] == "H" and (deal == 2 or deal == 6):
            total += 10
        if c[0] == "Q" and (deal == 3 or deal == 6):
            total += 25
        if c == "KS" and (deal == 4 or deal == 6):
            total += 100
    if last and (deal == 5 or deal == 6):
        total += 100
    return total


PLAYS = Oracle(
    "hearts_lead=broken",
    lambda t, h, b: legal(t, h, True, b),
    by_place(4, winner),
    lambda t, b: b or any(c[1] == "H" for c in t if t[0][1] != "H"),
    suits="SHD",
    further=True,
)


def sums(hand: Hand) -> Iterator[Sum]:
    tricks = {3: 170, 4: 130, 5: 100, 6: 80}[hand.table.players]
    right = (tricks, 130, 100, 100, 100, tricks + 430)[hand.before.hand_no - 1]
    yield Sum(f"points of deal {hand.before.hand_no}", sum(hand.scores.values()), right)
