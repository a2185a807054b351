"""Schafkopf told a second time, naively: cards are two letters, and every rule is an if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place
from tutor.games.schafkopf.table import POINTS as CARD_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

KINDS = ["AS", "9S", "QS", "JS", "TH", "7H", "QH", "KC", "7D", "AD"]
RANKS = "789KTA"


def is_trump(c: str) -> bool:
    if c[0] == "Q" or c[0] == "J":
        return True
    return c[1] == "D"


def legal(trick: list[str], hand: list[str]) -> set[str]:
    """What may be played to the cards on the table."""
    if not trick:
        return set(hand)
    if is_trump(trick[0]):
        trumps = {c for c in hand if is_trump(c)}
        return trumps if trumps else set(hand)
    same = {c for c in hand if c[1] == trick[0][1] and not is_trump(c)}
    if same:
        return same
    return set(hand)


def strength(c: str) -> int:
    """How high a trump is."""
    if c[0] == "Q":
        return 100 + "DHSC".index(c[1])
    if c[0] == "J":
        return 50 + "DHSC".index(c[1])
    return RANKS.index(c[0])


def winner(trick: list[str]) -> int:
    """The place in the trick of the card that wins it."""
    trumps = [c for c in trick if is_trump(c)]
    if trumps:
        return trick.index(max(trumps, key=strength))
    suit = [c for c in trick if c[1] == trick[0][1]]
    return trick.index(max(suit, key=lambda c: RANKS.index(c[0])))


def points(total: int) -> int:
    """What a declarer's card points are worth, schwarz by points."""
    if total == 120:
        return 6
    if total >= 91:
        return 4
    if total >= 61:
        return 2
    if total == 0:
        return -6
    if total <= 30:
        return -4
    return -2


PLAYS = Oracle("", lambda t, h, b: legal(t, h), by_place(3, winner))


def sums(hand: Hand) -> Iterator[Sum]:
    found = hand.total("trick won") + CARD_POINTS.of(hand.unplayed)
    yield Sum("card points, with what lies face down", found, 120)
    lines = hand.of("scored")
    least = not hand.before.declarer
    if lines and not least:
        yield Sum("victory points of the declarer", abs(hand.scores[hand.before.declarer]), (2, 4, 6))
