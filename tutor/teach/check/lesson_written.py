"""Checks of a lesson that need no playing: its head and the keys of its steps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.by_name import names
from tutor.kernel.game import Game
from tutor.kernel.spelling import nearest
from tutor.teach.check.prose import prose_faults, typed_faults
from tutor.teach.lessons.files import paths_of
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.teach.check.diagnostics import Page
    from tutor.teach.lessons.model import Draft, LessonStep
    from tutor.teach.rulebooks.rulebook import Rulebook

MOST_STEPS: Final = 30
MINUTES: Final = (2, 12)
TODO: Final = "TODO"
LONGEST: Final = {"title": 80, "goal": 200}
"""The most characters of texts in lists and headings."""


class Written:
    """Checks the head of a lesson and the keys of its steps; notes faults on `page`."""

    def __init__(self, page: Page, game: Game[Any], draft: Draft, book: Rulebook, *, own: bool) -> None:
        self.page, self.game, self.draft, self.book, self.own = page, game, draft, book, own
        self.lesson = draft.lesson

    def head(self) -> None:
        """Check the head."""
        self._texts()
        self._clauses()
        self._sizes()
        self._others()

    def _texts(self) -> None:
        page, lesson = self.page, self.lesson
        for key in ("title", "goal", "contrast"):
            if TODO in getattr(lesson, key):
                page.step(None, say("check.todo"), key=key)
        for key, most in LONGEST.items():
            if len(getattr(lesson, key)) > most:
                page.step(None, say("shape.long", most=most), key=key)
        for problem in prose_faults(lesson.goal, {}) if lesson.goal else ():
            page.step(None, problem, key="goal")
        for _, words in lesson.learnt:
            self._written(None, "learnt", words)

    def _clauses(self) -> None:
        page, lesson = self.page, self.lesson
        named = [*((clause, "clauses") for clause in lesson.clauses), *((one, "learnt") for one, _ in lesson.learnt)]
        for clause, key in named:
            if clause not in self.book.clauses:
                page.step(None, self._no_clause(clause), key=key)
        if not lesson.clauses and not any(diagnostic.key == "clauses" for diagnostic in self.draft.diagnostics):
            page.step(None, say("check.no_clauses"), key="clauses")

    def _sizes(self) -> None:
        page, lesson = self.page, self.lesson
        if not MINUTES[0] <= lesson.minutes <= MINUTES[1]:
            page.step(None, say("check.minutes", low=MINUTES[0], high=MINUTES[1]), key="minutes")
        if len(lesson.steps) > MOST_STEPS:
            page.fault("", say("check.steps", n=len(lesson.steps), most=MOST_STEPS))
        if lesson.steps and not any(step.asks for step in lesson.steps):
            page.fault("", say("check.asks_nothing"))

    def _others(self) -> None:
        """Check the names of the game and of other lessons, and that its own id is unique in the course."""
        page, lesson = self.page, self.lesson
        if lesson.contrast and lesson.contrast not in names():
            page.step(None, say("check.no_game", name=lesson.contrast, known=list(names())), key="contrast")
        others = [path.stem for path in (paths_of(self.game.name) if self.own else ())]
        others += [] if self.own else sorted(path.stem for path in page.path.parent.glob("*.toml"))
        others += [] if self.own else [path.stem for path in paths_of(self.game.name)]
        for ident in lesson.after:
            if ident not in others:
                page.step(None, say("check.no_lesson", ident=ident), key="after")
            elif ident >= lesson.id and self.own:
                page.step(None, say("check.later", ident=ident), key="after")
        if self.own and not re.fullmatch(r"\d\d-[a-z0-9-]+", lesson.id):
            page.fault("", say("check.file_name"))

    def _no_clause(self, clause: str) -> str:
        return say("check.no_clause", rule=clause, near=nearest(clause, self.book.clauses))

    def step(self, number: int, step: LessonStep) -> None:
        """Check the keys of a step."""
        for key in ("say", "question", "sum", "because"):
            source = getattr(step, key)
            self._written(number, key, source)
        for source in step.replies.values():
            self._written(number, "replies", source)
        for key, clause in [("clause", step.clause), *(("refuse", clause) for clause in step.refuse.values())]:
            if clause and clause not in self.book.clauses:
                self.page.step(number, self._no_clause(clause), key=key)

    def _written(self, number: int | None, key: str, source: str) -> None:
        """Check an author's sentence as it is written."""
        for problem in typed_faults(source) if source else ():
            self.page.step(number, problem, key=key)
        if TODO in source:
            self.page.step(number, say("check.todo"), key=key)
