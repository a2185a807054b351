"""Strange told a second time, naively and on purpose in another way: cards are two letters, everything is a list.

Nothing of the engine is used here (`shown` only reads what it is given), so that the two can disagree.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

Pair = tuple[str, str]
VALUE = {rank: value for value, rank in enumerate("23456789TJQKA", 2)}


# -- what may be answered ----------------------------------------------------------------------------------


def answers(led: Pair, hand: list[str]) -> set[Pair]:
    """Every legal answer to the two led cards, by the words of `strange.follow.suit`, one case after another."""
    ordered = {(hand[i], hand[j]) for i in range(len(hand)) for j in range(len(hand)) if i != j}
    one, two = led[0][1], led[1][1]
    if one != two:
        if any(c[1] == one for c in hand):
            ordered = {(x, y) for x, y in ordered if x[1] == one}
        if any(c[1] == two for c in hand):
            ordered = {(x, y) for x, y in ordered if y[1] == two}
        return ordered
    number = len([c for c in hand if c[1] == one])
    if number >= 2:
        return {(x, y) for x, y in ordered if x[1] == one and y[1] == one}
    if number == 1:
        return {(x, y) for x, y in ordered if x[1] == one or y[1] == one}
    return ordered


KINDS = ["AS", "2S", "KH", "2H", "9D", "2D", "5C", "4C"]


def small_world() -> Iterator[tuple[Pair, list[str]]]:
    """Every lead of two of the eight kinds (two copies each) with every hand of two to four of the rest."""
    for first in KINDS:
        for second in KINDS:
            for size in (2, 3, 4):
                for hand in combinations_with_replacement(KINDS, size):
                    if max(Counter([first, second, *hand]).values()) <= 2:
                        yield (first, second), list(hand)


# -- what counts, who wins, who picks when -----------------------------------------------------------------


def pips(c: str, led: str | None, turned: list[str], equal: int) -> int:
    """What a card counts; `led` is None for the leader's own."""
    a, b = turned
    if c in turned and a != b:
        if a[0] == b[0]:
            return equal
        other = b if c == a else a
        return 29 if VALUE[c[0]] > VALUE[other[0]] else 28
    if c[1] in (a[1], b[1]):
        return VALUE[c[0]] + 13
    if led is not None and c[1] != led[1]:
        return 0
    return VALUE[c[0]]


def trick(
    pairs: list[Pair], leader: str, turned: list[str], equal: int
) -> tuple[dict[str, int], str | None, tuple[str, ...]]:
    """Totals in order of play, the winner if there is one, and the picking order."""
    number, totals = int(leader[1]), {}
    for i, (x, y) in enumerate(pairs):
        led = pairs[0] if i else (None, None)
        totals[f"P{(number - 1 + i) % len(pairs) + 1}"] = pips(x, led[0], turned, equal) + pips(
            y, led[1], turned, equal
        )
    top = max(totals.values())
    best = [seat for seat, total in totals.items() if total == top]
    if len(best) > 1:
        return totals, None, ()
    losers = [seat for seat in totals if seat != best[0]]
    if len(losers) == 2 and totals[losers[0]] > totals[losers[1]]:
        losers.reverse()
    return totals, best[0], (*losers, best[0])


# -- a whole game ------------------------------------------------------------------------------------------


def likely_to_tie(rng: Random) -> list[str]:
    """A pack in which like cards sit in the same place of each hand's 32, so that many tricks are drawn."""
    pack = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]
    rng.shuffle(pack)
    rest = pack[32:]
    return [*pack[:32], *pack[:32], *rest, *rest]


class Keeper:
    """Keeps the table of a game with dictionaries and lists, told only who did what."""

    def __init__(self, players: int, deal: list[str]) -> None:
        self.seats = [f"P{i + 1}" for i in range(players)]
        self.hand = {seat: deal[32 * i : 32 * i + 32] for i, seat in enumerate(self.seats)}
        self.turned = deal[32 * players : 32 * players + 2]
        self.pile: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.won = dict.fromkeys(self.seats, 0)
        self.round, self.leader = 1, "P1"
        self.trick: list[Pair] = []
        self.now: list[list[str]] = []
        self.before: list[list[str]] = []
        self.order: list[str] = []
        self.heaps: list[list[str]] = []
        self.over = False

    def does(self, who: str, what: list[str]) -> None:
        """A play, a pick, or a heap that the deck breaks up."""
        if who == "deck":
            self.before.pop(0)
            for seat, c in zip(self.seats, what, strict=False):
                self.hand[seat].append(c)
        elif self.order:
            self.picks(who, what)
        else:
            for c in what:
                self.hand[who].remove(c)
            self.trick.append((what[0], what[1]))
            if len(self.trick) == len(self.seats):
                self.decide()
        if not self.order and not self.trick:
            self.next_round()

    def decide(self) -> None:
        if self.round == 5:
            at = self.seats.index(self.leader)
            for slot in (0, 1):
                values = {}
                for i, pair in enumerate(self.trick):
                    led = self.trick[0][slot] if i else None
                    values[self.seats[(at + i) % len(self.seats)]] = pips(pair[slot], led, self.turned, 28)
                best = [seat for seat in values if values[seat] == max(values.values())]
                if len(best) == 1:
                    self.won[best[0]] += 1
            self.trick = []
            return
        _, winner, order = trick(self.trick, self.leader, self.turned, 28)
        together = [c for pair in self.trick for c in pair]
        if winner is None:
            self.now.append(together)
            self.trick = []
        else:
            self.order = list(order)
            self.heaps = [*self.before, *self.now, together]

    def picks(self, who: str, what: list[str]) -> None:
        assert who == self.order.pop(0)
        for i, c in enumerate(what):
            self.heaps[i].remove(c)
            (self.hand if i < len(self.before) else self.pile)[who].append(c)
        if not self.order:
            self.won[who] += len(self.heaps)
            self.leader = who
            self.trick, self.now, self.before, self.heaps = [], [], [], []

    def next_round(self) -> None:
        if self.before or any(self.hand.values()):
            return
        if self.round == 5:
            self.over = True
            return
        self.round += 1
        self.hand, self.pile = self.pile, {seat: [] for seat in self.seats}
        self.before, self.now = self.now, []

    def shown(self) -> dict[str, Any]:
        """The table, to be compared with `shown` of the engine's state."""
        return {
            "hands": {seat: sorted(held) for seat, held in self.hand.items()},
            "piles": {seat: sorted(held) for seat, held in self.pile.items()},
            "won": self.won,
            "round": self.round,
            "leader": self.leader,
            "drawn": len(self.now),
            "carried": len(self.before),
            "picker": self.order[:1],
            "over": self.over,
        }


def shown(state: Any) -> dict[str, Any]:
    """What the engine says of the same table."""
    return {
        "hands": {seat: sorted(c.text for c in held) for seat, held in zip(state.seats, state.hands, strict=True)},
        "piles": {seat: sorted(c.text for c in held) for seat, held in zip(state.seats, state.held, strict=True)},
        "won": dict(zip(state.seats, state.won, strict=True)),
        "round": state.round,
        "leader": state.leader,
        "drawn": len(state.drawn),
        "carried": len(state.carried),
        "picker": list(state.turn) if state.phase == "hold" and state.turn else [],
        "over": state.over,
    }
