"""The review of slips: each position is asked again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from tutor.kernel.judging import judge
from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.asking import Asking
from tutor.teach.conversation.commands import CommandRow
from tutor.teach.conversation.conversation import HELP
from tutor.teach.conversation.moves import meant
from tutor.teach.conversation.questioning import Questioning
from tutor.teach.practice import command_answers as answers
from tutor.teach.questions import MakeMove
from tutor.teach.rulings.explain import short_attempt_doc
from tutor.teach.text.doc import Block, Heading, Para, TableDrawing
from tutor.teach.text.phrases import parsed, phrase
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.teach.practice.decision import Slip
    from tutor.teach.progress.store import Store
    from tutor.teach.text.names import Names


class Review(Questioning):
    """Asks about `slips` one by one; `over` after the last, or when the learner stops."""

    def __init__(self, game: Game[Any], slips: list[Slip], store: Store, names: Names) -> None:
        super().__init__(store)
        self.game, self.slips = game, slips
        self.at = -1
        self._names = names

    @property
    def prompt(self) -> str:
        """The game and the number of the slip."""
        return f"{self.game.name} {say('practice.slip')} {min(self.at + 1, len(self.slips))}/{len(self.slips)}"

    @property
    def names(self) -> Names:
        """The names of the seats in the game."""
        return self._names

    @property
    def over(self) -> bool:
        """Whether there are no more."""
        return self.at >= len(self.slips)

    @property
    def slip(self) -> Slip:
        """The current slip."""
        return self.slips[self.at]

    def opening(self) -> list[Block]:
        """What the review is and how one leaves it, and the first position."""
        return [Para(say("practice.review_how"), "dim"), *self.going_on()]

    def going_on(self) -> list[Block]:
        """The next position; empty after the last one."""
        self.at += 1
        if self.over:
            return []
        found = judge(self.slip.phase, self.slip.view, (self.slip.tried[0],))
        question = MakeMove(self.game, found, broken=found.asked[0].clause, tried=tuple(self.slip.tried))
        self.asking = Asking(question, self.game.name, "review", self.slip.position)
        return self.posed_again()

    def posed_again(self) -> list[Block]:
        """The position and the question."""
        number = Heading(say("practice.review_item", n=self.at + 1, of=len(self.slips)))
        return [number, TableDrawing(self.slip.table), *self.reminder()]

    def reminder(self) -> list[Block]:
        """The moves tried, and the question."""
        if self.asking is None:
            return []
        moves = [parsed(self.game, text) for text in self.slip.tried]
        named = [(phrase(self.game, self.slip.phase, move), move.word) for move in moves]
        tried = [say("move.quoted", words=words) if word else words for words, word in named]
        return [Para(say("practice.review_ask", tried=tried), "ask")]

    def right(self, doc: list[Block], asking: Asking, line: str) -> list[Block]:
        """Pause after a right answer."""
        self.asking = None
        last = self.at + 1 == len(self.slips)
        return [*doc, Para(say("practice.review_end" if last else "practice.review_next"), "dim")]

    # -- commands --------------------------------------------------------------------------------------

    def _why(self, rest: str) -> list[Block]:
        slip = self.slip
        texts = (meant(self.game, slip.phase, slip.view, rest),) if rest else tuple(slip.tried)
        found = judge(slip.phase, slip.view, texts)
        return [block for ruling in found.asked for block in short_attempt_doc(self.game, found, ruling)]

    def _rules(self, rest: str) -> list[Block]:
        return answers.rules_blocks(self.game, self.slip.phase, self.slip.view, rest)

    def _skip(self, rest: str) -> list[Block]:
        if self.asking is None:
            return list(self.entered())
        asking = self.asking
        return self.right([Para(say("practice.review_skip"), "dim"), *asking.question.solution()], asking, "")

    def _enough(self, rest: str) -> list[Block]:
        self.at = len(self.slips)
        return []

    help_block = "practice.review_help"
    commands: ClassVar[cmd.Table] = (
        CommandRow(cmd.HINT, Questioning.hint, absent=Questioning.no_hint),
        CommandRow(cmd.WHY, _why, "[MOVE]"),
        CommandRow(cmd.RULES, _rules, "[WORD]", help="practice.command_rules"),
        CommandRow(cmd.SHOW, lambda review, _: [TableDrawing(review.slip.table)]),
        CommandRow(cmd.SKIP, _skip),
        HELP,
        CommandRow(cmd.QUIT, _enough, help="practice.review_quit"),
    )
