"""Slips, and the review of them: each as the same position again, answered before anything is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.phase import judge
from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.asking import Asking
from tutor.teach.conversation.moves import meant
from tutor.teach.practice import command_answers as answers
from tutor.teach.practice import commands as ask
from tutor.teach.questions import MakeMove
from tutor.teach.text.doc import Block, Drawn, Heading, Para
from tutor.teach.text.phrases import said
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.teach.conversation.session import Word
    from tutor.teach.practice.decision import Slip
    from tutor.teach.progress.store import Store

KNOWN: Final = (ask.HELP, ask.HINT, ask.WHY, ask.RULES, ask.SHOW, ask.SKIP, ask.QUIT)


class Review:
    """Goes through `slips` one by one; `over` when there are no more, or the learner has had enough."""

    def __init__(self, game: Game[Any], slips: list[Slip], store: Store) -> None:
        self.game, self.slips, self.store = game, slips, store
        self.at = 0
        self.over = not slips
        self.faults = 0
        self._pausing = False
        self._asking = self._ask() if slips else None

    def begin(self) -> list[Block]:
        """The first position."""
        return self._posed()

    def words(self) -> tuple[Word, ...]:
        """What may be typed."""
        own = self._asking.question.words() if self._asking else ()
        return (*own, *cmd.command_words(KNOWN))

    def tell(self, line: str) -> list[Block]:
        """An answer, a command, or Enter for the next one."""
        slip = self.slips[self.at] if self._asking is not None else None
        play = slip is not None and line and ask.is_move(self.game, slip.phase, slip.view, line)
        command, rest = (None, line) if play else cmd.meant(line, KNOWN)
        if self._asking is None or command is ask.QUIT:
            self.over = True
            return []
        if self._pausing:
            return self._next()
        if command is ask.SKIP:
            return [Para(say("practice.review_skip"), "dim"), *self._asking.question.solution(), self._pause()]
        if command is not None:
            return self._command(command, rest, self._asking)
        return self._answered(line, self._asking) if line else self._posed()

    def _answered(self, line: str, asking: Asking) -> list[Block]:
        got = asking.tried(self.store, line)
        self.faults += got.understood and not got.right
        return [*got.doc, self._pause()] if got.right else list(got.doc)

    def _command(self, command: cmd.Command, rest: str, asking: Asking) -> list[Block]:
        slip = self.slips[self.at]
        if command is ask.HINT:
            return list(asking.hint())
        if command is ask.RULES:
            return answers.rules_blocks(self.game, slip.phase, slip.view, rest)
        if command is ask.SHOW:
            return [Drawn(slip.table)]
        if command is ask.WHY:
            texts = (meant(self.game, slip.phase, slip.view, rest),) if rest else tuple(slip.tried)
            found = judge(slip.phase, slip.view, texts)
            return [block for ruling in found.asked for block in answers.ruled(self.game, found, ruling)]
        return list(cmd.help_blocks(KNOWN, say("practice.review_help")))

    def _ask(self) -> Asking:
        slip = self.slips[self.at]
        question = MakeMove(self.game, judge(slip.phase, slip.view))
        return Asking(question, self.game.name, "review", slip.position)

    def _posed(self) -> list[Block]:
        slip = self.slips[self.at]
        tried = [said(self.game, slip.phase, text) for text in slip.tried]
        return [
            Heading(say("practice.review_item", n=self.at + 1, of=len(self.slips))),
            Drawn(slip.table),
            Para(say("practice.review_ask", tried=tried, title=slip.phase.title), "ask"),
        ]

    def _pause(self) -> Para:
        self._pausing = True
        last = self.at + 1 == len(self.slips)
        return Para(say("practice.review_end" if last else "practice.review_next"), "dim")

    def _next(self) -> list[Block]:
        self._pausing = False
        self.at += 1
        if self.at == len(self.slips):
            self.over, self._asking = True, None
            return []
        self._asking = self._ask()
        return self._posed()
