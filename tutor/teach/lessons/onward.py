"""A course in one conversation: a lesson, the next with Enter, and after the last a game against the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.session import Reply, Session, Status, Word
from tutor.teach.index import headlines
from tutor.teach.lessons.course import NoLesson, course
from tutor.teach.progress.home import unfinished
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.game import Game
    from tutor.kernel.seats import Seat
    from tutor.teach.lessons.session import LessonSession
    from tutor.teach.progress.store import Store

AFTER: Final = (cmd.RULES, cmd.AGAIN, cmd.HELP, cmd.QUIT)
"""What may be typed between two lessons, besides Enter."""
NOT_NOW: Final = (cmd.HINT, cmd.WHY, cmd.SUPPOSE, cmd.SHOW, cmd.UNDO, cmd.BACK)
"""Commands of a lesson that have nothing to speak of then."""


class Onward:
    """`lesson` and what comes after it; what is learned goes into `store` as ever."""

    def __init__(self, lesson: LessonSession, store: Store) -> None:
        self.game: Game[Any] = lesson.game
        self.store = store
        self.lesson = lesson
        self.now: Session = lesson
        self.waiting = False
        """Whether a lesson is done and the next not begun."""
        self._earlier = 0

    # -- the protocol of a session ---------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """That of the lesson, or of the game after it."""
        return self.now.prompt

    @property
    def status(self) -> Status:
        """That of the lesson or game; between two lessons what Enter does."""
        if not self.waiting:
            return self.now.status
        return Status((self.lesson.lesson.title, self._offer(), say("drill.keys")))

    @property
    def names(self) -> Mapping[Seat, str]:
        """What seats are called at this moment."""
        found: Mapping[Seat, str] = self.now.names  # type: ignore[attr-defined]
        return found

    @property
    def faults(self) -> int:
        """Wrong answers in all of it so far."""
        return self._earlier + self.now.faults

    def words(self) -> tuple[Word, ...]:
        """Everything that can be typed now."""
        return cmd.command_words(AFTER) if self.waiting else self.now.words()

    def begin(self) -> Reply:
        """The opening of the lesson."""
        return self._heard(self.now.begin())

    def leave(self) -> Reply:
        """How to come back."""
        if not self.waiting:
            return self.now.leave()
        number = self._next
        key = "lesson.left_practice" if number is None else "lesson.left_done"
        return Reply((Para(say(key, game=self.game.name, n=number)),), over=True)

    def tell(self, line: str) -> Reply:
        """A line for the lesson; between two of them Enter, or a command."""
        if not self.waiting:
            return self._heard(self.now.tell(line))
        command, rest = cmd.meant(line, (*AFTER, *NOT_NOW, cmd.SKIP))
        if command is cmd.QUIT or (command is cmd.SKIP and self._next is None):  # no game, then
            return self.leave()
        if command is cmd.RULES:
            return Reply(tuple(self.lesson.rules(rest)))
        if command is cmd.AGAIN:
            return self._go_on(self.lesson.number)
        if command is cmd.SKIP or not line.strip():
            return self._go_on(self._next)
        if command is cmd.HELP:
            return Reply((*cmd.help_blocks(AFTER, self._offer()),))
        return Reply((Para(say("lesson.between"), "dim"), Para(self._offer())))

    # -- going on --------------------------------------------------------------------------------------

    def _heard(self, reply: Reply) -> Reply:
        """The reply of the lesson; where it ends the lesson, with what Enter does now."""
        if self.now is not self.lesson or not self.lesson.finished:
            return reply
        self.waiting = True
        doc: list[Block] = [*reply.doc]
        if self.lesson.number == self.lesson.of:
            doc.append(Para(say("lesson.last")))
        return Reply((*doc, Para(self._offer())))

    @property
    def _next(self) -> int | None:
        """The number of the lesson that comes now: the next, after the last one left out; None if all are done."""
        if self.lesson.number < self.lesson.of:
            return self.lesson.number + 1
        at = unfinished(self.game.name, self.store.progress())
        return None if at is None else at + 1

    def _offer(self) -> str:
        number = self._next
        if number is None:
            return say("lesson.enter_practice", game=self.game.title)
        return say("lesson.enter_next", n=number, title=headlines(self.game.name)[number - 1].title)

    def _go_on(self, number: int | None) -> Reply:
        """Begin lesson `number`, or a game."""
        self._earlier += self.now.faults
        self.waiting = False
        if number is None:
            from tutor.teach.practice.playing import Practice
            from tutor.teach.practice.saves import Saves
            from tutor.teach.practice.start import practice_request

            self.now = Practice(practice_request(self.game), self.store, Saves(self.game))
            return self.now.begin()
        try:
            self.now = self.lesson = course(self.game, str(number), self.store)
        except NoLesson as why:
            return Reply(tuple(Para(fault, "warn") for fault in why.faults), over=True)
        return self.begin()
