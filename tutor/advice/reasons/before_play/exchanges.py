"""Reasons for taking a card into the hand before play, and for the card that is laid away for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.before_play.hand_count import play_phase
from tutor.advice.reasons.context import DecisionContext, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.view_types import CardOrder

FEW: Final = 4
"""The most cards that are named as those that one beats, or that beat it."""


def exchanging(context: DecisionContext) -> Iterator[Reason]:
    """The card that is taken and its place among the trumps, and what the one laid away for it could win."""
    phase, gone = play_phase(context), context.card
    taken = context.policy.taken(context.view, context.move)
    if phase is None or gone is None or taken is None or gone is taken:
        return
    order: CardOrder = phase.view.ranking.under(context.state.trump)
    power = order.power[""]
    place = 1 + sum(n > power[taken] for n in power.values()) if power[taken] else 0
    below, _ = _beside(context, order, gone)
    facts: dict[str, Any] = {"taken": taken, "place": place, "gone": gone, "below": below[:FEW], "n": len(below)}
    facts["right"] = context.policy.lets_take(context.view) or ""
    kept = context.other_card if context.other_card is not gone else None
    if kept is None:
        yield Reason("takes_in", facts | {"kept": "", "over": (), "m": 0})
        return
    under, over = _beside(context, order, kept)
    if len(below) <= len(under):
        yield Reason("takes_in", facts | {"kept": kept, "over": over[:FEW], "m": len(over), "other": context.other})


def _beside(context: DecisionContext, order: CardOrder, c: Card) -> tuple[Cards, Cards]:
    """The cards of its suit out of sight that are below `c`, and those that are above it."""
    power = order.power[order.suit[c]]
    row = sorted((x for x in context.outstanding if order.suit.get(x) == order.suit[c]), key=lambda x: -power[x])
    return tuple(x for x in row if power[x] < power[c]), tuple(x for x in row if power[x] > power[c])
