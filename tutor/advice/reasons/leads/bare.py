"""Reasons for a card of which nothing else is told: which cards beat it, or the other choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import LAST, DecisionContext, Reason, Role
from tutor.advice.reasons.follows.discards import outlasts
from tutor.advice.reasons.follows.next_lead import never_led
from tutor.advice.reasons.tricks import in_tricks
from tutor.kernel.playout import allowed
from tutor.kernel.seats import after
from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

FEW: Final = 3
"""The most cards that are named as those that one beats, or that beat it."""

SURE: Final = 2
"""The most cards above one that is likely to win, and with a trump will bring the lead back."""

LONG: Final = 4
"""The fewest cards of a suit that are worth keeping together, if no more of it are out."""

PAIR: Final = 2
"""The most cards of a suit that are led to be rid of it."""

HARD: Final = 3
"""A trump is hard to beat if no more than one in so many of those out is higher."""

LITTLE: Final = 3
"""A card counts little if it counts no more than such a part of the highest."""


def leading_barely(context: DecisionContext) -> Iterator[Reason]:
    """The lead is the worst card, which spares the other choice, or so high a trump that hardly any card beats it.

    Not where the lead counts more than the other choice, unless only the last trick comes after it.
    """
    v, c, other = context.view, context.card, context.other_card
    if not isinstance(v, RankedTrickView) or v.trick or not v.by_suit or c is None or other is None or c is other:
        return
    if context.move.word or context.wants_tricks is False or other not in context.cards or context.card_value(c) < 0:
        return
    if _told(context, "loses_to_one"):
        return
    above, more = context.threats(c), context.threats(other)
    idle = not _below(context, c) and bool(_below(context, other))
    dear, last = context.card_value(c) > context.card_value(other), len(context.hand) == LAST
    apart = v.order.suit[c] != v.order.suit[other] and not v.is_trump(other)
    under, alike = (_under_honour(context, *two) for two in ((c, other), (other, c)))
    if apart and not dear and not last and under["honour"] and not alike["honour"] and context.higher_out(other):
        yield Reason("leads_under_honour", {"c": c} | under)
    elif len(above) > len(more) or (len(above) == len(more) and (idle or (last and v.is_trump(other) > v.is_trump(c)))):
        yield from () if dear else _worst(context, c, other, len(more))
    elif not v.is_trump(c) and len(above) < len(more) and (last or not dear):
        facts = _beaten_by(context, c) or {"above": (), "trumps": False, "many": True}
        facts |= {"c": c, "other": other, "n": len(_below(context, other)), "last": last}
        if (last or _as_high(context, c)) and not _surely_beaten(context, c):
            yield Reason("leads_high", facts, role=Role.BARE)
    elif v.is_trump(c) and (len(above) <= FEW or last) and len(above) < len(more) and not dear:
        named = above if len(above) <= FEW else ()
        several = len(context.of_suit(v.order.suit[c])) > 1
        draws = several and not last and len(context.out_of_suit(c)) >= HARD * len(above)
        facts = {"c": c, "other": other, "above": named, "n": len(more), "n_above": len(above), "draws": draws}
        yield Reason("leads_strong", facts)


def _worst(context: DecisionContext, c: Card, other: Card, more: int) -> Iterator[Reason]:
    """The lead gives up a card that can win less than the other choice: why that one stays in hand."""
    v, suit = context.trick, context.trick.order.suit
    top = _best_of_plain(context, other)
    at_will = top and suit[other] != suit[c] and _may_trump_at_will(context, other)
    first = _drawn_for(context) if top else ()
    if top and not first and not at_will:
        if suit[other] != suit[c] and len(context.hand) > LAST and not any(map(v.is_trump, context.outstanding)):
            yield Reason("keeps_entry", {"c": c, "other": other, "suit_": suit[other], "drawn": bool(v.trumps)})
        return
    lower, higher = _below(context, c), context.higher_out(other)
    facts: dict[str, Any] = {"c": c, "other": other, "below": lower[:FEW], "n": len(lower), "more": more}
    trump, same = v.is_trump(other) and not v.is_trump(c), suit[other] == suit[c]
    best = not same or context.of_suit(suit[c])[0] in (other, *context.as_good(other))
    armed = any(map(v.is_trump, context.outstanding))
    few = best and 0 < len(higher) <= (SURE if trump or armed else FEW)
    facts |= {"first": first[:FEW], "higher": higher[:FEW], "few": few, "trump": trump, "same": same, "suit_": suit[c]}
    facts["armed"] = armed
    facts |= _under_honour(context, c, other) if same else {"honour": "", "theirs": ()}
    pair = context.of_suit(suit[c]) if same else (c,)
    facts |= {"at_will": at_will, "its": suit[other]}
    mine, out = context.of_suit(suit[other]), len(context.out_of_suit(other))
    long = not same and not trump and not armed and len(mine) >= LONG and 0 < out <= len(mine)
    facts |= {"long": len(mine) if long else 0, "out": out}
    facts["voids"] = len(pair) <= PAIR and bool(context.out_of_suit(c)) and context.frees_to_trump(*pair)
    yield Reason("spends_worst", facts, role=Role.BARE)


def _surely_beaten(context: DecisionContext, c: Card) -> bool:
    """Whether an opponent is sure to hold a higher card of the suit, and no partner is: so it loses if it is led."""
    return bool(context.higher_out(c)) and len(context.friends) == 1 and not context.some_aside


def _as_high(context: DecisionContext, c: Card) -> bool:
    """Whether no own card of its suit will win more than `c`."""
    top = context.of_suit(context.trick.order.suit[c])[0]
    return c is top or top in context.as_good(c)


def _count_little(context: DecisionContext, c: Card, other: Card) -> bool:
    """Whether neither card counts much, and `c` no more than the other choice, so that it is the tricks that decide."""
    most = max(map(abs, map(context.card_value, context.game.pack.order)))
    own, more = context.card_value(c), context.card_value(other)
    return 0 <= own <= more and LITTLE * more <= most


def _under_honour(context: DecisionContext, c: Card, other: Card) -> dict[str, Any]:
    """Facts: an own `honour` above both cards, and `theirs`, the few higher ones, if a partner may have one of them."""
    honour = context.of_suit(context.trick.order.suit[c])[0]
    above, partners = context.higher_out(honour), context.partners_to_play
    if honour not in (c, other) and 0 < len(above) <= SURE and context.some_may_hold(partners, *above):
        return {"honour": honour, "theirs": above}
    return {"honour": "", "theirs": ()}


def _best_of_plain(context: DecisionContext, other: Card) -> bool:
    """Whether the other choice is the best of a plain suit, which each round of the suit makes more likely trumped."""
    v = context.trick
    return not v.is_trump(other) and not context.higher_out(other) and bool(context.out_of_suit(other))


def _may_trump_at_will(context: DecisionContext, c: Card) -> bool:
    """Whether a player with a card of the suit of `c` may trump it: then it is the safer, the fewer are left."""
    v, trump = context.trick, next((x for x in context.outstanding if context.trick.is_trump(x)), None)
    if trump is None or v.is_trump(c):
        return False
    then = v.facing((c,), after(v.seats, context.seat, -1)).holding((context.out_of_suit(c)[0], trump))
    legal = allowed(context.phase, then)
    return any(trump in move.cards for move in legal)


def _drawn_for(context: DecisionContext) -> Cards:
    """The own highest trumps, with which the others' can be drawn once a trump may be led; none if it may now."""
    v = context.trick
    own = tuple(x for x in context.hand if v.is_trump(x) and not context.higher_out(x))
    return () if any(map(v.is_trump, context.cards)) else tuple(sorted(own, key=lambda x: -context.height(x)))


def following_barely(context: DecisionContext) -> Iterator[Reason]:
    """Nothing that may be played wins the trick, and the card goes that more of the others beat."""
    v, c, other = context.view, context.card, context.other_card
    if not isinstance(v, RankedTrickView) or not v.trick or not v.by_suit or c is None or other is None or c is other:
        return
    if not _count_little(context, c, other) or v.holder in context.friends or context.wants_tricks is False:
        return
    if any(map(context.card_value, (*v.trick, *context.cards))) or other not in context.cards or _told(context):
        return
    worse, better = (context.threats(x, among_hand=True) for x in (c, other))
    sets_up = not context.trumps_out and outlasts(context, c)
    if not any(map(v.beats, context.cards)) and len(worse) > len(better) and not (sets_up or never_led(context, other)):
        above, trumps = context.higher_out(other), not v.is_trump(other) and bool(context.trumps_out)
        facts: dict[str, Any] = {"c": c, "other": other, "best": v.best, "suit_": v.order.suit[other]}
        facts |= {"above": above if len(above) <= SURE else (), "n": len(above), "trumps": trumps}
        facts |= {"run": context.top_run(v.order.suit[other])} | winners_kept(context, c, other)
        yield Reason("throws_worst", facts | {"alone": not context.out_of_suit(other)})


def winners_kept(context: DecisionContext, *spare: Card) -> dict[str, Any]:
    """Facts: the own highest cards of a plain suit, if neither of the two that may be thrown is one of them."""
    v = context.trick
    suits = dict.fromkeys(v.order.suit[x] for x in context.cards if not v.is_trump(x) and context.out_of_suit(x))
    best = max((context.top_run(suit) for suit in suits), key=len, default=())
    best = () if any(x in best for x in spare) else best
    return {"tops": best, "of_tops": v.order.suit[best[0]] if best else ""}


def _told(context: DecisionContext, *besides: str) -> bool:
    """Whether something else speaks for the card and not for the other choice; reasons `besides` are left out."""
    there = {one.what for one in in_tricks(context.exchanged())}
    return bool({one.what for one in in_tricks(context)} - there - {*besides})


def _beaten_by(context: DecisionContext, c: Card) -> dict[str, Any]:
    """Facts: the cards of its suit `above` a card, and whether `trumps` may beat it; none if they are many."""
    suit = context.trick.order.suit
    above = [x for x in context.threats(c) if suit[x] == suit[c]]
    trumps = not context.trick.is_trump(c) and len(context.threats(c)) > len(above)
    return {"above": tuple(above), "trumps": trumps, "many": False} if len(above) <= FEW else {}


def _below(context: DecisionContext, c: Card) -> Cards:
    """The cards out of sight that are below `c` in its suit, the highest first."""
    lower = (x for x in context.out_of_suit(c) if context.height(x) < context.height(c))
    return tuple(sorted(lower, key=lambda x: -context.height(x)))
