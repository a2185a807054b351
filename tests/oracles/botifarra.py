"""Botifarra told a second time, naively: cards are two letters, hands are lists, every rule is an `if`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place, free

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

ORDER = "9AKQJ8765432"
WORTH = {"9": 5, "A": 4, "K": 3, "Q": 2, "J": 1}


def winning(trick: list[str], trump: str) -> int:
    """Which card of the trick is winning."""
    trumps = [c for c in trick if c[1] == trump]
    able = trumps or [c for c in trick if c[1] == trick[0][1]]
    return trick.index(min(able, key=lambda c: ORDER.index(c[0])))


def lowest(c: str, hand: list[str]) -> bool:
    return not any(other[1] == c[1] and ORDER.index(other[0]) > ORDER.index(c[0]) for other in hand)


def ruled(trick: list[str], hand: list[str], trump: str, strict: bool) -> dict[str, str]:
    """The clause that refuses each card of the hand; empty for those that may be played."""
    if not trick:
        return dict.fromkeys(hand, "")
    partner = len(trick) - winning(trick, trump) == 2
    follows = [c for c in hand if c[1] == trick[0][1]]
    candidates = follows or hand
    heads = [c for c in candidates if winning([*trick, c], trump) == len(trick)]
    out = {}
    for c in hand:
        if c not in candidates:
            out[c] = "botifarra.play.follow"
        elif partner:
            out[c] = "" if c[0] in WORTH or lowest(c, hand) else "botifarra.play.partner-blank"
        elif heads:
            out[c] = "" if c in heads else "botifarra.play.head"
        elif strict and not lowest(c, hand):
            out[c] = "botifarra.play.cannot-head"
        else:
            out[c] = ""
    return out


SMALL = [rank + suit for suit in "SHD" for rank in "K73"]


def calls(said: list[str], reredouble: bool) -> tuple[str, set[str]]:
    """Who speaks after these calls when P4 has dealt, and what may be said; nobody when the bidding is over."""
    choices = {"S", "H", "D", "C", "botifarra"}
    if not said:
        return "P4", choices | {"pass"}
    if said == ["pass"]:
        return "P2", choices
    chooser, rest = ("P4", said[1:]) if said[0] != "pass" else ("P2", said[2:])
    chosen = said[0] if said[0] != "pass" else said[1]
    # The seats in which each step is spoken, by who spoke last.
    others = {"P1": ["P2", "P4"], "P2": ["P3", "P1"], "P3": ["P4", "P2"], "P4": ["P1", "P3"]}
    last, steps = chooser, ["double", "redouble", "reredouble"]
    if chosen == "botifarra" and not reredouble:
        steps.pop()
    for step in steps:
        speakers = list(others[last])
        doubled = False
        while speakers and rest:
            seat, word, rest = speakers.pop(0), rest[0], rest[1:]
            if word == step:
                last, doubled = seat, True
                break
        if not doubled:
            return (speakers[0], {step, "pass"}) if speakers else ("", set())
    return "", set()


def scores(piles: list[list[str]], chosen: str, doublings: int) -> list[int]:
    """What two sides score."""
    counts = [sum(WORTH.get(c[0], 0) for c in pile) + len(pile) // 4 for pile in piles]
    factor = 2 if chosen == "botifarra" else 1
    for _ in range(doublings):
        factor *= 2
    return [max(0, counts[0] - 36) * factor, max(0, counts[1] - 36) * factor]


PLAYS = Oracle(
    "trump=S",
    lambda t, h, b: free(ruled(t, h, "S", False)),
    by_place(4, lambda t: winning(t, "S")),
    suits="SHD",
)


def sums(hand: Hand) -> Iterator[Sum]:
    yield Sum("tricks", hand.tricks, 12)
    yield Sum("points of tricks and cards", hand.total("trick won"), 72)
