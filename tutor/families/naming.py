"""Naming a suit: one word, said by the player who chooses trumps."""

from __future__ import annotations

from typing import ClassVar, Final, TypeVar

from tutor.families.choices import ChoicePhase
from tutor.kernel.cards import SUITS
from tutor.kernel.state import State
from tutor.kernel.view import View

V = TypeVar("V", bound=View)
S = TypeVar("S", bound=State)

NO_TRUMP: Final = "-"


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
