"""Reasons for a card that is laid away, or a hand that is kept, before play in which tricks do harm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.avoiding.paid_cards import MUCH
from tutor.advice.reasons.context import DecisionContext, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.view_types import CardOrder

DANGEROUS: Final = 2
"""The most cards of others above one that is called likely to take tricks."""
LOW: Final = 3
"""The most cards of others below one that will probably stay below when its suit is led."""
LONGER: Final = 2
"""How many more cards there are beside one than beside another for it to be called better guarded."""
GUARDED: Final = 3
"""The most cards of a suit, itself among them, with which a card that is paid for would soon be forced out."""


def dangers(
    context: DecisionContext, order: CardOrder, hand: Cards, due: Mapping[Card, float], paid: Mapping[Card, float]
) -> Iterator[Reason]:
    """A card goes that is likely to take tricks, or that would be forced out; or none need go.

    `due` has the cards that cost whoever has to follow with them something at once, `paid` what they bring when they
    are thrown on another suit.
    """
    c, x = context.card, context.other_card
    if c is None:
        yield from _kept(order, x, hand, due) if x is not None and not context.move.cards else ()
        return
    row = _row(order, c, hand)
    if due.get(c, 0.0) >= MUCH and len(row) <= GUARDED:
        guards = tuple(y for y in row if y is not c)
        yield Reason("lays_forced", {"c": c, "suit_": order.suit[c], "guards": guards, "n": due[c]})
    elif x is row[0] and paid.get(x, 0.0) > paid.get(c, 0.0) and above(order, c, hand) == above(order, x, hand):
        yield Reason("keeps_paid", {"c": c, "kept": x, "n": paid[x], "other": context.other})
    elif c is row[0] and len(above(order, c, hand)) <= DANGEROUS:
        facts = {"c": c, "suit_": order.suit[c], "below": len(row) - 1, "low": _low_beside(order, c, hand)}
        facts["beside"] = tuple(y for y in row if y is not c)
        yield Reason("lays_danger", facts | _against(context, order, c, hand, due))
    if row == (c,):
        rest = [y for y in hand if y is not c and not order.power[""][y]]
        keeps = max(rest, key=lambda y: (-len(above(order, y, hand)), -len(_row(order, y, hand))))
        yield Reason("lays_single", {"c": c, "suit_": order.suit[c], "keeps": keeps})


def _against(
    context: DecisionContext, order: CardOrder, c: Card, hand: Cards, due: Mapping[Card, float]
) -> dict[str, Any]:
    """Facts: by what `c` is a more dangerous card than the other choice, `x`, if that is one as well."""
    x = context.other_card
    facts: dict[str, Any] = {
        "x": x or "",
        "by": "",
        "behind": (),
        "over": above(order, c, hand),
        "over_x": (),
        "more": 0,
        "suit_x": "",
        "its": (),
    }
    if x is None:
        return facts
    facts |= {"behind": _low_beside(order, x, hand), "over_x": above(order, x, hand)}
    same = [y for y in _row(order, x, hand) if y not in facts["behind"] and len(above(order, y, hand)) <= DANGEROUS]
    facts["its"] = tuple(same) if x in same else (x,)  # what may be hidden behind the same cards
    if len(facts["over_x"]) > DANGEROUS:
        return facts | {"other": context.other}
    if len(facts["behind"]) > len(_low_beside(order, c, hand)):
        return facts | {"by": "low", "other": context.other}
    if len(facts["over_x"]) > len(facts["over"]):
        return facts | {"by": "above", "other": context.other}
    more = len(_row(order, x, hand)) - 1
    if more >= len(_row(order, c, hand)) - 1 + LONGER > LONGER:
        return facts | {"by": "company", "more": more, "suit_x": order.suit[x], "other": context.other}
    sought = next((y for y, n in due.items() if n >= MUCH and y not in hand and order.suit[y] == order.suit[c]), None)
    beside = [y for y in _row(order, c, hand) if y is not c]
    if sought is not None and beside and order.suit[x] != order.suit[c] and not _low_beside(order, c, hand):
        return facts | {"by": "sought", "sought": sought, "other": context.other}
    return facts


def _kept(order: CardOrder, x: Card, hand: Cards, due: Mapping[Card, float]) -> Iterator[Reason]:
    """The hand is kept: the card that would go has low ones beside it, can be thrown, or hardly takes a trick."""
    high, low, row = len(above(order, x, hand)) <= DANGEROUS, _low_beside(order, x, hand), _row(order, x, hand)
    guards = tuple(y for y in row if y is not x) if due.get(x, 0.0) >= MUCH and len(row) > GUARDED else ()
    singles = tuple(y for y in hand if y is not x and _row(order, y, hand) == (y,))
    if low or guards or singles or not high:
        yield Reason("keeps_hand", {"c": x, "low": low, "guards": guards, "high": high, "singles": singles})


def above(order: CardOrder, c: Card, hand: Cards) -> Cards:
    """The cards of others that are higher than `c` in its suit, the highest first."""
    power = order.power[order.suit[c]]
    some = (x for x, s in order.suit.items() if s == order.suit[c] and power[x] > power[c] and x not in hand)
    return tuple(sorted(some, key=lambda x: -power[x]))


def _row(order: CardOrder, c: Card, hand: Cards) -> Cards:
    """The own cards of the suit of `c`, the highest first."""
    power = order.power[order.suit[c]]
    return tuple(sorted((x for x in hand if order.suit[x] == order.suit[c]), key=lambda x: -power[x]))


def _low_beside(order: CardOrder, c: Card, hand: Cards) -> Cards:
    """The own lower cards of the suit of `c` that will probably stay below when it is led."""
    power = order.power[order.suit[c]]

    def below(x: Card) -> int:
        return sum(s == order.suit[c] and power[y] < power[x] and y not in hand for y, s in order.suit.items())

    return tuple(x for x in _row(order, c, hand) if power[x] < power[c] and below(x) <= LOW)
