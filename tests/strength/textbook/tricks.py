"""Cards to a trick by the book, wanting tricks.

Second hand low, third hand high, the last wins cheaply or not at all; leave partner's trick to partner and give it
points; lead winners, the top of a sequence, trumps when there are enough of them, a single card to trump later, the
suit partner led; else low from length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.seats import PLACE, from_

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tests.strength.textbook.seen import Seen
    from tutor.kernel.cards import Card

HONOUR = 0.6
"""The share of its suit that is below an honour."""


class Trick:
    """How the own cards stand in this trick and in their suits."""

    def __init__(self, at: Seen) -> None:
        self.at, self.view = at, at.view
        order = at.view.order
        self.suit: Mapping[Card, str] = order.suit
        self.trumps: frozenset[Card] = frozenset(c for c in order.suit if order.power[""][c])
        self.out: frozenset[Card] = at.unseen & self.trumps
        """Trumps that others may hold."""
        self.legal = list(at.cards)

    def height(self, c: Card) -> int:
        """How high a card is in its own suit."""
        return self.view.order.power[self.suit[c]][c]  # type: ignore[no-any-return]

    def honour(self, c: Card) -> bool:
        """Whether it is one of the high cards of its suit."""
        row = [d for d in self.suit if self.suit[d] == self.suit[c]]
        return sum(self.height(d) < self.height(c) for d in row) >= HONOUR * (len(row) - 1)

    def above(self, c: Card) -> list[Card]:
        """The cards of its suit that others may hold and that beat it."""
        return [d for d in self.at.unseen if self.suit[d] == self.suit[c] and self.height(d) > self.height(c)]

    def row(self, c: Card) -> list[Card]:
        """The own cards of its suit, from high to low."""
        return sorted((d for d in self.at.hand if self.suit[d] == self.suit[c]), key=self.height, reverse=True)

    def value(self, c: Card) -> float:
        """What it brings whoever takes it."""
        return self.at.values.get(c, 0)

    def lost(self, cards: Iterable[Card]) -> Card:
        """What to lose a trick with: what counts least, no trump, the lowest of a suit that is not guarded."""
        return min(cards, key=lambda c: (self.value(c), c in self.trumps, self._guards(c), self.height(c)))

    def given(self, cards: Iterable[Card]) -> Card:
        """What to put on a partner's trick: what counts most, no trump, else the lowest."""
        return min(cards, key=lambda c: (c in self.trumps, -self.value(c), self._guards(c), self.height(c)))

    def cheap(self, cards: Iterable[Card], last: bool) -> Card:
        """The cheapest of some winners; the last to play takes a card that counts home with it."""
        return min(cards, key=lambda c: (c in self.trumps, -self.value(c) if last else 0, self.height(c)))

    def _guards(self, c: Card) -> bool:
        """Whether a card that does not follow suit guards a high one that is not the best of its suit yet."""
        row = self.row(c)
        if self.view.led == self.suit[c] or len(row) != 2 or c is row[0]:
            return False
        return self.honour(row[0]) and len(self.above(row[0])) == 1

    def touching(self, c: Card, among: Iterable[Card]) -> list[Card]:
        """Those of `among` in the suit of `c` between which and `c` others hold nothing."""
        above = set(self.above(c))
        return [d for d in among if self.suit[d] == self.suit[c] and set(self.above(d)) == above]


def card(at: Seen) -> Card:
    """One of `at.cards`."""
    trick = Trick(at)
    return _answer(trick) if at.view.trick else _lead(trick)


def _answer(trick: Trick) -> Card:
    at, v = trick.at, trick.view
    ours = v.holder in at.friends
    rest = from_(v.seats, at.seat)[1 : v.players - len(v.trick)]
    foes = [who for who in rest if who not in at.friends]
    winners = [c for c in trick.legal if v.beats(c)]
    losers = [c for c in trick.legal if not v.beats(c)]
    if not winners:
        return (trick.given if ours and not foes else trick.lost)(trick.legal)
    if not foes:
        if ours:
            return trick.given(losers or winners)
        return trick.cheap(winners, not rest) if _worth(trick, winners) or not losers else trick.lost(losers)
    sure = [c for c in winners if not trick.above(c) and (c in trick.trumps or not trick.out)]
    if ours:
        return _for_partner(trick, winners, losers, sure)
    if not any(v.follows(c) for c in trick.legal):  # a ruff, cheaply
        return trick.cheap(winners, last=False) if _worth(trick, winners) or not losers else trick.lost(losers)
    high = max(winners, key=trick.height)
    if len(v.trick) == 1 and len(rest) > 1:
        covers = trick.honour(v.trick[0]) and trick.honour(high) and bool(at.friends & set(rest))
        counts = any(trick.value(c) > 0 for c in (*v.trick, *winners))
        if losers and not covers and not (sure and counts):
            return trick.lost(losers)  # second hand low
        return min(sure or winners, key=trick.height)
    if sure or trick.honour(high) or not losers:  # third hand high, but no higher than it need be
        return min(sure or trick.touching(high, winners), key=trick.height)
    return trick.lost(losers)


def _for_partner(trick: Trick, winners: list[Card], losers: list[Card], sure: list[Card]) -> Card:
    """Partner is ahead, and a foe is still to play."""
    v = trick.view
    best = v.best
    held = best in trick.trumps or not trick.out
    if not losers:
        return trick.cheap(winners, last=False)
    if held and not trick.above(best):
        return trick.given(losers)
    follows = any(v.follows(c) for c in trick.legal)
    if follows and not trick.honour(best) and (sure or any(map(trick.honour, winners))):
        return min(sure or trick.touching(max(winners, key=trick.height), winners), key=trick.height)
    return trick.lost(losers)


def _worth(trick: Trick, winners: list[Card]) -> bool:
    """Whether a trick is worth a card: everything is, but no trump is spent on what counts against one."""
    counts = sum(map(trick.value, trick.view.trick))
    if counts < 0:
        return False
    cheap = trick.cheap(winners, last=False)
    return counts > 0 or cheap not in trick.trumps or not trick.honour(cheap) or not trick.at.values


def _lead(trick: Trick) -> Card:
    """The lead that the rules of thumb put first."""
    suits: dict[str, list[Card]] = {}
    for c in trick.legal:
        suits.setdefault(trick.suit[c], []).append(c)
    returned = _partners_suit(trick)
    found: list[tuple[float, int, Card]] = []
    for suit, mine in suits.items():
        mine.sort(key=trick.height, reverse=True)
        for priority, c in _from(trick, mine, suit == returned):
            found.append((priority, -len(found), c))
    return max(found)[2]


def _from(trick: Trick, mine: list[Card], returned: bool) -> Iterable[tuple[float, Card]]:
    """Leads from one suit, each with how much speaks for it."""
    high, low, number = mine[0], min(mine, key=lambda c: (trick.value(c), trick.height(c))), len(mine)
    above = trick.above(high)
    sequence = [c for c in trick.touching(high, mine) if c is not high]
    if high in trick.trumps:
        if trick.out and (trick.at.declares or number >= len(trick.out)):
            yield (9, high) if not above else (5, high if sequence else low)
        elif not trick.out and len(trick.legal) == number:
            yield 3, high
        else:
            yield 1 - trick.value(low) / 10, low
        return
    if not above:
        theirs = sum(trick.suit[c] == trick.suit[high] for c in trick.at.unseen)
        safe = not trick.out or theirs >= 2 * number
        yield (8 if not trick.out else 6.5 if safe else 2) + trick.value(high) / 20, high
    elif sequence and trick.honour(high):
        yield 5.5, high
    armed = any(c in trick.trumps for c in trick.at.hand)
    if number == 1 and armed and not trick.at.declares and trick.value(high) <= 0:
        yield 6, high
    guarded = above and trick.honour(high) and not sequence
    yield 3 + 2 * returned + 0.2 * number - 1.5 * bool(guarded and trick.trumps) - trick.value(low) / 4, low


def _partners_suit(trick: Trick) -> str:
    """The suit that a partner led last, empty if none did."""
    at = trick.at
    friends = at.friends - {at.seat}
    led: Any = next((taken for taken in reversed(at.past) if taken.leader in friends), None)
    return trick.suit[led.cards[0]] if led is not None and led.leader in PLACE else ""
