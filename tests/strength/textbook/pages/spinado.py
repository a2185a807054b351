"""Spinado: starts that cost nothing, long runs, and the spinado in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.families.sheds import above
from tutor.games.spinado.table import PACK, RISING, SPINADO

if TYPE_CHECKING:
    from tests.strength.textbook.seen import Seen
    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move

NEAR: Final = 3
"""Cards with which somebody is about to go out."""


def spinado(at: Seen) -> Move:
    """A run is gone on with; one starts with what stops at once, then with what takes most own cards along."""
    v: Any = at.view
    gone = {c for _, cards in (*v.played, *v.run) for c in cards}.union(v.dead)
    pressed = min(at.left(who) for who in v.seats if who != at.seat) <= NEAR or len(at.hand) <= NEAR
    plain = [move for move in at.moves if len(move.cards) == 1]
    spun = [move for move in at.moves if len(move.cards) == 2]
    if v.next is not None:
        return spun[0] if spun and pressed else plain[0]

    def run(c: Card) -> tuple[bool, int]:
        """Whether the run surely stops with an own card, and how many own cards go."""
        number, following = 1, above(c, RISING, PACK)
        while following in at.hand:
            number, following = number + 1, above(following, RISING, PACK)
        return following is None or following in gone, number

    def reached(c: Card) -> bool:
        """Whether a run may come to it by itself."""
        before = RISING[RISING.index(c.rank) - 1 :][:1] + c.suit if c.rank not in "A3" else ""
        return bool(before) and all(d.text != before for d in (*at.hand, *gone))

    def good(move: Move) -> tuple[Any, ...]:
        c = move.cards[0]
        stops, number = run(c)
        return c is not SPINADO, stops and not reached(c), stops, number, -RISING.index(c.rank)

    best = max(plain, key=good)
    if spun and pressed and not run(best.cards[0])[0]:
        return next((move for move in spun if move.cards[0] is best.cards[0]), best)
    return best


PAGES: Final = {"play": spinado}
