"""A course as one conversation: lesson after lesson, and after the last a practice game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.commands import CommandRow
from tutor.teach.conversation.conversation import HELP, Conversation, leaving
from tutor.teach.lessons.course import NoLesson, course
from tutor.teach.overview.index import headlines
from tutor.teach.progress.home import unfinished
from tutor.teach.text.doc import Block, Doc, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.kernel.game import Game
    from tutor.teach.lessons.session import LessonSession
    from tutor.teach.progress.store import Store
    from tutor.teach.text.names import Names


class CourseConversation(Conversation):
    """The conversation about `lesson` and those after it; progress goes into `store`."""

    def __init__(self, lesson: LessonSession, store: Store) -> None:
        super().__init__()
        self.game: Game[Any] = lesson.game
        self.store = store
        self.lesson = lesson
        self.now: Conversation = lesson
        self.waiting = False
        """Whether a lesson is done and the next has not begun."""

    @property
    def inner(self) -> Conversation | None:
        """The current lesson, or the game after the last; None between lessons."""
        return None if self.waiting else self.now

    @property
    def prompt(self) -> str:
        """The prompt of the lesson or game."""
        return self.now.prompt

    @property
    def place(self) -> tuple[str, ...]:
        """The place in the lesson or game; between lessons what Enter does."""
        return (self.lesson.lesson.title, self._offer()) if self.waiting else self.now.place

    @property
    def names(self) -> Names:
        """The names of the seats now."""
        return self.now.names

    def opening(self) -> list[Block]:
        """The opening of the lesson."""
        doc = list(self.now.opening())
        return [*doc, *self.back_from(self.now)] if self.now.over else doc

    def back_from(self, inner: Conversation) -> list[Block]:
        """Say what Enter does now that a lesson is done."""
        self.waiting = True
        last = [Para(say("lesson.last"))] if self.lesson.number == self.lesson.of else []
        return [*last, Para(self._offer())]

    def parting(self) -> list[Block]:
        """How to resume."""
        if not self.waiting:
            return list(self.now.parting())
        number = self._next
        key = "lesson.left_practice" if number is None else "lesson.left_done"
        return [Para(say(key, game=self.game.name, n=number))]

    def entered(self) -> list[Block]:
        """Begin the next lesson, or a game."""
        return self._go_on(self._next)

    def answered(self, line: str) -> list[Block]:
        """Say that there is nothing to answer."""
        return [Para(say("lesson.between"), "dim"), Para(self._offer())]

    def not_here(self, word: str) -> list[Block]:
        """Say the same about the commands of a lesson."""
        return self.answered(word)

    def help_intro(self) -> str:
        """What Enter does."""
        return self._offer()

    def dressed(self, doc: list[Block]) -> Doc:
        """`doc` as the lesson or game shows it."""
        return self.now.dressed(doc)

    def warnings(self) -> Iterable[str]:
        """Those of the lesson or game."""
        return self.now.warnings()

    # -- going on --------------------------------------------------------------------------------------

    @property
    def _next(self) -> int | None:
        """The index of the next unfinished lesson, after the last also earlier ones that were left out; else None."""
        if self.lesson.number < self.lesson.of:
            return self.lesson.number + 1
        at = unfinished(self.game.name, self.store.progress())
        return None if at is None else at + 1

    def _offer(self) -> str:
        number = self._next
        if number is None:
            return say("lesson.enter_practice", game=self.game.title)
        title, missed = headlines(self.game.name)[number - 1].title, number < self.lesson.number
        return say("lesson.enter_missed" if missed else "lesson.enter_next", n=number, title=title)

    def _go_on(self, number: int | None) -> list[Block]:
        """Begin lesson `number`, or a game if it is None."""
        self.waiting = False
        if number is None:
            from tutor.teach.practice.playing import Practice
            from tutor.teach.practice.saves import Saves
            from tutor.teach.practice.start import practice_request

            self.now = Practice(practice_request(self.game), self.store, Saves(self.game))
            return list(self.now.opening())
        try:
            self.now = self.lesson = course(self.game, str(number), self.store)
        except NoLesson as why:
            self.gone = True
            return [Para(line, "warn") for line in why.lines]
        return self.opening()

    def _skip(self, rest: str) -> list[Block]:
        return self.go() if self._next is None else self.entered()  # skipping does not start a game

    commands: ClassVar[cmd.Table] = (
        CommandRow(cmd.RULES, lambda onward, rest: onward.lesson.rules(rest), "[WORD]"),
        CommandRow(cmd.AGAIN, lambda onward, _: onward._go_on(onward.lesson.number)),
        CommandRow(cmd.SKIP, _skip, listed=False),
        HELP,
        leaving(),
    )
