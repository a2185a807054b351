"""All commands with their words and keys; the table of each conversation says what they do there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from tutor.kernel.cards import is_card
from tutor.kernel.spelling import nearest
from tutor.teach.conversation.session import Word
from tutor.teach.text.doc import Block, Item
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Command(NamedTuple):
    """A command: its name, aliases, and the key that types it, as line editors name keys."""

    name: str
    aliases: tuple[str, ...] = ()
    key: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The name and all aliases."""
        return (self.name, *self.aliases)


HELP: Final = Command("help", ("?",), "f1")
HINT: Final = Command("hint", key="f2")
WHY: Final = Command("why", key="f3")
LEGAL: Final = Command("legal")
ADVICE: Final = Command("advice", ("advise",))
SUPPOSE: Final = Command("suppose")
SHOW: Final = Command("show", ("table", "hand", "hands", "score", "repeat"))
LAST: Final = Command("last")
PILE: Final = Command("pile")
RULES: Final = Command("rules", ("rule",))
COMPARE: Final = Command("compare")
STEP: Final = Command("step", ("next", "n", "continue"))
UNDO: Final = Command("undo", ("back",), "f4")
AGAIN: Final = Command("again")
NEW: Final = Command("new")
REVIEW: Final = Command("review")
MOMENTS: Final = Command("moments", ("turning",))
REPLAY: Final = Command("replay")
ASSIST: Final = Command("assist")
WARNINGS: Final = Command("warnings")
NAMES: Final = Command("names", ("name",))
POSITION: Final = Command("position", ("share",))
SAVE: Final = Command("save")
WAIT: Final = Command("wait")
SKIP: Final = Command("skip")
QUIT: Final = Command("quit", ("exit", "q", "bye"), "c-d")
COMMANDS: Final = tuple(value for value in globals().values() if isinstance(value, Command))
WORDS: Final = {word: command for command in COMMANDS for word in command.words}
"""Commands by each of their words."""

SHORTEST: Final = 2
"""The fewest letters by which a command may be begun to be understood."""
LONGEST: Final = 12
"""The most letters of a word that are compared with commands."""
ALIKE: Final = 0.7
"""How much a word must be spelt like a command to have meant it, from 0 to 1."""
ConversationT = TypeVar("ConversationT", contravariant=True)


def _always(conversation: Any) -> str:
    return ""


@dataclass(frozen=True)
class CommandRow(Generic[ConversationT]):
    """A command in the table of a conversation. `does` takes the conversation and the rest of the line."""

    command: Command
    does: Callable[[ConversationT, str], Iterable[Block]]
    takes: str = ""
    """The parameters, for the help. A line with words after a command that takes none is an answer."""
    absent: Callable[[ConversationT], str] = _always
    """Gives the reason why it is unavailable now; empty if it is available."""
    help: str = ""
    """The template block with its description, by default `command.NAME`."""
    more: tuple[str, ...] = ()
    """Further template blocks for `help` with its name."""
    listed: bool = True
    """Whether help and completion list it."""

    @property
    def about(self) -> str:
        """Its description in a few words."""
        return say(self.help) if self.help else say(f"command.{self.command.name}")

    @property
    def item(self) -> Item:
        """Its line in the help."""
        return Item(f"{self.command.name} {self.takes}".strip(), self.about)

    @property
    def word(self) -> Word:
        """Its entry for completion."""
        return Word(self.command.name, self.about)


Table: TypeAlias = tuple[CommandRow[Any], ...]
"""The commands of a conversation, as help lists them."""


def named(word: str) -> Command | None:
    """The command that `word` calls, whatever its case; but a capital alone is a card's rank (`Q`), and calls none."""
    return WORDS.get(word if len(word) == 1 else word.lower())


def meant(line: str, rows: Table) -> tuple[CommandRow[Any] | None, str]:
    """The row of the command that `line` begins with, and the rest of the line; (None, line) if there is none."""
    head, _, rest = line.partition(" ")
    command = named(head)
    row = next((row for row in rows if row.command is command and (row.takes or not rest)), None)
    if command is WHY and rest.lower().startswith("not "):
        rest = rest[len("not ") :]
    return (row, rest.strip()) if row is not None else (None, line)


def near(line: str, rows: Iterable[CommandRow[Any]]) -> str:
    """The command that a mistyped or unfinished line may have meant; "" if none."""
    head, *rest = line.lower().split(None, 1) or [""]
    if is_card(head.upper()):
        return ""
    able = [row for row in rows if row.takes or not rest]
    begun = [row.command.name for row in able if any(word.startswith(head) for word in row.command.words)]
    if len(head) >= SHORTEST and len(begun) == 1:
        return begun[0]
    return nearest(head[:LONGEST], [word for row in able for word in row.command.words], ALIKE)
