"""Games of stops: what can follow a card in a run, counted from what a seat sees.

In such games each card is followed by one other, whoever holds it, and some cards are in no hand at all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.cards import Card, Cards


@dataclass(frozen=True)
class Runs:
    """The cards as a seat sees them: its `hand`, those `out` of sight, and what follows what."""

    followers: Mapping[Card, Card | None]
    hand: frozenset[Card]
    out: frozenset[Card]
    """The cards that may still come: of others, or out of play without anybody knowing."""
    held: int
    """How many of `out` the other players hold."""
    stopper: Card | None = None
    """The card that stops any run when it is played along with another, if there is one."""

    def after(self, c: Card) -> Cards:
        """The cards that may follow `c` one after another, own ones among them, up to where the run must stop."""
        found, following = [], self.followers.get(c)
        while following is not None and (following in self.hand or following in self.out):
            found.append(following)
            following = self.followers.get(following)
        return tuple(found)

    def own_next(self, c: Card) -> Cards:
        """The own cards that go at once after `c`, before anybody else can go on."""
        after = self.after(c)
        return after[: next((i for i, x in enumerate(after) if x not in self.hand), len(after))]

    def stops(self, c: Card) -> bool:
        """Whether a run from `c` is sure to stop with an own card, as nobody else can go on."""
        return all(x in self.hand for x in self.after(c))

    def comes_back(self, c: Card) -> bool:
        """Whether a run from `c` surely brings the start back: it stops, or no two cards of others follow each other.

        As long as nobody else has the card that stops any run.
        """
        return self.stops(c) or (self.stopper not in self.out and self.along(c)[-1:] == self.after(c)[-1:])

    def along(self, c: Card) -> Cards:
        """The own cards that go too after `c`: at once, or when a single card of another comes between.

        If that one does not come, the seat starts again.
        """
        found: list[Card] = []
        others = 0
        for x in self.after(c):
            others = 0 if x in self.hand else others + 1
            if others > 1:
                break
            found += [x] if x in self.hand else []
        return tuple(found)

    def between(self, c: Card) -> Cards:
        """The cards of others that may come between `c` and the own cards that go along with it."""
        after, along = self.after(c), self.along(c)
        return tuple(x for x in after[: after.index(along[-1])] if x not in self.hand) if along else ()

    @property
    def firsts(self) -> Cards:
        """The own cards that do not go along with another, by their names; without the one that stops any run.

        A card that stops play need not wait for one that may lose the start.
        """
        along = {x for c in self.hand for x in self.along(c) if self.comes_back(c) or not self.stops(x)}
        some = (c for c in self.hand if c is not self.stopper and c not in along)
        return tuple(sorted(some, key=lambda c: c.text))  # a set of cards has another order in each process

    @property
    def risks(self) -> Cards:
        """The own cards that may lose the start when they are led: none that go along with another."""
        return tuple(c for c in self.firsts if not self.comes_back(c))

    @property
    def last(self) -> Runs:
        """What is left when all cards that stop play have been led."""
        return replace(self, hand=frozenset(c for c in self.hand if not self.stops(c)))

    def before(self, c: Card) -> Card | None:
        """The nearest card of others from which a run may come to `c`; None if `c` can only be led."""
        leads_to = {after: x for x, after in self.followers.items() if after is not None}
        x = leads_to.get(c)
        while x in self.hand:
            x = leads_to.get(x) if x is not None else None
        return x if x in self.out else None

    def in_play(self, n: int) -> float:
        """The chance that `n` cards out of sight are all in somebody's hand."""
        chance = 1.0
        for i in range(n):
            chance *= max(self.held - i, 0) / max(len(self.out) - i, 1)
        return chance

    def keeps_start(self, c: Card) -> float:
        """The chance that a run from `c` stops with an own card, so that the seat starts again."""
        chance, others, own = 0.0, 0, True
        for x in self.after(c):
            if x in self.hand:
                own = True
                continue
            if own:
                chance += self.in_play(others) - self.in_play(others + 1)
            others, own = others + 1, False
        return chance + own * self.in_play(others)
