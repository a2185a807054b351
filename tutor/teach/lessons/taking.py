"""A lesson as a conversation: scenes, telling, and questions before the answers."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from tutor.kernel.game import Game
from tutor.teach import ruling as words
from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.asking import Asking
from tutor.teach.conversation.moves import meant, seats_named
from tutor.teach.conversation.session import Reply, Status, Word
from tutor.teach.conversation.suppose import supposed
from tutor.teach.explain import attempt_doc
from tutor.teach.lessons.model import Lesson, Step
from tutor.teach.lessons.posing import pose
from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.lessons.scene import NoScene, Scene
from tutor.teach.lessons.table import LessonTable
from tutor.teach.progress.derived import stars
from tutor.teach.progress.events import Event
from tutor.teach.progress.store import Store
from tutor.teach.questions import Legal, MakeMove, Question
from tutor.teach.reading import none_found, rules_doc
from tutor.teach.text.doc import Block, Gap, Heading, Item, Para, mark
from tutor.teach.text.names import Names
from tutor.teach.text.phrases import worded
from tutor.teach.text.words import say

KNOWN = (
    cmd.HELP,
    cmd.HINT,
    cmd.WHY,
    cmd.SUPPOSE,
    cmd.RULES,
    cmd.SHOW,
    cmd.UNDO,
    cmd.BACK,
    cmd.AGAIN,
    cmd.SKIP,
    cmd.QUIT,
)

LEARNT: Final = 3
"""Rules that the end of a lesson sums up at the most."""


class LessonSession:
    """One learner in one lesson. Progress is saved in `store` the moment a step is passed, before anything is shown.

    A move that is legal but not the one the example goes on with is right; the example goes on with its own, so that
    everything said later is said of the table it was proven for.
    """

    def __init__(
        self, game: Game[Any], lesson: Lesson, store: Store, *, number: int = 1, of: int = 1, called: str = ""
    ) -> None:
        """`number` of `of` lessons, for the prompt; the lesson goes on where the store says it was left.

        `called` is what `tutor learn` calls a lesson that is none of the course.
        """
        self.game, self.lesson, self.store = game, lesson, store
        self.number, self.of, self.called = number, of, called
        self.at = 0
        self.table = LessonTable(game, lesson)
        self.asking: Asking | None = None
        self.pausing = False
        self.finished = False
        self.faults = 0
        self.late: dict[str, None] = {}
        self.broken: list[tuple[int, str]] = []
        """Steps that had to be left out, and why: none in a lesson that was checked."""

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

    @property
    def names(self) -> Names:
        """What seats are called at this moment."""
        return self.scene.names

    @property
    def scene(self) -> Scene:
        """The table now."""
        return self.table.scene

    def words(self) -> tuple[Word, ...]:
        """Everything that can be typed, whatever is right."""
        own = self.asking.question.words() if self.asking else ()
        return (*own, *cmd.command_words(KNOWN))

    def begin(self) -> Reply:
        """Title and goal, then the first step not yet passed."""
        progress = self.store.progress().lesson(self.game.name, self.lesson.id)
        title = say("lesson.title", game=self.game.title, n=0 if self.called else self.number, title=self.lesson.title)
        doc: list[Block] = [Heading(title, 1), Para(self.lesson.goal, "dim"), Gap()]
        warning = self.store.take_warning()
        if warning:
            doc.append(Para(warning, "warn"))
        start = progress.resume([str(i) for i in range(len(self.lesson.steps))])
        if 0 < start < len(self.lesson.steps):
            doc.append(Para(say("lesson.resumed", n=start + 1), "dim"))
            self._go_to(start)
        else:
            self.store.add(Event("lesson", self.game.name, self.lesson.id, result="started"))
        return self._reply(doc + self._on())

    def leave(self) -> Reply:
        """Where the learner is and how to come back."""
        if self.finished:
            return Reply((), over=True)
        called = self.called or f"{self.game.name}:{self.number}"
        return Reply((Para(say("lesson.left", called=called)),), over=True)

    def tell(self, line: str) -> Reply:
        """A command, Enter, or an answer."""
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

    # -- going through the steps -----------------------------------------------------------------------

    def _on(self) -> list[Block]:
        """From the current step to the next question or pause."""
        doc: list[Block] = []
        told = 0
        while self.at < len(self.lesson.steps):
            step = self.lesson.steps[self.at]
            try:
                doc += self.table.enter(step)
                if step.asks:
                    return doc + self._ask(step)
            except Exception as why:  # a broken lesson must not trap the learner; the check tells its author
                self.broken.append((self.at, str(why)))
                doc.append(Para(say("lesson.broken", n=self.at + 1), "warn"))
            self._passed("first")
            told += step.tells
            following = self._following
            if following is not None and told and (following.sets_scene or (told > 1 and following.tells)):
                return doc + self._pause()
        return doc + self._finish()

    @property
    def _following(self) -> Step | None:
        """The step that comes now, if there is one."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    def _ask(self, step: Step) -> list[Block]:
        question = pose(self.game, self.scene, step, self.lesson.clauses)
        self.asking = Asking(question, self.game.name, "lesson", self.table.position())
        table = self.table.before_question(step, *self._open(step, question))
        return [*table, Para(question.prompt, "ask")]

    def _open(self, step: Step, question: Question) -> list[Question]:
        """The questions whose answers the table must not state: this one, and those asked of it later as it is."""
        out = [] if step.table else [question]
        for later in self.lesson.steps[self.at + 1 :] if not step.play else ():
            if later.play or later.replay or later.sets_scene:
                break
            if later.ask == "value" and not later.table:
                with suppress(Exception):  # a fault of that step, which is told when it comes
                    out.append(pose(self.game, self.scene, later, self.lesson.clauses))
        return out

    def _answered(self, line: str) -> list[Block]:
        assert self.asking is not None
        asking, step = self.asking, self.lesson.steps[self.at]
        if isinstance(asking.question, Legal | MakeMove):
            line = seats_named(line, self.names)
        got = asking.answer(line)
        doc: list[Block] = list(got.doc)
        if not got.understood:
            return doc
        if not got.right:
            self.faults += 1
            asking.slip(self.store, line)
            if asking.tries == 2 and not asking.rung:
                doc.append(Para(say("lesson.offer_hint"), "dim"))
            return doc
        asking.log(self.store)
        question = asking.question
        if isinstance(question, MakeMove) and self.scene.state is not None:
            if question.made(line) != question.script:
                doc.append(Para(say("lesson.script", move=mark("m", question.script)), "dim"))
            doc += self.table.made(step.play, tell=False)
        self._passed(asking.result, tries=asking.tries, hints=asking.rung)
        return doc + self._after(step)

    def _after(self, step: Step) -> list[Block]:
        """What followed from the answer and why, whether it was given or skipped; then on, or the end."""
        doc = self.table.released(step, self._following)
        if step.because:
            doc.append(Para(lesson_sentence(step.because, self.scene.facts())))
        return doc + (self._pause() if self._following else self._finish())

    def _passed(self, result: str, **detail: int) -> None:
        if self.asking is not None and result != "first":
            self.late[self.asking.question.clause] = None
        self.store.add(Event("step", self.game.name, self.lesson.id, str(self.at), result=result, detail=detail))
        self.asking = None
        self.at += 1

    def _pause(self) -> list[Block]:
        self.pausing = True
        return [Para(say("lesson.enter"), "dim")]

    def _finish(self) -> list[Block]:
        if self.finished:
            return []
        self.finished = True
        self.store.add(Event("lesson", self.game.name, self.lesson.id, result="finished"))
        run = self.store.progress().lesson(self.game.name, self.lesson.id).steps
        skipped = any(event.result == "skipped" for event in run.values())
        doc: list[Block] = [Gap(), Para(say("lesson.done", stars=stars(run.values()), skipped=skipped), "good")]
        return [*doc, *self._learnt()]

    def _learnt(self) -> list[Block]:
        """The rules of the lesson in two or three lines, and which of them were not answered at the first go."""
        rules = [words.clause(self.game.name, ident) for ident in self.lesson.clauses[:LEARNT]]
        doc: list[Block] = [Para(say("lesson.learnt"))] if rules else []
        doc += [Item(rule.title, rule.rule or rule.title) for rule in rules]
        titles = [words.clause(self.game.name, ident).title for ident in self.late][:LEARNT]
        return [*doc, Para(say("lesson.missed", titles=titles), "dim")] if titles else doc

    def _go_to(self, index: int) -> None:
        """Stand before step `index` with the table as the steps before it leave it; nothing is told or logged."""
        self.table.go_to(index)
        self.asking, self.pausing, self.at = None, False, index

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
                return supposed(self.game, self.scene, rest)
            case cmd.RULES:
                return self.rules(rest)
            case cmd.AGAIN:
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
        self._go_to(target)
        return [Para(say("lesson.went_back", n=target + 1), "dim"), *self._on()]

    def _skip(self) -> list[Block]:
        if self.asking is None:
            self.pausing = False
            return self._on()
        step, question = self.lesson.steps[self.at], self.asking.question
        title = words.clause(self.game.name, question.clause).title
        doc: list[Block] = [Para(say("lesson.skipped", title=title), "dim"), *question.solution()]
        if step.play:
            doc += self.table.made(step.play, tell=True)
        self._passed("skipped")
        return doc + self._after(step)

    def _reply(self, doc: list[Block]) -> Reply:
        warning = self.store.take_warning()
        if warning:
            doc = [*doc, Para(warning, "warn")]
        return Reply(worded(self.game, doc), over=self.finished)
