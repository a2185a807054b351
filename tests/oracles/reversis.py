"""Reversis told a second time, naively: cards are two letters, seats are numbers, and every rule is an if."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place, small_world
from tutor.games.reversis.table import POINTS as CARD_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

ORDER = "23456789JQKA"
PACK = [rank + suit for suit in "SHDC" for rank in ORDER]
SMALL = ["AS", "7S", "AH", "JH", "4H", "AD", "9D", "AC"]


def may_refuse(hand: list[str], played: list[str], taken: int) -> bool:
    aces = 0
    quinola = False
    for c in hand + played:
        if c[0] == "A":
            aces += 1
        if c == "JH":
            quinola = True
    if aces < 3:
        return False
    if aces == 3 and not quinola:
        return False
    if len(hand) <= 2:
        return False
    return taken == 0


def legal(trick: list[str], hand: list[str], played: list[str], taken: int) -> set[str]:
    """What may be played."""
    if not trick:
        return set(hand)
    same = {c for c in hand if c[1] == trick[0][1]}
    if not same or may_refuse(hand, played, taken):
        return set(hand)
    return same


def winner(trick: list[str]) -> int:
    """The place of the card that wins."""
    best = 0
    for place in range(1, 4):
        if trick[place][1] == trick[0][1] and ORDER.index(trick[place][0]) > ORDER.index(trick[best][0]):
            best = place
    return best


def payments(trick: list[str]) -> tuple[list[int], int | None, int | None]:
    """By place in the trick: who gains what, who takes the pot, who pays a remise."""
    gain = [0, 0, 0, 0]
    pot = remise = None
    won = winner(trick)
    for place in (1, 2, 3):
        c = trick[place]
        if c[0] == "A":
            worth = 2 if c == "AD" else 1
            if c[1] == trick[0][1]:
                gain[place] -= worth
                gain[0] += worth
            else:
                gain[place] += worth
                gain[won] -= worth
        if c == "JH":
            if trick[0][1] == "H":
                gain[0] += 20
                remise = place
                for other in (1, 2, 3):
                    gain[other] -= 10 if other == place else 5
            else:
                pot = place
                gain[place] += 5
                gain[won] -= 5
    return gain, pot, remise


def positions() -> Iterator[tuple[list[str], list[str], list[str], int]]:
    """Tricks of none to two of eight cards, hands of one to three others, the rest played before; tricks won or not."""
    for trick, hand in small_world(SMALL, range(3), (1, 2, 3, 4)):
        others = [c for c in SMALL if c not in (*trick, *hand)]
        for before in (others, others[:2], []):
            for taken in (0, 1):
                yield trick, hand, before, taken


def tricks(number: int) -> Iterator[list[str]]:
    """Random tricks, most with cards that are paid for."""
    rng = Random(1)
    dear = ["AS", "AH", "AD", "AC", "JH"]
    for _ in range(number):
        trick = rng.sample(dear, rng.randint(0, 3))
        trick += rng.sample([c for c in PACK if c not in trick], 4 - len(trick))
        rng.shuffle(trick)
        yield trick


# -- pots and parties --------------------------------------------------------------------------------------


def remise(pots: list[int], paid: int) -> list[int]:
    """The pots after another remise, when so many have been paid."""
    pots = list(pots)
    if paid == 0:
        pots[-1] = pots[-1] + pots[-1]
    else:
        pots.append(pots[-1])
    return pots


def party(points: list[int], won: list[int], dealer: int) -> tuple[int, int]:
    """Winner and loser."""
    best = worst = dealer
    for step in (1, 2, 3):
        seat = (dealer + step) % 4
        if points[seat] < points[best] or (points[seat] == points[best] and won[seat] < won[best]):
            best = seat
        if points[seat] > points[worst] or (points[seat] == points[worst] and won[seat] >= won[worst]):
            worst = seat
    return best, worst


# In the small deals that are counted nobody holds three aces, so nobody may refuse suit.
PLAYS = Oracle("", lambda t, h, b: legal(t, h, [], 1), by_place(4, winner), further=True)


def sums(hand: Hand) -> Iterator[Sum]:
    yield Sum("card points, with the talon", hand.total("trick won") + CARD_POINTS.of(hand.unplayed), 40)
