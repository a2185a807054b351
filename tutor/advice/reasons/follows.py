"""Reasons for a card to a trick, in games whose view tells which card is winning and which beat it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.avoiding import avoiding
from tutor.advice.reasons.context import DecisionContext, Reason, next_seats
from tutor.advice.reasons.discards import discarding
from tutor.advice.reasons.leads import leading
from tutor.advice.reasons.lie_of_cards import Share
from tutor.advice.reasons.ranks import beaten_by_rank, leading_by_rank, ties_best
from tutor.advice.reasons.standing import (
    count_text,
    dearer_choice,
    equal,
    foes_to_play,
    frees_to_trump,
    height,
    holds,
    is_lowest,
    last_foe,
    taken_by_friend,
    threats,
    trumps_out,
    void_foes,
)
from tutor.advice.reasons.taking import LIKELY, may_beat, taking
from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

FEW: Final = 2
"""The most cards that are named as those that may beat one."""


def in_tricks(context: DecisionContext) -> Iterator[Reason]:
    """All reasons for the card, the most important first."""
    v, c = context.view, context.card
    if c is None or context.move.word or c not in context.cards or not isinstance(v, RankedTrickView):
        return
    if len(context.cards) < 2:
        return
    if context.wants_tricks is False and v.by_suit:
        yield from avoiding(context, c)
        return
    if not v.trick:
        yield from (leading if v.by_suit else leading_by_rank)(context, c)
    elif other := equal(context, c):
        yield Reason("equals", {"c": c, "other": other})
        return
    else:
        yield from tuple(_unloaded(context, c)) or _answered(context, c)
    yield from _kept(context, c)


def _unloaded(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The card costs points, and it goes to an opponent's trick."""
    v = context.trick
    if not v.trick or v.beats(c) or v.holder in context.friends:
        return
    own = context.card_value(c)
    if own < 0:
        yield Reason("unloads", {"c": c, "worth": own, "best": v.best, "holder": v.holder, "bad": False})


def _answered(context: DecisionContext, c: Card) -> Iterator[Reason]:
    v = context.trick
    winners = tuple(x for x in context.cards if v.beats(x))
    rest = next_seats(context)
    facts: dict[str, Any] = {
        "c": c,
        "best": v.best,
        "holder": v.holder,
        "last": not rest,
        "sure": not (above := may_beat(context, c)),
        "above": above if len(above) <= FEW else (),
        "worth": count_text(context.card_value(c)),
    } | last_foe(context)
    yield from _void_to_come(context, c)
    ours = v.holder in context.friends and v.holder != context.seat
    if v.beats(c):
        yield from taking(context, c, winners, facts, ours=ours)
    elif ours:
        yield from _left(context, c, winners, facts)
    elif winners:
        yield from _spared(context, c, winners, facts)
    else:
        yield from (_beaten if v.by_suit else beaten_by_rank)(context, c, facts)


def _void_to_come(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """An opponent still to play may trump, and the other choice would spend a higher card of the suit on that."""
    v, other = context.trick, context.other_card
    spent = v.by_suit and other is not None and v.follows(other) and v.beats(other) and v.follows(c)
    if other is None or not spent or v.power[other] <= v.power[c]:
        return
    if void := void_foes(context, v.trick[0]):
        who = void[0] if len(void) == 1 else ""
        yield Reason("void_to_come", {"c": c, "other": other, "who": who, "suit_": v.order.suit[c]})


def _left(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """The card leaves the trick to a partner, who is winning it so far."""
    safe = not foes_to_play(context) or not threats(context, context.trick.best)
    sampled = Share(0, 0) if safe else holds(context)
    stays = safe or not sampled.deals or sampled.share(LIKELY)
    facts = facts | {"safe": safe, "winners": winners} | sampled._asdict()
    own, counted = context.card_value(c), [context.card_value(x) for x in context.cards]
    spared = context.other_card or c
    if own < 0:
        if not stays:
            lost = sampled.deals - sampled.held
            yield Reason("leaves_penalty", facts | {"lost": lost}, sampled=True)
    elif context.card_value(spared) < 0 and stays:
        yield Reason("spares_penalty", facts | {"spared": spared, "cost": count_text(-context.card_value(spared))})
    elif own > min(counted) and own > 0 and own >= context.card_value(spared) and stays:
        yield Reason("feeds_partner", facts)
    elif winners and stays:
        yield Reason("leaves_partner", facts)
    elif winners:
        yield Reason("saves", facts)
    elif own <= max(0, min(counted)) and (is_lowest(context, c) or _thrown(context, c)):
        thrown = tuple(discarding(context, c)) if _thrown(context, c) else ()
        yield from thrown or [Reason("partner_low", facts)]


def _thrown(context: DecisionContext, c: Card) -> bool:
    """Whether the card is thrown away: neither of the suit led nor a trump."""
    v = context.trick
    return v.by_suit and not v.follows(c) and not v.is_trump(c)


def _spared(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """The card loses the trick, though another legal card would win it so far."""
    v = context.trick
    partners = [seat for seat in next_seats(context) if seat in context.friends]
    if ties_best(context, c):
        yield Reason("draws", facts)
    elif partners and (v.follows(c) or not v.by_suit):
        yield Reason("second_low", facts | {"winners": winners, "partner": partners[0]})
    elif v.by_suit and not v.follows(c) and all(v.is_trump(x) for x in winners):
        yield Reason("spares_trump", facts | {"winners": winners})
        yield from discarding(context, c)
    else:
        yield Reason("saves", facts | {"winners": winners})


def _beaten(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """Reasons for a card where no legal card wins."""
    v = context.trick
    same = [x for x in context.cards if v.order.suit[x] == v.order.suit[c]]
    own, least = context.card_value(c), min(map(context.card_value, context.cards))
    hoped = taken_by_friend(context) if own > max(0, least) else Share(0, 0)
    if hoped.share(LIKELY):
        yield Reason("feeds_ahead", facts | hoped._asdict(), sampled=True)
    elif own == least and dearer_choice(context, own):
        yield Reason("least_count", facts)
    elif _thrown(context, c):
        yield from discarding(context, c)
    elif len(same) > 1 and own == least and height(context, c) == min(height(context, x) for x in same):
        yield Reason("lowest", facts | {"many": len(same), "suit_": v.order.suit[c]})
    if not v.follows(c) and not v.is_trump(c):
        suit = v.order.suit[c]
        left = [x for x in context.hand if x is not c and v.order.suit[x] == suit]
        if not left and frees_to_trump(context, c):
            yield Reason("makes_void", {"c": c, "suit_": suit})


def _kept(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The only other choice was the best trump left, which stays in hand."""
    if len(context.hand) < 2 or context.other is None:
        return
    v = context.trick
    tops = [x for x in context.cards if x is not c and v.is_trump(x) and x in context.other.cards]
    kept = [x for x in tops if not threats(context, x, among_hand=True)]
    if kept and (not v.trick or not v.beats(c) or height(context, kept[0]) > height(context, c)):
        yield Reason("keeps_master", {"c": c, "kept": kept[0], "out": trumps_out(context)})
