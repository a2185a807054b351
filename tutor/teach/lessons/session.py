"""A lesson as a conversation: scenes, telling, and questions before the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.teach.comparing import comparison, offer
from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.moves import meant
from tutor.teach.conversation.session import Reply, Status, Word
from tutor.teach.explain import attempt_doc
from tutor.teach.lessons.scene import NoScene
from tutor.teach.lessons.walk import Walk
from tutor.teach.progress.events import Event
from tutor.teach.questions import MakeMove
from tutor.teach.reading import none_found, rules_doc
from tutor.teach.text.doc import Block, Gap, Heading, Para
from tutor.teach.text.phrases import worded
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.teach.lessons.free import FreeHand

KNOWN = (
    cmd.HELP,
    cmd.HINT,
    cmd.WHY,
    cmd.SUPPOSE,
    cmd.RULES,
    cmd.SHOW,
    cmd.COMPARE,
    cmd.UNDO,
    cmd.BACK,
    cmd.AGAIN,
    cmd.SKIP,
    cmd.QUIT,
)


class LessonSession(Walk):
    """A lesson as a session: it begins, is told lines, and may be left at any moment."""

    # -- the protocol of a session ---------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """Game and lesson."""
        return f"{self.game.name} {self.lesson.title if self.called else f'{self.number}/{self.of}'}"

    @property
    def status(self) -> Status:
        """Lesson, step, and how to get help."""
        step = say("lesson.step", n=min(self.at + 1, len(self.lesson.steps)), of=len(self.lesson.steps))
        return Status((self.lesson.title, step, say("lesson.keys")))

    def words(self) -> tuple[Word, ...]:
        """Everything that can be typed, whatever is right."""
        if self.hand is not None:
            return self.hand.words()
        own = self.asking.question.words() if self.asking else ()
        return (*own, *cmd.command_words(KNOWN))

    def begin(self) -> Reply:
        """Title and goal, then the first step not yet passed."""
        progress = self.store.progress().lesson(self.game.name, self.lesson.id)
        title = say("lesson.title", game=self.game.title, n=0 if self.called else self.number, title=self.lesson.title)
        doc: list[Block] = [Heading(title, 1), Para(self.lesson.goal, "dim"), Gap()]
        doc[2:2] = offer(self.game.name) if self.number == 1 and not self.called else []
        warning = self.store.take_warning()
        if warning:
            doc.append(Para(warning, "warn"))
        start = progress.resume([str(i) for i in range(len(self.lesson.steps))])
        if 0 < start < len(self.lesson.steps):
            doc.append(Para(say("lesson.resumed", n=start + 1), "dim"))
            doc += self._come_back(start, progress.steps)
        else:
            self.store.add(Event("lesson", self.game.name, self.lesson.id, result="started"))
        return self._reply(doc + self._on())

    def leave(self) -> Reply:
        """Where the learner is and how to come back."""
        if self.finished:
            return Reply((), over=True)
        called = self.called or f"{self.game.name}:{self.number}"
        lost = [Para(say("free.left"))] if self.hand is not None and self.hand.touched else []
        return Reply((Para(say("lesson.left", called=called)), *lost), over=True)

    def tell(self, line: str) -> Reply:
        """A command, Enter, or an answer; in a free hand whatever that takes."""
        if self.hand is not None:
            return self._in_hand(self.hand, line)
        answers = self.asking is not None and self.asking.offers(line)
        command, rest = (None, line) if answers else cmd.meant(line, KNOWN)
        if command is cmd.QUIT or self.finished:
            return self.leave()
        if command is not None:
            return self._reply(self._command(command, rest))
        if self.pausing or self.asking is None:
            self.pausing = False
            return self._reply(self._on())
        if not line.strip():
            return self._reply([Para(self.asking.question.prompt, "ask")])
        return self._reply(self._answered(line))

    # -- a free hand -----------------------------------------------------------------------------------

    def _in_hand(self, hand: FreeHand, line: str) -> Reply:
        """A line in a free hand."""
        if hand.leaves(line):
            return self.leave()
        before = hand.faults
        doc = hand.tell(line)
        self.faults += hand.faults - before
        return self._reply([*doc, *self._hand_on(hand)])

    def _hand_on(self, hand: FreeHand) -> list[Block]:
        """What comes of a line in a free hand: nothing more, its end, or that the lesson goes back."""
        if hand.goes:
            self.hand = None
            return self._command(cmd.BACK if hand.goes == "back" else cmd.AGAIN, "")
        if not hand.over:
            return []
        self.hand = None
        step = self.lesson.steps[self.at]
        self._passed("skipped" if hand.skipped else "again" if hand.faults else "first", hand.moves)
        return [*self.table.ended(hand.record, self._following, untold=hand.untold), *self._after(step)]

    # -- commands --------------------------------------------------------------------------------------

    def _command(self, command: cmd.Command, rest: str) -> list[Block]:
        match command:
            case cmd.HELP:
                return [*cmd.help_blocks(KNOWN, say("command.answer_intro")), *self._again_asked()]
            case cmd.HINT:
                return list(self.asking.hint()) if self.asking else [Para(say("lesson.no_question"), "dim")]
            case cmd.SHOW:
                step = self._following
                open_ = self._open(step, self.asking.question) if step and self.asking else []
                table = self.table.described(step if self.asking else None, *open_)
                return (table or [Para(say("lesson.no_table"), "dim")]) + self._again_asked()
            case cmd.WHY:
                return self._why(rest)
            case cmd.SUPPOSE:
                from tutor.teach.conversation.suppose import supposed

                return supposed(self.game, self.scene, rest)
            case cmd.RULES:
                return self.rules(rest)
            case cmd.COMPARE:
                return [*comparison(self.game.name, rest), *self._again_asked()]
            case cmd.AGAIN:
                self.table.own = {}
                self._go_to(0)
                self.store.add(Event("lesson", self.game.name, self.lesson.id, result="started"))
                return self._on()
            case cmd.BACK | cmd.UNDO:
                return self._back()
            case _:
                return self._skip()

    def _again_asked(self) -> list[Block]:
        return [Para(self.asking.question.prompt, "ask")] if self.asking else []

    def _why(self, rest: str) -> list[Block]:
        move = rest or (self.asking.last if self.asking else "")
        about = self.asking.why(move) if self.asking and move else ()
        if about:
            return list(about)
        try:
            if not move:
                return [Para(say("lesson.why_what"), "dim")]
            found = self.scene.judged(meant(self.game, *self.scene.seen(), move))
        except NoScene:
            return [Para(say("lesson.no_table"), "dim")]
        return list(attempt_doc(self.game, found, found.asked[0]))

    def rules(self, rest: str) -> list[Block]:
        """The clauses named or spoken of; without any, the rule in play once a hint has named it, or all it teaches."""
        wanted = rest or (self.asking.question.clause if self.asking and self.asking.rung else "")
        if not wanted:
            return [b for ident in self.lesson.clauses for b in rules_doc(self.game, ident) or ()]
        return list(rules_doc(self.game, wanted) or (Para(none_found(self.game, wanted), "warn"),))

    def _back(self) -> list[Block]:
        """To the question before the current one (the one just answered, if none is asked now), or to the start."""
        target = next((i for i in reversed(range(self.at)) if self.lesson.steps[i].asks), 0)
        self.table.own = {at: moves for at, moves in self.table.own.items() if at < target}
        self._go_to(target)
        return [Para(say("lesson.went_back", n=target + 1), "dim"), *self._on()]

    def _skip(self) -> list[Block]:
        if self.asking is None:
            self.pausing = False
            return self._on()
        step, question = self.lesson.steps[self.at], self.asking.question
        any_move = isinstance(question, MakeMove) and question.open
        others = isinstance(question, MakeMove) and not question.exactly and len(question.found.legal) > 1
        skipped = say("lesson.skipped", any_move=any_move, move=step.play, others=others)
        doc: list[Block] = [Para(skipped, "dim"), *question.solution()]
        if step.play:
            self.table.made(step.play)
        self._passed("skipped")
        return doc + self._after(step)

    def _reply(self, doc: list[Block]) -> Reply:
        warning = self.store.take_warning()
        if warning:
            doc = [*doc, Para(warning, "warn")]
        return Reply(worded(self.game, doc), over=self.finished)
