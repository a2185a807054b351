"""Court Piece told a second time, naively: cards are two letters, and every rule is an if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place, follow_suit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

ORDER = "23456789TJQKA"
SMALL = ["2S", "TS", "AS", "9H", "KH", "3D", "JD", "QC", "8C"]


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


def after(winners: list[int], offered: bool, early: bool) -> set[str]:
    """What may happen after these tricks (0 and 1 are the sides), seven at least, none of them the last."""
    first = winners[:7]
    if all(side == first[0] for side in first):
        if len(winners) == 7:
            if offered:
                return {"stop", "play-on"}
            return {"stop"}
        if winners[-1] != first[0]:
            return {"stop"}
        return {"play-on"}
    if early and (winners.count(0) >= 7 or winners.count(1) >= 7):
        return {"stop"}
    return {"play-on"}


def result(
    winners: list[int], streak: tuple[int, int], dealer: int, resets: bool, extra: bool
) -> tuple[list[int], tuple[int, int], int, int]:
    """Courts of both sides, the streak (side, hands; -1 for nobody), the next dealer (0 to 3), and who has won."""
    courts = [0, 0]
    won = 0 if winners.count(0) > winners.count(1) else 1
    first = winners[:7]
    court = False
    if all(side == first[0] for side in first):
        won = first[0]
        court = True
        if winners == [won] * 13:
            courts[won] = 52
            if extra:
                courts[won] = 53
        else:
            courts[won] = 1
    streak = (won, streak[1] + 1) if streak[0] == won else (won, 1)
    if court and resets:
        streak = (-1, 0)
    elif streak[1] == 7:
        courts[won] += 1
        court = True
        streak = (-1, 0)
    if dealer % 2 == won:
        dealer = (dealer + 1) % 4
    elif court:
        dealer = (dealer + 2) % 4
    return courts, streak, dealer, won


PLAYS = Oracle("trump=S", lambda t, h, b: follow_suit(t, h), by_place(4, lambda t: winner(t, "S")))


def sums(hand: Hand) -> Iterator[Sum]:
    for event in hand.of("hand won"):
        yield Sum("tricks of both sides", event.facts["tricks"] + event.facts["lost"], hand.tricks)
