"""What comes after a card that loses this trick: who leads, which suits may be led, what is lost later anyway."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.context import LAST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.advice.reasons.context import DecisionContext
    from tutor.kernel.cards import Card
    from tutor.kernel.seats import Seat


MOSTLY: Final = 0.8
"""The share of deals in which a card is lost later from which on it is told that it probably will be."""
FEWEST: Final = 12
"""With fewer deals that is not told."""


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


def lost_anyway(context: DecisionContext, kept: Card) -> bool:
    """Whether opponents win a card that is `kept` later in most of the deals that the move was tried in."""
    lines = [line.tricks for line in context.lines.get(context.move, ()) if line.tricks]
    lost = sum(any(kept in cards and who in context.foes for who, cards in tricks) for tricks in lines)
    return len(lines) >= FEWEST and lost >= MOSTLY * len(lines)
