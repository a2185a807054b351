"""Tyzicha: what is given away, but no marriage, and marriages shown as soon as they may be."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from tests.strength.textbook import tricks
from tests.strength.textbook.pages import laid_away
from tutor.games.tyzicha import SHOW
from tutor.games.tyzicha.table import MARRIAGES

if TYPE_CHECKING:
    from tests.strength.textbook.seen import Seen
    from tutor.kernel.moves import Move


def _played(at: Seen) -> Move:
    """The dearest marriage shown with the cheaper of its cards; without one a card by the book."""
    shows = [move for move in at.moves if move.word == SHOW]
    if shows:
        return max(shows, key=lambda move: (MARRIAGES[move.cards[0].suit], -at.values[move.cards[0]]))
    return at.cards[tricks.card(at)]


PAGES: Final = {"give": partial(laid_away, married=True), "play": _played}
