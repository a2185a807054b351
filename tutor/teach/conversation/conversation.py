"""The base class of all conversations: dispatch of lines to commands, answers, or an inner conversation."""

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
    from collections.abc import Callable, Iterable


class Conversation(ABC):
    """A session defined by its table of commands and its handling of answers.

    An interposed question is a conversation itself: `inner` gets every line until it is over.
    """

    commands: ClassVar[cmd.Table]
    """Its commands, as help lists them."""
    help_block: ClassVar[str] = "command.answer_intro"
    """The template block that introduces the help."""

    def __init__(self) -> None:
        self.faults = 0
        self.gone = False
        """Whether the learner has left."""
        self.shown: Callable[[Doc], None] | None = None

    # -- what each kind gives --------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """The text of the prompt before its `> `."""
        return ""

    @property
    def names(self) -> Names:
        """The names of the seats now."""
        return NOBODY

    @property
    def place(self) -> tuple[str, ...]:
        """The learner's place for the toolbar; empty hides the toolbar."""
        return ()

    @property
    def over(self) -> bool:
        """Whether the conversation has ended."""
        return False

    @property
    def inner(self) -> Conversation | None:
        """The interposed question being asked now, if any."""
        return None

    @abstractmethod
    def opening(self) -> Iterable[Block]:
        """The opening words, up to the first question."""

    @abstractmethod
    def entered(self) -> Iterable[Block]:
        """Handle an empty line."""

    def onward(self) -> Iterable[Block]:
        """The reply to "next" and the like: that to an empty line."""
        return self.entered()

    @abstractmethod
    def answered(self, line: str) -> Iterable[Block]:
        """Handle a line that is not a command."""

    def parting(self) -> Iterable[Block]:
        """The closing words when the learner leaves early: what is saved and how to resume."""
        return ()

    def back_from(self, inner: Conversation) -> Iterable[Block]:
        """Go on after `inner`, which has ended."""
        return ()

    def is_answer(self, line: str) -> bool:
        """Whether `line` is an answer, though it may also be a command here."""
        return False

    def understood(self, line: str) -> bool:
        """Whether `line` is an answer, though it may also be a command of other conversations."""
        return False

    def answers(self) -> tuple[Word, ...]:
        """The words that may be typed besides commands."""
        return ()

    def help_intro(self) -> str:
        """The introduction of the help."""
        return say(self.help_block)

    def reminder(self) -> list[Block]:
        """The current question once more."""
        return []

    def not_here(self, word: str) -> Iterable[Block]:
        """The reply to a command that only other conversations have."""
        return (Para(say("command.not_here", word=short(word)), "dim"), *self.reminder())

    def dressed(self, doc: list[Block]) -> Doc:
        """`doc` with moves in words."""
        return tuple(doc)

    def warnings(self) -> Iterable[str]:
        """New warnings of what keeps the log and the games; "" for none."""
        return ()

    # -- a session -------------------------------------------------------------------------------------

    def begin(self) -> Reply:
        """The opening words, up to the first question."""
        return self._reply(self.opening())

    def tell(self, line: str) -> Reply:
        """Answer one line."""
        return self._reply(self.hear(line.strip()))

    def leave(self) -> Reply:
        """The reply when the learner leaves early."""
        return self._reply(self.parting(), over=True)

    @property
    def status(self) -> Status:
        """The toolbar: the learner's place, and the keys of available commands."""
        rows = self.innermost.here()
        return Status(self.place, tuple((row.command.key, row.command.name) for row in rows if row.command.key))

    def words(self) -> tuple[Word, ...]:
        """All words for completion, independent of what is right."""
        return (*self.innermost.answers(), *(row.word for row in self.innermost.here()))

    # -- a line ----------------------------------------------------------------------------------------

    def hear(self, line: str) -> list[Block]:
        """Dispatch a line."""
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
        if cmd.named(typed) is not None and not self.understood(line):
            onward = typed.lower() in cmd.STEP.aliases  # "next"
            return list(self.onward() if onward else self.not_here(typed))
        return list(self.answered(line))

    def near_command(self, line: str) -> list[Block]:
        """Which command a line that is no answer may have meant; empty if none."""
        word = cmd.near(line.removeprefix("/"), self.here())
        return [Para(say("command.near", word=word), "dim")] if word else []

    def go(self) -> list[Block]:
        """Leave the conversation."""
        doc = list(self.parting())
        self.gone = True
        return doc

    def here(self) -> list[cmd.CommandRow[Any]]:
        """The listed commands that are available now."""
        return [row for row in self.commands if row.listed and not row.absent(self)]

    def helped(self, rest: str) -> list[Block]:
        """The help: all commands, or for the word `rest` its description and why it is unavailable, if so."""
        row, _ = cmd.meant(rest, self.commands)
        if row is not None:
            why = row.absent(self)
            return [row.item, *(Para(say(block)) for block in row.more), *([Para(why, "dim")] if why else [])]
        unknown = [Para(say("command.unknown", word=short(rest)), "warn")] if rest else []
        return [*unknown, Para(self.help_intro()), *(row.item for row in self.here()), *self.reminder()]

    def _between(self, inner: Conversation, line: str) -> list[Block]:
        """Pass a line to the interposed question, and go on if that has ended."""
        before = inner.faults
        doc = inner.hear(line)
        self.faults += inner.faults - before
        if inner.gone:
            return self.go()
        return [*doc, *self.back_from(inner)] if inner.over else doc

    @property
    def innermost(self) -> Conversation:
        """The conversation that gets the next line."""
        return self if self.inner is None else self.inner.innermost

    def _reply(self, blocks: Iterable[Block], *, over: bool = False) -> Reply:
        doc = list(blocks)
        doc += [Para(warning, "warn") for warning in self.warnings() if warning]
        return Reply(self.dressed(doc), over or self.over or self.gone)


HELP: cmd.CommandRow[Conversation] = cmd.CommandRow(cmd.HELP, Conversation.helped, "[WORD]")
"""The row of the help, which every conversation has."""


def leaving(help_: str = "") -> cmd.CommandRow[Conversation]:
    """The row of `quit`; `help_` is the template block that says what is saved."""
    return cmd.CommandRow(cmd.QUIT, lambda conversation, _: conversation.go(), help=help_)
