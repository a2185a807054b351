"""Bridge Solitaire: alone against a stock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.strength.textbook.pages import first, suit_lengths

if TYPE_CHECKING:
    from tests.strength.textbook.seen import Seen
    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move


def bridge_solitaire(at: Seen) -> Move:
    """Aces first, trumps while the own ones are high, then the longest suit; to a lead the cheapest card that wins."""
    v: Any = at.view
    ranks = "AKQJT98765432"

    def height(c: Card) -> int:
        return -1 if c.joker else 13 - ranks.index(c.rank)

    if not v.trick:
        lengths = suit_lengths(at)
        return max(
            at.moves,
            key=lambda m: (not m.card.joker, height(m.card) + lengths[m.card.suit] / 2 + (m.card.suit == v.trump)),
        )
    (led,) = v.trick
    if led.joker:
        jokers = [move for move in at.moves if move.card.joker]
        return min(jokers or at.moves, key=lambda move: height(move.card))
    beats = [
        move
        for move in at.moves
        if (move.card.suit == led.suit and height(move.card) > height(led))
        or (not move.card.joker and move.card.suit == v.trump != led.suit)
    ]
    jokers = [move for move in at.moves if move.card.joker]
    return min(beats or jokers or at.moves, key=lambda move: (move.card.suit == v.trump, height(move.card)))


PAGES: Final = {"discard": first, "play": bridge_solitaire}
