"""One question being asked: its tries, hints and time, and the log entries about it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Final

from tutor.teach.progress.events import LogEvent, slip
from tutor.teach.progress.spacing import grade
from tutor.teach.questions import Grade, MakeMove, MovesQuestion, Question, ValueQuestion
from tutor.teach.questions.move_feedback import FeedbackGiven, beside, refused
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.marks import unmarked
from tutor.teach.text.sentences import sentences
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tutor.teach.progress.store import Store


ENOUGH: Final = 2
"""So often a reply is said to wrong answers, if they differ."""


def _saying(got: Grade, doc: tuple[Block, ...]) -> Grade:
    """The grade with `doc` as what is said, unless that is empty."""
    return replace(got, said=lambda: doc) if doc else got


@dataclass
class Asking:
    """A question being asked. `where` is lesson, drill, practice or review."""

    question: Question
    game: str
    where: str
    position: str = ""
    clock: Callable[[], float] = monotonic
    tries: int = 0
    rung: int = 0
    """The rungs of the ladder of hints that were given, or left out because they said nothing new."""
    given: int = 0
    """The number of hints that were given."""
    last: str = ""
    """The last answer that could be read."""
    replies: Callable[[str], str] = lambda _: ""
    """What the author of a lesson says to an answer that is wrong or not the best; "" for nothing of its own."""
    heard: FeedbackGiven = field(default_factory=FeedbackGiven)
    """What was said about wrong answers, so that nothing is repeated."""
    hinted: list[str] = field(default_factory=list)
    """The hints that were given."""
    begun: float = field(init=False)

    def __post_init__(self) -> None:
        self.begun = self.clock()

    def answer(self, line: str) -> Grade:
        """Grade an answer; one that cannot be read does not count as a try."""
        question, got = self.question, self.question.grade(line)
        reply = self._reply(got, line)
        if reply:
            self.tries += not got.beside
            self.last = line
            return replace(got, right=False, said=lambda: reply)
        if got.beside and isinstance(question, MakeMove):
            return _saying(got, beside(question, line, self.heard))
        if not got.understood:
            return got
        self.tries += 1
        self.last = line
        return got if got.right else _saying(got, self._met(line))

    def tried(self, store: Store, line: str) -> Grade:
        """Grade an answer and log the result, a mistake or a right answer, in `store`."""
        got = self.answer(line)
        if got.understood and got.right:
            self.log(store)
        elif got.understood:
            store.add(slip(self.game, self.question.clause, self.position, line, self.where))
        return got

    def _reply(self, got: Grade, line: str) -> tuple[Block, ...]:
        """The author's reply to an answer, behind the ruling on a legal move; empty if there is none that is new."""
        move = isinstance(self.question, MakeMove)
        if not (got.beside or (got.understood and got.right is move)):
            return ()
        said = self.replies(line)
        repeated = self.heard.said.count(said) + (line in self.heard.given)
        if not said or (repeated >= ENOUGH and not move):
            return ()
        self.heard.said.append(said)
        self.heard.given.append(line)
        return (*(unticked(got.doc[:1]) if move else ()), Para(said, "warn" if move else "bad"))

    def _met(self, line: str) -> tuple[Block, ...]:
        """The remarks on a wrong answer."""
        if isinstance(self.question, MovesQuestion):
            return refused(self.question, line, self.heard)
        from tutor.teach.questions.feedback import feedback_line

        found = feedback_line(self.question, line, self.heard.said, self.heard.given, self.hinted)
        self.heard.given.append(line)
        if not found:
            return ()
        self.heard.said.append(found)
        return (Para(found, "bad"),)

    def why(self, line: str) -> tuple[Block, ...]:
        """What is wrong with an answer, for questions with one answer; empty if it is right or cannot be read."""
        from tutor.teach.questions.feedback import feedback_line

        got = self.question.grade(line)
        if not got.understood or got.right:
            return ()
        found = feedback_line(self.question, line, hinted=self.hinted)
        if found and self.heard.said and self.heard.given[-1:] == [line]:
            found = self.heard.said[-1]
        return (Para(found),) if found else ()

    def offers(self, line: str) -> bool:
        """Whether `line` is a complete answer of offered words, though it may also be a command.

        `q` may be a queen; `show`, in Tyzicha the word before a card, is not an answer by itself.
        """
        low = line.strip().lower()
        if any(word.text.lower() == low for word in self.question.words()):
            return self.question.grade(line).understood
        return isinstance(self.question, MovesQuestion) and self.question.reads(line)

    def hint(self) -> tuple[Block, ...]:
        """The next hint that says something new; the last one again when there are no more."""
        rungs = self.question.ladder()
        if self.rung >= len(rungs):
            return (Para(say("hint.none_left"), "dim"), Para(rungs[-1]))
        last, said, fresh = len(rungs) - 1, [*self.heard.said, *self.hinted], list[int]()
        for at in range(self.rung, last + 1):  # all that are still to come, if nothing else is said
            if at == last or not self._known(at, rungs[at], said):
                fresh.append(at)
                said.append(rungs[at])
        self.rung, self.given = fresh[0] + 1, self.given + 1
        self.hinted.append(rungs[self.rung - 1])
        return (
            Para(say("hint.level", n=self.given, of=self.given + len(fresh) - 1), "dim"),
            Para(rungs[self.rung - 1]),
        )

    def _known(self, at: int, rung: str, said: Sequence[str]) -> bool:
        """Whether a hint says what was `said` before, or names the rule to somebody who has kept it or been told it."""
        question = self.question
        if at == 0 and isinstance(question, MakeMove) and not question.open and self.last:
            return question.allows(self.last)
        if at == 0 and isinstance(question, ValueQuestion) and any(question.rule in line for line in said):
            return True
        if any(unmarked(why) in unmarked(rung) for why in self.heard.ruled.values()):
            return True
        told = {one for line in said for one in sentences(line)}
        parts = sentences(rung)
        news = [one for one in parts if not one.endswith("?")] or parts  # a question after something known is none
        return all(one in told or one.partition(": ")[2] in told for one in news)

    @property
    def shown(self) -> bool:
        """Whether the answer has been shown."""
        return self.rung >= len(self.question.ladder())

    @property
    def result(self) -> str:
        """The result, as in a `step` event of the log."""
        if self.shown:
            return "shown"
        if self.rung:
            return "hinted"
        return "first" if self.tries <= 1 else "again"

    def log(self, store: Store, *, right: bool = True) -> None:
        """Log the answer with its grade, at the moment it is given."""
        detail = {
            "seconds": round(self.clock() - self.begun, 1),
            "where": self.where,
            "position": self.position,
            "tries": max(1, self.tries),
            "hints": self.rung,
        }
        word = grade(right=right, tries=max(1, self.tries), hints=self.rung)
        store.add(LogEvent("answer", self.game, clause=self.question.clause, result=word, detail=detail))


def unticked(doc: Sequence[Block]) -> list[Block]:
    """A ruling without the sign that the move is right: it is legal, and yet not what is wanted."""
    return [block._replace(sign="") if isinstance(block, Item) and block.sign == "yes" else block for block in doc]
