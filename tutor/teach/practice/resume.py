"""The question whether to resume an unfinished practice game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from tutor.teach.conversation.conversation import HELP, Conversation, leaving
from tutor.teach.conversation.session import Word
from tutor.teach.practice.start import ago
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from datetime import datetime

    from tutor.teach.conversation import commands as cmd
    from tutor.teach.practice.match import Match

YES: Final = frozenset({"y", "yes", "ok"})
NO: Final = frozenset({"n", "no", "new"})


class Resume(Conversation):
    """Asks whether to resume; `yes` is None until answered."""

    def __init__(self, match: Match, at: datetime) -> None:
        super().__init__()
        self.match, self.at = match, at
        self.yes: bool | None = None

    @property
    def over(self) -> bool:
        """Whether it is answered."""
        return self.yes is not None

    def answers(self) -> tuple[Word, ...]:
        """Yes or no."""
        return Word("y"), Word("n")

    def opening(self) -> list[Block]:
        """The progress of the saved game."""
        made = sum(entry.made and entry.seat == self.match.seat for entry in self.match.record.entries)
        text = say("practice.saved", title=self.match.game.title, ago=ago(self.at), moves=made)
        return [Para(text), Para(say("practice.saved_ask"), "ask")]

    def entered(self) -> list[Block]:
        """Yes."""
        self.yes = True
        return []

    def understood(self, line: str) -> bool:
        """Whether it is yes or no."""
        return line.lower() in YES | NO

    def answered(self, line: str) -> list[Block]:
        """Yes or no, or the question once more."""
        if not self.understood(line):
            return [Para(say("practice.saved_again"), "ask")]
        self.yes = line.lower() in YES
        return []

    help_block = "practice.saved_ask"
    commands: ClassVar[cmd.Table] = (HELP, leaving("practice.command_quit"))
