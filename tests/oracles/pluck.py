"""Pluck told a second time, naively: cards are two letters, and every rule is an if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

ORDER = "23456789TJQKA"
SMALL = ["X1", "X2", "AH", "3H", "KC", "2C", "4D", "QS", "3S"]


def trump_of(c: str, trump: str) -> bool:
    return c in ("X1", "X2") or c[1] == trump


def height(c: str) -> int:
    if c == "X1":
        return 99
    if c == "X2":
        return 98
    return ORDER.index(c[0])


def legal(trick: list[str], hand: list[str], trump: str, broken: bool) -> set[str]:
    """What may be played."""
    if not trick:
        if "2C" in hand:
            return {"2C"}
        if broken or trump == "C":
            return set(hand)
        plain = {c for c in hand if not trump_of(c, trump)}
        if plain:
            return plain
        return set(hand)
    if trump_of(trick[0], trump):
        same = {c for c in hand if trump_of(c, trump)}
    else:
        same = {c for c in hand if not trump_of(c, trump) and c[1] == trick[0][1]}
    if same:
        return same
    return set(hand)


def is_broken(trick: list[str], trump: str, broken: bool) -> bool:
    if broken:
        return True
    if trump == "C":
        return True
    return any(trump_of(c, trump) for c in trick)


def winner(trick: list[str], trump: str) -> int:
    """The place of the card that wins a trick."""
    best = 0
    for place in (1, 2):
        here, there = trick[place], trick[best]
        if trump_of(here, trump):
            if not trump_of(there, trump) or height(here) > height(there):
                best = place
        elif not trump_of(there, trump) and here[1] == there[1] and height(here) > height(there):
            best = place
    return best


def quota(seat: int, dealer: int) -> int:
    """What a seat (0 to 2) must take."""
    if seat == dealer:
        return 7
    if seat == (dealer + 1) % 3:
        return 6
    return 4


def plucks(tricks: list[int], dealer: int, most_first: bool) -> list[tuple[int, int]]:
    """Who plucks how often, in turn, before the hand that `dealer` deals."""
    before = (dealer + 2) % 3
    found = []
    for step in range(3):
        seat = (dealer + step) % 3
        more = tricks[seat] - quota(seat, before)
        if more > 0:
            found.append((seat, more))
    if most_first and len(found) == 2 and found[1][1] > found[0][1]:
        found = [found[1], found[0]]
    return found


def back(card: str, hand: list[str]) -> str:
    """The card that is given back."""
    best = card
    for c in hand:
        if c[1] == card[1] and c[0] != "X" and ORDER.index(c[0]) > ORDER.index(best[0]):
            best = c
    return best


def points(tricks: list[int], dealer: int) -> list[int]:
    out = []
    for seat in range(3):
        over = tricks[seat] - quota(seat, dealer)
        out.append(over if over > 0 else 0)
    return out


def ended(totals: list[int], target: int, shared: bool) -> list[int]:
    """Who has won the game."""
    high = max(totals)
    if high < target:
        return []
    top = [seat for seat in range(3) if totals[seat] == high]
    if len(top) > 1 and not shared:
        return []
    return top


PLAYS = Oracle(
    "trump=S",
    lambda t, h, b: legal(t, h, "S", b),
    by_place(3, lambda t: winner(t, "S")),
    lambda t, b: is_broken(t, "S", b),
    further=True,
)


def sums(hand: Hand) -> Iterator[Sum]:
    yield Sum("tricks", hand.tricks, 17)
    yield Sum("quotas", hand.total("scored", "quota"), 17)
    above = [line.facts["tricks"] - line.facts["quota"] for line in hand.of("scored")]
    yield Sum("points, the tricks that others are short", sum(hand.scores.values()), -sum(n for n in above if n < 0))
