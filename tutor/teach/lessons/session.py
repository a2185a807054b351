"""The conversation of a lesson: its opening, commands and closing; `step_runner` goes through the steps."""

from __future__ import annotations

from typing import ClassVar

from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.asking import unticked
from tutor.teach.conversation.conversation import HELP, Conversation, leaving
from tutor.teach.conversation.moves import meant
from tutor.teach.lessons.scene import NoScene, Scene
from tutor.teach.lessons.step_runner import StepRunner
from tutor.teach.overview.comparing import comparison, offer
from tutor.teach.progress.events import LogEvent
from tutor.teach.questions import MakeMove, MovesQuestion
from tutor.teach.rulebooks.reading import rules_doc, rules_named
from tutor.teach.rulings.explain import attempt_doc
from tutor.teach.text.doc import Block, Doc, Gap, Heading, Para
from tutor.teach.text.phrases import worded
from tutor.teach.text.words import say


class LessonSession(StepRunner):
    """The session of one lesson."""

    @property
    def prompt(self) -> str:
        """Game and lesson."""
        return f"{self.game.name} {self.lesson.title if self.called else f'{self.number}/{self.of}'}"

    @property
    def place(self) -> tuple[str, ...]:
        """The lesson, and which of its questions and free hands comes next."""
        parts = sum(step.asks for step in self.lesson.steps)
        return self.lesson.title, say("lesson.step", n=min(self._part(self.at), parts), of=parts)

    def _part(self, at: int) -> int:
        """The number of the question or free hand that comes at step `at` or after it."""
        return 1 + sum(step.asks for step in self.lesson.steps[:at])

    @property
    def _steps(self) -> list[str]:
        """The names of the steps in the log."""
        return [str(at) for at in range(len(self.lesson.steps))]

    @property
    def over(self) -> bool:
        """Whether the lesson is done."""
        return self.finished

    @property
    def inner(self) -> Conversation | None:
        """The free hand being played, if any."""
        return self.hand

    def opening(self) -> list[Block]:
        """Title and goal, then the first step not yet passed."""
        progress = self.store.progress().lesson(self.game.name, self.lesson.id)
        title = say("lesson.title", game=self.game.title, n=0 if self.called else self.number, title=self.lesson.title)
        doc: list[Block] = [Heading(title, 1), Para(self.lesson.goal, "dim"), Gap()]
        doc[2:2] = offer(self.game.name) if self.number == 1 and not self.called else []
        warning = self.store.take_warning()
        if warning:
            doc.append(Para(warning, "warn"))
        start = progress.resume(self._steps)
        if 0 < start < len(self.lesson.steps):
            begin, self.again_to = self.lesson.page_of(start), start
            doc += [Para(say("lesson.resumed", n=self._part(start)), "dim")] if begin else []
            doc += self._come_back(begin, progress.steps)
        else:
            self._note_start()
        return doc + self.going_on()

    def parting(self) -> list[Block]:
        """Where the learner is and how to resume; keeps the moves of an unfinished hand, and a place further back."""
        if self.finished:
            return []
        called = self.called or f"{self.game.name}:{self.number}"
        moves = {"moves": list(self.hand.moves)} if self.hand is not None and self.hand.touched else {}
        passed = self.store.progress().lesson(self.game.name, self.lesson.id).resume(self._steps)
        if moves or self.at < passed:
            where = (self.game.name, self.lesson.id, str(self.at))
            self.store.add(LogEvent("lesson", *where, result="left", detail=moves))
        return [Para(say("lesson.left", called=called, saved=not self.store.failing))]

    def back_from(self, inner: Conversation) -> list[Block]:
        """Go on after a free hand, or go back to before it."""
        from tutor.teach.lessons.free import itemized  # practice, which most lessons do without

        hand = self.hand
        assert hand is not None
        self.hand = None
        if hand.goes is not None:
            return self._again("") if hand.goes is cmd.AGAIN else self._back("")
        step = self.lesson.steps[self.at]
        self._passed("skipped" if hand.skipped else "again" if hand.faults else "first", hand.moves)
        end = self.table.ended(hand.record, self._following)
        return [*(itemized(end, hand.unfinished) if hand.in_short else end), *self._after(step)]

    def dressed(self, doc: list[Block]) -> Doc:
        """`doc` with moves in words."""
        return worded(self.game, doc)

    # -- commands --------------------------------------------------------------------------------------

    def _show(self, rest: str) -> list[Block]:
        return (self._described() or [Para(say("lesson.no_table"), "dim")]) + self.reminder()

    def _suppose(self, rest: str) -> list[Block]:
        from tutor.teach.conversation.suppose import supposed

        return self._others_turn or supposed(self.game, self._decision, rest)

    @property
    def _decision(self) -> Scene:
        """The scene; after an answer, until the next step, as the learner saw it before."""
        question = self.settled.question if self.settled is not None and self.asking is None else None
        if not isinstance(question, MovesQuestion):
            return self.scene
        return Scene(self.game, self.scene.learner, question.found.phase, question.found.view)

    @property
    def _others_turn(self) -> list[Block]:
        """That somebody else is to act, where nothing is asked and a game is in progress."""
        state, learner = self._decision.state, self.scene.learner
        if self.asking or not learner or state is None or not state.turn or learner in state.turn:
            return []
        return [Para(say("lesson.others_turn", who=state.turn[0]), "dim")]

    def _note_start(self) -> None:
        self.store.add(LogEvent("lesson", self.game.name, self.lesson.id, result="started"))

    def _compare(self, rest: str) -> list[Block]:
        return [*comparison(self.game.name, rest), *self.reminder()]

    def _again(self, rest: str) -> list[Block]:
        self.table.own = {}
        self._go_to(0)
        self._note_start()
        return self.going_on()

    def _why(self, rest: str) -> list[Block]:
        asking = self.asking or self.settled
        move = rest or (asking.last if asking else "")
        about = asking.why(move) if asking and move else ()
        if about:
            return list(about)
        of_moves = asking is None or isinstance(asking.question, MovesQuestion)
        if asking and asking is self.settled and not (rest or of_moves):
            return list(asking.question.solution())
        try:
            if not move or not (rest or of_moves):
                return [Para(say("lesson.why_what", move=of_moves), "dim")]
            if self._others_turn:
                return self._others_turn
            found = self._decision.judged(meant(self.game, *self._decision.seen(), move))
        except NoScene:
            return [Para(say("lesson.no_table"), "dim")]
        doc = attempt_doc(self.game, found, found.asked[0])
        return unticked(doc) if self.asking else list(doc)  # it may be legal and yet not what is wanted

    def rules(self, rest: str) -> list[Block]:
        """The clauses that `rest` names; without it the deciding rule, if a hint has named it, or all taught."""
        wanted = rest or (self.asking.question.clause if self.asking and self.asking.rung else "")
        if not wanted:
            return [b for ident in self.lesson.clauses for b in rules_doc(self.game, ident) or ()]
        return rules_named(self.game, wanted)

    def _back(self, rest: str) -> list[Block]:
        """Go back to the question before the current one (or the one just answered), or to the start."""
        left_out = dict(self.broken)
        target = next((i for i in reversed(range(self.at)) if self.lesson.steps[i].asks and i not in left_out), 0)
        self.table.own = {at: moves for at, moves in self.table.own.items() if at < target}
        begin, self.again_to = self.lesson.page_of(target), target
        try:
            self._go_to(begin)
        except Exception:  # a step before it has a fault
            target = 0
            self._go_to(target)
        return [Para(say("lesson.went_back", n=self._part(target)), "dim"), *self.going_on()]

    def _skip(self, rest: str) -> list[Block]:
        if self.asking is None:
            return self.going_on()
        step, question = self.lesson.steps[self.at], self.asking.question
        any_move = isinstance(question, MakeMove) and question.open
        others = isinstance(question, MakeMove) and not question.exactly and len(question.found.legal) > 1
        skipped = say("lesson.skipped", any_move=any_move, move=step.play, others=others)
        doc: list[Block] = [Para(skipped, "dim"), *question.solution()]
        if step.play:
            self.table.made(step.play)
        self._passed("skipped")
        return doc + self._after(step, doc)

    commands: ClassVar[cmd.Table] = (
        cmd.CommandRow(cmd.HINT, StepRunner.hint, absent=StepRunner.no_hint),
        cmd.CommandRow(cmd.WHY, _why, "[MOVE]"),
        cmd.CommandRow(cmd.SUPPOSE, _suppose, "MOVE"),
        cmd.CommandRow(cmd.RULES, rules, "[WORD]"),
        cmd.CommandRow(cmd.SHOW, _show),
        cmd.CommandRow(cmd.COMPARE, _compare, "GAME"),
        cmd.CommandRow(cmd.UNDO, _back),
        cmd.CommandRow(cmd.AGAIN, _again),
        cmd.CommandRow(cmd.SKIP, _skip),
        HELP,
        leaving(),
    )
