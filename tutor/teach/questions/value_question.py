"""Questions about one value that follows from a position: what something is worth, who picks first."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cached import cached_property
from tutor.kernel.cards import SUIT_NAMES, is_card
from tutor.kernel.seats import Seat
from tutor.teach.conversation.session import Word
from tutor.teach.questions.answer_hints import as_reason, in_full, order_as_reason, rungs, working_blocks
from tutor.teach.questions.answer_reading import NO_SUIT, graded, typed
from tutor.teach.questions.base import Grade, understood
from tutor.teach.text.agree import called
from tutor.teach.text.doc import Block, Item
from tutor.teach.text.marks import mark
from tutor.teach.text.values import listed
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tutor.kernel.game import Game
    from tutor.kernel.working import Working
    from tutor.teach.questions.computation import Computation

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
class ValueQuestion:
    """Asks for one value that the engine computes, such as points, a seat or a number.

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
    again: Callable[[Any], ValueQuestion | None] | None = field(default=None, repr=False, compare=False)
    """Gives the same question about another view, or None if it cannot be asked there."""
    answer_at: Callable[[Any], Any] | None = field(default=None, repr=False, compare=False)
    """Gives the answer alone at another view, as the engine has it, which is much quicker."""
    counted: str = ""
    """The author's own calculation, shown in place of the working."""
    told: tuple[str, ...] = ()
    """The clauses whose points the question itself has counted."""
    nobody: str = field(default="none", init=False)
    """The word for "no player and no side"."""

    def __post_init__(self) -> None:
        self._suit_or_none = self.value == NO_SUIT
        self.value = told_apart(self.value)
        if self.value in UNDECIDED and self.seats:
            self.value, self.nobody = "none", self.value
        elif "nobody" in self.text.lower():
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
    def prompt(self) -> str:
        """The author's question."""
        return self.text

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

    def words(self) -> tuple[Word, ...]:
        """The seats, suits, yes and no, or words named, by the kind of answer; numbers and cards are not offered."""
        match self.kind:
            case "word" | "flag":
                return tuple(map(Word, self.offered))
            case "name":
                return (*self.named_seats(), Word("none"))
            case "suit":
                none = (Word("none"),) if "none" in self.text.lower() else ()
                return (*(Word(letter, name) for letter, name in SUIT_NAMES.items()), *none)
        return ()

    def named_seats(self) -> Iterator[Word]:
        """The players or sides that may be named."""
        return (Word(called(seat, self.names)) for seat in self.seats)

    def answer(self) -> str:
        """The value in the form in which it is typed."""
        return " ".join(self.nobody if part == "none" else typed(part) for part in self.parts) or self.nobody

    def grade(self, answer: str) -> Grade:
        """Grade an answer: numbers by value, seats by any name, lists in order if that matters."""
        return graded(self, answer)

    def graded(self, right: bool) -> Grade:
        """The grade of an answer that was understood."""
        return understood(right, self.solution)

    @property
    def of_sides(self) -> bool:
        """Whether the answer is a side, not a player."""
        return any("+" in seat for seat in self.seats)

    @property
    def drawn(self) -> bool:
        """Whether nobody, or several who are level, is the answer: then the rule that makes it so tells it."""
        level = len(self.parts) > 1 and not self.ordered
        return self.kind == "name" and (level or self.parts in ([], ["none"]))

    def ladder(self) -> tuple[str, ...]:
        """Hints: the rule, steps of the working, the value."""
        spare = [
            say("hint.prose", prose=self.prose) if self.prose and self.prose != self.rule else "",
            *self.narrower(),
        ]
        answer = say("hint.fact_answer", it=self._shown(), why=self.explained())
        return rungs(self.computation, self.clause, self.rule, spare, answer, self.counted, telling=self.drawn)

    def explained(self) -> str:
        """The reason that the last hint gives: the author's, else the whole working."""
        full = in_full(self.computation, self.clause, self.told) if self._unexplained else ""
        return self.counted or full or self._reason()

    def narrower(self) -> Iterator[str]:
        """Additional hints that narrow the answer down without telling it, for a working with few steps."""
        if self.kind == "name" and not isinstance(self.value, list):
            yield self.who_may()
        elif isinstance(self.value, list):
            yield say("hint.fact_parts", n=len(self.parts))
        yield from self._not()
        yield say("hint.fact_kind", kind=say(f"question.kind_{self._kind_asked}", n=len(self.parts)))
        yield self.prompt

    def who_may(self) -> str:
        """How many players or sides the answer may be, and who."""
        who = [*(mark("s", s) for s in self.seats), say("question.nobody")]
        return say("hint.fact_count", n=len(who), them=listed(who, "or"))

    @property
    def _kind_asked(self) -> str:
        return "side" if self.kind == "name" and self.of_sides else self.kind

    def _not(self) -> Iterator[str]:
        """Wrong answers, as far as naming them does not give the right one away."""
        match self.kind:
            case "name":
                others = [mark("s", s) for s in self.seats if s not in self.parts[:1]]
                if len(others) > 1 or "none" in self.parts:
                    yield say("hint.fact_not_first" if len(self.parts) > 1 else "hint.fact_not", it=others[0])
            case "suit":
                for name in [name for letter, name in SUIT_NAMES.items() if letter not in self.parts][:2]:
                    yield say("hint.fact_not", it=name)

    def _shown(self) -> str:
        if self.kind == "name":
            them = [mark("s", p) if p in self.seats else self.nobody for p in self.parts]
            both = self.of_sides and len(them) == 2
            return say("question.both_sides") if both else listed(them) or self.nobody
        if self.kind == "suit":
            return ", ".join(SUIT_NAMES.get(p, self.nobody) for p in self.parts)
        if self.kind == "card":
            return " ".join(mark("c", p) if is_card(p) else self.nobody for p in self.parts) or "none"
        if self.kind == "counted":
            side, _, number = self.value.rpartition(":")
            return f"{mark('s', side)}: {number}"
        return self.answer()

    def _reason(self) -> str:
        """The reason: the author's words, else the working or the odd order of a suit, else the rule."""
        if not self._unexplained:
            return self.why
        return as_reason(self.computation, self.clause, self.told) or order_as_reason(self.computation) or self.why

    @property
    def _unexplained(self) -> bool:
        """Whether the author gives no reason of their own."""
        return self.why in (self.rule, self.prose, "")

    def solution(self) -> tuple[Block, ...]:
        """The value with its reason and working."""
        if self.counted:
            return (Item(self._shown(), self.counted, self.clause),)
        reason = self._reason()
        told = as_reason(self.computation, self.clause, self.told) == reason
        more = working_blocks(self.computation, self.clause, told=not told, said=reason)
        return (Item(self._shown(), reason, self.clause), *more)


def told_apart(value: Any) -> Any:
    """A value split for answering: texts such as `55,60` or `25` become the numbers, cards or words in them."""
    if value == NO_SUIT:
        return "none"
    if not isinstance(value, str) or not re.fullmatch(r"-?\d+|[^\s,]+(,[^\s,]+)+", value):
        return value
    parts = [int(part) if re.fullmatch(r"-?\d+", part) else part for part in value.split(",")]
    return parts if len(parts) > 1 else parts[0]
