"""The legal cards of a game that is being played, by `tables` alone: for random play, which asks for no reasons.

What a table says was said by the duties, so this is no second telling of the rules; the conformance tests hold the two
together. A game whose duties look at more than tables have is asked through a view, as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from tutor.families.tricks.tables import NotTabled, Tables
from tutor.kernel.moves import PLAY, Move
from tutor.kernel.seats import PLACE, Seat

if TYPE_CHECKING:
    from tutor.kernel.cards import Card

Quick: TypeAlias = Callable[[Any, Seat], list[Move] | None]
"""From a state and a seat to its legal cards in the order of the hand; None if tables cannot tell after all."""


def quick(tables: Tables) -> Quick:
    """How to find legal cards in a hand that these tables are of."""
    moves = {c: PLAY[c] for c in tables.cards.cards}
    return _following(tables.cards.order.suit, moves) if tables.follow_only else _tabled(tables, moves)


def _following(suit: Mapping[Card, str], moves: Mapping[Card, Move]) -> Quick:
    """Nothing binds but to follow suit."""

    def legal(state: Any, seat: Seat) -> list[Move]:
        hand = state.hands[PLACE[seat]]
        if state.trick:
            led = suit[state.trick[0]]
            follows = [moves[c] for c in hand if suit[c] == led]
            if follows:
                return follows
        return [moves[c] for c in hand]

    return legal


def _tabled(tables: Tables, moves: Mapping[Card, Move]) -> Quick:
    """What binds depends on the suit led, the best card so far, and whether it is partner's."""
    cards = tables.cards
    bit, suit, trump = cards.bit, cards.suit, cards.trump
    of = bit.__getitem__
    further = False
    try:
        free = tables.bound(0, False, 0, False) == ()
    except NotTabled:
        free = False

    def legal(state: Any, seat: Seat) -> list[Move] | None:
        nonlocal further
        if further:
            return None
        hand, trick = state.hands[PLACE[seat]], state.trick
        if free and not trick:
            return [moves[c] for c in hand]
        led = best = at = 0
        own = sum(map(of, hand))
        for i, c in enumerate(trick):
            laid = bit[c]
            if not i:
                best, led = laid, suit[laid.bit_length() - 1]
            elif laid > best and laid & (led | trump):
                best, at = laid, i
        partner = bool(led) and state.players > 2 and 2 * (len(trick) - at) == state.players
        try:
            left = tables.told(own, led, best, partner)
        except NotTabled:  # and so it will ever be
            further = True
            return None
        return None if left is None else [moves[c] for c in hand if bit[c] & left]

    return legal
