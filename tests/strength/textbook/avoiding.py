"""Cards to a trick by the book, where tricks cost: duck high, throw what is dangerous, lead low and safe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.strength.textbook.tricks import Trick

if TYPE_CHECKING:
    from tests.strength.textbook.seen import Seen
    from tutor.kernel.cards import Card


def card(at: Seen) -> Card:
    """One of `at.cards`."""
    trick = Trick(at)
    return _answer(trick) if at.view.trick else _lead(trick)


def _answer(trick: Trick) -> Card:
    """Below the best as high as may be; if the trick cannot be avoided, what costs least."""
    v = trick.view
    losers = [c for c in trick.legal if not v.beats(c)]
    if losers:
        if any(v.follows(c) for c in losers):
            return max(losers, key=lambda c: (trick.value(c), trick.height(c)))
        return max(losers, key=lambda c: (trick.value(c), _danger(trick, c), trick.height(c)))
    if len(v.trick) == v.players - 1:  # it is taken anyway, so with the highest that costs nothing more
        return min(trick.legal, key=lambda c: (trick.value(c), -trick.height(c)))
    return min(trick.legal, key=trick.height)


def _danger(trick: Trick, c: Card) -> float:
    """How likely a card takes a trick some day: few lower ones to duck with, and others that are below it."""
    row = trick.row(c)
    if len(row) >= 4 and trick.height(row[-1]) <= 2:
        return 0.0
    below = sum(trick.suit[d] == trick.suit[c] and trick.height(d) < trick.height(c) for d in trick.at.unseen)
    return below / len(row)


def _lead(trick: Trick) -> Card:
    """The lowest of a suit in which others must go above it; nothing that is dear to take home."""

    def risk(c: Card) -> tuple[bool, float, int]:
        theirs = [d for d in trick.at.unseen if trick.suit[d] == trick.suit[c]]
        over = len(trick.above(c))
        dear = [d for d in theirs if trick.value(d) > 0 and trick.height(d) < trick.height(c)]
        return not over, trick.value(c) + sum(map(trick.value, dear)) - over / max(1, len(theirs)), trick.height(c)

    return min(trick.legal, key=risk)
