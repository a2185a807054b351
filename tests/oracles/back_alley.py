"""Back Alley told a second time, naively: cards are two letters, and every rule is an if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place, small_world

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

ORDER = "23456789TJQKA"
SMALL = ["X1", "X2", "AS", "4S", "2S", "KD", "3D", "AH", "5C"]
STEPS = ["board", "double", "triple", "quadruple"]


def trump_rank(c: str) -> int:
    """How high a trump is; only asked of trumps."""
    if c == "X1":
        return 100
    if c == "X2":
        return 99
    return ORDER.index(c[0])


def suit(c: str, trump: str) -> str:
    if c in ("X1", "X2"):
        return trump
    return c[1]


def rulings(trick: list[str], hand: list[str], trump: str, broken: bool) -> dict[str, str]:
    """What may not be played, and the end of the id of the clause that says so."""
    out: dict[str, str] = {}
    trumps = [c for c in hand if trump and suit(c, trump) == trump]
    if not trick:
        if trump and not broken and len(trumps) < len(hand):
            for c in trumps:
                out[c] = "lead.broken"
        return out
    led = suit(trick[0], trump)
    same = [c for c in hand if suit(c, trump) == led]
    if not same:
        return out
    for c in hand:
        if c not in same:
            out[c] = "follow"
    if trick[0] == "X1":
        for c in same:
            for other in same:
                if trump_rank(other) > trump_rank(c):
                    out[c] = "lead.big"
    if trick[0] == "X2":
        for c in same:
            for other in same:
                if trump_rank(other) < trump_rank(c):
                    out[c] = "lead.little"
    return out


def winner(trick: list[str], trump: str) -> int:
    """The place of the card that wins a trick."""
    best = 0
    for place in range(1, len(trick)):
        ours, theirs = trick[place], trick[best]
        if suit(ours, trump) == trump and trump:
            if suit(theirs, trump) != trump or trump_rank(ours) > trump_rank(theirs):
                best = place
        elif suit(ours, trump) == suit(theirs, trump) and ORDER.index(ours[0]) > ORDER.index(theirs[0]):
            best = place
    return best


def broken_after(trick: list[str], trump: str, broken: bool, forced: bool) -> bool:
    if broken:
        return True
    if not trump:
        return False
    if suit(trick[0], trump) == trump:
        return forced
    return any(suit(c, trump) == trump for c in trick)


def positions(trump: str) -> Iterator[tuple[list[str], list[str]]]:
    """Every trick of none to three of these cards with every hand of one to three others."""
    return small_world(SMALL if trump else [*(c for c in SMALL if c[0] != "X"), "9C", "7H"])


def calls(before: list[str], size: int, less: bool) -> set[str]:
    """What may be called after these calls; nothing after four."""
    if len(before) == 4:
        return set()
    out = {"pass"}
    for n in range(1, 13):
        if n < size or (n == size and not less):
            out.add(str(n))
    boards = 0
    for word in before:
        if word in STEPS:
            boards += 1
    out.add(STEPS[boards])
    return out


def after_calls(said: list[str]) -> tuple[list[str], int] | None:
    """The contracts of the first and the second side and the place of the leader; None if nobody has bid."""
    if said == ["pass"] * 4:
        return None
    sides = []
    for mine in (said[0::2], said[1::2]):
        total = 0
        board = -1
        for word in mine:
            if word in STEPS:
                if STEPS.index(word) > board:
                    board = STEPS.index(word)
            elif word != "pass":
                total += int(word)
        sides.append(STEPS[board] if board >= 0 else str(total))
    leader, high = 0, 0
    for place, word in enumerate(said):
        rank = 0
        if word in STEPS:
            rank = 100 + STEPS.index(word)
        elif word != "pass":
            rank = int(word)
        if rank > high:
            leader, high = place, rank
    return sides, leader


def points(bid: str, tricks: int, size: int) -> int:
    if bid == "board":
        return 10 * size if tricks == size else -10 * size
    if bid == "double":
        return 20 * size if tricks == size else -20 * size
    if bid == "triple":
        return 30 * size if tricks == size else -30 * size
    if bid == "quadruple":
        return 40 * size if tricks == size else -40 * size
    if bid == "0":
        return tricks
    if tricks < int(bid):
        return -5 * int(bid)
    return 5 * int(bid) + tricks - int(bid)


PLAYS = Oracle(
    "trump=S",
    lambda t, h, b: set(h) - set(rulings(t, h, "S", b)),
    by_place(4, lambda t: winner(t, "S")),
    lambda t, b: broken_after(t, "S", b, False),
    further=True,
)


def sums(hand: Hand) -> Iterator[Sum]:
    yield Sum("tricks", hand.tricks, hand.of("dealt")[-1].facts["each"])
