"""Jo-Jotte told a second time, naively: cards are two letters, hands are lists, every rule is an `if`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place, free, small_world
from tutor.games.jo_jotte.table import POINTS as CARD_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

PLAIN = "ATKQJ987"
TRUMP = "J9ATKQ87"
NATURAL = "AKQJT987"


def second_wins(lead: str, answer: str, trump: str) -> bool:
    """Whether the answer takes the trick; `trump` is empty in no trump and nullo."""
    if answer[1] == lead[1]:
        order = TRUMP if lead[1] == trump else PLAIN
        return order.index(answer[0]) < order.index(lead[0])
    return answer[1] == trump


def ruled(lead: str, hand: list[str], trump: str) -> dict[str, str]:
    """The clause that refuses each card of the hand; empty for those that may be played."""
    if not lead:
        return dict.fromkeys(hand, "")
    suit = [c for c in hand if c[1] == lead[1]]
    if not trump:
        return {c: "" if c in suit or not suit else "jo-jotte.follow.nt" for c in hand}
    if lead[1] == trump:
        higher = [c for c in suit if second_wins(lead, c, trump)]
        allowed = higher or suit or hand
        return {c: "" if c in allowed else "jo-jotte.follow.trump" for c in hand}
    allowed = suit or [c for c in hand if c[1] == trump] or hand
    return {c: "" if c in allowed else "jo-jotte.follow.plain" for c in hand}


SMALL = [rank + suit for suit, ranks in (("S", "J9AT7"), ("H", "ATK7"), ("D", "AK78")) for rank in ranks]


def positions() -> Iterator[tuple[str, list[str]]]:
    """Every lead (or none) of thirteen cards with every hand of one to four others."""
    for trick, hand in small_world(SMALL, range(2), (1, 2, 3, 4)):
        yield "".join(trick), hand


def auction(said: list[str], up: str) -> tuple[str, set[str]]:
    """Who speaks after these calls when P2 has dealt a card of suit `up`, and what may be said."""
    if len(said) < 2 and all(word == "pass" for word in said):
        return "P1" if not said else "P2", {"accept", "pass"}
    if len(said) < 4 and all(word == "pass" for word in said):
        return "P1" if len(said) == 2 else "P2", {"S", "H", "D", "C", "nt", "pass"} - {up}
    for i in range(4):
        if said[i] == "pass":
            if i == 3:
                return "", set()
            continue
        declarer, opponent = ("P1", "P2") if i % 2 == 0 else ("P2", "P1")
        rest = said[i + 1 :]
        if not rest:
            return opponent, {"double", "pass"}
        if rest == ["double"]:
            return declarer, {"redouble", "pass"}
        return "", set()
    return "", set()


def fours(hand: list[str]) -> list[str]:
    return [rank for rank in NATURAL if all(rank + suit in hand for suit in "SHDC")]


def runs(hand: list[str]) -> list[tuple[int, str]]:
    """Unbroken runs as length and top card."""
    out = []
    for suit in "SHDC":
        i = 0
        while i < len(NATURAL):
            length = 0
            while i + length < len(NATURAL) and NATURAL[i + length] + suit in hand:
                length += 1
            if length >= 3:
                out.append((length, NATURAL[i] + suit))
            i += length + 1
    return out


def beats(mine: tuple[int, str], theirs: tuple[int, str], trump: str) -> bool:
    """Whether my sequence is better than theirs, neither of us having the benefit of the doubt."""
    if mine[0] != theirs[0]:
        return mine[0] > theirs[0]
    if mine[1][0] != theirs[1][0]:
        return NATURAL.index(mine[1][0]) < NATURAL.index(theirs[1][0])
    return mine[1][1] == trump and theirs[1][1] != trump


def meld_points(declarer: list[str], defender: list[str], trump: str) -> tuple[int, int]:
    """What declarer and defender score for melds when both announce."""
    one = two = 0
    order = TRUMP if trump else PLAIN
    a, b = fours(declarer), fours(defender)
    if a or b:
        best = min(a + b, key=order.index)
        if best in a:
            one += 100 * len(a)
        else:
            two += 100 * len(b)
    c, d = runs(declarer), runs(defender)
    value = {3: 20, 4: 40, 5: 50, 6: 50, 7: 50, 8: 50}
    if c or d:
        if c and all(any(beats(mine, theirs, trump) for mine in c) for theirs in d):
            one += sum(value[length] for length, _ in c)
        else:
            two += sum(value[length] for length, _ in d)
    return one, two


def trick_points(pile: list[str], trump: str) -> int:
    total = 0
    for c in pile:
        if c[1] == trump:
            total += {"J": 20, "9": 15, "A": 10, "T": 10, "K": 5, "Q": 5}.get(c[0], 0)
        else:
            total += {"A": 10, "K": 10, "Q": 5, "J": 5}.get(c[0], 0)
    return total


def settle(
    bid: str, trump: str, factor: int, declarer: list[str], defender: list[str], last: bool, aside: int
) -> tuple[list[int], list[int], int]:
    """Above, below (declarer, defender) and what is set aside, without melds; `last`: the declarer's last trick."""
    own = trick_points(declarer, trump) + (10 if last else 0)
    against = trick_points(defender, trump) + (0 if last else 10)
    above, below = [0, 0], [0, 0]
    if bid == "nullo":
        if not defender:
            above[1] = 200
        else:
            above[0] = 200 + 100 * (len(defender) // 2 - 1)
        return above, below, aside
    if bid == "slam":
        if len(declarer) == 18:
            above[0] = 500 + aside
            below[0] = own * factor
        else:
            above[1] = own + against + aside
        return above, below, 0
    if len(declarer) == 18:
        above[0] += 100
    if len(defender) == 18:
        above[1] += 100
    if own == against:
        return above, below, aside + own + against
    if own > against:
        below[0] = own * factor
        above[0] += aside
    else:
        below[1] = (own + against) * factor
        above[1] += aside
    return above, below, 0


PLAYS = Oracle(
    "trump=S",
    lambda t, h, b: free(ruled(t[0] if t else "", h, "S")),
    by_place(2, lambda t: int(second_wins(t[0], t[1], "S"))),
    suits="SHD",
)


def sums(hand: Hand) -> Iterator[Sum]:
    if hand.tricks == 9:
        trump = "" if hand.before.bid == "nullo" else hand.before.trump
        cards = hand.total("trick won") + CARD_POINTS[trump].of(hand.unplayed)
        yield Sum("card points, with what was not dealt, and the last trick", cards + 10, 165 if trump else 130)
