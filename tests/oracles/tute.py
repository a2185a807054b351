"""Tute told a second time, naively: cards are two letters, hands are lists, every rule is an `if`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place, free

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

ORDER = "A3KQJ76542"
WORTH = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}


def higher(a: str, b: str, trump: str, led: str) -> bool:
    """Whether `a` beats `b` in a trick in which `led` was led."""
    if a[1] == b[1]:
        return a[1] in (trump, led) and ORDER.index(a[0]) < ORDER.index(b[0])
    if a[1] == trump:
        return True
    if b[1] == trump:
        return False
    return a[1] == led


def winning(trick: list[str], trump: str) -> int:
    """Which card of the trick is winning."""
    best = 0
    for i in range(1, len(trick)):
        if higher(trick[i], trick[best], trump, trick[0][1]):
            best = i
    return best


def ruled(trick: list[str], hand: list[str], trump: str, exempt: bool, free: bool) -> dict[str, str]:
    """The clause that refuses each card of the hand; empty for those that may be played."""
    if not trick:
        return dict.fromkeys(hand, "")
    led = trick[0][1]
    at = winning(trick, trump)
    best = trick[at]
    partner = len(trick) - at == 2
    follows = [c for c in hand if c[1] == led]
    out = {}
    if follows:
        able = [c for c in follows if higher(c, best, trump, led)]
        for c in hand:
            if c not in follows:
                out[c] = "tute.play.follow"
            elif exempt and partner:
                out[c] = ""
            elif able and c not in able:
                out[c] = "tute.play.head"
            else:
                out[c] = ""
        return out
    trumps = [c for c in hand if c[1] == trump]
    if not trumps or (exempt and partner):
        return dict.fromkeys(hand, "")
    over = [c for c in trumps if higher(c, best, trump, led)]
    for c in hand:
        if not over and free:
            out[c] = ""
        elif c not in trumps:
            out[c] = "tute.play.trump"
        elif over and c not in over:
            out[c] = "tute.play.overtrump"
        else:
            out[c] = ""
    return out


SMALL = [rank + suit for suit in "SHD" for rank in "AK2"]


def may_declare(hand: list[str], trump: str, mine: list[str], others: list[str]) -> set[str]:
    """What the winner of a trick may declare with these cards, after these declarations."""
    out = {"none"}
    if not hand or len(hand) == 10:
        return out
    for suit in "SHDC":
        what = "40" if suit == trump else "20" + suit
        if "K" + suit in hand and "Q" + suit in hand and what not in mine + others:
            if what == "40" and any(made.startswith("20") for made in mine):
                continue
            out.add(what)
    if all("K" + suit in hand for suit in "SHDC"):
        out.add("tute")
    return out


def totals(piles: list[list[str]], last: int, declared: list[tuple[int, str]]) -> list[int]:
    """What two sides have: cards, forty and twenties, ten for the last trick."""
    out = [sum(WORTH.get(c[0], 0) for c in pile) for pile in piles]
    for side, what in declared:
        out[side] += 40 if what == "40" else 20
    out[last] += 10
    return out


PLAYS = Oracle(
    "trump=S",
    lambda t, h, b: free(ruled(t, h, "S", False, False)),
    by_place(4, lambda t: winning(t, "S")),
)


def sums(hand: Hand) -> Iterator[Sum]:
    if hand.tricks == 10:
        yield Sum("card points", hand.total("trick won"), 120)
    if hand.of("scored"):
        yield Sum(
            "cards and the last trick", hand.total("scored", clauses=("tute.score.cards", "tute.score.bonus")), 130
        )
