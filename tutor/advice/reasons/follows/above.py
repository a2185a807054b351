"""What may go above a card that wins the trick so far, and what a higher card than it may catch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.playout import allowed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.advice.reasons.context import DecisionContext
    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State

FEW: Final = 2
"""The most cards that are named as those that may beat one."""
SELDOM: Final = 0.1
"""The share of sampled deals below which it is not told that a partner may take the trick."""


def may_beat(context: DecisionContext, c: Card) -> Cards:
    """The cards that an opponent still to play may beat `c` with, if it is the best so far, the lowest first."""
    v = context.trick
    if (c is not v.best and not v.beats(c)) or not (foes := context.foes_to_play):
        return ()
    held = (x for x in context.threats(c) if context.some_may_hold(foes, x))
    return tuple(sorted(held, key=v.power.__getitem__))


def may_catch(context: DecisionContext, low: Card, high: Card) -> Cards:
    """The cards that `high` beats and `low` does not, and that an opponent may hold, the highest first."""
    return tuple(x for x in context.between(low, high) if context.some_may_hold(context.foes, x))


def over(context: DecisionContext, c: Card) -> dict[str, Any]:
    """Facts: how many cards of its suit that an opponent still to play may hold are above `c`, and which, if few.

    `least_over` is the lowest of them. `by_trump` says that a trump may beat it as well; `void_else` that the opponent
    who is still to play has either one of them or no card of the suit at all.
    """
    v, above = context.trick, may_beat(context, c)
    if not v.by_suit or context.nobody_beats:
        return {"over": (), "n_over": 0, "by_trump": False, "least_over": "", "void_else": False}
    suit, foes = v.order.suit, context.foes_to_play
    higher = tuple(x for x in above if suit[x] == suit[c])
    led = [x for x in context.out_of_suit(c) if context.some_may_hold(foes, x)]
    return {
        "over": higher if len(higher) <= FEW else (),
        "n_over": len(higher),
        "by_trump": len(higher) < len(above),
        "least_over": higher[0] if higher else "",
        "void_else": len(foes) == 1 and v.follows(c) and not v.is_trump(c) and len(led) == len(higher) > 0,
    }


def hopes(context: DecisionContext, who: Seat) -> Cards:
    """The cards with which a partner still to play may take the trick as it stands after the move, the lowest first.

    None if that happens in few of the sampled deals or in none, as where the suit led has to be followed below it.
    """
    v = context.trick
    found = [tuple(_winners(context, sample, who)) for sample in context.samples]
    if sum(map(bool, found)) < SELDOM * len(found):
        return ()
    ruffs = not v.by_suit or any(not v.follows(x) for some in found for x in some)
    able = (x for x in context.outstanding if v.beats(x) and context.may_hold(who, x))
    return tuple(sorted((x for x in able if ruffs or v.follows(x)), key=v.power.__getitem__))


def _winners(context: DecisionContext, sample: State, who: Seat) -> Iterable[Card]:
    """The legal cards with which `who`, if it were next, would win the trick so far in a sampled deal."""
    look = context.phase.see(context.phase.act(sample, context.seat, context.move).state, who)
    legal = allowed(context.phase, look)
    return (move.cards[0] for move in legal if len(move.cards) == 1 and look.beats(move.cards[0]))
