"""Naming a suit: the phase in which one player chooses trumps."""

from __future__ import annotations

from types import MappingProxyType
from typing import ClassVar, Final, TypeVar

from tutor.families.choices import ChoicePhase
from tutor.kernel.calls import bid
from tutor.kernel.cards import SUITS
from tutor.kernel.state import State
from tutor.kernel.view import View

V = TypeVar("V", bound=View)
S = TypeVar("S", bound=State)

NO_TRUMP: Final = "-"


class NamingPhase(ChoicePhase[V, S]):
    """A choice among the four suits and the words in `others`, some of which may be forbidden by duties."""

    name = "trump"
    title = "the trump suit"
    verb = "name"
    meanings = MappingProxyType({NO_TRUMP: bid(no_trump=True), **{suit: bid(suit=suit) for suit in SUITS}})
    others: ClassVar[tuple[str, ...]] = ()
    never: ClassVar[bool] = False
    """Whether `others` are always refused, so that error messages do not list them."""

    def choices(self, v: V) -> tuple[str, ...]:
        """The four suits, then `others`."""
        return (*SUITS, *self.others)

    def sayable(self, v: V) -> str:
        """An error message that lists the suits, and `-` if no trumps may be named."""
        offered = NO_TRUMP in self.others and not self.never
        return f"say {', '.join(SUITS)}{f', or {NO_TRUMP} for no trumps' if offered else ''}"
