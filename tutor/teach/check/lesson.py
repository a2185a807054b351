"""Prove a lesson: replay and recompute every step, then take the lesson as learners do."""

from __future__ import annotations

from contextlib import suppress
from copy import copy
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.by_name import load, names
from tutor.kernel.game import Game
from tutor.kernel.judging import Verdict
from tutor.kernel.phase import Phase
from tutor.teach.check.diagnostics import Diagnostics, Page
from tutor.teach.check.expect import differences, wanted
from tutor.teach.check.fairness import check_step
from tutor.teach.check.lesson_written import Written
from tutor.teach.check.question import Note, blocks_look, check_question, reply_problems, shown, sum_problems
from tutor.teach.check.said_before import sentence_faults, untrue
from tutor.teach.check.teaching import check_manner
from tutor.teach.check.walkthrough import drive
from tutor.teach.drills.moments import Moment
from tutor.teach.lessons.files import BadLesson, drafted, parse_text, text_of
from tutor.teach.lessons.free import QUICK, by_chance, seed_of
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.lessons.scene import NoScene
from tutor.teach.lessons.table import LessonTable
from tutor.teach.overview.contrast import differences as part
from tutor.teach.overview.contrast import rules_otherwise
from tutor.teach.questions import Legal, Question, ValueQuestion, Winner
from tutor.teach.rulebooks.rulebook import BadRulebook, rulebook
from tutor.teach.text.files import whole
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from pathlib import Path

    from tutor.teach.lessons.model import Draft, Lesson, LessonStep

FREE_WAYS: Final = (0, 1, 2, 3)
"""Numbers of the ways in which a free hand is played: 0 by the program's moves, the others at random."""


def check_lesson(
    findings: Diagnostics, path: Path, *, own: bool, thorough: bool = False, seconds: float = 0
) -> Lesson | None:
    """Prove the lesson in the file `path`; gives the lesson if it has no faults.

    `own` says that it belongs to a game's course. A proof that takes more than `seconds` (0: no bound) is given up.
    """
    page = Page(findings, path)
    try:
        text = text_of(path)
        data = parse_text(path, text)
    except BadLesson as why:
        for fault in why.faults:
            page.fault("", fault)
        return None
    page = Page(findings, path, text)
    draft = drafted(whole(path).parent.name, path.stem, data)
    for diagnostic in draft.diagnostics:
        page.step(diagnostic.step, diagnostic.text, key=diagnostic.key)
    game = _game(page, draft, own=own)
    if game is None:
        return None
    until = monotonic() + seconds if seconds else 0
    proof = LessonProof(page, game, draft, own=own, until=until, fair=thorough)
    proof.run()
    findings.count("lessons")
    findings.count("steps", len(draft.lesson.steps))
    if not page.found:
        heard = drive(page, game, draft.lesson, thorough=thorough, until=until)
        check_manner(page, draft.lesson, heard, first=own and draft.lesson.id.startswith("01-"))
    return None if page.found else draft.lesson


def _game(page: Page, draft: Draft, *, own: bool) -> Game[Any] | None:
    """The game of a lesson; if there is none, notes a fault and gives None."""
    name = draft.lesson.game
    if name not in names():
        page.fault("", say("check.no_game", name=name, known=list(names())), line=page.line(None, "game"))
        return None
    if own and name != whole(page.path).parent.name:
        page.fault("", say("check.other_game", name=name), line=page.line(None, "game"))
    try:
        rulebook(name)
    except BadRulebook as why:
        page.fault("", say("check.no_rulebook", name=name, why=str(why)))
        return None
    return load(name)


class LessonProof:
    """Goes through the steps of a lesson as a session does, and notes faults."""

    def __init__(self, page: Page, game: Game[Any], draft: Draft, *, own: bool, until: float, fair: bool) -> None:
        """With `fair` each question is proven to be fair, which takes a while."""
        self.page, self.game, self.draft, self.own, self.until = page, game, draft, own, until
        self.fair = fair
        self.before: list[LessonStep] = []
        """The steps since the scene was set."""
        self.lesson, self.book = draft.lesson, rulebook(game.name)
        self.table = LessonTable(game, draft.lesson)
        self.all_legal = 0
        self.told_apart = False
        """Whether something was asked that the game of `contrast` rules otherwise."""
        self.aside = False
        """Whether this is what follows other moves than the example's."""

    def run(self) -> None:
        """The head, then the steps; after a broken scene, on from the next."""
        written = Written(self.page, self.game, self.draft, self.book, own=self.own)
        written.head()
        sound = True
        for at, step in enumerate(self.lesson.steps):
            number = at + self.lesson.first
            if self.until and monotonic() > self.until:
                self.page.step(number, say("check.slow"))
                return
            sound = (sound or step.sets_scene) and number not in self.draft.broken
            written.step(number, step)
            if sound:
                sound = self._step(at, step)
        for _, words in self.lesson.learnt if sound else ():
            self._said(None, "learnt", words)
        known = self.lesson.contrast
        if known in names() and not self.told_apart and not self.page.found and part(known, self.game.name):
            self.page.step(None, say("check.no_contrast", known=known), key="contrast")

    # -- one step --------------------------------------------------------------------------------------

    def _step(self, at: int, step: LessonStep) -> bool:
        """Prove a step; gives whether the next one can be proven."""
        following, number = self.lesson.following(at), at + self.lesson.first
        if not self._laid(at, step):
            return False
        self._questioned(at, step)
        self.before.append(step)
        failed = self.page.found
        if step.also and not self.aside:
            self._also(at, step)
        with self.page.guarded(self._noting(number, "free" if step.free else "play")):
            if step.play:
                self.table.made(step.play)
            if step.free:
                self._freely(at, following)
        if self.page.found > failed:
            return False
        self._answered(at, step, following)
        return True

    def _laid(self, at: int, step: LessonStep) -> bool:
        """Set the scene of a step, say its sentence and replay its moves; gives whether all succeeded."""
        page, number, before = self.page, at + self.lesson.first, self.page.found
        scene = next((key for key in ("position", "stage", "deal", "score") if getattr(step, key)), "seat")
        if step.sets_scene:
            self.before = []
        with page.guarded(self._noting(number, scene)):
            self.table.set(step)
            self._seated(number, step)
        if page.found > before:
            return False
        if step.sets_scene:  # else the sentence comments on the moves
            self._said(number, "say", step.say)
        failed = page.found
        with page.guarded(self._noting(number, "replay")):
            self.table.replayed(step)
        if page.found > failed:
            return False
        if not step.sets_scene:
            self._said(number, "say", step.say)
        return True

    def _questioned(self, at: int, step: LessonStep) -> None:
        """Prove the refused moves and the question of a step."""
        number, key = at + self.lesson.first, "play" if step.play else "ask"
        for move, clause in step.refuse.items():
            with self.page.guarded(self._noting(number, "refuse")):
                self._refused(number, step, move, clause)
        if step.ask or step.play:
            with self.page.guarded(self._noting(number, key)):
                self._asked(number, step)
                if self.fair:
                    check_step(self.page.findings, self.table, self.before, step, self._noting(number, key))

    def _answered(self, at: int, step: LessonStep, following: LessonStep | None) -> None:
        """Prove what follows the answer to a step."""
        page, table, number = self.page, self.table, at + self.lesson.first
        if step.ask or step.play:
            with page.guarded(self._noting(number, "ask")):
                table.released(step, following)
        self._said(number, "because", step.because)
        if step.expect:
            with page.guarded(self._noting(number, "expect")):
                for path, want, got in differences(wanted(step.expect), table.scene.data()):
                    page.step(number, say("check.expected", path=path, want=shown(want), got=shown(got)), key="expect")

    # -- other moves than the example's ----------------------------------------------------------------

    def _also(self, at: int, step: LessonStep) -> None:
        """Prove the rest of the scene after each move in `also`."""
        scene, note = self.table.scene, self._noting(at + self.lesson.first, "also")
        example = scene.judged(step.play, seat=step.seat).asked[0].text if scene.state is not None else ""
        for move in step.also:
            if self.until and monotonic() > self.until:
                return
            with self.page.guarded(note):
                ruling = scene.judged(move, seat=step.seat).asked[0]
                if not ruling.legal:
                    said = say("check.play_illegal", move=move, verdict=ruling.verdict.value, rule=ruling.clause)
                    note(f"{said} {ruling.note}")
                elif scene.state is None:
                    note(say("check.also_nothing"))
                elif ruling.text == example:
                    note(say("check.also_play", move=move))
                else:
                    table = self.table.copied()
                    table.made(move)
                    self._rest(table, at, say("check.after_move", move=move))

    def _freely(self, at: int, following: LessonStep | None) -> None:
        """Play a free hand in several ways, and prove the rest of the scene after each."""
        ways = FREE_WAYS if self.fair else FREE_WAYS[:2]
        effort = replace(QUICK, until=self.until)
        for number in ways[:1] if self.aside else reversed(ways):
            hand = by_chance(self.table.scene, seed_of(self.lesson, at), number, effort)
            self.page.findings.count("hands")
            if not hand.touched:
                raise NoScene(say("check.free_nothing"))
            table = self.table.copied() if number else self.table
            blocks_look(
                table.ended(hand.record, following), table.scene.names, self._noting(at + self.lesson.first, "free")
            )
            if number:
                self._rest(table, at, say("check.after_hand", n=number))

    def _noting(self, number: int | None, key: str) -> Note:
        """What notes a fault at this key of a step, or of the head."""
        return lambda text: self.page.step(number, text, key=key)

    def _rest(self, table: LessonTable, at: int, after: str) -> None:
        """Prove the steps after step `at` in its scene, on another `table`."""
        other, steps = copy(self), self.lesson.steps
        other.table, other.aside, other.fair, other.before = table, True, False, []
        with self.page.supposing(after):
            other._answered(at, steps[at], self.lesson.following(at))
            for place in range(at + 1, len(steps)):
                if self.until and monotonic() > self.until:
                    self.page.step(at + self.lesson.first, say("check.slow"))
                    return
                if steps[place].sets_scene or not other._step(place, steps[place]):
                    return

    def _said(self, number: int | None, key: str, source: str) -> None:
        """Check that an author's sentence can be said here and is well-formed."""
        if not source:
            return
        note = self._noting(number, key)
        with self.page.guarded(note):
            for problem in sentence_faults(source, self.table.scene, now=key == "say"):
                note(problem)

    def _seated(self, number: int, step: LessonStep) -> None:
        scene = self.table.scene
        if step.seat and step.seat not in scene.seats:
            self.page.step(number, say("check.no_seat", who=step.seat, seats=list(scene.seats)), key="seat")

    def _refused(self, number: int, step: LessonStep, move: str, clause: str) -> None:
        ruling = self.table.scene.judged(move, seat=step.seat).asked[0]
        if ruling.verdict is not Verdict.NOT_ALLOWED:
            said = say("check.not_refused", move=move, verdict=ruling.verdict.value, note=ruling.note)
            self.page.step(number, said, key="refuse")
        elif ruling.clause != clause:
            said = say("check.refused_otherwise", move=move, rule=ruling.clause, wanted=clause)
            self.page.step(number, said, key="refuse")

    def _asked(self, number: int, step: LessonStep) -> None:
        scene, page = self.table.scene, self.page
        if scene.state is not None and step.ask in ("", "legal", "clause") and scene.learner not in scene.state.turn:
            turn = list(scene.state.turn)
            page.step(number, say("check.not_your_turn", who=scene.learner, turn=turn), key=step.ask and "ask")
            return
        if step.play:
            ruling = scene.judged(step.play, seat=step.seat).asked[0]
            if not ruling.legal:
                said = say("check.play_illegal", move=step.play, verdict=ruling.verdict.value, rule=ruling.clause)
                page.step(number, f"{said} {ruling.note}", key="play")
                return
        question = build_question(self.game, scene, step, self.lesson.clauses)
        key = "play" if step.play else "ask"
        if isinstance(question, Legal) and len(question.right) == len(question.choices) > 1:
            self.all_legal += 1
            if self.all_legal > 1:
                page.step(number, say("check.all_legal"), key=key, warning=True)
        told = scene.state is not None and scene.decided is not None and scene.decided not in self.table.held
        if isinstance(question, Winner) and told:
            page.step(number, say("check.told_before"), key=key)
        self.page.findings.count("questions")
        with suppress(NoScene):
            self.told_apart |= bool(self.lesson.contrast) and self._otherwise(*scene.seen(step.seat))
        check_question(question, scene.names, self._noting(number, key))
        for problem in untrue(question.prompt, scene):
            page.step(number, problem, key="question")
        if isinstance(question, ValueQuestion) and question.counted:
            for problem in sum_problems(question):
                page.step(number, problem, key="sum")
        self._replied(number, step, question)
        blocks_look(self.table.described(), scene.names, self._noting(number, key))

    def _replied(self, number: int, step: LessonStep, question: Question) -> None:
        for answer, reply in step.replies.items():
            for problem in reply_problems(step, question, answer):
                self.page.step(number, problem, key="replies")
            self._said(number, "replies", reply)

    def _otherwise(self, phase: Phase[Any, Any], view: Any) -> bool:
        """Whether the rules of the game known to the learner of a contrast lesson differ here."""
        known = load(self.lesson.contrast) if self.lesson.contrast in names() else None
        return known is not None and rules_otherwise(known, Moment(self.game, view, phase))
