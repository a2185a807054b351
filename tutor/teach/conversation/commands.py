"""The commands of a conversation: words that are no answers. One table, from which `help` and completion are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tutor.teach.conversation.session import Word
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Command:
    """A command: its name, other words for it, and what may follow. Its help is the block `command.NAME`."""

    name: str
    aliases: tuple[str, ...] = ()
    takes: str = ""

    @property
    def about(self) -> str:
        """What it does, in a few words."""
        return say(f"command.{self.name}")


HELP: Final = Command("help", ("?",))
HINT: Final = Command("hint")
WHY: Final = Command("why", takes="[MOVE]")
SUPPOSE: Final = Command("suppose", takes="MOVE")
RULES: Final = Command("rules", ("rule",), "[WORD]")
SHOW: Final = Command("show", ("table",))
UNDO: Final = Command("undo")
BACK: Final = Command("back")
AGAIN: Final = Command("again")
SKIP: Final = Command("skip")
QUIT: Final = Command("quit", ("exit", "bye"))
COMPARE: Final = Command("compare", takes="GAME")
LEGAL: Final = Command("legal")
POSITION: Final = Command("position", ("share",))


def meant(line: str, known: Iterable[Command]) -> tuple[Command | None, str]:
    """The command that `line` begins with, and the rest of the line; None and the whole line if it is none.

    A command that takes nothing stands alone: with more behind it the line is an answer.
    """
    head, _, rest = line.strip().partition(" ")
    low = head.lower()
    for command in known:
        if (low == command.name or low in command.aliases) and (command.takes or not rest):
            return command, rest.strip()
    return None, line.strip()


def help_blocks(known: Iterable[Command], intro: str) -> tuple[Block, ...]:
    """What may be typed here."""
    return (Para(intro), *(Item(f"{c.name} {c.takes}".strip(), c.about) for c in known))


def command_words(known: Iterable[Command]) -> tuple[Word, ...]:
    """The commands for completion."""
    return tuple(Word(c.name, c.about) for c in known)


def command_names(known: Iterable[Command]) -> tuple[str, ...]:
    """Every word that is a command."""
    return tuple(dict.fromkeys(name for c in known for name in (c.name, *c.aliases)))
