"""Hasenpfeffer told a second time, naively: cards are two letters, and every rule is an if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

SMALL = ["X1", "JH", "JD", "JS", "AH", "9H", "KD", "TD", "QS"]


def suit(c: str, trump: str) -> str:
    """The suit that a card belongs to."""
    if c == "X1":
        return trump
    if c[0] == "J":
        if trump == "H" and c[1] == "D":
            return "H"
        if trump == "D" and c[1] == "H":
            return "D"
        if trump == "S" and c[1] == "C":
            return "S"
        if trump == "C" and c[1] == "S":
            return "C"
    return c[1]


def height(c: str, trump: str) -> int:
    """How high a card is within its suit."""
    if c == "X1":
        return 100
    if c[0] == "J" and suit(c, trump) == trump:
        if c[1] == trump:
            return 99
        return 98
    return "9TJQKA".index(c[0])


def legal(trick: list[str], hand: list[str], trump: str) -> set[str]:
    """What may be played."""
    if not trick:
        return set(hand)
    led = suit(trick[0], trump)
    same = {c for c in hand if suit(c, trump) == led}
    if same:
        return same
    return set(hand)


def winner(trick: list[str], trump: str) -> int:
    """The place of the card that wins a trick."""
    best = 0
    for place in range(1, len(trick)):
        mine, top = suit(trick[place], trump), suit(trick[best], trump)
        if mine == top:
            if height(trick[place], trump) > height(trick[best], trump):
                best = place
        elif mine == trump:
            best = place
    return best


def calls(before: list[str], joker: int) -> set[str]:
    """What may be called after these calls; `joker` is the place of its holder in the order of calls, -1 for nobody."""
    if len(before) == 4:
        if before == ["pass"] * 4 and joker >= 0:
            return {"3"}
        return set()
    if len(before) > 4:
        return set()
    high = 0
    for word in before:
        if word != "pass":
            high = int(word)
    return {"pass"} | {str(n) for n in range(high + 1, 7)}


def settled(
    contract: int, tricks: int, before: tuple[int, int], target: int, only_if_set: bool
) -> tuple[int, int, str, str]:
    """Points of declarers and defenders, who has won the hand and the game (`d`, `f`, or nobody)."""
    ours = tricks
    hand = "d"
    if tricks < contract:
        ours = -contract
        hand = "f"
    theirs = 6 - tricks
    declarers, defenders = before[0] + ours, before[1] + theirs
    game = ""
    if declarers >= target:
        game = "d"
    elif defenders >= target and (hand == "f" or not only_if_set):
        game = "f"
    return ours, theirs, hand, game


PLAYS = Oracle("trump=S", lambda t, h, b: legal(t, h, "S"), by_place(4, lambda t: winner(t, "S")))


def sums(hand: Hand) -> Iterator[Sum]:
    yield Sum("tricks", hand.tricks, 6)
