"""Makers of duties for trick play; each takes the clause that the duty enforces.

Exceptions for a winning partner, house rules and the like are given as `when`. A duty that binds only players who
cannot follow takes the duty to follow as `following`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tutor.kernel.duties import Duty, batch_predicate, if_able

if TYPE_CHECKING:
    from tutor.families.tricks.views import TrickView
    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move

When: TypeAlias = Callable[[Any], bool]


def answering(v: TrickView) -> bool:
    """Whether a card has been led: one of a suit, which other duties ask for, or a joker that is of none."""
    return bool(v.led or v.trick)


def leading(v: TrickView) -> bool:
    """Whether this is the lead."""
    return not answering(v)


def _and(first: When, when: When | None) -> When:
    return first if when is None else lambda v: first(v) and when(v)


def _beating(v: TrickView, moves: Sequence[Move]) -> list[Move]:
    power, top = v.power, v.top
    return [move for move in moves if power[move.card] > top]


def _trumps(v: TrickView, moves: Sequence[Move]) -> list[Move]:
    height = v.order.power[""]
    return [move for move in moves if height[move.card] > 0]


BEATS: Final = batch_predicate(_beating)
TRUMPS: Final = batch_predicate(_trumps)


def follow(clause: str, *, when: When | None = None, waiver: str = "") -> Duty[Any]:
    """Play a card of the suit led, if you have one. Moves without a card pass if the hand has the suit."""

    def following(v: TrickView, moves: Sequence[Move]) -> list[Move]:
        suit_of, led = v.order.suit, v.led
        return [move for move in moves if (suit_of[move.card] == led if move.cards else v.has_suit)]

    return if_able(clause, batch_predicate(following), when=_and(answering, when), waiver=waiver)


def head(clause: str, *, when: When | None = None, waiver: str = "") -> Duty[Any]:
    """Beat the best card so far, if one of the moves that are left can."""
    return if_able(clause, BEATS, when=_and(answering, when), waiver=waiver)


def head_in_suit(clause: str, *, when: When | None = None) -> Duty[Any]:
    """Following suit, beat the best card so far with a card of the suit led, if you can."""

    def keep(v: TrickView, move: Move) -> bool:
        c = move.cards[0]
        return v.follows(c) and v.beats(c)

    return if_able(clause, keep, when=_and(lambda v: answering(v) and v.has_suit, when))


def trump_if_void(clause: str, following: Duty[Any], *, when: When | None = None, waiver: str = "") -> Duty[Any]:
    """Without the suit led, play a trump, if you have one."""
    return if_able(clause, TRUMPS, when=_and(answering, when), failing=following, waiver=waiver)


def overtrump(clause: str, following: Duty[Any], *, when: When | None = None) -> Duty[Any]:
    """Without the suit led, beat the trump that is winning the trick, if you can."""
    return if_able(
        clause,
        BEATS,
        when=_and(lambda v: answering(v) and v.trumped, when),
        failing=following,
    )


def may_not_lead(
    clause: str, which: Callable[[Any, Card], bool], *, when: When | None = None, waiver: str = ""
) -> Duty[Any]:
    """Do not lead a card for which `which(view, card)` holds (an unbroken trump), unless you have no other."""
    return if_able(clause, lambda v, move: not which(v, move.cards[0]), when=_and(leading, when), waiver=waiver)
