"""What comes after a card that loses this trick: who leads, which suits may be led, what is lost later anyway."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.context import LAST, DecisionContext, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.cards import Card
    from tutor.kernel.seats import Seat


MOSTLY: Final = 0.8
"""The share of deals in which a card is lost later from which on it is told that it probably will be."""
NAMED: Final = 5
"""The most cards that are named as those that may be led to the last trick."""
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


def last_lead(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Whoever wins this trick leads a last card, which the other choice beats more probably than `c`."""
    leaders, v = next_leaders(context), context.trick
    if len(context.hand) != LAST or len(leaders) != 1 or leaders[0] in context.next_seats or context.trumps_out:
        return
    may = [x for x in context.outstanding if context.may_hold(leaders[0], x)]
    beaten = {own: tuple(x for x in may if v.facing((x,)).beats(own)) for own in (c, other)}
    dealt = [context.game.held(deal, leaders[0]) for deal in context.samples]
    often = {own: sum(any(x in held for x in them) for held in dealt) for own, them in beaten.items()}
    if 1 < len(may) <= NAMED and often[other] > often[c] and not context.higher_out(other):
        facts = {"c": c, "kept": other, "who": leaders[0], "may": tuple(may), "less": beaten[c]}
        bonus = int(context.policy.last_trick)
        yield Reason("last_lead", facts | {"beaten": beaten[other], "bonus": bonus})


def lost_anyway(context: DecisionContext, kept: Card) -> bool:
    """Whether opponents win a card that is `kept` later in most of the deals that the move was tried in."""
    lines = [line.tricks for line in context.lines.get(context.move, ()) if line.tricks]
    lost = sum(any(kept in cards and who in context.foes for who, cards in tricks) for tricks in lines)
    return len(lines) >= FEWEST and lost >= MOSTLY * len(lines)
