"""Reasons for a card to a trick in games where the rank alone decides, whatever was led, and equal ranks are level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.advice.context import DecisionContext, Reason
from tutor.advice.on_leads import likely_won
from tutor.advice.standing import threats

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.cards import Card


def ties_best(context: DecisionContext, c: Card) -> bool:
    """Whether the card is as high as the best one on the table, so that neither wins."""
    v = context.trick
    return not v.by_suit and v.best is not None and v.power[c] == v.power[v.best]


def may_be_tied(context: DecisionContext, c: Card) -> bool:
    """Whether a card out of sight is as high as this one."""
    v = context.trick
    return not v.by_suit and any(v.power[x] == v.power[c] for x in context.outstanding)


def leading_by_rank(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """Reasons for leading `c`: nothing out of sight beats it, or it wins often, or a partner does."""
    if not threats(context, c):
        yield Reason("at_least_level" if may_be_tied(context, c) else "master", {"c": c})
    else:
        yield from likely_won(context)


def beaten_by_rank(context: DecisionContext, c: Card, facts: Mapping[str, Any]) -> Iterator[Reason]:
    """Reasons for a card where no legal card wins."""
    power = context.trick.power
    if ties_best(context, c):
        yield Reason("draws", facts)
    elif all(power[c] < power[x] for x in context.cards if x is not c):
        yield Reason("lowest_of_all", facts)
