"""Reasons in games where tricks do harm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.standing import (
    frees_to_throw,
    higher_out,
    out_of_suit,
)
from tutor.kernel.events import TRICK_WON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards


def taking_unwanted(context: DecisionContext, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Which of the winning cards is best in a trick that the seat would rather lose."""
    v, c, last = context.trick, facts["c"], facts["last"]
    other, loses = context.other_card, not last and _loses(context, winners)
    if last and (other is None or v.power[other] < v.power[c]) and _free(context):
        yield Reason("takes_free", {"c": c})
    elif not facts["dearer"] and len(winners) > 1 and not loses:
        yield Reason("takes_high", facts)
    elif loses and len(facts["dearer"]) == len(winners) - 1 == len(context.cards) - 1:
        yield Reason("low_over", facts)


def _loses(context: DecisionContext, winners: Cards) -> bool:
    """Whether most cards out of sight of its suit go above the lowest of `winners`."""
    low = min(winners, key=context.trick.power.__getitem__)
    return 2 * len(higher_out(context, low)) > len(out_of_suit(context, low))


def _free(context: DecisionContext) -> bool:
    """Whether the trick that the move completes costs its winner nothing."""
    events = context.phase.act(context.state, context.seat, context.move).events
    return any(event.what == TRICK_WON and event.facts.get("points") == 0 for event in events)


def leading_unwanted(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Reasons for leading `c` in a trick that the seat would rather lose."""
    above, other = higher_out(context, c), context.other_card
    lowest = len(mine) > 1 and c is mine[-1]
    out = len(out_of_suit(context, c))
    many = 2 * len(above) > out
    if above and not many and other is not None and not higher_out(context, other):
        yield Reason("may_lose_lead", facts | {"above": above, "other": other})
    if lowest and many and not _dearest(context, c):
        yield Reason("leads_low", facts | {"held": len(above), "deals": out})
    elif len(mine) == 1 and frees_to_throw(context, c):
        yield Reason("empties", {"c": c, "suit_": facts["suit_"]})
    elif len(mine) > 1 and not lowest:
        yield from _keeps_low(context, mine[-1], facts)


def _dearest(context: DecisionContext, c: Card) -> bool:
    """Whether `c` counts more than any other card in hand, so that to be above it does not hurt for its height."""
    worth = context.card_value(c)
    return bool(worth) and all(context.card_value(x) < worth for x in context.hand if x is not c)


def _keeps_low(context: DecisionContext, low: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """A lower card of the suit, which hardly any other is under, stays to lose the lead with."""
    above, out = len(higher_out(context, low)), len(out_of_suit(context, low))
    if above and out - above <= 1:
        yield Reason("keeps_low", facts | {"low": low, "n": above, "of": out})
