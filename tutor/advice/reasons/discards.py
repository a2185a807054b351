"""Reasons for cards that one parts with: thrown away on a trick, or laid away or given before play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.standing import GUARDED, higher_out, of_suit, out_of_suit
from tutor.kernel.events import PLAYED, occurs
from tutor.kernel.view_types import RankedTrickView
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.phase import Phase
    from tutor.kernel.view_types import CardOrder

LONG: Final = 3
"""Cards of a suit that are worth keeping together, if fewer are out."""
DANGEROUS: Final = 2
"""The most cards above one that is called likely to take tricks."""
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


def laying_away(context: DecisionContext) -> Iterator[Reason]:
    """Reasons for cards that are laid away, given or exchanged before they are played."""
    gone, phase = context.move.cards, _play(context)
    hand = context.game.held(context.state, context.seat)
    if not gone or phase is None or isinstance(context.view, RankedTrickView) or not set(gone) <= set(hand):
        return
    if occurs(context.phase.act(context.state, context.seat, context.move).events, PLAYED):
        return
    order: CardOrder = phase.view.ranking.under(context.state.trump)
    policy = policy_of(context.game).of(phase)
    if policy.trick_reward < 0:
        yield from _dangers(context, order, gone, hand)
        return
    left = [c for c in hand if c not in gone]
    trumps = [c for c in left if order.power[""][c]]
    voids = {order.suit[c] for c in gone} - {order.suit[c] for c in left}
    plain = [suit for suit in dict.fromkeys(order.suit[c] for c in gone) if suit in voids and not _trump(order, suit)]
    if plain and trumps:
        yield Reason("lays_void", {"move": context.move, "suits": plain})


def _play(context: DecisionContext) -> Phase[Any, Any] | None:
    """The phase in which cards are played to tricks; None if the game has none whose view ranks cards."""
    return next((phase for phase in context.game.phases if issubclass(phase.view, RankedTrickView)), None)


def _trump(order: CardOrder, suit: str) -> bool:
    return any(order.power[""][c] for c, s in order.suit.items() if s == suit)


def _dangers(context: DecisionContext, order: CardOrder, gone: Cards, hand: Cards) -> Iterator[Reason]:
    """A high card goes that few lower ones of its suit would spare from taking tricks."""
    for c in gone:
        power = order.power[order.suit[c]]
        mine = [x for x in hand if order.suit[x] == order.suit[c]]
        higher = sum(power[x] > power[c] for x in order.suit if order.suit[x] == order.suit[c])
        if c is max(mine, key=power.__getitem__) and higher <= DANGEROUS:
            yield Reason("lays_danger", {"c": c, "suit_": order.suit[c], "below": len(mine) - 1})
            return
