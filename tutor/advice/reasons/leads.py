"""Reasons for a card that is led to a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.plain_leads import LONG, PROBABLE, highest_lead, plain_lead, run_of, to_set_free
from tutor.advice.reasons.standing import (
    as_good,
    count_text,
    foes_with_trumps,
    height,
    higher_out,
    holds,
    of_suit,
    out_of_suit,
    trumps_out,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tutor.kernel.cards import Card, Cards

MANY_TRUMPS: Final = 3
"""Trumps that are enough to draw others', if there is something to protect."""
ANY_ORDER: Final = frozenset({"master", "last_of_suit", "nobody_trumps", "nobody_can"})
"""Reasons that say of a lead that it wins for certain."""


def leading(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """All reasons for leading `c`, the most important first."""
    other = context.other_card
    if _rest_is_own(context):
        yield Reason("rest_yours", {"c": c, "trumps": bool(context.trick.trumps)}, decides=True)
        return
    own = tuple(_all(context, c))
    if context.other is None or other is None or other is c or other not in context.cards:
        yield from own
        return
    yield from _dearer_first(context, c, other)
    if c in as_good(context, other) or other in as_good(context, c):
        yield from (reason for reason in own if reason.what == "spares_count")
        return
    better = any(reason.what == "no_penalty" for reason in own)
    if not better and _wins_for_certain(own) and _wins_for_certain(_all(context.exchanged(), other)):
        if context.sampled is None or not context.sampled.clearly_ahead:
            yield Reason("both_win", {"c": c, "other": other}, decides=True)
        return
    yield from own


def _wins_for_certain(found: Iterable[Reason]) -> bool:
    """Whether one of the reasons found for a lead is that it wins whatever the others hold."""
    return any(reason.what in ANY_ORDER for reason in found)


def _dearer_first(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Both cards are the best of their suit and will probably win, and this one counts more."""
    suit = context.trick.order.suit
    if suit[c] != suit[other] or context.card_value(c) <= context.card_value(other):
        return
    if context.trick.is_trump(c):
        return  # neither can be lost
    if not higher_out(context, c) and not higher_out(context, other) and holds(context).share(PROBABLE):
        yield Reason("dearer_first", {"c": c, "other": other, "suit_": suit[c]}, decides=True)


def _rest_is_own(context: DecisionContext) -> bool:
    """Whether no card of the hand can be beaten any more, so that the leader wins all tricks that are left."""
    v = context.trick
    plain = any(not v.is_trump(c) for c in context.hand)
    return all(not higher_out(context, c) for c in context.hand) and not (plain and trumps_out(context))


def _all(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The reasons for leading `c`, whether or not they hold for the other choice too."""
    v = context.trick
    suit = v.order.suit[c]
    mine = of_suit(context, suit)
    facts = {"c": c, "suit_": suit, "n": len(mine), "out": trumps_out(context)}
    if v.is_trump(c):
        yield from _trump(context, c, mine, facts)
    elif not higher_out(context, c):
        yield from highest_lead(context, c, mine, facts)
    else:
        yield from plain_lead(context, c, mine, facts)


# -- trumps ------------------------------------------------------------------------------------------------


def _trump(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """What a trump is led for: to protect winners, to bring out higher ones, to catch one that counts."""
    out, above = facts["out"], higher_out(context, c)
    if not out:
        yield Reason("master", facts | {"run": run_of(context, mine), "trump": True})
        return
    guards, honour = _guards(context), to_set_free(context, c, mine)
    many = len(mine) >= min(MANY_TRUMPS, out) if guards else not above and honour is None and len(mine) >= out
    if many and foes_with_trumps(context):
        yield Reason("draws_trumps", facts | {"guards": guards})
    if honour is not None:
        yield Reason("brings_out", facts | {"honour": honour, "above": higher_out(context, honour)})
    dear = max(out_of_suit(context, c), key=context.card_value)
    if not above and 2 * context.card_value(dear) >= max(map(context.card_value, context.game.pack.order)) > 0:
        yield Reason("may_catch", facts | {"dear": dear, "worth": count_text(context.card_value(dear))})


def _guards(context: DecisionContext) -> Cards:
    """The winners to protect from ruffs: the best cards of plain suits, or the second best of a long one."""
    v = context.trick
    plain = [x for x in context.hand if not v.is_trump(x)]
    best = tuple(x for x in plain if not higher_out(context, x))
    long = [x for x in plain if len(of_suit(context, v.order.suit[x])) >= LONG and len(higher_out(context, x)) == 1]
    return best or tuple(sorted(long, key=lambda x: -height(context, x))[:1])


# -- plain suits -------------------------------------------------------------------------------------------
