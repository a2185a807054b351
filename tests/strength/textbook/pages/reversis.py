"""Reversis: out with the Quinola, but not to oneself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.strength.textbook import avoiding
from tests.strength.textbook.pages import suit_lengths
from tutor.games.reversis.table import QUINOLA

if TYPE_CHECKING:
    from tests.strength.textbook.seen import Seen
    from tutor.kernel.moves import Move


def reversis_exchange(at: Seen) -> Move:
    """The Quinola goes unless hearts guard it, then an ace or king of a short suit; a safe hand is kept."""
    lengths = suit_lengths(at)

    def danger(move: Move) -> float:
        if not move.cards:
            return 4.0
        (c,) = move.cards
        if c is QUINOLA:
            return 12.0 if lengths["H"] < 4 else 0.0
        low = sum(d.suit == c.suit and d.rank in "2345" for d in at.hand)
        return (
            {"A": 9.0, "K": 8.0, "Q": 6.0, "J": 4.0}.get(c.rank, 1.0) - 2 * low - (c.suit == "H" and QUINOLA in at.hand)
        )

    return max(at.moves, key=danger)


def reversis_card(at: Seen) -> Move:
    """A low heart is led to force the Quinola out; its holder keeps it for a trick on which it can be thrown away."""
    hearts = [c for c in at.cards if c.suit == "H"]
    if not at.view.trick and hearts and QUINOLA in at.unseen:
        return at.cards[min(hearts, key=lambda c: at.view.order.power["H"][c])]
    if QUINOLA in at.cards and len(at.cards) > 1 and (not at.view.trick or at.view.led == "H"):
        del at.cards[QUINOLA]
    return at.cards[avoiding.card(at)]


PAGES: Final = {"exchange": reversis_exchange, "play": reversis_card}
