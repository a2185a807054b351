"""Reasons for throwing a card away by what stands beside a high card: its guards, and cards that it can do without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.standing import GUARDED, below_out, count_text, height, higher_out, of_suit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

COMPANY: Final = 2
"""A card and a lower one that can be played for it."""
IDLE: Final = 2
"""The fewest cards out of sight above a card that wins nothing beside the best ones of its suit."""
HELD: Final = 3
"""Cards of a suit that are worth keeping together, if one that is not the best yet may become so."""


def entry(context: DecisionContext, *without: Card) -> Card | None:
    """An own card that will win the lead when its suit is played: none out of sight is higher, and some are lower."""
    suit = context.trick.order.suit
    others = {suit[c] for c in without}
    found = (x for x in context.hand if suit.get(x) not in others and not higher_out(context, x))
    return next((x for x in found if below_out(context, x)), None)


def over_top(context: DecisionContext, c: Card) -> Cards:
    """The cards that an opponent may hold above the highest own card of the suit of `c`, the highest first."""
    top = of_suit(context, context.trick.order.suit[c])[0]
    return tuple(x for x in higher_out(context, top) if context.some_may_hold(context.foes, x))


def guarded_by(context: DecisionContext, c: Card) -> Card | None:
    """The own high card that stays guarded only as long as `c` is kept; None if there is none.

    Of one high card, or of several that are equals, the lowest goes if fewer lower cards of the suit are left than
    higher ones are out of sight; of several equals one more may be, as it seldom happens that all are led in turn. It
    is no use once these are gone if nobody can play a lower one to it and the own hand
    has no other way to the lead.
    """
    mine: Cards = of_suit(context, context.trick.order.suit[c])
    top, above = mine[0], higher_out(context, mine[0])
    tops = [x for x in mine if len(higher_out(context, x)) == len(above)]
    guards, apart = len(mine) - len(tops), int(len(tops) > 1)
    enough = len(above) - len(tops) < guards + apart and guards <= len(above)
    if c in tops or not 0 < len(above) <= GUARDED + apart or not enough:
        return None
    return tops[-1] if below_out(context, top) or entry(context, c) else None


def guard(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The other choice would leave a high card without its guard."""
    guarded = guarded_by(context, other)
    if guarded is None or context.card_value(other) > context.card_value(guarded):
        return  # it is the guard that counts
    if guarded is not c and guarded_by(context, c) is None:
        suit = context.trick.order.suit[other]
        facts = {"c": c, "kept": other, "suit_": suit, "top": of_suit(context, suit)[0]}
        yield Reason("keeps_guard", facts | {"guarded": guarded, "above": higher_out(context, guarded)})


def company(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The other choice would leave a high card alone, which would have to be played on the first higher one."""
    suit, alone = context.trick.order.suit, {}
    for x in (c, other):
        mine = of_suit(context, suit[x])
        if len(mine) == COMPANY and mine[1] is x and len(higher_out(context, mine[0])) == GUARDED:
            alone[x] = mine[0]
    if other in alone and c not in alone and len(context.hand) > COMPANY:
        yield Reason("keeps_company", {"c": c, "kept": other, "top": alone[other], "suit_": suit[other]})


def dear_alone(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The other choice is one of few cards beside one that counts much, which alone has to follow to its suit."""
    suit, worth = context.trick.order.suit, context.card_value
    most = max(map(worth, context.game.pack.order))
    beside = {x: [y for y in of_suit(context, suit[x]) if y is not x] for x in (c, other)}
    dear = {
        x: next((y for y in ys if 2 * worth(y) > most and higher_out(context, y)), None) for x, ys in beside.items()
    }
    if (guarded := dear[other]) is None or guarded is c or dear[c] or len(context.hand) <= COMPANY:
        return
    with_it = tuple(y for y in beside[other] if y is not guarded)
    if not with_it or (len(with_it) == 1 and guarded is of_suit(context, suit[other])[-1]):
        facts = {"c": c, "kept": other, "dear": guarded, "suit_": suit[other], "with_it": with_it}
        yield Reason("keeps_cover_of", facts | {"worth": count_text(worth(guarded))})


def better_company(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Both are low cards beside a high one: that of the other choice has fewer above it, or as few and counts more."""
    suit = context.trick.order.suit
    if suit[c] == suit[other] or len(context.hand) <= COMPANY or context.card_value(c) > context.card_value(other):
        return
    tops = {x: of_suit(context, suit[x])[0] for x in (c, other)}
    over = {x: over_top(context, x) for x in (c, other)}
    beside = all(x is not tops[x] and len(higher_out(context, x)) > len(over[x]) for x in (c, other))
    if not beside or not over[other] or len(over[other]) > GUARDED or not over[c]:
        return
    fewer = len(over[other]) < len(over[c])
    if fewer or (len(over[other]) == len(over[c]) and context.card_value(tops[other]) > context.card_value(tops[c])):
        facts: dict[str, Any] = {"c": c, "kept": other, "top": tops[other], "above": over[other], "suit_": suit[other]}
        facts |= {"less": tops[c], "over": over[c] if len(over[c]) <= GUARDED else (), "n": len(over[c])}
        worth = count_text(context.card_value(tops[other])) if not fewer else 0
        yield Reason("better_company", facts | {"fewer": fewer, "worth": worth})


def needs_none(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The best cards of the suit of `c` win without it; the other choice is one of several, with one to be set up."""
    suit, v = context.trick.order.suit, context.trick
    mine, its = of_suit(context, suit[c]), of_suit(context, suit[other])
    tops = tuple(x for x in mine if not higher_out(context, x))
    idle = len(tops) == len(mine) - 1 and bool(tops) and len(higher_out(context, c)) >= IDLE
    if not idle or suit[c] == suit[other] or len(its) < HELD or v.is_trump(c):
        return
    grows = [x for x in its if x is not other and 0 < len(higher_out(context, x)) <= GUARDED]
    if grows and height(context, other) < height(context, grows[0]):
        beside = tuple(x for x in its if height(context, x) > height(context, other))
        yield Reason("needs_none", {"c": c, "kept": other, "tops": tops, "beside": beside})


def penalty(context: DecisionContext, c: Card) -> dict[str, Any]:
    """Facts: the card that costs points and would be played instead of `c`, which costs none; else empty."""
    others = context.cards if context.other is None else context.other.cards[:1]
    spared = min(others, key=context.card_value, default=c)
    if context.card_value(c) < 0 or context.card_value(spared) >= 0:
        return {}
    return {"spared": spared, "cost": count_text(-context.card_value(spared)), "pal": ""}
