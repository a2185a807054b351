"""The base class of conversations that ask one question after another: lessons, drills, mistakes of practice."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from tutor.teach.conversation.conversation import Conversation
from tutor.teach.conversation.moves import seats_named
from tutor.teach.questions import MovesQuestion
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.teach.conversation.asking import Asking
    from tutor.teach.conversation.session import Word
    from tutor.teach.progress.store import Store


class Questioning(Conversation):
    """A conversation with one question at a time, logged in `store`."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.asking: Asking | None = None

    @abstractmethod
    def going_on(self) -> Iterable[Block]:
        """Go on to the next question, pause, or end."""

    @abstractmethod
    def right(self, doc: list[Block], asking: Asking, line: str) -> list[Block]:
        """Continue after the right answer `line`, whose reply begins with `doc`."""

    def wrong(self, line: str) -> None:
        """Called with every wrong answer."""

    @property
    def hints(self) -> bool:
        """Whether hints are available."""
        return True

    def warnings(self) -> Iterable[str]:
        """Warnings of the log."""
        yield self.store.take_warning()

    def answers(self) -> tuple[Word, ...]:
        """The words of which answers consist."""
        return self.asking.question.words() if self.asking else ()

    def is_answer(self, line: str) -> bool:
        """Whether `line` is an offered word, or a letter that can be an answer: `q` may be a queen."""
        return self.asking is not None and (self.asking.offers(line) or (len(line) == 1 and self.understood(line)))

    def understood(self, line: str) -> bool:
        """Whether `line` can be read as an answer, right or wrong."""
        return self.asking is not None and self.asking.question.grade(line).understood

    def reminder(self) -> list[Block]:
        """The question."""
        return [Para(self.asking.question.prompt, "ask")] if self.asking else []

    @abstractmethod
    def posed_again(self) -> Iterable[Block]:
        """The question being asked, with what it refers to."""

    def entered(self) -> Iterable[Block]:
        """Repeat the question with what it refers to, or go on to the next."""
        return self.posed_again() if self.asking is not None else self.going_on()

    def answered(self, line: str) -> list[Block]:
        """Grade an answer; where nothing is asked, say that it was not taken and that Enter goes on."""
        asking = self.asking
        if asking is None:
            return [Para(self.no_hint(), "dim")]
        typed = line
        if isinstance(asking.question, MovesQuestion):
            line = seats_named(typed, self.names)
        got = asking.tried(self.store, line)
        if not got.understood and not got.beside and line != typed:  # repeated as it was typed
            got = asking.question.grade(typed)
        doc: list[Block] = list(got.doc)
        if got.understood and got.right:
            return self.right(doc, asking, line)
        if got.understood:
            self.faults += 1
            self.wrong(line)
            if asking.tries == 2 and not asking.rung and self.hints:
                doc.append(Para(say("lesson.offer_hint"), "dim"))
        return doc if got.understood or got.beside else [*doc, *self.near_command(typed)]

    def hint(self, rest: str) -> Iterable[Block]:
        """The next hint."""
        assert self.asking is not None
        return self.asking.hint()

    def no_hint(self) -> str:
        """The reason why there are no hints; "" if there are."""
        return "" if self.asking is not None else say("lesson.no_question")
