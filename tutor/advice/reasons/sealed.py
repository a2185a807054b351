"""What is sure to come in a hand, by the cards: tricks that the top trumps win, and a trick that nobody can change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.seats import members
from tutor.policies import policy_of
from tutor.policies.aims import TRICK

if TYPE_CHECKING:
    from tutor.advice.reasons.context import DecisionContext
    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.seats import Seat
    from tutor.policies.aims import Aim


def above_if_led(context: DecisionContext, c: Card) -> Cards:
    """The unseen cards that would beat `c` if it were led."""
    alone = context.trick.facing((c,), context.seat)
    return tuple(x for x in context.outstanding if alone.beats(x))


def worth(context: DecisionContext, aim: Aim, cards: Cards) -> float:
    """What a trick with these cards in it counts at least, in the unit of the aim."""
    return 1 if aim.unit == TRICK else context.phase.trick_value(cards, context.trick.trumps) or 0


def sealed(context: DecisionContext, aim: Aim, *, ours: bool) -> dict[str, Any] | None:
    """What makes the aim sure, whatever the seat plays; None if nothing does.

    `sure` are own trumps that win a trick whenever they are played; empty if it is this trick, by what lies in it,
    which is `mine` if the own side wins it.
    """
    v, has = context.trick, aim.has - aim.risk
    least = min(worth(context, aim, (*v.trick, x)) for x in context.cards)
    mine = v.trick and not context.next_seats and (v.holder in context.friends or all(map(v.beats, context.cards)))
    if not ours:
        theirs = v.trick and not any(map(v.beats, context.cards)) and _takers(context) <= set(members(aim.side))
        return {"sure": (), "mine": False} if theirs and has + least >= aim.goal else None
    shown = policy_of(context.game).pairs(context.state)  # a pair that is shown may change the trumps
    trumps = [] if shown else [x for x in context.hand if v.is_trump(x) and (not v.trick or v.beats(x))]
    tops = tuple(x for x in trumps if not above_if_led(context, x))
    if tops and has + sum(worth(context, aim, (x,)) for x in tops) >= aim.goal:
        return {"sure": tops, "mine": False}
    return {"sure": (), "mine": True} if mine and has + least >= aim.goal else None


def _takers(context: DecisionContext) -> set[Seat]:
    """Who may win the trick on the table if the seat does not: its holder, and whoever may hold a card above it."""
    v, above = context.trick, context.threats(context.trick.best)
    return {v.holder or "", *(who for who in context.next_seats if context.some_may_hold((who,), *above))}
