"""Reasons for a card in games that are won by having none left: what it rids one of, what it does to others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.context import DecisionContext, Reason
from tutor.advice.standing import count_text
from tutor.kernel.cards import SUITS
from tutor.kernel.events import DREW, SKIPPED
from tutor.kernel.game import Family

if TYPE_CHECKING:
    from collections.abc import Iterator

NEAR: Final = 3
"""Cards of the next player up to which it is said what happens to that player."""
MORE: Final = 2
"""How many more cards of a suit make it worth going on with."""


def shedding(context: DecisionContext) -> Iterator[Reason]:
    """All reasons for the card, or for the suit named, the most important first."""
    if context.game.family is not Family.SHEDDING:
        return
    hand = context.game.held(context.state, context.seat)
    if context.move.word and context.move.word in SUITS:
        held = {s: sum(c.suit == s and not context.policy.fits_anything(c) for c in hand) for s in SUITS}
        if held[context.move.word] == max(held.values()) > 0:
            yield Reason("names_longest", {"suit_": context.move.word, "n": held[context.move.word]})
        return
    c = context.card
    if c is None or c not in hand:
        return
    yield from _hits_opponent(context)
    other = context.other_card
    if other is None or other is c:
        return
    if context.policy.fits_anything(other) and not context.policy.fits_anything(c):
        yield Reason("keeps_wild", {"c": c, "kept": other})
    own, less = context.card_value(c), context.card_value(other)
    if own > less:
        yield Reason("sheds_dear", {"c": c, "other": other, "own": count_text(own), "less": count_text(less)})
    follow = [x for x in hand if x is not c and x.suit == c.suit and not context.policy.fits_anything(x)]
    if c.suit != other.suit and len(follow) >= MORE:
        yield Reason("goes_on", {"c": c, "suit_": c.suit, "n": len(follow)})


def _hits_opponent(context: DecisionContext) -> Iterator[Reason]:
    """An opponent with few cards misses a turn, or has to draw."""
    for event in context.phase.act(context.state, context.seat, context.move).events:
        if event.what in (SKIPPED, DREW) and event.seat not in context.friends:
            left = len(context.game.held(context.state, event.seat))
            if left <= NEAR:
                yield Reason(
                    "strikes", {"c": context.card, "who": event.seat, "left": left, "draws": event.what == DREW}
                )
                return
