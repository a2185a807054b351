"""Last One: dear cards go while they can, what fits everywhere goes last."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from tests.strength.textbook.pages import first, says, suit_lengths
from tutor.games.last_one.score import VALUES

if TYPE_CHECKING:
    from tests.strength.textbook.seen import Seen
    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move

NEAR: Final = 3
"""Cards with which somebody is about to go out."""


def last_one_card(at: Seen) -> Move:
    """The dearest card that fits, of the longest suit; jokers and eights when nothing else does, or near the end."""
    lengths = suit_lengths(at)
    others = [who for who in at.view.seats if who != at.seat and who not in at.view.out]
    pressed = min(map(at.left, others)) <= NEAR

    def good(c: Card) -> float:
        if c.joker or c.rank == "8":
            return VALUES[c.rank] if pressed and len(at.hand) > NEAR else -VALUES[c.rank]
        strikes = c.rank in "24J" and pressed
        return 10 * strikes + VALUES[c.rank] / 2 + 2 * lengths[c.suit]

    plays = [move for move in at.moves if move.cards]
    return max(plays, key=lambda move: good(move.cards[0])) if plays else at.moves[0]


def last_one_name(at: Seen) -> Move:
    """A suit one holds most of; a joker stands for a card of it that strikes the next player."""
    lengths = Counter({s: n for s, n in suit_lengths(at).items() if s})

    def good(move: Move) -> float:
        if not move.cards:
            return lengths[move.word]
        (c,) = move.cards
        return lengths[c.suit] + {"2": 3, "J": 2}.get(c.rank, 1 if c.rank in "5679" else 0) / 4

    return max(at.moves, key=good)


PAGES: Final = {
    "deal": first,
    "play": last_one_card,
    "drawn": last_one_card,
    "two": last_one_card,
    "stack": last_one_card,
    "melee": last_one_card,
    "name": last_one_name,
    "call": says("last-one"),
}
