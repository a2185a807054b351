"""Reasons for throwing a card away by what stands beside a high card: its guards, and cards that it can do without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import GUARDED, DecisionContext, Reason, count_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

COMPANY: Final = 2
"""A card and a lower one that can be played for it."""


def entry(context: DecisionContext, *without: Card) -> Card | None:
    """An own card that will win the lead when its suit is played: none out of sight is higher, and some are lower."""
    suit = context.trick.order.suit
    others = {suit[c] for c in without}
    found = (x for x in context.hand if suit.get(x) not in others and not context.higher_out(x))
    return next((x for x in found if context.below_out(x)), None)


def guarded_by(context: DecisionContext, c: Card) -> Card | None:
    """The own high card that stays guarded only as long as `c` is kept; None if there is none.

    Of one high card, or of several that are equals, the lowest goes if fewer lower cards of the suit are left than
    higher ones are out of sight; of several equals one more may be, as it seldom happens that all are led in turn. It
    is no use once these are gone if nobody can play a lower one to it and the own hand
    has no other way to the lead.
    """
    mine: Cards = context.of_suit(context.trick.order.suit[c])
    top, above = mine[0], context.higher_out(mine[0])
    tops = [x for x in mine if len(context.higher_out(x)) == len(above)]
    guards, apart = len(mine) - len(tops), int(len(tops) > 1)
    enough = len(above) - len(tops) < guards + apart and guards <= len(above)
    if c in tops or not 0 < len(above) <= GUARDED + apart or not enough:
        return None
    return tops[-1] if context.below_out(top) or entry(context, c) else None


def guard(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The other choice would leave a high card without its guard."""
    guarded = guarded_by(context, other)
    if guarded is None or context.card_value(other) > context.card_value(guarded):
        return  # it is the guard that counts
    if guarded is not c and guarded_by(context, c) is None:
        suit = context.trick.order.suit[other]
        top, *spare = context.of_suit(suit)
        facts: dict[str, Any] = {"c": c, "kept": other, "suit_": suit, "top": top, "guarded": guarded}
        above = context.higher_out(guarded)
        shown = ((who, tuple(x for x in above if x in held)) for who, held in context.known.items())
        facts["who"], facts["shown"] = next(((who, held) for who, held in shown if held), ("", ()))
        facts["spare"] = tuple(spare) if len(spare) == len(above) and guarded in spare else ()
        yield Reason("keeps_guard", facts | {"above": above})


def company(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The other choice would leave a high card alone, which would have to be played on the first higher one."""
    top, suit = beside(context, other), context.trick.order.suit[other]
    if top is not None and beside(context, c) is None and len(context.hand) > COMPANY:
        yield Reason("keeps_company", {"c": c, "kept": other, "top": top, "suit_": suit})


def beside(context: DecisionContext, c: Card) -> Card | None:
    """The one other own card of the suit of `c`, if it is higher and only a few that are above it are likely dealt."""
    mine: Cards = context.of_suit(context.trick.order.suit[c])
    above, out = context.higher_out(mine[0]), sum(context.outstanding.values())
    dealt = sum(context.left[who] for who in context.state.seats if who != context.seat)
    few = len(above) >= GUARDED and len(above) * min(1.0, dealt / max(1, out)) <= GUARDED
    return mine[0] if len(mine) == COMPANY and mine[1] is c and few else None


def penalty(context: DecisionContext, c: Card) -> dict[str, Any]:
    """Facts: the card that costs points and would be played instead of `c`, which costs none; else empty."""
    others = context.cards if context.other is None else context.other.cards[:1]
    spared = min(others, key=context.card_value, default=c)
    if context.card_value(c) < 0 or context.card_value(spared) >= 0:
        return {}
    idle = bool(context.higher_out(spared)) and not context.below_out(spared)
    wins, suit = context.trick.beats(spared), context.trick.order.suit[spared]
    cost = count_text(-context.card_value(spared))
    return {"spared": spared, "cost": cost, "pal": "", "wins": wins, "idle": idle, "suit_": suit}
