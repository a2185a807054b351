"""A lesson taken, again and again, by a learner who is right, one who is not, and one who wanders about in it.

The session itself is driven, with a log in memory. Whatever it says is read; nothing a learner can type may stop it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from tutor.kernel.game import Game
from tutor.teach.check_faults import Page
from tutor.teach.check_question import NONSENSE, blocks_look, wrong_answers
from tutor.teach.doc import Block, Item, Para, unmarked
from tutor.teach.lesson import LessonSession
from tutor.teach.lessons import Lesson
from tutor.teach.progress import MOST_STARS
from tutor.teach.questions import Question, Value
from tutor.teach.session import Reply
from tutor.teach.store import Store
from tutor.teach.words import number as in_words
from tutor.teach.words import say, suit

Note = Callable[[int, str], None]
"""Called with the place of a step and what is wrong there."""
Doc = tuple[Block, ...]
MOST_LINES: Final = 60
"""Lines of conversation a step may take; more means that it never ends."""


class Stuck(RuntimeError):
    """A lesson that does not come to its end."""


class Learner:
    """Takes a lesson. `docs` has what was said from each step on, `note` gets what was wrong with it."""

    def __init__(self, game: Game[Any], lesson: Lesson, note: Note, *, store: Store | None = None) -> None:
        self.session = LessonSession(game, lesson, store or Store(None))
        self.note = note
        self.left = MOST_LINES * (len(lesson.steps) + 2)
        self.docs: list[tuple[int, str, Doc]] = []

    def begin(self) -> Doc:
        """The opening."""
        return self._heard(0, "", self.session.begin())

    def say(self, line: str) -> Doc:
        """One line; an exception is a fault of the step, and the lesson is given up."""
        self.left -= 1
        at = self.session.at
        if not self.left:
            raise Stuck(say("check.stuck"))
        try:
            return self._heard(at, line, self.session.tell(line))
        except Exception as why:  # whatever a learner types must be answered
            self.note(at, say("check.crashed", line=line or "Enter", kind=type(why).__name__, why=str(why)))
            raise Stuck("") from None

    def _heard(self, at: int, line: str, reply: Reply) -> Doc:
        where = say("check.at_line", line=line) if line else say("check.at_enter")
        for broken, why in self.session.broken[:1]:
            self.note(broken, say("check.left_out", why=why))
        blocks_look(reply.doc, self.session.names, lambda text: self.note(at, f"{where}: {text}"))
        self.docs.append((at, line, reply.doc))
        return reply.doc

    @property
    def question(self) -> Question | None:
        """What is being asked now."""
        return self.session.asking.question if self.session.asking else None

    def answer(self) -> str:
        """A right answer, or Enter where nothing is asked."""
        return self.question.answer() if self.question else ""

    def finish(self) -> None:
        """Right answers to the end."""
        while not self.session.finished:
            self.say(self.answer())


def drive(page: Page, game: Game[Any], lesson: Lesson, *, thorough: bool) -> None:
    """Take the lesson in every way that matters, and note in `page` what goes wrong."""
    noted: set[str] = set()

    def note(at: int, text: str) -> None:
        if text not in noted:  # what is wrong with a sentence of ours would be wrong at every step
            noted.add(text)
            page.step(min(at, len(lesson.steps) - 1) + lesson.first, text)

    ways = (straight, rough, skipping, resuming, going_back) if thorough else (straight,)
    for way in ways:
        page.findings.count("runs")
        try:
            way(game, lesson, note, page if way is straight else None)
        except Stuck as why:
            if str(why):
                page.fault("", f"{way.__doc__}: {why}")


def straight(game: Game[Any], lesson: Lesson, note: Note, page: Page | None = None) -> list[tuple[int, str, Doc]]:
    """Right answers from beginning to end."""
    learner = Learner(game, lesson, note)
    learner.begin()
    since = 0
    while not learner.session.finished:
        if learner.question and page:
            for problem in _given_away(learner, [d for *_, d in learner.docs[since:]]):
                page.step(learner.session.at + lesson.first, problem, warning=True)
        line = learner.answer()
        since = len(learner.docs) if learner.question else since
        learner.say(line)
    if learner.session.faults:
        note(0, say("check.right_is_wrong", n=learner.session.faults))
    stars = learner.session.store.progress().lesson(game.name, lesson.id).stars
    if stars != MOST_STARS and any(step.asks for step in lesson.steps):
        note(0, say("check.stars", stars=stars))
    return learner.docs


def rough(game: Game[Any], lesson: Lesson, note: Note, page: Page | None = None) -> None:
    """Wrong answers first, every command at every question, and each question answered twice."""
    learner = Learner(game, lesson, note)
    learner.begin()
    done: set[int] = set()
    while not learner.session.finished:
        at, question = learner.session.at, learner.question
        if question is None or at in done:
            learner.say(learner.answer())
            continue
        done.add(at)
        moves = _moves(question)
        wrong = list(wrong_answers(question))[:3]
        counted = any(question.grade(line).understood for line in wrong)
        for line in ("", NONSENSE, *wrong, *("hint",) * 6, "why", *(f"why {m}" for m in moves)):
            learner.say(line)
        for line in (*(f"suppose {m}" for m in moves), "suppose", "rules", "rules " + NONSENSE, "show", "help"):
            learner.say(line)
        if learner.session.at != at or learner.question is not question:
            note(at, say("check.moved_on"))
        if counted and not learner.session.faults:
            note(at, say("check.no_faults"))
        learner.say(learner.answer())
        if not learner.session.finished:
            for line in ("hint", "why", "show", "undo"):
                learner.say(line)
            if learner.session.at > at:
                note(at, say("check.not_back"))


def skipping(game: Game[Any], lesson: Lesson, note: Note, page: Page | None = None) -> None:
    """Every question skipped."""
    learner = Learner(game, lesson, note)
    learner.begin()
    while not learner.session.finished:
        learner.say("skip")


def going_back(game: Game[Any], lesson: Lesson, note: Note, page: Page | None = None) -> None:
    """Two questions forward, one back; at the end of the lesson begun again, once."""
    learner = Learner(game, lesson, note)
    learner.begin()
    asked = 0
    while not learner.session.finished:
        asked += learner.question is not None
        learner.say(learner.answer())
        if not learner.session.finished and asked and asked % 3 == 2:
            learner.say("back")
            asked += 1
    learner = Learner(game, lesson, note)
    learner.begin()
    while learner.session.at < len(lesson.steps) - 1 and not learner.session.finished:
        learner.say(learner.answer())
    if not learner.session.finished:
        learner.say("again")
        if learner.session.at > 0 and lesson.steps[0].asks:
            note(0, say("check.not_again"))
        learner.finish()


def resuming(game: Game[Any], lesson: Lesson, note: Note, page: Page | None = None) -> None:
    """Left and taken up again at every question, against playing on."""
    store = Store(None)
    first = Learner(game, lesson, note, store=store)
    first.begin()
    while not first.session.finished:
        if first.question is not None:
            second = Learner(game, lesson, note, store=copied(store))
            second.begin()
            while second.question is None and not second.session.finished:
                second.say("")
            if second.session.finished or second.session.at != first.session.at:
                note(first.session.at, say("check.resumed_elsewhere"))
                return
            line = first.answer()
            if second.answer() != line or second.question.prompt != first.question.prompt:  # type: ignore[union-attr]
                note(first.session.at, say("check.resumed_otherwise"))
            at = first.session.at
            if first.say(line) != second.say(line) and not first.session.finished:
                note(at, say("check.resumed_otherwise"))
        else:
            first.say("")


def copied(store: Store) -> Store:
    """Another store with the same log."""
    other = Store(None)
    other.merge(store.events())
    return other


def _moves(question: Question) -> list[str]:
    """A few moves to ask about: a legal and a refused one, and one that is none."""
    found = getattr(question, "found", None)
    rulings = found.rulings if found is not None else ()
    legal = [r.text for r in rulings if r.legal][:1]
    return [*legal, *[r.text for r in rulings if not r.legal][:1], NONSENSE]


def _given_away(learner: Learner, docs: list[Doc]) -> Iterator[str]:
    """Whether what the engine told just before a question states its answer: a number, or suits."""
    question = learner.question
    if not isinstance(question, Value):
        return
    lines = [unmarked(text) for doc in docs for text in _engine_said(doc)]
    if question.kind == "number":
        n = question.value
        known = rf"(?<![\w.+-])(?:{re.escape(str(n))}|{re.escape(in_words(int(n)))})(?![\w.]\w)(?!\w)"
        hit = next((line for line in lines if re.search(known, line, re.I)), "")
        if hit and not _counts_only(hit, str(n)):
            yield say("check.number_told", n=question.value, line=hit)
    elif question.kind == "suit" and question.value:
        wanted = {suit(s) for s in (question.value if isinstance(question.value, list) else [question.value])}
        others = {suit(s) for s in "SHDC"} - wanted
        for line in lines:
            for part in line.lower().split("."):
                if all(name in part for name in wanted) and not any(name in part for name in others):
                    yield say("check.suits_told", line=line)
                    return


def _engine_said(doc: Doc) -> Iterator[str]:
    """The table and what happened, without the author's words, questions and rulings."""
    for block in doc:
        if isinstance(block, Para) and block.indent or isinstance(block, Item) and not block.label and not block.clause:
            yield block.text


def _counts_only(line: str, n: str) -> bool:
    """Whether the number only numbers something (round, slot, heap), or is part of a larger sentence about cards."""
    return bool(re.search(rf"\b(?:round|slot|heap|hand) {n}\b", line, re.I))
