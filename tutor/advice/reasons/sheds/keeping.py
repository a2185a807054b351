"""Reasons to keep the other choice in games of matching: for the end, for a suit, until it hits somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.sheds.fights import NEAR, effect, more_at_once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card


def keeping(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """What the other choice is kept for, the most important first."""
    if context.policy.answers or context.policy.fits_anything(c) or context.policy.fits_anything(other):
        return
    yield from _keeps_for_end(context, c, other)
    yield from _keeps_suit(context, c, other)
    yield from _keeps_strike(context, c, other)


def _rest(context: DecisionContext, *cards: Card) -> list[Card]:
    """The own cards besides these, but for those that fit anything."""
    hand = context.held(context.seat)
    return [x for x in hand if x not in cards and not context.policy.fits_anything(x)]


def _keeps_for_end(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Few cards are left, and the other choice takes another one along in the same turn, as `c` does not."""
    assert context.other is not None
    left = [x for x in context.held(context.seat) if x is not c]
    mine, theirs = (more_at_once(context, context.state, m) for m in (context.move, context.other))
    if 1 < len(left) <= NEAR and theirs and not mine:
        last = next((x for x in left if x is not other), "") if len(left) == 2 else ""
        yield Reason("keeps_for_end", {"c": c, "kept": other, "last": last})


def _keeps_suit(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The other choice is the only card of its suit, which does not lie there; of the suit of `c` there are more."""
    rest = _rest(context, c, other)
    more = sum(x.suit == c.suit for x in rest)
    lies = context.policy.suit_to_follow(context.view)
    if other.suit not in (c.suit, lies) and more and not any(x.suit == other.suit for x in rest):
        yield Reason("keeps_suit", {"c": c, "kept": other, "suit_": other.suit, "of": c.suit, "n": more})


def _keeps_strike(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The other choice hits the next player, who has many cards, as all opponents have; `c` hits nobody."""
    assert context.other is not None
    own, theirs = (effect(context, context.state, m) for m in (context.move, context.other))
    hit = next((who for who in (*theirs.draws, *theirs.skipped) if who not in context.friends), None)
    near = any(0 < context.left[who] <= NEAR for who in context.foes)
    if hit is None or theirs.asked or near or own.draws or own.skipped:
        return
    yield Reason(
        "keeps_strike", {"c": c, "kept": other, "who": hit, "draws": theirs.draws[hit], "left": context.left[hit]}
    )
