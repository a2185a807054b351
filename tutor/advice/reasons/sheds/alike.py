"""Reasons by which there is little between two cards in games of matching, or one is harder to follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.advice.reasons.sheds.fights import NEAR, answers, effect, more_at_once, next_turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

CLOSE: Final = 2
"""How many more cards may fit on one card than on another of which it is said that they are as hard to follow."""
DEARER: Final = 3
"""How much more a card must count than another for it to be told."""


def fit_alike(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Two cards count about the same, and do the same or hit nobody near the end; or fewer cards fit on the one."""
    wild = context.policy.fits_anything
    if wild(c) or wild(other) or context.other is None:
        return
    value, less = context.card_value(c), context.card_value(other)
    free = left_after(context) <= context.policy.free_left
    own, theirs = (sum(context.policy.fits(x, y) for x in context.outstanding.elements()) for y in (c, other))
    facts = {"c": c, "than": other, "own": own, "theirs": theirs, "same": value == less, "free": free}
    facts |= {"by": None, "who": "", "left": 0}
    does = [_does(context, m) for m in (context.move, context.other)]
    level, then = abs(own - theirs) <= CLOSE, next_turn(context, context.move)
    told = {"who": then.who, "near": then.left if then.near else 0, "other": other}
    if not free and abs(value - less) >= DEARER:
        if own + 1 < theirs and not any(does) and value < less:
            yield Reason("fits_fewer", facts | told)
    elif does[0] != does[1] or (any(does) and c.rank != other.rank):
        hit = [_skips_far(context, m) for m in (context.move, context.other)]
        if not free and bool(does[0]) != bool(does[1]) and any(hit):
            who = next(filter(None, hit))
            facts |= {"by": c if hit[0] else other, "who": who, "left": context.left[who]}
            yield Reason("fit_alike", facts | {"close": level}, decides=True, role=Role.LEVEL)
    elif own + (0 if then.near else CLOSE) < theirs and not any(does):
        yield Reason("fits_fewer", facts | told)
    elif level or theirs < own:
        yield Reason("fit_alike", facts | {"close": level}, decides=True, role=Role.LEVEL)


def either_wild(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Two cards of a rank that fit anything, and do the same."""
    wild = context.policy.fits_anything
    if not c.joker and c.rank == other.rank and wild(c):
        only = all(wild(m.cards[0]) for m in context.moves if m.cards)
        besides = tuple(m.cards[0] for m in context.moves if m.cards and m.cards[0].rank != c.rank)
        facts = {"c": c, "than": other, "only": only, "besides": besides}
        yield Reason("either_wild", facts, decides=True, role=Role.LEVEL)


def _does(context: DecisionContext, move: Move) -> tuple[object, ...]:
    """The effect of a card, empty if it has none, and the chance that others can answer it."""
    found, reply = effect(context, context.state, move), answers(context, move)
    again = bool(more_at_once(context, context.state, move))
    done = (tuple(found.draws.items()), found.skipped, again, reply and reply.chance)
    return done if any(done) else ()


def _skips_far(context: DecisionContext, move: Move) -> Seat:
    """Who only misses a turn by a card, if that player has many cards, and whoever plays next too; else empty."""
    found = effect(context, context.state, move)
    who = found.skipped[0] if found.skipped and not found.draws else ""
    left = {one: context.left[one] for one in context.foes}
    far = bool(who) and left[who] > max(NEAR, min(filter(None, left.values()))) and not next_turn(context, move).near
    return who if far else ""


def left_after(context: DecisionContext) -> int:
    """How many cards the seat holds after the move."""
    return context.left[context.seat] - len(context.move.cards)
