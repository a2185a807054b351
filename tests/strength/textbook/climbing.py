"""Combinations by the book: get rid of the low ones first, many cards at a time, beat cheaply, keep what commands."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.strength.textbook.seen import Seen
    from tutor.kernel.moves import Move

NEAR = 2
"""Cards with which somebody is about to go out."""
SHORT = 6
"""Own cards from which on nothing is kept back."""


def play(at: Seen) -> Move:  # noqa: C901  the rules of thumb in their order
    """One of the combinations, or the pass."""
    v: Any = at.view
    plays = [move for move in at.moves if move.cards]
    passing = next((move for move in at.moves if not move.cards), None)
    if not plays:
        return at.moves[0]
    if out := next((move for move in plays if len(move.cards) == len(at.hand)), None):
        return out
    order = _order(at)
    held = Counter(c.rank for c in at.hand)

    def broken(move: Move) -> int:
        """How many groups of one rank it takes cards out of and leaves cards in."""
        return sum(held[rank] != n for rank, n in Counter(c.rank for c in move.cards).items())

    def high(move: Move) -> int:
        return max(order[c] for c in move.cards)

    def low(move: Move) -> int:
        return min(order[c] for c in move.cards)

    foes = min(at.left(who) for who in v.seats if who not in at.friends)
    bombs = [move for move in plays if getattr(move, "trump", False)]
    if v.free:
        best = [move for move in plays if move not in bombs] or plays
        if foes <= NEAR:
            longer = [move for move in best if len(move.cards) > foes]
            return max(longer or best, key=lambda move: (len(move.cards) if longer else high(move), -broken(move)))
        return min(best, key=lambda move: (broken(move), low(move) - 2 * len(move.cards), high(move)))
    last = next(who for who, cards in reversed(v.plays) if cards)
    if last in at.friends and passing is not None:
        return passing
    commanding = sorted(order.values())[-max(4, len(order) // 8)]
    pressed = foes <= NEAR or len(at.hand) <= SHORT
    cheap = [m for m in plays if m not in bombs and (pressed or (high(m) < commanding and not broken(m)))]
    if cheap:
        return min(cheap, key=lambda move: (broken(move), high(move)))
    if foes <= NEAR and bombs:
        return min(bombs, key=high)
    return passing or min(plays, key=lambda move: (broken(move), high(move)))


def _order(at: Seen) -> dict[Any, int]:
    """How high each card is by itself, as combinations of single cards compare."""
    combos: Any = at.view.combos
    found = {c: combos.made((c,)) for c in at.game.pack.cards}
    return {c: single.high for c, single in found.items() if single is not None}
