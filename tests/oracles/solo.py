"""Solo told a second time, naively: cards are two letters, the bidding is a conversation, every rule is an if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Oracle, Sum, by_place, small_world

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand

KINDS = ["QC", "QS", "7H", "AH", "QH", "7D", "QD", "AS", "7S", "KC"]
RED = "AKQJT987"
BLACK = "AKJT987"


def is_trump(c: str, trump: str) -> bool:
    return c in ("QC", "QS") or c[1] == trump


def legal(trick: list[str], hand: list[str], trump: str) -> set[str]:
    """What may be played to the cards on the table."""
    if not trick:
        return set(hand)
    if is_trump(trick[0], trump):
        same = {c for c in hand if is_trump(c, trump)}
    else:
        same = {c for c in hand if c[1] == trick[0][1] and not is_trump(c, trump)}
    if same:
        return same
    return set(hand)


def strength(c: str, trump: str) -> int:
    """How high a trump is."""
    if c == "QC":
        return 100
    if c == "7" + trump:
        return 99
    if c == "QS":
        return 98
    return 50 - RED.index(c[0])


def winner(trick: list[str], trump: str) -> int:
    """The place in the trick of the card that wins it."""
    trumps = [c for c in trick if is_trump(c, trump)]
    if trumps:
        return trick.index(max(trumps, key=lambda c: strength(c, trump)))
    order = RED if trick[0][1] in "HD" else BLACK
    suit = [c for c in trick if c[1] == trick[0][1]]
    return trick.index(min(suit, key=lambda c: order.index(c[0])))


def positions() -> Iterator[tuple[list[str], list[str], str]]:
    """Every trick of up to two of ten cards with every hand of one to three of the others, two trump suits."""
    for trump in "HS":
        for trick, hand in small_world(KINDS, range(3)):
            yield trick, hand, trump


class Table:
    """The bidding as it is spoken; `say` refuses what is out of place."""

    def __init__(self) -> None:
        self.waiting = ["P1", "P2", "P3", "P4"]
        self.bidder = ""
        self.level = 0
        self.question = 0

    def speaker(self) -> str:
        """Who is to speak; empty when all is said."""
        if self.question:
            return self.bidder
        if self.level == 6 or not self.waiting:
            return ""
        return self.waiting[0]

    def may(self) -> set[str]:
        """What the speaker may say."""
        if not self.speaker():
            return set()
        if self.question:
            return {"yes", "pass"}
        if not self.bidder:
            return {"ask", "pass"}
        return {str(self.level + 1), "pass"}

    def say(self, word: str) -> None:
        """The speaker says it."""
        if self.question:
            self.level, self.question = self.question, 0
            if word == "pass":
                self.bidder = self.waiting.pop(0)
        elif word == "pass":
            self.waiting.pop(0)
        elif word == "ask":
            self.bidder, self.level = self.waiting.pop(0), 1
        else:
            self.question = int(word)


def conversations(most: int) -> Iterator[list[str]]:
    """Every way in which the bidding can go for as many calls."""
    unfinished: list[list[str]] = [[]]
    while unfinished:
        said = unfinished.pop()
        yield said
        table = Table()
        for word in said:
            table.say(word)
        if len(said) < most:
            unfinished += [[*said, word] for word in sorted(table.may())]


PLAYS = Oracle("trump=S", lambda t, h, b: legal(t, h, "S"), by_place(4, lambda t: winner(t, "S")))


def sums(hand: Hand) -> Iterator[Sum]:
    decided = hand.table.options.changed().get("stop_when_decided") == "true"
    yield Sum("tricks", hand.tricks, tuple(range(9)) if decided else 8)
    named = hand.of("game named")[-1]
    stake = {1: 2, 2: 4, 3: 4, 4: 8, 5: 16, 6: 32}[int(named.clause[-1])]
    won = [points for points in hand.scores.values() if points]
    yield Sum("points at stake, of one player or two", sum(map(abs, won)), (stake, 2 * stake))
    yield Sum("ways it went", len({points > 0 for points in won}), 1)
