"""What all conversations do alike: a line is a command of the table, or an answer; a question in between goes first."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from tutor.kernel.echo import short
from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.session import Reply, Status, Word
from tutor.teach.text.doc import Block, Doc, Para
from tutor.teach.text.names import NOBODY, Names
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable


class Conversation(ABC):
    """A session made of a table of commands and of what an answer means; each kind gives its own.

    A question in between is a conversation of its own: `inner` hears every line until it is over.
    """

    commands: ClassVar[cmd.Table]
    help_block: ClassVar[str] = "command.answer_intro"
    """The block that stands above them in the help."""
    """Its commands, as help lists them."""

    def __init__(self) -> None:
        self.faults = 0
        self.gone = False
        """Whether the learner has left."""

    # -- what each kind gives --------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """What the prompt says before its `> `; of a question in between it is not asked."""
        return ""

    @property
    def names(self) -> Names:
        """What seats are called at this moment."""
        return NOBODY

    @property
    def place(self) -> tuple[str, ...]:
        """What the toolbar says of where the learner is; nothing hides it."""
        return ()

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        return False

    @property
    def inner(self) -> Conversation | None:
        """The question in between that is being asked now."""
        return None

    @abstractmethod
    def opening(self) -> Iterable[Block]:
        """The opening words, up to the first question."""

    @abstractmethod
    def entered(self) -> Iterable[Block]:
        """What Enter alone does."""

    @abstractmethod
    def answered(self, line: str) -> Iterable[Block]:
        """What a line comes to that is no command."""

    def parting(self) -> Iterable[Block]:
        """What is kept, and how to come back."""
        return ()

    def back_from(self, inner: Conversation) -> Iterable[Block]:
        """What follows after `inner`, which is over."""
        return ()

    def is_answer(self, line: str) -> bool:
        """Whether `line` is an answer, though it may look like a command."""
        return False

    def understood(self, line: str) -> bool:
        """Whether `line` is an answer, though it may look like a command of other conversations."""
        return False

    def answers(self) -> tuple[Word, ...]:
        """What may be typed besides commands."""
        return ()

    def help_intro(self) -> str:
        """What stands above the commands in the help."""
        return say(self.help_block)

    def reminder(self) -> list[Block]:
        """What is being asked, said once more."""
        return []

    def not_here(self, word: str) -> Iterable[Block]:
        """What is said to a command that only other conversations have."""
        return (Para(say("command.not_here", word=short(word)), "dim"), *self.reminder())

    def dressed(self, doc: list[Block]) -> Doc:
        """`doc` as it is shown: moves in words, warnings below."""
        return tuple(doc)

    # -- a session -------------------------------------------------------------------------------------

    def begin(self) -> Reply:
        """The opening words, up to the first question."""
        return self._reply(self.opening())

    def tell(self, line: str) -> Reply:
        """Answer one line."""
        return self._reply(self.hear(line.strip()))

    def leave(self) -> Reply:
        """What is said to a learner who leaves early."""
        return Reply(self.dressed(list(self.parting())), over=True)

    @property
    def status(self) -> Status:
        """Where the learner is, and the keys of commands that are there."""
        rows = self.innermost.here()
        return Status(self.place, tuple((row.command.key, row.command.name) for row in rows if row.command.key))

    def words(self) -> tuple[Word, ...]:
        """Everything that can be typed, whatever is right."""
        return (*self.innermost.answers(), *(row.word for row in self.innermost.here()))

    # -- a line ----------------------------------------------------------------------------------------

    def hear(self, line: str) -> list[Block]:
        """What comes of a line."""
        if self.over or self.gone:
            return self.go()
        if self.inner is not None:
            return self._between(self.inner, line)
        if not line:
            return list(self.entered())
        if self.is_answer(line):
            return list(self.answered(line))
        typed = line.removeprefix("/")
        row, rest = cmd.meant(typed, self.commands)
        if row is not None:
            why = row.absent(self)
            return [Para(why, "dim"), *self.reminder()] if why else list(row.does(self, rest))
        if typed.lower() in cmd.WORDS and not self.understood(line):
            return list(self.not_here(typed))
        return list(self.answered(line))

    def go(self) -> list[Block]:
        """The learner leaves."""
        doc = list(self.parting())
        self.gone = True
        return doc

    def here(self) -> list[cmd.CommandRow[Any]]:
        """The commands that are there at this moment, and are listed."""
        return [row for row in self.commands if row.listed and not row.absent(self)]

    def helped(self, rest: str) -> list[Block]:
        """What may be typed; or about the one word `rest`: what it does, and why it is not there if it is not."""
        row, _ = cmd.meant(rest, self.commands)
        if row is not None:
            why = row.absent(self)
            return [row.item, *(Para(say(block)) for block in row.more), *([Para(why, "dim")] if why else [])]
        unknown = [Para(say("command.unknown", word=short(rest)), "warn")] if rest else []
        return [*unknown, Para(self.help_intro()), *(row.item for row in self.here()), *self.reminder()]

    def _between(self, inner: Conversation, line: str) -> list[Block]:
        """A line for the question in between, and what follows where that is over."""
        before = inner.faults
        doc = inner.hear(line)
        self.faults += inner.faults - before
        if inner.gone:
            return self.go()
        return [*doc, *self.back_from(inner)] if inner.over else doc

    @property
    def innermost(self) -> Conversation:
        """The one that hears the next line."""
        return self if self.inner is None else self.inner.innermost

    def _reply(self, blocks: Iterable[Block]) -> Reply:
        doc = self.dressed(list(blocks))
        return Reply(doc, over=self.over or self.gone)


HELP: cmd.CommandRow[Conversation] = cmd.CommandRow(cmd.HELP, Conversation.helped, "[WORD]")
"""The help, which every conversation has."""


def leaving(help_: str = "") -> cmd.CommandRow[Conversation]:
    """The way out, with the block that says what becomes of the learner's place."""
    return cmd.CommandRow(cmd.QUIT, lambda conversation, _: conversation.go(), help=help_)
