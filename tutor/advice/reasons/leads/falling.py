"""Which cards of others have to be played, or may have to be, on own cards that are higher."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.kernel.duties import narrow
from tutor.kernel.seats import after

if TYPE_CHECKING:
    from tutor.advice.reasons.context import DecisionContext
    from tutor.kernel.cards import Card, Cards


def may_fall_under(context: DecisionContext, c: Card) -> Cards:
    """The cards out that count most of those that may have to be played on `c`: at most two."""
    lower = [x for x in context.out_of_suit(c) if context.card_value(x) > 0 and may_fall(context, x)]
    return tuple(sorted(lower, key=lambda x: -context.card_value(x))[:2])


def may_fall(context: DecisionContext, x: Card) -> bool:
    """Whether a card out of sight may have to be played on a higher one: somebody may hold it and no other of its suit.

    Not one that its holder need never play on a lead of its suit.
    """
    suit = context.trick.order.suit[x]
    top = next((c for c in context.of_suit(suit) if context.height(c) > context.height(x)), None)
    if top is not None and not must_follow(context, top, x):
        return False
    others = (held for who, held in context.known.items() if context.may_hold(who, x))
    return any(all(y is x or context.trick.order.suit.get(y) != suit for y in held) for held in others)


def must_fall(context: DecisionContext, c: Card, *out: Card | None) -> bool:
    """Whether `out`, below `c`, must be played on it and the cards as good: others have no more of the suit than these.

    Of trumps it must be known that they are in other hands.
    """
    if not out or len(context.out_of_suit(c)) > len(drawn_by(context, c)):
        return False
    return all(
        x is not None and must_follow(context, c, x) and (context.holder_of(x) or not context.some_aside) for x in out
    )


def drawn_by(context: DecisionContext, c: Card) -> Cards:
    """The own cards on which others have to play theirs of the suit of `c`: `c`, and if more are out those as good.

    Only `c` where somebody may trump one of them.
    """
    safe = context.trick.is_trump(c) or not context.foes_with_trumps
    row = tuple(x for x in context.of_suit(context.trick.order.suit[c]) if not context.higher_out(x))
    return row if safe and c in row and len(context.out_of_suit(c)) > 1 else (c,)


def must_follow(context: DecisionContext, led: Card, x: Card) -> bool:
    """Whether a player whose only card of the suit led is `x` must play it, when `led` is led."""
    v = context.trick
    other = (y for y, suit in v.order.suit.items() if suit != v.order.suit[x] and not v.is_trump(y))
    if (y := next(other, None)) is None:
        return True
    then = v.facing((led,), after(v.seats, context.seat, -1)).holding((x, y))
    return all(
        x in move.cards for move in narrow(context.phase.duties(then), then, context.phase.candidates(then)).legal
    )
