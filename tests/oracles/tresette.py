"""Tresette told a second time, naively: cards are two letters, hands are lists, every rule is an `if`."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place, follow_suit, free, small_world

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

JACK_HIGH = "32AKJQ7654"
QUEEN_HIGH = "32AKQJ7654"


def winning(trick: list[str], queens: bool) -> int:
    """Which card of the trick is winning."""
    order = QUEEN_HIGH if queens else JACK_HIGH
    best = 0
    for i, c in enumerate(trick):
        if c[1] == trick[0][1] and order.index(c[0]) < order.index(trick[best][0]):
            best = i
    return best


def ruled(trick: list[str], hand: list[str]) -> dict[str, str]:
    """The clause that refuses each card of the hand; empty for those that may be played."""
    legal = follow_suit(trick, hand)
    return {c: "" if c in legal else "tresette.play.follow" for c in hand}


def said(trick: list[str], hand: list[str], talk: bool) -> dict[str, str]:
    """The clause that refuses each remark; empty for those that may be made."""
    out = {"silent": ""}
    remarks = ["best", *(f"count:{n}" for n in range(11)), *(f"short:{n}" for n in range(3))]
    for remark in remarks:
        word, _, n = remark.partition(":")
        why = ""
        if not talk:
            why = "tresette.talk.none"
        elif word == "best" and trick:
            why = "tresette.talk.leader"
        elif word == "count" and not trick:
            why = "tresette.talk.follower"
        elif word == "count" and len([c for c in hand if c[1] == trick[0][1]]) != int(n):
            why = "tresette.talk.true"
        elif word == "short":
            there = False
            for suit in "SHDC":
                if len([c for c in hand if c[1] == suit]) == int(n):
                    there = True
            if not there:
                why = "tresette.talk.true"
        out[remark] = why
    return out


SMALL = [rank + suit for suit in "SHD" for rank in "3JQ4"]


def positions() -> Iterator[tuple[list[str], list[str]]]:
    """Tricks of none to three of twelve cards with hands of one to three others."""
    for trick, hand in small_world(SMALL):
        if len(trick) < 3 or trick[0] in ("JS", "4H"):
            yield trick, hand


def meld_points(hand: list[str], overlap: bool) -> int:
    """What the melds of a hand are worth; without overlap the best of all ways to choose among them."""
    naps = [s for s in "SHDC" if "3" + s in hand and "2" + s in hand and "A" + s in hand]
    if overlap:
        points = 3 * len(naps)
        for rank in "A23":
            same = len([c for c in hand if c[0] == rank])
            if same == 4:
                points += 4
            if same == 3:
                points += 3
        return points
    best = 0
    for n in range(len(naps) + 1):
        for some in combinations(naps, n):
            left = [c for c in hand if not (c[1] in some and c[0] in "A23")]
            best = max(best, 3 * n + meld_points([c for c in left if c[0] in "A23"], True) - 3 * _naps(left))
    return best


def _naps(hand: list[str]) -> int:
    return len([s for s in "SHDC" if "3" + s in hand and "2" + s in hand and "A" + s in hand])


def card_points(pile: list[str]) -> int:
    """What a pile counts."""
    figures = len([c for c in pile if c[0] in "23KQJ"])
    return figures // 3 + len([c for c in pile if c[0] == "A"])


def game_won(before: list[int], melds: list[int], piles: list[list[str]], last: int, target: int, ordered: bool) -> int:
    """Which side (0 or 1) has won the game; -1 if it goes on."""
    totals = list(before)
    stages = []
    for side in (0, 1):
        totals[side] += melds[side]
    stages.append(list(totals))
    for side in (0, 1):
        totals[side] += card_points(piles[side])
    stages.append(list(totals))
    totals[last] += 1
    stages.append(list(totals))
    if totals[0] < target and totals[1] < target:
        return -1
    if totals[0] < target:
        return 1
    if totals[1] < target:
        return 0
    if ordered:
        for stage in stages:
            if stage[0] >= target and stage[1] < target:
                return 0
            if stage[1] >= target and stage[0] < target:
                return 1
            if stage[0] >= target and stage[0] != stage[1]:
                return 0 if stage[0] > stage[1] else 1
        return -1
    if totals[0] == totals[1]:
        return -1
    return 0 if totals[0] > totals[1] else 1


PLAYS = Oracle("", lambda t, h, b: free(ruled(t, h)), by_place(4, lambda t: winning(t, False)), suits="SHD")


def sums(hand: Hand) -> Iterator[Sum]:
    counted = [f"tresette.score.{part}" for part in ("thirds", "aces", "last")]
    yield Sum("points besides melds", hand.total("scored", clauses=counted), 11)
