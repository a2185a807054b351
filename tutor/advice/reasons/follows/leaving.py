"""Reasons for a card that leaves the trick to a partner, who is winning it so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason, count_text
from tutor.advice.reasons.follows.above import over
from tutor.advice.reasons.follows.discards import discarding, thrown
from tutor.advice.reasons.follows.guards import penalty
from tutor.advice.reasons.follows.losing import FEW, lowest, voids
from tutor.advice.reasons.follows.taker import taker
from tutor.advice.reasons.follows.taking import LIKELY
from tutor.advice.reasons.lie_of_cards import Share
from tutor.advice.reasons.ranks import may_be_tied

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

MOST: Final = 0.7
"""The share of the cards above partner's card from which on another that these beat as well is little help."""
AS_GOOD: Final = 0.95
"""The share of deals from which on partner's trick is as good as won, so that what may beat it is not told."""


def left(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """The card leaves the trick to a partner, who is winning it so far."""
    best = context.trick.best
    safe = not context.foes_to_play or not (context.threats(best) or (best and may_be_tied(context, best)))
    sampled = Share(0, 0) if safe else context.holds
    stays = safe or sampled.share(LIKELY)
    risky = context.trick.by_suit and not (safe or sampled.share(AS_GOOD))
    facts = facts | {"safe": safe, "winners": winners} | sampled._asdict()
    own, counted = context.card_value(c), [context.card_value(x) for x in context.cards]
    spared = context.other_card or c
    if cost := penalty(context, c):
        yield Reason("spares_penalty", facts | cost | {"safe": safe})
    elif own < 0:
        return
    elif not stays and context.card_value(spared) > own and spared in context.as_good(c):
        facts |= {"other": spared, "more": count_text(context.card_value(spared) - own)}
        yield Reason("cheaper_neighbour", facts | {"wins": spared in winners} | taker(context))
    elif risky and context.card_value(spared) > max(0, own) and spared not in winners:
        yield _held_for_safer(context, spared, facts)
        yield from () if thrown(context, c) else lowest(context, c, facts | {"cheap": False})
    elif own > min(counted) and own > 0 and stays and (kept := _fed_instead(context, own, spared)) is not None:
        yield Reason("feeds_partner", facts | (context.alike_choice(c) if not kept["kept"] else {"alike": ""}) | kept)
        yield from discarding(context, c) if thrown(context, c) and own == context.card_value(spared) else ()
    elif winners:
        price = max(0, context.card_value(spared) - own) if safe and spared in winners else 0
        held = facts | {"price": count_text(price), "dear": spared} | _held_back(context, c, winners)
        yield from [Reason("leaves_partner", held)] if stays else _no_help(context, winners, facts)
        yield from _left_alike(context, c, winners, facts)
    elif own <= max(0, min(counted)) and (_lowest_free(context, c) or thrown(context, c)):
        away = tuple(discarding(context, c)) if thrown(context, c) else ()
        followed = context.trick.by_suit and not thrown(context, c)
        high = not followed and len(context.higher_out(c)) < len(context.higher_out(spared))
        high |= not followed and spared is not c and context.height(spared) <= context.height(c)
        given_up = high or (safe and context.card_value(spared) > own)  # one has to say what the other is kept for
        low = () if not followed else tuple(lowest(context, c, facts | {"cheap": False}))
        told = any(reason.facts.get("kept") for reason in low)  # else that it is the lowest is said already
        yield from away or (() if given_up or told else [Reason("partner_low", facts)])
        yield from low if given_up or told else ()


def _lowest_free(context: DecisionContext, c: Card) -> bool:
    """Whether no lower card of its suit is legal, but one that costs points."""
    suit = context.trick.order.suit
    lower = [x for x in context.cards if suit[x] == suit[c] and context.height(x) < context.height(c)]
    return context.is_lowest(c) or all(context.card_value(x) < 0 for x in lower)


def _left_alike(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Of cards that all leave the trick to partner: what is kept by throwing `c` away, or why the lower one goes."""
    if thrown(context, c):
        yield from (*discarding(context, c), *voids(context, c))
    elif context.other_card not in (None, c, *winners):
        yield from lowest(context, c, facts | {"cheap": False})


def _held_for_safer(context: DecisionContext, dear: Card, facts: dict[str, Any]) -> Reason:
    """The other choice counts more, and partner's trick may still be beaten: by what, or who may trump it."""
    v = context.trick
    void, best = context.void_foes(v.trick[0]), v.best
    facts = facts | {
        "suit_": v.order.suit[v.trick[0]],
        "dear": dear,
        "gives": count_text(context.card_value(dear)),
        "void": void[0] if void else "",
    }
    return Reason("waits_for_safer", facts | (over(context, best) if best is not None else {}) | context.last_foe)


def _held_back(context: DecisionContext, c: Card, winners: Cards) -> dict[str, Any]:
    """Facts: whether several cards that would win are all trumps, and `c` is one as well."""
    trumps = len(winners) > 1 and all(map(context.trick.is_trump, winners))
    return {"all_trumps": trumps, "low_trump": context.trick.is_trump(c)}


def _fed_instead(context: DecisionContext, own: float, spared: Card) -> dict[str, Any] | None:
    """Facts: the dearer card that is kept, and what it may still beat; None if it should rather be given."""
    low, suit = context.card, context.trick.order.suit
    same = low is not None and suit[low] == suit[spared]
    facts: dict[str, Any] = {"kept": "", "beaten": (), "top": False, "suit_": suit[spared]}
    facts |= {"other": spared} if low is not spared else {}
    beaten = context.between(low, spared) if low is not None and same else context.below_out(spared)
    level = own == context.card_value(spared)
    if own > context.card_value(spared) or (level and not (same and beaten and context.trick.follows(spared))):
        return facts  # what is kept of cards thrown away is told besides
    facts |= {"kept": spared, "beaten": beaten[:FEW], "top": not context.higher_out(spared)}
    return facts if beaten else None


def _no_help(context: DecisionContext, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Partner's card may be beaten, but by cards that would beat the own one as well."""
    best, other = context.trick.best, context.other_card
    if best is None:
        return
    top = other if other in winners else None
    above = context.threats(best)
    higher = context.threats(top) if top is not None else ()
    beaten = len(higher)
    has = ((who, x) for who in context.foes_to_play for x in context.known[who] if x in higher)
    facts["has"], facts["known"] = next(has, ("", ""))
    if top is not None and (facts["has"] or beaten >= MOST * len(above)):
        yield Reason("no_help", facts | {"kept": top, "all": beaten == len(above), "n": beaten, "of": len(above)})
    else:
        kept = top or max(winners, key=context.trick.power.__getitem__)
        yield Reason("partner_ahead", facts | over(context, best) | {"kept": kept})
