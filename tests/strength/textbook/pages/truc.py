"""Truc by the book: win the first trick, keep the best card for the last, raise on threes and twos, do not chase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.strength.textbook.pages import says
from tutor.games.truc.table import POWER, side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.strength.textbook.seen import Seen
    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move

WORTH: Final[Mapping[str, int]] = {"3": 4, "2": 3, "A": 2, "K": 1}
"""What the cards worth having count; a hand of three cards has 3 on average."""
RAISING: Final = 5
"""From which on a hand is worth raising, with a trick won as good as a three."""
HOLDING: Final = 0
"""From which on a raise is accepted: to give up costs as much as every second hand that is played and lost."""

PLAYING: Final = 3
"""From which on a side with 11 plays, where three points are at stake for one."""


def _worth(at: Seen) -> int:
    v: Any = at.view
    own = side(at.seat)
    won = sum(1 if who == own else -1 for who in v.tricks if who != "draw")
    shown = 0
    if v.trick and not v.complete:
        shown = WORTH.get(v.best.rank, 0) * (1 if side(v.shared[0]) == own else -1)
    scale = 1 if v.cards == 3 else 2
    return scale * (sum(WORTH.get(c.rank, 0) for c in at.hand) + shown) + 4 * won


def _raise(at: Seen) -> Move | None:
    raises = [move for move in at.moves if move.word in ("truc", "retruc")]
    return raises[0] if raises and _worth(at) >= RAISING else None


def _card(at: Seen) -> Move:
    """Partner's winner is left alone, a foe's is beaten as cheaply as can be, else the lowest goes."""
    v: Any = at.view
    cards = sorted(at.cards, key=POWER.__getitem__)
    if not v.trick or v.complete:
        return at.cards[cards[-1] if not v.tricks else cards[-1] if len(cards) < 2 else cards[0]]
    winning: list[Card] = [c for c in cards if POWER[c] > v.top]
    if all(side(who) == side(at.seat) for who in v.shared):
        last = len(v.trick) == v.players - 1
        return at.cards[cards[0] if last or v.top >= POWER[cards[-1]] or v.best.rank in "32" else cards[-1]]
    level = [c for c in cards if POWER[c] == v.top]
    return at.cards[(winning or level or cards)[0]]


def play(at: Seen) -> Move:
    """A raise, or a card."""
    return _raise(at) or _card(at)


def after(at: Seen) -> Move:
    """A raise, or none."""
    return _raise(at) or at.word("pass")


def answer(at: Seen) -> Move:
    """With worse than nothing the raise is rejected."""
    if _worth(at) < HOLDING:
        return at.word("reject")
    return _card(at) if at.cards else at.word("accept")


def eleven(at: Seen) -> Move:
    """An ordinary hand is played."""
    return at.word("play") if sum(WORTH.get(c.rank, 0) for c in at.hand) >= PLAYING else at.word("decline")


PAGES: Final = {"cut": says("cut"), "deal": says("3"), "eleven": eleven, "play": play, "after": after, "answer": answer}
