"""Scotch Whist told a second time, naively: cards are two letters, and every rule is an if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place, follow_suit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

PLAIN = "6789TJQKA"
TRUMPS = "6789TQKAJ"
SMALL = ["JH", "AH", "TH", "6H", "JS", "AS", "9S", "KD", "6C"]


def winner(trick: list[str], trump: str) -> int:
    """The place of the card that wins a trick."""
    best = 0
    for place in range(1, len(trick)):
        ours, theirs = trick[place], trick[best]
        if ours[1] == trump:
            if theirs[1] != trump or TRUMPS.index(ours[0]) > TRUMPS.index(theirs[0]):
                best = place
        elif ours[1] == theirs[1] and PLAIN.index(ours[0]) > PLAIN.index(theirs[0]):
            best = place
    return best


def honours(trick: list[str], trump: str) -> int:
    total = 0
    for c in trick:
        if c[1] == trump:
            if c[0] == "T":
                total += 10
            if c[0] == "A":
                total += 4
            if c[0] == "K":
                total += 3
            if c[0] == "Q":
                total += 2
            if c[0] == "J":
                total += 11
    return total


def dealt(players: int) -> int:
    return {2: 18, 3: 12, 4: 9, 5: 7, 6: 6, 7: 5}[players]


def settle(before: list[int], tricks: list[int], who: dict[str, int]) -> tuple[list[int], list[int], str, bool]:
    """Points, winners (as places), the item with which they won, and whether several were there at once.

    `who` says which place has captured the T, A, K, Q and J of trumps.
    """
    players = len(before)
    points = [0] * players
    now = list(before)
    won: list[int] = []
    item, several = "", False

    def look(name: str) -> None:
        nonlocal won, item, several
        if won:
            return
        there = [p for p in range(players) if now[p] >= 41]
        if not there:
            return
        item = name
        several = len(there) > 1
        top = max(now[p] for p in there)
        best = [p for p in there if now[p] == top]
        won = best
        if len(best) > 1:
            for honour in "AKQJ":
                if who[honour] in best:
                    won = [who[honour]]
                    break

    def credit(honour: str, n: int, name: str) -> None:
        points[who[honour]] += n
        now[who[honour]] += n
        look(name)

    credit("T", 10, "ten")
    for p in range(players):
        extra = tricks[p] * players - dealt(players)
        if extra > 0:
            points[p] += extra
            now[p] += extra
    look("tricks")
    credit("A", 4, "ace")
    credit("K", 3, "king")
    credit("Q", 2, "queen")
    credit("J", 11, "jack")
    return points, won, item, several


PLAYS = Oracle("trump=S", lambda t, h, b: follow_suit(t, h), by_place(4, lambda t: winner(t, "S")))


def sums(hand: Hand) -> Iterator[Sum]:
    players = hand.table.players
    yield Sum("tricks", hand.tricks, (35 if players in (5, 7) else 36) / players)
    yield Sum("honours captured", hand.total("trick won", "honours"), 30)
    honours = [f"scotch-whist.score.{item}" for item in ("ten", "ace", "king", "queen", "jack")]
    yield Sum("honours credited", hand.total("scored", clauses=honours), 30)
