"""Reasons for cards that one parts with: thrown away on a trick, or laid away or given before play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.standing import GUARDED, higher_out, of_suit, out_of_suit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card

LONG: Final = 3
"""Cards of a suit that are worth keeping together, if fewer are out."""
HOPELESS: Final = 2
"""The fewest cards out of sight above a card that will hardly win a trick."""


def discarding(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """All reasons for throwing `c` away rather than the other choice, the most important first."""
    other, v = context.other_card, context.trick
    if other is not None and other is not c and not v.is_trump(other) and not v.follows(other):
        kept = tuple(_kept(context, c, other))
        yield from kept
        if kept:
            return
    above, mine = higher_out(context, c), of_suit(context, v.order.suit[c])
    if len(above) >= HOPELESS and c is mine[-1] and _guarded_by(context, c) is None and not _long(context, c):
        yield Reason("hopeless", {"c": c, "suit_": v.order.suit[c], "n": len(above)})


def _kept(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """What the other choice would throw away: the best card of a suit, the guard of a high card, a long suit."""
    suit = context.trick.order.suit
    if context.card_value(other) < 0:
        return
    out, facts = out_of_suit(context, other), {"c": c, "kept": other, "suit_": suit[other]}
    if not higher_out(context, other):
        if out and higher_out(context, c):
            run = [x for x in of_suit(context, suit[other]) if not higher_out(context, x)]
            yield Reason("keeps_best", facts | {"run": run})
    elif (guarded := _guarded_by(context, other)) is not None:
        if _guarded_by(context, c) is None:
            yield Reason("keeps_guard", facts | {"guarded": guarded, "above": higher_out(context, guarded)})
    elif _long(context, other) and not _long(context, c):
        yield Reason("keeps_length", facts | {"n": len(out), "of": len(of_suit(context, suit[other]))})


def _long(context: DecisionContext, c: Card) -> bool:
    """Whether the own cards of the suit of `c` are more than those out of sight, of which few are above the highest."""
    mine = of_suit(context, context.trick.order.suit[c])
    out = len(out_of_suit(context, c))
    return len(mine) >= LONG and 0 < out < len(mine) and len(higher_out(context, mine[0])) <= 1


def _guarded_by(context: DecisionContext, c: Card) -> Card | None:
    """The own high card that stays guarded only as long as `c` is kept; None if there is none.

    A card is guarded by as many lower cards of its suit as higher ones are out of sight.
    """
    mine = of_suit(context, context.trick.order.suit[c])
    above = higher_out(context, mine[0])
    return mine[0] if mine[0] is not c and 0 < len(above) <= GUARDED and len(mine) == len(above) + 1 else None
