"""Questions about what follows from a position: who wins, what something is worth, who picks first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tutor.kernel.seats import Seat
from tutor.teach.doc import Block, Item, Para, mark
from tutor.teach.names import seat_meant
from tutor.teach.questions.base import Grade, tokens
from tutor.teach.session import Word
from tutor.teach.words import listed, say, shown


@dataclass
class Winner:
    """Asks who wins the trick."""

    seats: tuple[Seat, ...]
    names: Mapping[Seat, str]
    winner: Seat
    """The seat that wins, empty if nobody does."""
    clause: str
    rule: str
    why: str
    cards: tuple[Any, ...] = ()

    @property
    def prompt(self) -> str:
        """The question."""
        return say("question.winner")

    def words(self) -> tuple[Word, ...]:
        """The players and nobody."""
        return (*(Word(self.names.get(s, s), s) for s in self.seats), Word("nobody"))

    def answer(self) -> str:
        """The winner."""
        return self.winner or "nobody"

    def grade(self, answer: str) -> Grade:
        """A seat, by either name, or nobody."""
        low = answer.strip().lower()
        nobody = low in ("nobody", "none", "no one", "noone", "draw", "drawn", "tie")
        meant = "" if nobody else seat_meant(answer, self.names, self.seats)
        if meant is None:
            return Grade(False, (Para(say("question.which_seat", seats=list(self.seats)), "warn"),), understood=False)
        right = meant == self.winner
        head = Para(say("question.right" if right else "question.wrong"), "good" if right else "bad")
        return Grade(right, (head, *self.solution()) if right else (head,))

    def ladder(self) -> tuple[str, ...]:
        """From the rule to the winner."""
        other = next((s for s in self.seats if s != self.winner), "")
        who = [mark("s", s) for s in self.seats]
        return (
            say("hint.rule", rule=self.rule, clause_id=self.clause),
            say("hint.fact_cards", them=shown(self.cards)) if self.cards else self.rule,
            say("hint.fact_count", n=len(who) + 1, them=listed([*who, say("question.nobody")], "or")),
            say("hint.fact_not", it=mark("s", other)),
            say("hint.fact_answer", it=mark("s", self.winner) if self.winner else say("question.nobody"), why=self.why),
        )

    def solution(self) -> tuple[Block, ...]:
        """Who and why."""
        return (Item("", self.why, self.clause),)


@dataclass
class Value:
    """Asks for one fact that the engine computes: what something is worth, who picks first, how many."""

    text: str
    value: Any
    clause: str
    rule: str
    why: str
    names: Mapping[Seat, str] = field(default_factory=dict)
    seats: tuple[Seat, ...] = ()

    @property
    def prompt(self) -> str:
        """The author's question."""
        return self.text

    def words(self) -> tuple[Word, ...]:
        """Seats or yes and no where they can be meant; numbers are not offered."""
        if isinstance(self.value, bool):
            return (Word("yes"), Word("no"))
        parts = self.value if isinstance(self.value, list) else [self.value]
        if any(part in self.seats or part == "none" for part in parts if isinstance(part, str)):
            return (*(Word(self.names.get(s, s), s) for s in self.seats), Word("none"))
        return ()

    def answer(self) -> str:
        """The value as it would be typed."""
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        if isinstance(self.value, list):
            return " ".join(map(str, self.value)) or "none"
        return str(self.value)

    def grade(self, answer: str) -> Grade:
        """Numbers as numbers, seats by either name, lists in order."""
        given = [self._plain(token) for token in tokens(answer)] or [""]
        wanted = self.value if isinstance(self.value, list) else [self.value]
        right = given == [self._plain(self._typed(part)) for part in wanted] or (not wanted and given == ["none"])
        if isinstance(self.value, int | float) and not isinstance(self.value, bool) and not right:
            try:
                float(given[0])
            except ValueError:
                return Grade(False, (Para(say("question.number"), "warn"),), understood=False)
        head = Para(say("question.right" if right else "question.wrong"), "good" if right else "bad")
        return Grade(right, (head, *self.solution()) if right else (head,))

    @staticmethod
    def _typed(part: Any) -> str:
        return ("yes" if part else "no") if isinstance(part, bool) else str(part)

    def _plain(self, text: str) -> str:
        low = text.strip().lower().removesuffix(".0")
        low = {"true": "yes", "false": "no", "y": "yes", "n": "no", "nobody": "none"}.get(low, low)
        return seat_meant(low, self.names, self.seats) or low.removeprefix("+")

    def ladder(self) -> tuple[str, ...]:
        """From the rule to the value."""
        number = isinstance(self.value, int | float) and not isinstance(self.value, bool)
        if number:
            narrowing = say("hint.fact_range", low=int(self.value) - 3, high=int(self.value) + 4)
            wrong = say("hint.fact_not", it=self.value + 1)
            kind = say("hint.fact_kind", kind=say("question.a_number"))
        else:
            others = [mark("s", s) for s in self.seats if s != self.value] or [say("question.nobody")]
            narrowing = say("hint.fact_count", n=len(others) + 1, them=listed([*others, self._shown()], "or"))
            wrong = say("hint.fact_not", it=others[0])
            kind = say("hint.fact_kind", kind=say("question.a_name"))
        shown = self._shown()
        return (
            say("hint.rule", rule=self.rule, clause_id=self.clause), kind, narrowing, wrong,
            say("hint.fact_answer", it=shown, why=self.why),
        )  # fmt: skip

    def _shown(self) -> str:
        parts = self.value if isinstance(self.value, list) else [self.value]
        return " ".join(mark("s", p) if p in self.seats else self._typed(p) for p in parts) or "none"

    def solution(self) -> tuple[Block, ...]:
        """The value and why."""
        return (Item(self._shown(), self.why, self.clause),)
