"""Tyzicha told a second time, naively: cards are two letters, and every rule is an if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place, small_world

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

KINDS = ["AS", "KS", "QS", "9S", "TH", "KH", "QH", "9H", "AD", "JD"]
ORDER = "9JQKTA"


def better(a: str, b: str, trump: str) -> bool:
    """Whether `a`, played after `b`, beats it."""
    if a[1] == b[1]:
        return ORDER.index(a[0]) > ORDER.index(b[0])
    return a[1] == trump


def winning(trick: list[str], trump: str) -> str:
    """The best card of a trick."""
    best = trick[0]
    for c in trick[1:]:
        if better(c, best, trump):
            best = c
    return best


def legal(trick: list[str], hand: list[str], trump: str) -> set[str]:
    """Every legal move, marriages included."""
    if not trick:
        shows = set()
        for suit in "SHDC":
            if "K" + suit in hand and "Q" + suit in hand:
                shows.add("show:K" + suit)
                shows.add("show:Q" + suit)
        return set(hand) | shows
    cards = [c for c in hand if c[1] == trick[0][1]]
    if not cards:
        cards = [c for c in hand if c[1] == trump]
    if not cards:
        return set(hand)
    best = winning(trick, trump)
    heading = [c for c in cards if better(c, best, trump)]
    return set(heading or cards)


def positions() -> Iterator[tuple[list[str], list[str], str]]:
    """Every trick of up to two of ten cards with every hand of one to three others, under no trumps and two suits."""
    for trump in ("", "S", "H"):
        for trick, hand in small_world(KINDS, range(3)):
            yield trick, hand, trump


def turn(dealer: int, said: list[str]) -> tuple[int | None, set[str]]:
    """Seat (0 to 2) and legal calls after these calls, beginning at the dealer's right."""
    order = [(dealer + 2) % 3, dealer, (dealer + 1) % 3]
    out: set[int] = set()
    bid = 0
    at = 0
    for word in said:
        while order[at % 3] in out:
            at += 1
        if word == "pass":
            out.add(order[at % 3])
        else:
            bid = int(word)
        at += 1
    if len(out) == 3 or (len(out) == 2 and bid):
        return None, set()
    while order[at % 3] in out:
        at += 1
    if len(out) == 2:
        return order[at % 3], {"100", "110"}
    if not bid:
        return order[at % 3], {"110", "pass"}
    return order[at % 3], {"pass"} | ({str(bid + 10)} if bid < 400 else set())


PLAYS = Oracle(
    "trump=S",
    lambda t, h, b: {m for m in legal(t, h, "S") if ":" not in m},
    by_place(3, lambda t: t.index(winning(t, "S"))),
    suits="SHD",
)


def sums(hand: Hand) -> Iterator[Sum]:
    if not hand.of("conceded"):
        yield Sum("card points", hand.total("trick won"), 120)
