"""Chances by count: in how many of all ways in which the cards out of sight may lie something holds.

Hands of known sizes are filled from the cards out of sight; nobody gets a card that may not be held (`may_hold`). What
bids and plays suggest is left out: this is the count that a player at the table can make.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from tutor.advice.reasons.decision import Decision
    from tutor.kernel.cards import Card
    from tutor.kernel.seats import Seat

MOST: Final = 1500
"""The most ways to fill one hand that are gone through; where there are more, nothing is counted."""


class Share(NamedTuple):
    """The number of deals in which something holds, and the number of all; if they are equal it is certain."""

    held: int
    deals: int

    def share(self, least: float) -> bool:
        """Whether it holds in at least that share of the deals; False if there are none."""
        return bool(self.deals) and self.held >= least * self.deals


class _Group(NamedTuple):
    """Cards out of sight that are alike: what they are in the trick, and which seats may hold them."""

    kind: str
    seats: frozenset[Seat]


def places(context: Decision, cards: Collection[Card]) -> int:
    """How many of some cards out of sight the other seats have room for, beside the cards that they have shown."""
    known = [x for held in context.known.values() for x in held]
    room = sum(context.left[who] for who in context.known) - len(known)
    return room + sum(x in cards for x in known)


def of_all_deals(
    context: Decision,
    seats: Sequence[Seat],
    kind: Callable[[Card], str],
    spoilt: Callable[[Seat, frozenset[str]], bool],
) -> Share | None:
    """In how many deals none of `seats` has a hand that is `spoilt`, told by the kinds of card in it.

    None if there are too many ways to count.
    """
    hands = {who: context.left[who] - len(known) for who, known in context.known.items()}
    places = [*seats, *(who for who in hands if who not in seats)]
    hidden = Counter(context.game.unseen(context.state, context.seat))
    groups: Counter[_Group] = Counter()
    for c, n in ((c, n) for c, n in hidden.items() if c in context.outstanding):
        groups[_Group(kind(c), frozenset(who for who in places if hands[who] and context.may_hold(who, c)))] += n
    order = sorted(groups, key=groups.__getitem__)  # the number of the last follows from the others
    if prod(groups[group] + 1 for group in order[:-1]) > MOST:
        return None

    @cache
    def told(who: Seat, kinds: frozenset[str]) -> bool:
        return spoilt(who, kinds | {kind(c) for c in context.known[who]})

    @cache
    def ways(at: int, left: tuple[int, ...]) -> Share:
        """The ways to fill the places from number `at` with the cards left of each group."""
        if at == len(places):
            return Share(1, 1)
        rest, total = places[at:], sum(left)
        if at >= len(seats) and all(group.seats.issuperset(rest) for group, n in zip(order, left, strict=True) if n):
            number = 1
            for who in rest:
                number *= comb(total, hands[who])
                total -= hands[who]
            return Share(number, number)
        who, held, deals = places[at], 0, 0
        for drawn in _draws(order, left, who, hands[who]):
            number = prod(map(comb, left, drawn))
            then = ways(at + 1, tuple(n - taken for n, taken in zip(left, drawn, strict=True)))
            deals += number * then.deals
            if then.held and not (
                at < len(seats) and told(who, frozenset(g.kind for g, n in zip(order, drawn, strict=True) if n))
            ):
                held += number * then.held
        return Share(held, deals)

    found = ways(0, tuple(groups[group] for group in order))
    return found if found.deals else None


def _draws(order: Sequence[_Group], left: Sequence[int], who: Seat, size: int) -> Iterator[tuple[int, ...]]:
    """The numbers of cards of each group that may make up a hand of `size` cards."""
    most = [n if who in group.seats else 0 for group, n in zip(order, left, strict=True)]
    if not most:
        yield from [()] if not size else []
        return
    for first in product(*(range(min(n, size) + 1) for n in most[:-1])):
        last = size - sum(first)
        if 0 <= last <= most[-1]:
            yield (*first, last)
