"""Reasons for cards that are laid away, given or exchanged before they are played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.kernel.events import PLAYED, occurs
from tutor.kernel.view_types import RankedTrickView
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tutor.kernel.cards import Cards
    from tutor.kernel.phase import Phase
    from tutor.kernel.view_types import CardOrder

DANGEROUS: Final = 2
"""The most cards above one that is called likely to take tricks."""


def laying_away(context: DecisionContext) -> Iterator[Reason]:
    """Reasons for cards that are laid away, given or exchanged before they are played."""
    gone, phase = context.move.cards, play_phase(context)
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


def play_phase(context: DecisionContext) -> Phase[Any, Any] | None:
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
