"""Naming a suit: one word, said by the player who chooses trumps."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from tutor.families.choices import ChoicePhase
from tutor.kernel.cards import SUITS, Cards
from tutor.kernel.state import State
from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from tutor.kernel.moves import Move

V = TypeVar("V", bound=View)
S = TypeVar("S", bound=State)

NO_TRUMP: Final = "-"
HIGH: Final = {"A": 0.8, "K": 0.5, "Q": 0.3}
DOUBT: Final = 0.3
"""How much length and high cards are worth, and how far players misjudge that: rules of thumb, for the adviser."""


class NamingPhase(ChoicePhase[V, S]):
    """One of the four suits. `others` are words that can be said too, if only to be refused."""

    name = "trump"
    title = "the trump suit"
    verb = "name"
    others: ClassVar[tuple[str, ...]] = ()
    never: ClassVar[bool] = False
    """Whether those words are refused whatever has been bid, so that nobody is invited to say them."""

    def choices(self, v: V) -> tuple[str, ...]:
        """The suits, and the other words."""
        return (*SUITS, *self.others)

    def sayable(self, v: V) -> str:
        """The suits, and no trumps where that may be said."""
        offered = NO_TRUMP in self.others and not self.never
        return f"name {', '.join(SUITS)}{f', or {NO_TRUMP} for no trumps' if offered else ''}"

    def bidding_policy(self, v: V, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The longest suit, high cards counted besides."""
        suits = [move for move in legal if move.word in SUITS]
        long = {s: sum(1 + HIGH.get(c.rank, 0) for c in hand if c.suit == s) for s in SUITS}
        return max(suits, key=lambda move: long[move.word] + rng.gauss(0, DOUBT)) if suits else None
