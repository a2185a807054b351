"""The question who wins a trick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tutor.kernel.seats import Seat
from tutor.kernel.working import Chain
from tutor.teach.conversation.session import Word
from tutor.teach.questions.answer_hints import rungs, working_blocks
from tutor.teach.questions.base import Grade, not_understood
from tutor.teach.text.agree import called
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.marks import mark
from tutor.teach.text.people import NamedPlayers, people
from tutor.teach.text.values import listed, shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.working import Working
    from tutor.teach.questions.computation import Computation


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
    computation: Computation | None = None

    @property
    def working(self) -> Working | None:
        """How the answer comes about, where the game tells."""
        return self.computation.working if self.computation is not None else None

    @property
    def prompt(self) -> str:
        """The question."""
        return say("question.winner")

    def words(self) -> tuple[Word, ...]:
        """The players and nobody."""
        return (*(Word(called(s, self.names)) for s in self.seats), Word("nobody"))

    def answer(self) -> str:
        """The winner."""
        return self.winner or "nobody"

    def grade(self, answer: str) -> Grade:
        """A seat, by either name, or nobody."""
        drawn = answer.strip().lower() in ("draw", "drawn", "tie", "tied")
        said = NamedPlayers() if drawn else people(self.names, self.seats).read(answer)
        if not said.understood or len(said.seats) > 1:
            return not_understood(said, self.seats)
        right = said.seats == ((self.winner,) if self.winner else ())
        head = Para(say("question.right" if right else "question.wrong"), "good" if right else "bad")
        return Grade(right, (head, *self.solution()) if right else (head,))

    def ladder(self) -> tuple[str, ...]:
        """Hints: the rule, steps of the working, the winner."""
        others = [s for s in self.seats if s != self.winner]
        spare = [
            say("hint.fact_cards", them=shown(self.cards)) if self.cards else "",
            say(
                "hint.fact_count",
                n=len(self.seats) + 1,
                them=listed([*(mark("s", s) for s in self.seats), say("question.nobody")], "or"),
            ),
            *(say("hint.fact_not", it=mark("s", s)) for s in others[:2]),
        ]
        it = mark("s", self.winner) if self.winner else say("question.nobody")
        return rungs(self.computation, self.clause, self.rule, spare, say("hint.fact_answer", it=it, why=self.why))

    def solution(self) -> tuple[Block, ...]:
        """The winner and why, card by card."""
        told = not isinstance(self.working, Chain)
        return (Item("", self.why, self.clause), *working_blocks(self.computation, told=told))
