"""Go through the steps of a lesson: tell, ask, log passed steps, and resume."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.conversation.asking import Asking, unticked
from tutor.teach.conversation.questioning import Questioning
from tutor.teach.lessons.events import told_once
from tutor.teach.lessons.learnt import learnt
from tutor.teach.lessons.lookahead import goes_on
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.lessons.replies import AuthorReplies, replies_of
from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.lessons.table import LessonTable
from tutor.teach.progress.derived import stars
from tutor.teach.progress.events import LogEvent, own_moves
from tutor.teach.questions import MakeMove, Question, ValueQuestion
from tutor.teach.questions.move_traits import trait_reason
from tutor.teach.text.doc import Block, Gap, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tutor.kernel.game import Game
    from tutor.teach.lessons.free import Effort, FreeHand
    from tutor.teach.lessons.model import Lesson, LessonStep
    from tutor.teach.lessons.scene import Scene
    from tutor.teach.practice.key_moments import KeyMoment
    from tutor.teach.progress.store import Store
    from tutor.teach.text.names import Names

TRYING: Final = 150_000
"""Units of work of comparing the learner's move with the example's."""
COSTLY: Final = 0.2
"""How far ahead the example's move must be (`KeyMoment.ahead`) for the other to be a mistake."""


class StepRunner(Questioning):
    """One learner's way through one lesson. Progress is saved in `store` the moment a step is passed.

    A legal move that differs from the example's is right. If the rest of the scene holds for it too, the lesson goes on
    with it, else with the example's, so that nothing false is said later.
    """

    def __init__(
        self,
        game: Game[Any],
        lesson: Lesson,
        store: Store,
        *,
        number: int = 1,
        of: int = 1,
        called: str = "",
        effort: Effort | None = None,
    ) -> None:
        """`number` and `of` are for the prompt; the lesson resumes where the store says it was left.

        `called` is the argument of `tutor learn` for a lesson outside the course; `effort` is that of the program in
        free hands.
        """
        super().__init__(store)
        self.game, self.lesson = game, lesson
        self.number, self.of, self.called = number, of, called
        self.at = 0
        self.table = LessonTable(game, lesson)
        self.effort = effort
        self.hand: FreeHand | None = None
        """The free hand being played."""
        self.finished = False
        self.settled: Asking | None = None  # the question just answered or skipped, until the next step
        self.met: dict[str, None] = {}
        """The clauses that decided questions."""
        self.late: dict[str, None] = {}
        """Those of them that were not answered right at the first try."""
        self.author: AuthorReplies
        """What the author says to answers to this question; set when it is asked."""
        self.replaced: dict[str, bool] = {}
        """Of moves tried at this question, whether the lesson goes on with the example's instead."""
        self.lost: dict[str, KeyMoment | None] = {}
        """Of moves tried at this question, what they cost against the example's."""
        self.again_to = 0
        """Steps before this one that only tell are told again, to somebody who comes back, and not logged again."""
        self.told: list[Block] = []  # on the page of this question, before its table
        self.broken: list[tuple[int, str]] = []
        """Steps that had to be skipped, with the reasons; none in a checked lesson."""

    @property
    def names(self) -> Names:
        """The names of the seats now."""
        return self.scene.names

    @property
    def scene(self) -> Scene:
        """The current scene."""
        return self.table.scene

    def going_on(self) -> list[Block]:
        """Go from the current step to the next question or pause."""
        self.told, told = [], 0
        doc = self.told
        while self.at < len(self.lesson.steps):
            step = self.lesson.steps[self.at]
            try:
                doc += self.table.enter(step)
                if step.free:
                    return doc + self._begin_hand()
                if step.asks:
                    return doc + self._ask(step)
            except Exception as why:  # a broken lesson must not trap the learner; the check reports it
                self.broken.append((self.at, str(why)))
                doc.append(Para(say("lesson.broken", n=self.at + 1), "warn"))
            self._passed("first")
            told += step.tells
            if self.lesson.pauses(self.at - 1, told):
                return doc + self._pause()
        return doc + self._finish()

    @property
    def _following(self) -> LessonStep | None:
        """The next step, if there is one."""
        return self.lesson.following(self.at - 1)

    def _ask(self, step: LessonStep) -> list[Block]:
        question = build_question(self.game, self.scene, step, self.lesson.clauses, paged=bool(self.table.page))
        if isinstance(question, MakeMove) and not self.scene.judged(question.script, seat=step.seat).asked[0].legal:
            raise ValueError(question.script)
        self.replaced, self.lost = {}, {}
        said = replies_of(step, self.scene.facts()) if step.replies else {}
        self.author = AuthorReplies.of(step, question, said)
        self.asking = Asking(question, self.game.name, "lesson", self.table.position(), replies=self._said_to)
        table = self.table.before_question(step, *self._open_questions(step, question))
        return [*table, Para(question.prompt, "ask")]

    def posed_again(self) -> list[Block]:
        """What was told before the question, the table, and the question."""
        return [*self.told, *self._described(), *self.reminder()]

    def _described(self) -> list[Block]:
        """The table as it is for the question being asked, or as it is now."""
        step = self._following
        open_ = self._open_questions(step, self.asking.question) if step and self.asking else []
        return self.table.described(step if self.asking else None, *open_)

    def _said_to(self, answer: str) -> str:
        """What the author says to an answer; else, the first time, that a move clearly costs something."""
        author, question = self.author, self.author.question
        said, tried = author.to(answer), self.asking is not None and self.asking.tries
        computed = isinstance(question, ValueQuestion) and not question.counted
        if (tried or computed) and author.is_general(said) and self._has_own(question, answer):
            return ""  # a known cause, where no author has thought of the likely ones; or a second wrong number
        if said or not isinstance(question, MakeMove) or tried or author.welcomes(answer):
            return said
        made = question.made(answer)
        if question.exactly or not self._replaced(question, made) or self._cost_of(question, made) is None:
            return ""
        return question.worded(say("lesson.try_again", made=made))

    def _has_own(self, question: Question, answer: str) -> bool:
        """Whether a wrong number needs more than the author's general reply: that was said, or a cause is known."""
        from tutor.teach.questions.feedback import causes

        heard = self.asking.heard.said if self.asking is not None else ()
        return self.author.to(answer) in heard or any(causes(question, answer))

    def _open_questions(self, step: LessonStep, question: Question) -> list[Question]:
        """The questions whose answers the table must not state: this one, and later ones about the same table."""
        out = [] if step.table else [question]
        for later in self.lesson.steps[self.at + 1 :] if not step.play else ():
            if later.play or later.replay or later.sets_scene:
                break
            if later.ask == "value" and not later.table:
                with suppress(Exception):  # a fault of that step is reported when it comes
                    out.append(build_question(self.game, self.scene, later, self.lesson.clauses))
        return out

    def right(self, doc: list[Block], asking: Asking, line: str) -> list[Block]:
        """Continue after a right answer, with the learner's own move if the lesson can go on with it."""
        step = self.lesson.steps[self.at]
        question = asking.question
        moves: list[str] = []
        result = asking.result
        if isinstance(question, MakeMove):
            made = question.made(line)
            replaced, lost = self._replaced(question, made), None
            welcome = replaced and self.author.welcomes(line)
            if replaced and not welcome:
                lost = self._cost_of(question, made)
                result = "again" if lost is not None else result
                doc = unticked(doc)
            elif made != question.script and not replaced and self.scene.state is not None:
                moves = [made]
            events = self.table.made(moves[0] if moves else step.play)
            if replaced:
                told = self.table.told(events)
                said = say("lesson.welcome", move=question.script, told=bool(told)) if welcome else ""
                doc = [*doc, self._example_instead(question, made, lost, said), *told]
        self._passed(result, moves, tries=asking.tries, hints=asking.rung)
        return doc + self._after(step, doc)

    def _after(self, step: LessonStep, said: Iterable[Block] = ()) -> list[Block]:
        """Tell what followed from the answer, beyond what was just `said`, and why; then go on, or end."""
        happened = told_once(self.table.released(step, self._following), said)
        doc: list[Block] = [Gap(), *happened] if happened else []
        if step.because:
            doc.append(Para(lesson_sentence(step.because, self.scene.facts())))
        return doc + (self._pause() if self._following else self._finish())

    def _example_instead(self, question: MakeMove, made: str, lost: KeyMoment | None, welcome: str) -> Para:
        """The example's move in place of the legal one made: the `welcome`, what that cost, or what sets them apart."""
        moves = {"made": made, "move": question.script}
        if welcome:
            return Para(question.worded(welcome), "dim")
        if lost is not None:
            tried = {"deals": lost.deals, "better": lost.better, "worse": lost.worse, "figures": not question.explained}
            return Para(question.worded(say("lesson.costly", **moves, **tried)), "warn")
        found = question.found.asking(question.script)
        meant = found.asked[0].move
        why = trait_reason(self.game, found, meant) if meant is not None and not question.explained else ""
        return Para(question.worded(say("lesson.script", **moves, why=why)), "dim")

    def _replaced(self, question: MakeMove, made: str) -> bool:
        """Whether the lesson goes on with the example's move in place of this one, or speaks of it; kept by move."""
        if made == question.script:
            return False
        if made not in self.replaced:
            played_on, step = self.scene.state is not None, self.lesson.steps[self.at]
            other = not goes_on(self.table, self.at, made, question.script) if played_on else bool(step.because)
            self.replaced[made] = other
        return self.replaced[made]

    def _cost_of(self, question: MakeMove, made: str) -> KeyMoment | None:
        """What the move made costs against the example's, tried in deals that fit what the learner sees; kept by move.

        None unless it is clear that it costs something, and where the scene is no game in progress.
        """
        if made not in self.lost:
            self.lost[made] = self._compared(question, made)
        return self.lost[made]

    def _compared(self, question: MakeMove, made: str) -> KeyMoment | None:
        record = self.scene.record
        if record is None or record.state.over or self.effort is not None:
            return None
        found = question.found.asking(question.script, made)
        meant, other = (ruling.move for ruling in found.asked)
        if meant is None or other is None:
            return None
        from tutor.teach.practice.key_moments import compared  # the adviser, which most lessons do without

        lost = compared(record, record.state.turn[0], meant, other, f"{self.lesson.id}:{self.at}", TRYING)
        return lost if lost is not None and lost.ahead >= COSTLY else None

    def _passed(self, result: str, moves: Sequence[str] = (), **detail: int) -> None:
        """Log a step as passed; `moves` are the learner's, with which the lesson goes on."""
        if self.asking is not None:
            self.met[self.asking.question.clause] = None
            question = self.asking.question
            poor = result == "again" and not self.asking.heard.ruled  # the moves tried were legal, and no rule missed
            if result != "first" and not (isinstance(question, MakeMove) and (question.open or poor)):
                self.late[self.asking.question.clause] = None
        self.table.own.pop(self.at, None)
        if moves:
            self.table.own[self.at] = tuple(moves)
        known = {**detail, "moves": list(moves)} if moves else detail
        if self.lesson.steps[self.at].asks or self.at >= self.again_to:
            self.store.add(LogEvent("step", self.game.name, self.lesson.id, str(self.at), result=result, detail=known))
        self.asking, self.settled, self.at = None, self.asking, self.at + 1

    def _pause(self) -> list[Block]:
        return [Para(say("lesson.enter"), "dim")]

    def _finish(self) -> list[Block]:
        if self.finished:
            return []
        self.finished = True
        self.store.add(LogEvent("lesson", self.game.name, self.lesson.id, result="finished"))
        run = self.store.progress().lesson(self.game.name, self.lesson.id).steps
        skipped = any(event.result == "skipped" for event in run.values())
        doc: list[Block] = [Gap(), Para(say("lesson.done", stars=stars(run.values()), skipped=skipped), "good")]
        facts = self.scene.facts() if self.lesson.learnt else {}
        return [*doc, *learnt(self.game.name, self.lesson, self.number, self.met, self.late, facts)]

    def _go_to(self, index: int) -> None:
        """Go to before step `index`, without telling or logging."""
        self.table.go_to(index)
        self.asking, self.settled, self.hand, self.at = None, None, None, index

    def _come_back(self, index: int, passed: Mapping[str, LogEvent]) -> list[Block]:
        """Go to before step `index` with the learner's earlier moves from the log."""
        known = {at: own_moves(passed.get(str(at))) for at in range(index)}
        self.table.own = {at: moves for at, moves in known.items() if moves}
        try:
            self._go_to(index)
        except Exception:  # the lesson or the rules have changed, or the log is another learner's
            self.table.own = {}
            self._go_to(index)
            return [Para(say("free.lost"), "dim")]
        return []

    def _begin_hand(self) -> list[Block]:
        from tutor.teach.lessons import free  # practice, which most lessons do without

        seed = free.seed_of(self.lesson, self.at)
        self.hand = free.FreeHand(self.scene, self.store, seed, self.effort or free.PLAYING)
        return [*self.hand.opening(self._moves_left()), *(self.back_from(self.hand) if self.hand.over else ())]

    def _moves_left(self) -> tuple[str, ...]:
        """The moves of this free hand with which the lesson was left, if nothing was done in it since."""

        def latest(events: Iterator[LogEvent]) -> LogEvent | None:
            here = (self.game.name, self.lesson.id)
            own = (one for one in events if one.kind in ("lesson", "step") and (one.game, one.lesson) == here)
            return next(iter(deque(own, 1)), None)

        last = self.store.read(latest)
        return own_moves(last) if last is not None and (last.result, last.step) == ("left", str(self.at)) else ()
