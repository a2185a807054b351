"""Questions about one value that follows from a position: what something is worth, who picks first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import SUIT_NAMES, is_card
from tutor.kernel.working import Sum
from tutor.teach.conversation.session import Word
from tutor.teach.questions.answer_hints import as_reason, in_full, order_as_reason, rungs, working_blocks
from tutor.teach.questions.answer_reading import graded, typed
from tutor.teach.questions.asked_value import AskedValue
from tutor.teach.results.sums import equation, opened
from tutor.teach.text.agree import called
from tutor.teach.text.doc import Block, Item
from tutor.teach.text.marks import mark
from tutor.teach.text.values import capital, listed
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from tutor.teach.questions.base import Grade

SIDES: Final = 2
RESULT: Final = "outcome."
"""The beginning of the paths of who has won, which nobody has where both sides are level."""


@dataclass
class ValueQuestion(AskedValue):
    """Asks for one value that the engine computes, such as points, a seat or a number."""

    again: Callable[[Any], ValueQuestion | None] | None = field(default=None, repr=False, compare=False)
    """Gives the same question about another view, or None if it cannot be asked there."""
    answer_at: Callable[[Any], Any] | None = field(default=None, repr=False, compare=False)
    """Gives the answer alone at another view, as the engine has it, which is much quicker."""
    counted: str = ""
    """The author's own calculation, shown in place of the working."""
    paged: bool = False
    """Whether a page at the end of a hand tells how each part of the sum comes about, so that the answer need not."""
    told: tuple[str, ...] = ()
    """The clauses whose points the question itself has counted."""

    @property
    def prompt(self) -> str:
        """The author's question."""
        return self.text

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

    @property
    def answer_key(self) -> Hashable:
        """The value."""
        unordered = isinstance(self.value, list) and not self.ordered
        return str(sorted(map(str, self.value)) if unordered else self.value)

    @property
    def answer_and_reasons(self) -> Hashable:
        """The question, the value and its working."""
        return self.text, str(self.value), str(self.working)

    @property
    def hardness(self) -> int:
        """By the number of parts that are added up."""
        return 3 + (len(self.working.parts) if isinstance(self.working, Sum) else 2)

    def wrong_answers(self) -> Iterator[str]:
        """The next numbers, the other answers there are, "none"."""
        right = self.answer()
        match self.kind:
            case "number":
                yield from (str(self.value + 1), str(self.value - 1))
            case "numbers":
                yield " ".join(str(part + 1) for part in self.value)
            case "flag":
                yield "no" if self.value else "yes"
            case "name":
                yield from (seat for seat in self.seats if seat != right)
                if self.ordered and isinstance(self.value, list) and len(set(self.value)) > 1:
                    yield " ".join(reversed(self.value))
            case "suit":
                yield from (suit for suit in "SHDC" if suit != right)
        if right not in ("none", self.nobody) and not self.grade("none").right:
            yield "none"

    def asked_of(self, view: Any) -> ValueQuestion | None:
        """The same question about another view, where it says how."""
        return self.again(view) if self.again is not None else None

    def grade(self, answer: str) -> Grade:
        """Grade an answer: numbers by value, seats by any name, lists in order if that matters."""
        return graded(self, answer)

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
            if self.of_sides and len(them) == SIDES:
                return say("question.drawn" if self.path.startswith(RESULT) else "question.both_sides")
            return listed(them) or self.nobody
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
            return (Item(self._shown(), self.counted, self.clause, below=True),)
        if (
            self.paged
            and self.computation is not None
            and isinstance(self.working, Sum)
            and len(self.working.parts) > 1
        ):
            brief = equation(self.computation.game, opened(self.working, deep=False))
            return (Item(self._shown(), capital(brief), self.clause, below=True),)
        reason = self._reason()
        told = as_reason(self.computation, self.clause, self.told) == reason
        more = working_blocks(self.computation, self.clause, told=not told, said=reason)
        return (Item(self._shown(), reason, self.clause, below=True), *more)
