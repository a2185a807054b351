"""Truc told a second time, naively: cards are two letters, and every rule is an if."""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

ORDER = "4567JQKA23"
SMALL = ["3S", "3H", "3D", "AS", "4C", "4H"]
OURS, THEIRS, DRAW = "P1+P3", "P2+P4", "draw"
TALKS: list[list[tuple[str, str]]] = [[]]
for who in "1234":
    truc = [(f"P{who}", "truc"), (f"P{int(who) % 4 + 1}", "accept")]
    TALKS.append(truc)
    for foe in (int(who) % 4 + 1, (int(who) + 2) % 4 + 1):
        TALKS.append([*truc, (f"P{foe}", "retruc"), (f"P{foe % 4 + 1}", "accept")])


def team(seat: int) -> str:
    return OURS if seat % 2 else THEIRS


def place(leader: int, n: int) -> int:
    """Who plays the card after n others."""
    return (leader - 1 + n) % 4 + 1


def trick(cards: list[str], leader: int) -> tuple[str, int, int]:
    """Who wins a trick of four, which seat (0 for a draw), and who leads next."""
    high = -1
    for c in cards:
        if ORDER.index(c[0]) > high:
            high = ORDER.index(c[0])
    first, ours, theirs = 0, False, False
    for n in range(4):
        if ORDER.index(cards[n][0]) == high:
            seat = place(leader, n)
            if not first:
                first = seat
            if seat in (1, 3):
                ours = True
            else:
                theirs = True
    if ours and theirs:
        return DRAW, 0, leader
    return team(first), first, first


def hand(tricks: list[str], cards: int, dealer: int, next_decides: bool) -> str:
    """Who has won the hand, empty if it goes on."""
    ours = theirs = 0
    for one in tricks:
        if one == OURS:
            ours += 1
        if one == THEIRS:
            theirs += 1
        if next_decides and tricks[0] == DRAW and one != DRAW:
            return one
    if ours == 2:
        return OURS
    if theirs == 2:
        return THEIRS
    if len(tricks) < cards:
        return ""
    if ours > theirs:
        return OURS
    if theirs > ours:
        return THEIRS
    if dealer in (1, 3):
        return THEIRS
    return OURS


def stake(talk: list[tuple[str, str]]) -> int:
    n = 1
    for _, word in talk:
        if word in ("truc", "retruc"):
            n += 1
    return n


def calls(seat: int, talk: list[tuple[str, str]]) -> set[str]:
    """What this player, in turn, may call."""
    if stake(talk) == 1:
        return {"truc"}
    if stake(talk) == 2:
        caller = int(talk[0][0][1])
        if caller % 2 != seat % 2:
            return {"retruc"}
    return set()


def answers(caller: int, lying: list[str], leader: int, cards: list[str]) -> set[str]:
    """How the next player may answer."""
    said = {"accept", "reject"}
    answerer = caller % 4 + 1
    if lying and place(leader, len(lying) - 1) == caller:
        if len(lying) == 4:
            if trick(lying, leader)[2] == answerer:
                said |= set(cards)
        else:
            said |= set(cards)
    return said


def small_world() -> Iterator[tuple[list[str], list[str], int, int, int, bool]]:
    """Earlier tricks, cards on the table, leader, dealer, cards dealt, house rule: wherever the hand is not over."""
    for size in (1, 3):
        for n in range(size):
            for tricks in product((OURS, THEIRS, DRAW), repeat=n):
                for dealer in (3, 4):
                    for rule in (False, True):
                        if any(hand(list(tricks[:k]), size, dealer, rule) for k in range(1, n + 1)):
                            continue
                        won = next((who for who in reversed(tricks) if who != DRAW), "")
                        leaders = {OURS: (1, 3), THEIRS: (2, 4)}.get(won, (1, 2, 3, 4))
                        for number in range(5):
                            for lying in permutations(SMALL, number):
                                yield list(tricks), list(lying), leaders[number % len(leaders)], dealer, size, rule


def over(tricks: list[tuple[list[str], int]]) -> bool:
    return bool(hand([trick(cards, leader + 1)[0] for cards, leader in tricks], 3, 4, False))


PLAYS = Oracle("", lambda t, h, b: set(h), lambda t, leader: trick(t, leader + 1)[2] - 1, ends=over, most=3)


def sums(hand: Hand) -> Iterator[Sum]:
    yield Sum("the stake, to one side", tuple(hand.scores.values()).count(0), 1)
    calls = sum(event.facts["call"] == "accept" for event in hand.of("called"))
    stake = 3 if any(event.facts["decision"] == "play" for event in hand.of("decided")) else 1 + calls
    yield Sum("points for the stake agreed", sum(hand.scores.values()), stake)
