"""What the games of the Tresette family share: forty cards with the three highest, and counting in thirds of a point.

An ace counts three thirds; twos, threes and court cards count one; other cards nothing. What becomes of thirds left
over is each game's own rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.kernel.cards import Card, Pack, french

if TYPE_CHECKING:
    from collections.abc import Iterable

JACK_HIGH: Final = "32AKJQ7654"
"""The ranks from high to low with the jack above the queen."""
QUEEN_HIGH: Final = "32AKQJ7654"
"""The ranks from high to low with the queen above the jack."""
ACE: Final = "A"
COUNTING: Final = "32KQJ"
"""The ranks that count one third each."""
THIRDS_PER_POINT: Final = 3
"""Thirds in a point, which an ace counts."""


def forty(ranks: str) -> Pack:
    """The pack without eights, nines and tens, shown in the order `ranks`."""
    return french(ranks, order=ranks)


def aces(cards: Iterable[Card]) -> int:
    """The number of aces among `cards`."""
    return sum(c.rank == ACE for c in cards)


def counting(cards: Iterable[Card]) -> int:
    """The number of cards that count one third each."""
    return sum(c.rank in COUNTING for c in cards)


def thirds(c: Card) -> int:
    """The number of thirds that one card counts."""
    return THIRDS_PER_POINT if c.rank == ACE else int(c.rank in COUNTING)


def points_text(n: int) -> str:
    """A number of thirds written as points: `4 2/3`."""
    whole, left = divmod(n, THIRDS_PER_POINT)
    if not left:
        return str(whole)
    part = f"{left}/{THIRDS_PER_POINT}"
    return f"{whole} {part}" if whole else part
