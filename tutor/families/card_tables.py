"""Legal moves where each card stands by itself: tables that the duties have filled, one for all hands.

In a game of shedding whether a card may be played rests on that card and on what lies there, not on the rest of the
hand. So the duties are asked once about every card of the pack. The conformance tests hold the two together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move
    from tutor.kernel.view import Options

MOST_KNOWN: Final = 2_000
"""Situations that are remembered."""


class Table(NamedTuple):
    """What may be played in one situation: the move of each card that may be, and what may be done besides."""

    cards: Mapping[Card, Move]
    others: tuple[Move, ...]


class CardTables:
    """The tables of one phase by situations, as long as the house rules are the same."""

    def __init__(self) -> None:
        self._rules: Options | None = None
        self._known: dict[Hashable, Table] = {}

    def get(self, rules: Options, situation: Hashable) -> Table | None:
        """The table of a situation, if it is known."""
        if rules is not self._rules:
            if rules != self._rules:
                self._known.clear()
            self._rules = rules
        return self._known.get(situation)

    def add(self, situation: Hashable, legal: Sequence[Move]) -> Table:
        """The table of a situation in which this is `legal` with all cards of the pack."""
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        cards = {move.card: move for move in legal if move.cards}
        found = self._known[situation] = Table(cards, tuple([move for move in legal if not move.cards]))
        return found
