"""Drive the session of a lesson in every way: right and wrong answers, all commands, skipping, going back, resuming.

The log is kept in memory. All replies are checked, and no input may raise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.check.given_away import drawn_before, told_before
from tutor.teach.check.question import NONSENSE, blocks_look
from tutor.teach.check.teaching import unworked
from tutor.teach.lessons.free import QUICK, FreeHand
from tutor.teach.lessons.replies import ANY_OTHER
from tutor.teach.lessons.session import LessonSession
from tutor.teach.progress.derived import MOST_STARS
from tutor.teach.progress.store import Store
from tutor.teach.questions import DecisionQuestion, MakeMove, Question
from tutor.teach.text.doc import Block
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.teach.check.diagnostics import Page
    from tutor.teach.conversation.asking import Asking
    from tutor.teach.conversation.session import Reply
    from tutor.teach.lessons.model import Lesson

Note = Callable[[int, str], None]
"""Called with the number of a step and its fault."""
Doc = tuple[Block, ...]
MOST_LINES: Final = 60
"""The most lines that a step may take; more means that it does not end."""
LONGEST_HAND: Final = 500
"""The most lines that a free hand may take besides."""


class StuckLesson(RuntimeError):
    """A lesson that does not end."""


class Learner:
    """A simulated learner. `docs` collects the replies since each step began; `note` is called with faults."""

    def __init__(
        self, game: Game[Any], lesson: Lesson, note: Note, *, store: Store | None = None, until: float = 0
    ) -> None:
        """`until` is the time at which to give up (0: never)."""
        self.session = LessonSession(game, lesson, store or Store(None), effort=replace(QUICK, until=until))
        self.note, self.until = note, until
        self.left = MOST_LINES * (len(lesson.steps) + 2) + LONGEST_HAND * sum(step.free for step in lesson.steps)
        self.docs: list[tuple[int, str, Doc]] = []

    def begin(self) -> Doc:
        """Begin the session; gives the opening."""
        return self._heard(0, "", self.session.begin())

    def say(self, line: str) -> Doc:
        """Type one line; an exception is noted as a fault and ends the lesson."""
        self.left -= 1
        at = self.session.at
        if not self.left:
            self.note(at, say("check.stuck", line=line or "Enter"))
            raise StuckLesson("")
        if self.until and monotonic() > self.until:
            raise StuckLesson(say("check.slow"))
        try:
            return self._heard(at, line, self.session.tell(line))
        except Exception as why:  # no input may raise
            self.note(at, say("check.crashed", line=line or "Enter", kind=type(why).__name__, why=str(why)))
            raise StuckLesson("") from None

    def _heard(self, at: int, line: str, reply: Reply) -> Doc:
        where = say("check.at_line", line=line) if line else say("check.at_enter")
        for broken, why in self.session.broken[:1]:
            self.note(broken, say("check.left_out", why=why))
        blocks_look(reply.doc, self.session.names, lambda text: self.note(at, f"{where}: {text}"))
        self.docs.append((at, line, reply.doc))
        return reply.doc

    @property
    def question(self) -> Question | None:
        """The question being asked, if any."""
        return self.session.asking.question if self.session.asking else None

    def answer(self) -> str:
        """A right answer, the program's move in a free hand, or "" where nothing is asked."""
        if self.session.hand is not None:
            return self.session.hand.answer()
        return self.question.answer() if self.question else ""

    def finish(self) -> None:
        """Give right answers to the end."""
        while not self.session.finished:
            self.say(self.answer())


@dataclass(frozen=True)
class LessonWalkthrough:
    """A lesson to be driven; `note` is called with faults, `warn` with warnings."""

    game: Game[Any]
    lesson: Lesson
    note: Note
    warn: Note
    until: float = 0

    def learner(self, store: Store | None = None) -> Learner:
        """A new learner of the lesson."""
        found = Learner(self.game, self.lesson, self.note, store=store, until=self.until)
        found.begin()
        return found


def drive(
    page: Page, game: Game[Any], lesson: Lesson, *, thorough: bool, until: float = 0
) -> list[tuple[int, str, Doc]]:
    """Drive the lesson in every way if `thorough`, else with right answers only, and note faults.

    Gives the conversation with right answers, as (step, line, reply).
    """
    noted: set[str] = set()

    def note(at: int, text: str, *, warning: bool = False) -> None:
        if text not in noted:  # a fault of a shared sentence would be noted at every step
            noted.add(text)
            page.step(min(at, len(lesson.steps) - 1) + lesson.first, text, warning=warning)

    taken = LessonWalkthrough(game, lesson, note, partial(note, warning=True), until)
    heard: list[tuple[int, str, Doc]] = []
    for way in WAYS if thorough else WAYS[:1]:
        page.findings.count("runs")
        try:
            heard = way(taken) or heard
        except StuckLesson as why:
            if str(why):
                page.fault("", f"{why}")
    return heard


def straight(taken: LessonWalkthrough) -> list[tuple[int, str, Doc]]:
    """Give right answers from beginning to end."""
    learner = taken.learner()
    since = 0
    while not learner.session.finished:
        if learner.question:
            for problem in told_before(learner.question, [d for *_, d in learner.docs[since:]]):
                taken.warn(learner.session.at, problem)
            for phrase in drawn_before(learner.session):
                taken.note(learner.session.at, say("check.drawn", phrase=phrase))
        line, at, question = learner.answer(), learner.session.at, learner.question
        since = len(learner.docs) if learner.question else since
        said = learner.say(line)
        if (
            learner.session.hand is not None
        ):  # what the moves of a free hand told is not said for the question behind it
            since = len(learner.docs)
        if unworked(question, said, ""):
            taken.warn(at, say("manner.unworked", n=line))
    if learner.session.faults:
        taken.note(0, say("check.right_is_wrong", n=learner.session.faults))
    stars = learner.session.store.progress().lesson(taken.game.name, taken.lesson.id).stars
    if stars != MOST_STARS and any(step.asks for step in taken.lesson.steps):
        taken.note(0, say("check.stars", stars=stars))
    return learner.docs


def rough(taken: LessonWalkthrough) -> None:
    """At each question give wrong answers and all commands first; then two right answers, different if possible."""
    learner = taken.learner()
    done: set[int] = set()
    while not learner.session.finished:
        at, question = learner.session.at, learner.question
        if learner.session.hand is not None:
            _rough_hand(learner, learner.session.hand)
            continue
        if question is None or at in done:
            learner.say(_otherwise(learner.session.asking) if learner.session.asking else "")
            continue
        done.add(at)
        _rough_question(taken, learner, question)
        learner.say(learner.answer())
        if not learner.session.finished:
            for line in ("hint", "why", "show", "undo"):
                learner.say(line)
            if learner.session.at > at:
                taken.note(at, say("check.not_back"))


def _rough_question(taken: LessonWalkthrough, learner: Learner, question: Question) -> None:
    """Give wrong answers and all commands at a question; it must still be asked, with its mistakes counted."""
    at, moves = learner.session.at, _moves(question)
    wrong = list(question.wrong_answers())[:3]
    for answer, reply in taken.lesson.steps[at].replies.items():
        if reply and answer != ANY_OTHER:
            learner.say(answer)
            if learner.session.at != at:
                taken.note(at, say("check.reply_unsaid", answer=answer))
    counted = any(question.grade(line).understood for line in wrong)
    for line in ("", NONSENSE, *wrong, *("hint",) * 6, "why", *(f"why {m}" for m in moves)):
        learner.say(line)
    for line in (*(f"suppose {m}" for m in moves), "suppose", "rules", "rules " + NONSENSE, "show", "help"):
        learner.say(line)
    if learner.session.at != at or learner.question is not question:
        taken.note(at, say("check.moved_on"))
    if counted and not learner.session.faults:
        taken.note(at, say("check.no_faults"))


def _rough_hand(learner: Learner, hand: FreeHand) -> None:
    """Give all commands in a free hand, illegal moves, an undo; then let the program finish."""
    refused = [r.text for r in hand.match.judged().rulings if not r.legal][:1]
    for line in (NONSENSE, *refused, *("hint",) * 3, "why", "legal", "legal", "advice", "suppose"):
        learner.say(line)
    for line in ("show", "last", "pile", "rules", "rules " + NONSENSE, "position", "help", ""):
        learner.say(line)
    if learner.session.hand is not hand or hand.touched:
        learner.note(learner.session.at, say("check.moved_on"))
    learner.say(hand.answer())
    if learner.session.hand is hand and not hand.over and hand.decision.pending:
        learner.say("")
    if learner.session.hand is hand:
        learner.say("undo")
        learner.say("skip")


def skipping(taken: LessonWalkthrough) -> None:
    """Skip every question."""
    learner = taken.learner()
    while not learner.session.finished:
        learner.say("skip")


def going_back(taken: LessonWalkthrough) -> None:
    """Go two questions forward and one back; at the end begin again, once."""
    learner = taken.learner()
    asked = 0
    while not learner.session.finished:
        asked += learner.question is not None
        learner.say(learner.answer())
        if not learner.session.finished and asked and asked % 3 == 2:
            learner.say("back")
            asked += 1
    learner = taken.learner()
    while learner.session.at < len(taken.lesson.steps) - 1 and not learner.session.finished:
        learner.say(learner.answer())
    if not learner.session.finished:
        learner.say("again")
        if learner.session.at > 0 and taken.lesson.steps[0].asks:
            taken.note(0, say("check.not_again"))
        learner.finish()


def resuming(taken: LessonWalkthrough) -> None:
    """Leave and resume at every question; compare with going on."""
    store = Store(None)
    first = taken.learner(store)
    while not first.session.finished:
        if first.question is not None:
            second = taken.learner(copied(store))
            while second.question is None and not second.session.finished:
                second.say("")
            if second.session.finished or second.session.at != first.session.at:
                taken.note(first.session.at, say("check.resumed_elsewhere"))
                return
            line = first.answer()
            if second.answer() != line or second.question.prompt != first.question.prompt:  # type: ignore[union-attr]
                taken.note(first.session.at, say("check.resumed_otherwise"))
            at = first.session.at
            if first.say(line) != second.say(line) and not first.session.finished:
                taken.note(at, say("check.resumed_otherwise"))
        else:
            first.say(first.answer())


WAYS: Final[tuple[Callable[[LessonWalkthrough], list[tuple[int, str, Doc]] | None], ...]] = (
    straight,
    rough,
    skipping,
    resuming,
    going_back,
)


def copied(store: Store) -> Store:
    """Another store with the same log."""
    other = Store(None)
    other.merge(store.events())
    return other


def _otherwise(asking: Asking) -> str:
    """A right answer other than the move the lesson continues with, if there is one the author does not refuse."""
    question, usual = asking.question, asking.question.answer()
    if isinstance(question, MakeMove) and not question.exactly:
        others = (move.text for move in question.found.legal if move.text != usual)
        return next((text for text in others if not asking.replies(text)), usual)
    return usual


def _moves(question: Question) -> list[str]:
    """A legal move, an illegal one, and text that is no move."""
    rulings = question.found.rulings if isinstance(question, DecisionQuestion) else ()
    legal = [r.text for r in rulings if r.legal][:1]
    return [*legal, *[r.text for r in rulings if not r.legal][:1], NONSENSE]
