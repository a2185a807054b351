"""Naming a suit: one word, said by the player who chooses trumps."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from tutor.kernel.cards import SUIT_NAMES, SUITS, Cards, spelled
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Phase, Unreadable
from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

V = TypeVar("V", bound=View)
S = TypeVar("S")

NO_TRUMP: Final = "-"
HIGH: Final = {"A": 0.8, "K": 0.5, "Q": 0.3}
DOUBT: Final = 0.3
"""How much length and high cards are worth, and how far players misjudge that: rules of thumb, for the adviser."""


class NamingPhase(Phase[V, S]):
    """One of the four suits. `others` are words that can be said too, if only to be refused."""

    name = "trump"
    title = "the trump suit"
    verb = "name"
    others: ClassVar[tuple[str, ...]] = ()
    never: ClassVar[bool] = False
    """Whether those words are refused whatever has been bid, so that nobody is invited to say them."""

    def candidates(self, v: V) -> Iterable[Move]:
        """The suits, and the other words."""
        return [call(word) for word in (*SUITS, *self.others)]

    def read(self, v: V, text: str) -> Move:
        """A suit by its letter, symbol or name."""
        wanted = (text.strip().lower(), spelled(text).lower())
        for word in (*SUITS, *self.others):
            if word.lower() in wanted or SUIT_NAMES.get(word) in wanted:
                return call(word)
        offered = NO_TRUMP in self.others and not self.never
        raise Unreadable(f"name {', '.join(SUITS)}{f', or {NO_TRUMP} for no trumps' if offered else ''}")

    def bidding_policy(self, v: V, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The longest suit, high cards counted besides."""
        suits = [move for move in legal if move.word in SUITS]
        long = {s: sum(1 + HIGH.get(c.rank, 0) for c in hand if c.suit == s) for s in SUITS}
        return max(suits, key=lambda move: long[move.word] + rng.gauss(0, DOUBT)) if suits else None

    def holds(self, v: V) -> Cards:
        """A suit is not made of cards."""
        return ()
