"""Twenty-Five told a second time, naively: cards are two letters, the orders are written out, every rule is an if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place, small_world

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

KINDS = ["AH", "5H", "9H", "5D", "JD", "AD", "2D", "9S", "AS", "5S"]
TRUMPS = {
    "H": "5H JH AH KH QH TH 9H 8H 7H 6H 4H 3H 2H",
    "D": "5D JD AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D",
    "C": "5C JC AH AC KC QC 2C 3C 4C 6C 7C 8C 9C TC",
    "S": "5S JS AH AS KS QS 2S 3S 4S 6S 7S 8S 9S TS",
}
PLAIN = {"H": "KQJT98765432", "D": "KQJT98765432A", "C": "KQJA23456789T", "S": "KQJA23456789T"}


def legal(trump: str, trick: list[str], hand: list[str], renege: str) -> set[str]:
    """What may be played to the cards on the table."""
    order = TRUMPS[trump].split()
    if not trick:
        return set(hand)
    led = trick[0]
    mine = [c for c in hand if c in order]
    if led in order:
        for c in mine:
            if c not in order[:3]:
                return set(mine)
            if renege == "only_if_lower_led" and order.index(c) > order.index(led):
                return set(mine)
        return set(hand)
    same = [c for c in hand if c[1] == led[1] and c not in order]
    if same:
        return set(same) | set(mine)
    return set(hand)


def winner(trump: str, trick: list[str]) -> int:
    """The place in the trick of the card that wins it."""
    for c in TRUMPS[trump].split():
        if c in trick:
            return trick.index(c)
    for rank in PLAIN[trick[0][1]]:
        if rank + trick[0][1] in trick:
            return trick.index(rank + trick[0][1])
    raise AssertionError(trick)


def positions() -> Iterator[tuple[str, list[str], list[str]]]:
    """Every lead, alone or with one more card, with every hand of one to three of the rest, three trump suits."""
    for trump in "DHS":
        for trick, hand in small_world(KINDS, (1, 2)):
            yield trump, trick, hand


PLAYS = Oracle(
    "trump=S",
    lambda t, h, b: legal("S", t, h, "only_if_lower_led"),
    by_place(4, lambda t: winner("S", t)),
    further=True,
)


def sums(hand: Hand) -> Iterator[Sum]:
    yield Sum("points, five for each trick", sum(hand.scores.values()), 5 * hand.tricks)
