"""Reasons for a card that is led to a trick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tutor.advice.case import Case, Reason
from tutor.advice.standing import armed_foes, frees_to_throw, frees_to_trump, height, ruffed_by_friend, threats
from tutor.kernel.cards import Card, Cards

RUFFED: Final = 0.6
"""The share of sampled deals from which on partner is said to trump a suit."""
LONG: Final = 4
"""Cards that make a suit long."""


def leading(case: Case, c: Card) -> Iterator[Reason]:
    """Everything that speaks for leading the card, the most telling first."""
    v = case.view
    suit = v.order.suit[c]
    mine = [x for x in case.hand if v.order.suit.get(x) == suit]
    trump = v.is_trump(c)
    out = sum(n for x, n in case.abroad.items() if v.is_trump(x))
    beaten = threats(case, c)
    facts = {"c": c, "suit_": suit, "n": len(mine), "out": out, "bad": case.wants_tricks is False}
    lowest = len(mine) > 1 and height(case, c) == min(height(case, x) for x in mine)
    if case.wants_tricks is False:
        if lowest and beaten:
            yield Reason("leads_low", facts)
        elif len(mine) == 1 and frees_to_throw(case, c):
            yield Reason("empties", {"c": c, "suit_": suit})
        return
    if trump and out and armed_foes(case):
        yield Reason("draws_trumps", facts | {"master": not beaten, "guards": _guards(case)})
    elif not beaten:
        yield Reason("master", facts)
    elif not trump and all(v.is_trump(x) for x in beaten) and armed_foes(case):
        yield Reason("high_in_suit", facts)
    elif not trump:
        yield from _plain(case, c, facts, tuple(x for x in beaten if v.order.suit[x] == suit))


def _plain(case: Case, c: Card, facts: dict[str, Any], above: Cards) -> Iterator[Reason]:
    """A card of a plain suit that somebody may beat."""
    v, suit = case.view, facts["suit_"]
    mine = [x for x in case.hand if v.order.suit.get(x) == suit]
    ruffed = ruffed_by_friend(case, suit) if facts["out"] else None
    if ruffed is not None and ruffed.share(RUFFED):
        yield Reason("partner_ruffs", facts | ruffed._asdict(), sampled=True)
    touching = _touching(case, c, mine)
    if touching and above:
        yield Reason("sequence", facts | {"touching": touching, "above": sorted(above, key=lambda x: -height(case, x))})
        return
    lengths = [sum(v.order.suit.get(x) == s for x in case.hand) for s in {v.order.suit[x] for x in case.cards}]
    if len(mine) >= LONG and len(mine) == max(lengths):
        yield Reason("from_length", facts)
    elif len(mine) == 1 and frees_to_trump(case, c):
        yield Reason("singleton", facts)
    elif above and len(mine) > 1 and height(case, c) == min(height(case, x) for x in mine):
        yield Reason("leads_low", facts)


def _touching(case: Case, c: Card, mine: list[Card]) -> Card | None:
    """The next lower own card, if no card out of sight lies between, and both are higher than most of their suit."""
    lower = [x for x in mine if height(case, x) < height(case, c)]
    if not lower:
        return None
    following = max(lower, key=lambda x: height(case, x))
    suit = case.view.order.suit
    rest = [x for x in case.abroad if suit.get(x) == suit[c]]
    below = [x for x in rest if height(case, x) < height(case, following)]
    between = [x for x in rest if height(case, following) < height(case, x) < height(case, c)]
    return following if not between and 2 * len(below) >= len(rest) else None


def _guards(case: Case) -> bool:
    """Whether the hand has other cards that a trump could take: the best of a plain suit, or many of it."""
    v = case.view
    plain = [x for x in case.hand if not v.is_trump(x)]
    long = any(sum(v.order.suit[x] == v.order.suit[y] for y in plain) >= LONG for x in plain)
    return long or any(all(v.is_trump(y) for y in threats(case, x)) for x in plain)
