"""Who leads to the next trick after a card that loses this one, and which suits may be led then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.advice.reasons.context import LAST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.advice.reasons.context import DecisionContext
    from tutor.kernel.cards import Card
    from tutor.kernel.seats import Seat


def next_leaders(context: DecisionContext) -> Sequence[Seat]:
    """Who may win the trick if the seat does not, and so leads to the next; empty before a lead."""
    v = context.trick
    if v.best is None or v.holder is None:
        return ()
    over = [x for x in context.outstanding if v.beats(x)]
    may = [who for who in context.next_seats if any(context.may_hold(who, x) for x in over)]
    return (v.holder, *(who for who in may if who != v.holder))


def may_lead(context: DecisionContext, leaders: Sequence[Seat], c: Card) -> bool:
    """Whether one of `leaders` may hold a card of the suit of `c`."""
    return any(context.may_hold(who, x) for who in leaders for x in context.out_of_suit(c))


def never_led(context: DecisionContext, c: Card) -> bool:
    """Whether the last trick is the next one, and nobody who may lead to it has any of the suit of `c`, a plain one."""
    if len(context.hand) != LAST or context.trick.is_trump(c):
        return False
    leaders = next_leaders(context)
    return bool(leaders) and not may_lead(context, leaders, c)
