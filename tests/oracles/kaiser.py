"""Kaiser told a second time, naively: cards are two letters, and every rule is an if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place, follow_suit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

ORDER = "35789TJQKA"
SMALL = ["3S", "AS", "TS", "5H", "8H", "KH", "7D", "AD", "QC"]
BIDS = [(n, kind) for n in range(6, 13) for kind in (0, 1)]


def winner(trick: list[str], trump: str) -> int:
    """The place of the card that wins a trick."""
    best = 0
    for place in range(1, len(trick)):
        if trick[place][1] == trick[best][1]:
            if ORDER.index(trick[place][0]) > ORDER.index(trick[best][0]):
                best = place
        elif trick[place][1] == trump:
            best = place
    return best


def worth(trick: list[str]) -> int:
    total = 1
    if "5H" in trick:
        total += 5
    if "3S" in trick:
        total -= 3
    return total


def said(bid: tuple[int, int]) -> str:
    return f"{bid[0]}no" if bid[1] else str(bid[0])


def calls(before: list[str], free: bool) -> set[str]:
    """What may be called after these calls; nothing after four."""
    if len(before) == 4:
        return set()
    high = (0, 0)
    for word in before:
        if word != "pass":
            high = (int(word.replace("no", "")), 1 if word.endswith("no") else 0)
    words = {said(bid) for bid in BIDS if bid > high}
    if len(before) == 3:
        if high != (0, 0):
            words.add(said(high))
            words.add("pass")
        elif free:
            words.add("pass")
    else:
        words.add("pass")
    return words


def points(bid: str, worths: list[int], before: list[int], by_bid: bool, both: bool) -> list[int]:
    """What the declarers (first) and the defenders get."""
    no = bid.endswith("no")
    number = int(bid.replace("no", ""))
    ours, theirs = worths
    if ours >= number:
        first = ours
    elif by_bid:
        first = -number
    elif ours < 0:
        first = ours
    else:
        first = -ours
    if no:
        first = first + first
    second = 0 if before[1] > 45 and theirs > 0 else theirs
    if no and both:
        second = second + second
    return [first, second]


PLAYS = Oracle("trump=S", lambda t, h, b: follow_suit(t, h), by_place(4, lambda t: winner(t, "S")))


def sums(hand: Hand) -> Iterator[Sum]:
    yield Sum("tricks and odd cards", hand.total("trick won", "value"), 10)
