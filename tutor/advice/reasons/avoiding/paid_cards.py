"""Reasons from cards that are paid for at once, when they are forced out or thrown on another suit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.avoiding.ways_out import SAFE, all_can_follow, cannot_win, danger, price, way_out
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

MUCH: Final = 5.0
"""The payment from which on a card decides more than the trick does."""
GUARDS: Final = 2
"""The other cards of its suit by which a card counts as guarded, though it may still be forced out."""


def tells_payment(context: DecisionContext) -> bool:
    """Whether a reason from such a card says what is paid at once, so that sampled deals need not."""
    v, c, other = context.view, context.card, context.other_card
    if c is None or other is None or not isinstance(v, RankedTrickView) or context.wants_tricks is not False:
        return False
    if not v.by_suit or c not in context.cards or other not in context.cards:
        return False
    if not v.trick:
        return any(map(decides_more, forcing(context, c, other)))
    if v.beats(other) and not v.beats(c):
        return bool(forced_out(context, (other,))["dues"] or paid_to_others(context, other))
    return any(True for _ in throwing_paid(context, c)) and not v.follows(c)


def leads_to_force(context: DecisionContext) -> bool:
    """Whether the move is a lead that may force out a card that is paid for, as the other choice may not."""
    v, c, other = context.view, context.card, context.other_card
    if c is None or other is None or not isinstance(v, RankedTrickView) or v.trick or context.wants_tricks is not False:
        return False
    return v.by_suit and other in context.cards and any(True for _ in forcing(context, c, other))


def thrown(context: DecisionContext, c: Card | None) -> float:
    """What throwing `c` on the trick on the table brings at once."""
    v = context.trick
    if c is None or not v.trick or v.follows(c) or v.beats(c):
        return 0.0
    return context.policy.paid_if_thrown(context.state).get(c, 0.0)


def forcing(context: DecisionContext, c: Card, other: Card, *, guarded: bool = False) -> Iterator[Reason]:
    """A card out of sight pays whoever leads its suit, if it has to be played to that; none does so on `other`.

    It is no reason for a lead that may well win while many others of the suit guard that card, unless it pays much and
    there is no other: `guarded`.
    """
    ours, theirs = _dearest(context, c), _dearest(context, other)
    paid = context.policy.paid_if_forced(context.state)
    n = paid.get(ours, 0.0) if ours is not None else 0.0
    if ours is None or n <= (paid.get(theirs, 0.0) if theirs is not None else 0.0):
        return
    mine, guards = way_out(context, c), len(context.out_of_suit(c)) - 1
    facts: dict[str, Any] = {"mine": mine, "other": other, "dear": ours, "n": n, "risky": mine.risk > SAFE}
    facts["over"] = context.height(ours) > context.height(c)
    if guards <= GUARDS or not facts["risky"] or (guarded and n >= MUCH):
        again = n >= MUCH and len(context.of_suit(mine.suit_)) > 1
        yield Reason("forces_out", facts | {"guards": guards if again else 0})


def _dearest(context: DecisionContext, c: Card) -> Card | None:
    """The card out of sight that pays most if it has to be played to a lead of `c`."""
    paid = context.policy.paid_if_forced(context.state)
    return max((x for x in context.out_of_suit(c) if x in paid), key=paid.__getitem__, default=None)


def decides_more(reason: Reason) -> bool:
    """Whether what is paid is more than what tricks cost."""
    return bool(reason.facts["n"] >= MUCH)


def throwing_paid(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """One of the two choices brings something at once if it is thrown here: it is taken, or it can wait."""
    other, mine, theirs = context.other_card, thrown(context, c), thrown(context, context.other_card)
    if mine >= MUCH and mine > theirs:
        yield Reason("paid_thrown", {"c": c, "n": mine, "best": context.trick.best, "other": other}, decides=True)
    elif other is not None and theirs >= MUCH and theirs > mine:
        guards = tuple(x for x in context.of_suit(context.trick.order.suit[other]) if x is not other)
        out = context.out_of_suit(other)
        facts = {"c": c, "other": other, "n": theirs, "guards": guards, "out": out}
        facts |= {"safe": len(guards) >= len(out), "risky": not cannot_win(context, c, led=False)}
        if facts["safe"] or len(guards) >= GUARDS:
            yield Reason("paid_waits", facts)


def forced_out(context: DecisionContext, some: Cards) -> dict[str, Any]:
    """Facts: `forced` is the one of `some` that costs most to follow with, `dues` how much; empty if that is little."""
    due = context.policy.pays_if_forced(context.state)
    worst = max((x for x in some if context.trick.follows(x)), key=lambda x: due.get(x, 0.0), default=None)
    n = due.get(worst, 0.0) if worst is not None else 0.0
    return {"forced": worst, "dues": n} if n >= MUCH else {"forced": "", "dues": 0.0}


def paid_to_others(context: DecisionContext, over: Card) -> float:
    """What it brings somebody still to play to throw one of the dearest cards on `over`; 0 if that is unlikely.

    Not where the trick costs something already: then it is that which is told.
    """
    paid, foes = context.policy.paid_if_thrown(context.state), context.foes_to_play
    some = [paid.get(x, 0.0) for x in danger(context, over) if context.some_may_hold(foes, x)]
    if not some or not all(some) or price(context, over) > 0 or all_can_follow(context, over):
        return 0.0
    return max(some)
