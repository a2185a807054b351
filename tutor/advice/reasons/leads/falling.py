"""Which cards of others have to be played, or may have to be, on own cards that are higher."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.lie_of_cards import Share, of_all_deals
from tutor.kernel.playout import allowed
from tutor.kernel.seats import after

if TYPE_CHECKING:
    from tutor.advice.reasons.context import DecisionContext
    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State

HOPED: Final = 0.1
"""The share of deals in which a card falls from which on it is told that it may."""


def may_fall_under(context: DecisionContext, c: Card) -> Cards:
    """The cards out that count most of those that may have to be played on `c`: at most two."""
    lower = [x for x in context.out_of_suit(c) if context.card_value(x) > 0 and may_fall(context, x)]
    return tuple(sorted(lower, key=lambda x: -context.card_value(x))[:2])


def may_fall(context: DecisionContext, x: Card) -> bool:
    """Whether a card out of sight may have to be played on a higher one: its holder may have no other of its suit.

    It is so in more than a few of the deals that fit, or it falls on one of several own cards that are led in turn. Not
    one that its holder need never play on a lead of its suit.
    """
    suit = context.trick.order.suit[x]
    top = next((c for c in context.of_suit(suit) if context.height(c) > context.height(x)), None)
    if top is not None and not must_follow(context, top, x):
        return False
    others = (held for who, held in context.known.items() if context.may_hold(who, x))
    if not any(all(y is x or context.trick.order.suit.get(y) != suit for y in held) for held in others):
        return False
    rounds = len(drawn_by(context, top)) if top is not None and not context.higher_out(top) else 1
    return falls(context, (x,), rounds).share(HOPED)


def falls(context: DecisionContext, out: Cards, rounds: int) -> Share:
    """In how many deals `out`, cards of one suit, are played within so many rounds of it, if no more of it are held.

    All deals that fit are counted for one round, where there are not too many; else it is told from sampled ones.
    """
    suit, holders = context.trick.order.suit, tuple(context.known)

    def kind(c: Card) -> str:
        return c.text if c in out else "follows" if suit.get(c) == suit[out[0]] else ""

    def keeps(_: Seat, kinds: frozenset[str]) -> bool:
        return len(kinds - {""}) > 1

    found = of_all_deals(context, holders, kind, keeps) if rounds == 1 else None
    if found is not None:
        return found
    deals = context.sampled.many
    return Share(sum(_falls(context, deal, out, rounds) for deal in deals), len(deals))


def _falls(context: DecisionContext, deal: State, out: Cards, rounds: int) -> bool:
    """Whether in a deal nobody who holds some of `out` has more of their suit than there are `rounds`."""
    suit = context.trick.order.suit
    for who in context.known:
        mine = [c for c in context.game.held(deal, who) if suit.get(c) == suit[out[0]]]
        if len(mine) > rounds and any(c in mine for c in out):
            return False
    return True


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
    return all(x in move.cards for move in allowed(context.phase, then))
