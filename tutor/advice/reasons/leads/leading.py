"""Reasons for a card that is led to a trick that is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.context import DecisionContext, Reason, Role, count_text
from tutor.advice.reasons.leads.low_cards import lower_first
from tutor.advice.reasons.leads.plain import highest_lead, plain_lead
from tutor.advice.reasons.leads.shown import must_be_void
from tutor.advice.reasons.leads.sure import (
    always_wins,
    before_trumps,
    cheaper_equal,
    dearer_first,
    draws_last,
    equal,
    in_order,
    only_loser,
    rest_is_own,
)
from tutor.advice.reasons.leads.trumps import trump_lead
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card

HOPE: Final = 0.25
"""The share of deals in which the own side wins a trick from which on it is told of a card that counts in it."""
LIKELY: Final = 0.5
"""The same for a trick that partner likely takes."""
HELPED: Final = 0.45
"""The share of deals from which on the own side may well take a trick that is not wanted."""
FEW: Final = 3
"""The most cards that are named as those that beat one."""


def leading(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """All reasons for leading `c`, the most important first."""
    other = context.other_card
    if rest_is_own(context):
        pairs = policy_of(context.game).declarable(context.state, context.seat) or {}
        facts = {"c": c, "trumps": bool(context.trick.trumps), "two": max(pairs, key=pairs.__getitem__, default=())}
        yield Reason("rest_yours", facts, decides=True)
        return
    decided = (*only_loser(context), *before_trumps(context, c))
    if decided:
        yield from decided
    elif context.other is None or other is None or other is c or other not in context.cards:
        yield from _all(context, c)
    else:
        yield from tuple(dearer_first(context, c, other)) or _rather(context, c, other)


def _rather(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The reasons for leading `c` rather than `other`."""
    own = tuple(_all(context, c))
    better = any(one.what == "partner_holds" and one.facts["kept"] for one in own)
    costs = min(context.card_value(c), context.card_value(other)) < 0  # what one would rather not win
    if not (better or costs) and _wins_for_certain(context, c) and _wins_for_certain(context.exchanged(), other):
        same = equal(context, c, other) and tuple(reason for reason in own if not reason.sampled)
        if same:  # why the suit is led at all
            yield Reason("equals", {"c": c, "other": other, "all": False}, decides=True, role=Role.LEVEL)
        yield from same or tuple(in_order(context, c, other)) or (_for_either(reason) for reason in own)
    elif lower := tuple(lower_first(context, c, other)):
        suit = [reason for reason in own if not reason.sampled and "other" not in reason.facts][:2]
        yield from (*suit, *(one._replace(facts={**one.facts, "after": bool(suit)}) for one in lower))
    elif not equal(context, c, other):
        first = tuple(_best_of_two_suits(context, c, other))
        yield from first
        yield from (reason for reason in own if not first or reason.what not in ("high_in_suit", "now_or_never"))
    elif context.card_value(c) == context.card_value(other):
        yield Reason("equals", {"c": c, "other": other, "all": False}, decides=True, role=Role.LEVEL)
        yield from own
    else:
        yield from cheaper_equal(context, c, other)


def _best_of_two_suits(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Each is the best card left of its plain suit: the one first that counts more, or that is less likely trumped."""
    v = context.trick
    suit = v.order.suit
    if suit[c] == suit[other] or v.is_trump(c) or v.is_trump(other) or not context.foes_with_trumps:
        return
    if context.higher_out(c) or context.higher_out(other) or draws_last(context):
        return
    n, m = len(context.out_of_suit(c)), len(context.out_of_suit(other))
    if context.void_foes(c) and not context.void_foes(other):
        return
    worth, less = context.card_value(c), context.card_value(other)
    if n >= m and (n > m or worth > less) and n and not _as_surely_trumped(context):
        facts = {"c": c, "other": other, "n": n, "m": m, "suit_": suit[c], "its": suit[other]}
        yield Reason("safer_first", facts | {"dearer": worth > less})
    elif n == m and worth == less and not context.sampled.clearly_ahead:
        facts = {"c": c, "other": other, "n": n, "suit_": suit[c], "its": suit[other]}
        yield Reason("both_high", facts | {"short": must_be_void(context, c)}, decides=True)


def _as_surely_trumped(context: DecisionContext) -> bool:
    """Whether by count the lead is no likelier to hold than the other choice, or is certain not to."""
    mine, theirs = context.holds, context.exchanged().holds
    return not mine.held or mine.held * theirs.deals < theirs.held * mine.deals


def _for_either(reason: Reason) -> Reason:
    """A reason for one of two sure winners, which says nothing of which is led first unless it compares them."""
    return reason._replace(shared="other" not in reason.facts)


def _wins_for_certain(context: DecisionContext, c: Card) -> bool:
    """Whether the lead wins whatever the others hold."""
    stands = context.holds
    return always_wins(context, c) or stands.held == stands.deals > 0


def _all(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The reasons for leading `c`, whether or not they hold for the other choice too."""
    v = context.trick
    suit = v.order.suit[c]
    mine = context.of_suit(suit)
    facts = {"c": c, "suit_": suit, "n": len(mine), "out": context.trumps_out}
    yield from _costs_taker(context, c)
    yield from _to_be_brought_home(context, c)
    if v.is_trump(c):
        yield from trump_lead(context, c, mine, facts)
    elif not context.higher_out(c):
        yield from highest_lead(context, c, mine, facts)
    else:
        yield from plain_lead(context, c, mine, facts)


def _to_be_brought_home(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """One of the few cards that count is led, and a partner may take the trick with it."""
    pals = context.partners_to_play
    if not pals or not context.few_count or context.card_value(c) <= 0 or not context.higher_out(c):
        return
    found = context.taken_by_friend
    if found.share(HOPE):
        facts = {"c": c, "worth": count_text(context.card_value(c)), "takes": False, "sure": False}
        facts |= {"even": found.share(LIKELY), "partner": pals[0]}
        yield Reason("brings_home", facts | found._asdict(), sampled=True)


def _costs_taker(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """`c`, which costs whoever takes it, is led: in most deals an opponent has to take it."""
    above = context.higher_out(c)
    if context.card_value(c) >= 0 or not above:
        return
    if not context.friends.isdisjoint(context.next_seats) and context.taken_by_friend.share(HELPED):
        return
    if not context.holds.share(HELPED):
        named = above if len(above) <= FEW and not context.foes_with_trumps else ()
        yield Reason("costs_taker", {"c": c, "cost": count_text(-context.card_value(c)), "above": named}, sampled=True)
