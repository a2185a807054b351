"""What may be played in a climbing game, by what a hand has: tables that the duties have filled.

What the duties say of a combination rests on it and on what there is to beat, not on the rest of the hand. So they are
asked once about each, for all hands; a game in which something else matters is asked through a view, as ever. The tests
hold tables and duties together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.families.combos import NOTHING, Combinations
from tutor.families.plays import PASS
from tutor.kernel.duties import narrow
from tutor.kernel.moves import Combo, Move

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from tutor.kernel.cards import Cards

MOST_LISTS: Final = 20_000
"""Lists of leads that are remembered, and hands with what they may play on combinations that have no table."""
MOST_HANDS: Final = 512
"""Hands that are remembered for each combination to be beaten."""


class Answers(dict[int, tuple[Move, ...]]):
    """What may be played on one combination: by the bits of a hand that make a difference, `matters`."""

    __slots__ = ("_moves", "matters")

    def __init__(self, combos: Combinations, moves: Iterable[Move]) -> None:
        """All `moves` that may be played on it, whoever has the cards."""
        self._moves = [(combos.need(move.cards), move) for move in moves]
        self.matters = 0
        for need, _ in self._moves:
            self.matters |= need

    def __missing__(self, own: int) -> tuple[Move, ...]:
        if len(self) >= MOST_HANDS:
            self.clear()
        found = self[own] = tuple([move for need, move in self._moves if need & own == need])
        return found


class Tables:
    """What may be led and what may be played on a combination, in one phase and by the house rules of one view."""

    def __init__(self, phase: Any, v: Any) -> None:
        self._phase, self._view = phase, v
        self._combos: Combinations = v.combos
        self._bits = self._combos.bits
        self._leads: dict[Hashable, tuple[Move, ...]] = {}
        self._answers: dict[Cards, Answers] = {}
        self._like: dict[Hashable, Answers] = {}
        self._others: dict[Hashable, tuple[Move, ...]] = {}
        self._pass = self._legal((), NOTHING, (PASS,))

    def legal(self, held: Cards, last: Cards) -> Sequence[Move]:
        """What somebody with these cards may play on `last`, or lead, if those are none."""
        if not last:
            return self._led(held)
        answers = self._answers.get(last)
        if answers is None:
            answers = self._table(last)
            if answers is None:
                return self._asked(held, last)
        return answers[self._bits(held) & answers.matters]

    def _led(self, held: Cards) -> list[Move]:
        known, out = self._leads, [*self._pass]
        for key in self._combos.lists(held):
            found = known.get(key)
            if found is None:
                found = self._legal(held, NOTHING, self._combos.listed(key))
                _remember(known, key, found)
            out += found
        return out

    def _table(self, last: Cards) -> Answers | None:
        """What may be played on `last`; None if there is too much of it to list."""
        combo = self._made(last)
        compared = combo.kind, combo.length, combo.high
        found = self._like.get(compared)
        if found is None:
            every = self._combos.beating(combo)
            if every is None:
                return None
            found = self._like[compared] = Answers(self._combos, self._legal((), combo, every))
        self._answers[last] = found
        return found

    def _asked(self, held: Cards, last: Cards) -> tuple[Move, ...]:
        key = last, self._bits(held)
        found = self._others.get(key)
        if found is None:
            combo = self._made(last)
            found = self._legal(held, combo, self._combos.over(held, combo))
            _remember(self._others, key, found)
        return found

    def _made(self, last: Cards) -> Combo:
        combo = self._combos.made(last)
        assert combo is not None, last
        return combo

    def _legal(self, held: Cards, last: Combo, moves: Iterable[Move]) -> tuple[Move, ...]:
        v = self._view.facing(held, last)
        return narrow(self._phase.duties(v), v, moves).legal


def _remember(known: dict[Hashable, tuple[Move, ...]], key: Hashable, found: tuple[Move, ...]) -> None:
    if len(known) >= MOST_LISTS:
        known.clear()
    known[key] = found
