"""What a question about one value asks for: the value, its kind, and what else may be answered."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cached import cached_property
from tutor.kernel.cards import SUIT_NAMES, is_card
from tutor.kernel.seats import Seat
from tutor.teach.questions.base import Grade, Question, understood
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.game import Game
    from tutor.kernel.working import Working
    from tutor.teach.questions.computation import Computation

NO_SUIT: Final = "-"
"""How positions write that there is no trump suit."""
UNDECIDED: Final = ("open",)
"""Values for "no winner yet"."""
_OFFERED: Final = re.compile(r"((?:\w+, )*\w+),? or (\w+)\?")
"""The answers that a question names itself: made or broken?"""
_COUNTED: Final = re.compile(r"P\d(?:\+P\d)*:-?\d+")
"""A value that belongs to a side: `P1+P3:4`."""


def _in_small_letters(word: str) -> str:
    """A word as it is said; codes (`1D`) stay as they are."""
    return word if any(map(str.isdigit, word)) else word.lower()


@dataclass
class AskedValue(Question):
    """The value that a question asks for, which answers are graded by.

    `prose` is the clause in full, for a hint. Suits, and lists that are not `ordered`, may be given in any order.
    """

    text: str
    value: Any
    clause: str
    rule: str
    why: str
    names: Mapping[Seat, str] = field(default_factory=dict)
    seats: tuple[Seat, ...] = ()
    prose: str = ""
    ordered: bool = True
    computation: Computation | None = None
    nobody: str = field(default="none", init=False)
    """The word for "no player and no side"."""

    def __post_init__(self) -> None:
        self._suit_or_none = self.value == NO_SUIT
        self.value = told_apart(self.value)
        if self.value in UNDECIDED and self.seats:
            self.value, self.nobody = "none", self.value
        if "nobody" in self.text.lower():
            self.nobody = say("question.nobody")
        if self.of_sides:
            self.ordered = False

    @property
    def working(self) -> Working | None:
        """How the answer comes about, where the game tells."""
        return self.computation.working if self.computation is not None else None

    @property
    def game(self) -> Game[Any]:
        """The game that computes the value; only where there is a computation."""
        assert self.computation is not None
        return self.computation.game

    @property
    def path(self) -> str:
        """The path of the value; "" where there is no computation."""
        return self.computation.path if self.computation is not None else ""

    @property
    def view(self) -> Any:
        """The position or the result; None where there is no computation."""
        return self.computation.view if self.computation is not None else None

    @property
    def parts(self) -> list[Any]:
        """The value as a list: its parts, or itself."""
        return self.value if isinstance(self.value, list) else [self.value]

    @cached_property
    def others(self) -> tuple[Any, ...]:
        """The answers under other circumstances, where "none" does not tell what is asked for."""
        if self.computation is None or self.parts not in ([], ["none"]):
            return ()
        return tuple(one.result for one in self.computation.variants if one.result not in ([], "none", ""))

    @property
    def kind(self) -> str:
        """The kind of answer: number, numbers, flag, name, counted (name and number), suit, card or word."""
        if isinstance(self.value, bool):
            return "flag"
        if isinstance(self.value, int | float):
            return "number"
        if self.parts and all(isinstance(part, int | float) and not isinstance(part, bool) for part in self.parts):
            return "numbers"
        if self._suit_or_none:
            return "suit"
        if any(isinstance(one, str) and is_card(one) for one in self.others):
            return "card"
        if all(part in (*self.seats, "none") for part in self.parts):
            return "name"
        if isinstance(self.value, str) and _COUNTED.fullmatch(self.value):
            return "counted"
        if all(part in SUIT_NAMES for part in self.parts):
            return "suit"
        return "card" if all(is_card(part) for part in self.parts) else "word"

    @property
    def offered(self) -> tuple[str, ...]:
        """Yes and no, or the words that the question itself lets one choose from (`made or broken?`), if any."""
        if self.kind == "flag":
            return ("yes", "no")
        hit = _OFFERED.search(self.text) if self.kind == "word" else None
        words = tuple(map(_in_small_letters, (*hit[1].split(", "), hit[2]))) if hit else ()
        return words if all(part in words for part in self.parts) else ()

    @property
    def of_sides(self) -> bool:
        """Whether the answer is a side, not a player."""
        return any("+" in seat for seat in self.seats)

    def graded(self, right: bool) -> Grade:
        """The grade of an answer that was understood."""
        return understood(right, self.solution)


def told_apart(value: Any) -> Any:
    """A value split for answering: texts such as `55,60` or `25` become the numbers, cards or words in them."""
    if value == NO_SUIT:
        return "none"
    if not isinstance(value, str) or not re.fullmatch(r"-?\d+|[^\s,]+(,[^\s,]+)+", value):
        return value
    parts = [int(part) if re.fullmatch(r"-?\d+", part) else part for part in value.split(",")]
    return parts if len(parts) > 1 else parts[0]
