"""What cards count for whoever captures them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.kernel.working import Part, Sum

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tutor.kernel.cards import Card, Pack


class CardPoints:
    """The points of captured cards, by the rule `clause`: together, and how they come about.

    `values` maps each card that counts to its points; cards that it leaves out, or maps to 0, count nothing.
    """

    def __init__(self, values: Mapping[Card, int], clause: str) -> None:
        self.values = {c: n for c, n in values.items() if n}
        self.clause = clause

    @classmethod
    def by_rank(cls, pack: Pack, ranks: Mapping[str, int], clause: str) -> CardPoints:
        """The points of cards of these ranks, in every suit."""
        return cls({c: ranks.get(c.rank, 0) for c in pack.order}, clause)

    def of(self, cards: Iterable[Card]) -> int:
        """The points of these cards together."""
        values = self.values
        return sum([values[c] for c in cards if c in values])

    def possible(self, pack: Pack, n: int) -> frozenset[int]:
        """The points that some `n` cards of `pack` count together."""
        found = [{0}, *(set[int]() for _ in range(n))]
        for c in pack.order:
            for before, now in zip(
                found[-2::-1], found[:0:-1], strict=True
            ):  # the largest first: each card counts once
                now |= {points + self.values.get(c, 0) for points in before}
        return frozenset(found[n])

    def part(self, c: Card) -> Part:
        """The part of a sum that one card makes; games with several clauses, or known mistakes, make their own."""
        return Part(self.values.get(c, 0), self.clause, (c,))

    def how(self, cards: Iterable[Card], *more: Part) -> Sum:
        """How the points of these cards come about, one by one, followed by the parts `more`."""
        return Sum(self.clause, (*map(self.part, cards), *more))
