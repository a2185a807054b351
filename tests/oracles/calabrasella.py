"""Calabrasella told a second time, naively: cards are two letters, hands are lists, every rule is an `if`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place, follow_suit, free, zero
from tutor.games.calabrasella.table import POINTS as CARD_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

ORDER = "32AKQJ7654"


def winning(trick: list[str]) -> int:
    """Which card of the trick is winning."""
    best = 0
    for i, c in enumerate(trick):
        if c[1] == trick[0][1] and ORDER.index(c[0]) < ORDER.index(trick[best][0]):
            best = i
    return best


def ruled(trick: list[str], hand: list[str]) -> dict[str, str]:
    """The clause that refuses each card of the hand; empty for those that may be played."""
    legal = follow_suit(trick, hand)
    return {c: "" if c in legal else "calabrasella.play.follow" for c in hand}


SMALL = [rank + suit for suit in "SHD" for rank in "3A74"]


def calls(hand: list[str], aces: bool) -> dict[str, str]:
    """The clause that refuses each call; empty for those that may be made."""
    threes = sum(c[0] == "3" for c in hand)
    twos = sum(c[0] == "2" for c in hand)
    out = {}
    for suit in "SHDC":
        out["3" + suit] = "calabrasella.call.three" if "3" + suit in hand else ""
        if threes < 4 or "2" + suit in hand:
            out["2" + suit] = "calabrasella.call.two"
        else:
            out["2" + suit] = ""
        if aces:
            if threes < 4 or twos < 4 or "A" + suit in hand:
                out["A" + suit] = "calabrasella.call.ace"
            else:
                out["A" + suit] = ""
    return out


HIGH = [rank + suit for rank in "32A" for suit in "SHDC"]
FILL = [rank + suit for rank in "K4" for suit in "SHDC"] + ["5S", "5H", "5D", "5C"]


def hands_to_call_with() -> Iterator[list[str]]:
    """Every choice of threes, twos and aces, filled up to twelve cards."""
    for bits in range(2 ** len(HIGH)):
        high = [c for i, c in enumerate(HIGH) if bits >> i & 1]
        yield high + FILL[: 12 - len(high)]


def points(pile: list[str]) -> int:
    """What a pile counts."""
    total = 0
    for c in pile:
        if c[0] == "A":
            total += 3
        elif c[0] in "32KQJ":
            total += 1
    return total


def payments(mine: int, theirs: int, declarer: int, any_shutout: bool) -> list[int]:
    """What the three players win or pay."""
    each = mine - theirs
    if mine == 35 or theirs == 35 or (any_shutout and (mine == 0 or theirs == 0)):
        each *= 2
    out = [-each, -each, -each]
    out[declarer] = 2 * each
    return out


PLAYS = Oracle("", lambda t, h, b: free(ruled(t, h)), by_place(3, winning), suits="SHD")


def sums(hand: Hand) -> Iterator[Sum]:
    yield from zero(hand)
    for event in hand.of("scored")[:1]:
        away = CARD_POINTS.of(hand.unplayed) if "set_aside" not in hand.table.options.changed() else 0
        counted = event.facts["mine"] + event.facts["theirs"] + away
        yield Sum("card points and the last trick, with what was set aside", counted, 35)
