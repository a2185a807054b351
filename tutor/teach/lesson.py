"""A lesson as a conversation: scenes, telling, and questions before the answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tutor.kernel.events import Event as Happening
from tutor.kernel.game import Game, IllegalMove
from tutor.kernel.position import write
from tutor.kernel.seats import Seat
from tutor.teach import commands as cmd
from tutor.teach import ruling as words
from tutor.teach.asking import Asking
from tutor.teach.doc import Block, Gap, Heading, Item, Para
from tutor.teach.events import Event
from tutor.teach.explain import attempt_doc
from tutor.teach.lessons import Lesson, Step
from tutor.teach.posing import pose
from tutor.teach.questions import MakeMove, Winner
from tutor.teach.reading import rules_doc
from tutor.teach.scene import NoScene, Scene, set_scene
from tutor.teach.session import Reply, Status, Word
from tutor.teach.store import Store
from tutor.teach.suppose import supposed
from tutor.teach.words import say, sentence

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


class LessonSession:
    """One learner in one lesson. Progress is saved in `store` the moment a step is passed, before anything is shown."""

    def __init__(self, game: Game[Any], lesson: Lesson, store: Store, *, number: int = 1, of: int = 1) -> None:
        """`number` of `of` lessons, for the prompt; the lesson goes on where the store says it was left."""
        self.game, self.lesson, self.store = game, lesson, store
        self.number, self.of = number, of
        self.at = 0
        self.scenes: list[Scene] = [Scene(game)]
        """The scene before each step begun so far; the last is the one on the table."""
        self.asking: Asking | None = None
        self.held: tuple[Happening, ...] = ()
        """What happened already but would give the answer away."""
        self.shown: Scene | None = None
        self.pausing = False
        self.finished = False
        self.faults = 0

    # -- the protocol of a session ---------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """Game and lesson."""
        return f"{self.game.name} {self.number}/{self.of}"

    @property
    def status(self) -> Status:
        """Lesson, step, and how to get help."""
        step = say("lesson.step", n=min(self.at + 1, len(self.lesson.steps)), of=len(self.lesson.steps))
        return Status((self.lesson.title, step, say("lesson.keys")))

    @property
    def names(self) -> dict[Seat, str]:
        """What seats are called at this moment."""
        return dict(self.scene.names)

    @property
    def scene(self) -> Scene:
        """The table now."""
        return self.scenes[-1]

    def words(self) -> tuple[Word, ...]:
        """Everything that can be typed, whatever is right."""
        own = self.asking.question.words() if self.asking else ()
        return (*own, *cmd.command_words(KNOWN))

    def begin(self) -> Reply:
        """Title and goal, then the first step not yet passed."""
        progress = self.store.progress().lesson(self.game.name, self.lesson.id)
        doc: list[Block] = [
            Heading(say("lesson.title", game=self.game.title, n=self.number, title=self.lesson.title), 1),
            Para(self.lesson.goal, "dim"),
            Gap(),
        ]
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
        return Reply((Para(say("lesson.left", game=self.game.name, n=self.number)),), over=True)

    def tell(self, line: str) -> Reply:
        """A command, Enter, or an answer."""
        command, rest = cmd.meant(line, KNOWN)
        if command is cmd.QUIT:
            return self.leave()
        if self.finished:
            return self.leave()
        if command is not None:
            return self._reply(self._command(command, rest))
        if self.pausing:
            self.pausing = False
            return self._reply(self._on())
        if self.asking is None:
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
            doc += self._enter(step)
            if step.asks:
                return doc + self._ask(step)
            self._passed("first")
            told += bool(step.say or step.replay)
            following = self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None
            if following is not None and told and (following.sets_scene or (told > 1 and following.tells)):
                return doc + self._pause()
        return doc + self._finish()

    def _enter(self, step: Step) -> list[Block]:
        """Set the scene and tell what the step tells."""
        doc: list[Block] = []
        scene = set_scene(self.game, step, self.scene)
        if step.seat and not step.sets_scene:
            scene = replace(scene, learner=step.seat)
        self.scenes.append(scene)
        if step.say:
            doc.append(Para(sentence(step.say, self._facts())))
        if step.replay:
            doc += self._replay(step)
        return doc

    def _facts(self) -> dict[str, Any]:
        return self.scene.facts()

    def _replay(self, step: Step) -> list[Block]:
        happened: list[tuple[Happening, ...]] = []
        scene = self.scene
        for move in step.replay:
            scene, events = scene.played(move)
            happened.append(events)
        self.scenes[-1] = scene
        flat = [event for events in happened for event in events]
        if step.ask:  # the last move's consequences are the answer: keep them back
            cut = sum(map(len, happened[:-1])) + 1
            self.held += tuple(flat[cut:])
            flat = flat[:cut]
        return self._told(flat)

    def _told(self, events: list[Happening] | tuple[Happening, ...]) -> list[Block]:
        texts = (words.event_text(self.game, event) for event in events)
        return [Item("", text) for text in texts if text]

    def _ask(self, step: Step) -> list[Block]:
        question = pose(self.game, self.scene, step, self.lesson.clauses)
        self.asking = Asking(question, self.game.name, "lesson", self._position())
        doc: list[Block] = []
        if self.shown is not self.scene and not step.replay and not self.held:
            doc += self._table()
        return [*doc, Para(question.prompt, "ask")]

    def _position(self) -> str:
        try:
            phase, view = self.scene.seen()
        except NoScene:
            return ""
        return write(self.game, phase, view)

    def _table(self) -> list[Block]:
        self.shown = self.scene
        try:
            phase, view = self.scene.seen()
        except NoScene:
            return []
        return [Para(words.situation(self.game, phase, view), indent=2)]

    def _answered(self, line: str) -> list[Block]:
        assert self.asking is not None
        asking, step = self.asking, self.lesson.steps[self.at]
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
        result = asking.result
        if isinstance(asking.question, MakeMove) and self.scene.state is not None:
            scene, events = self.scene.played(asking.question.made(line))
            self.scenes[-1] = scene
            self.held += events[1:]
        winner_said = self.scene.decided if isinstance(asking.question, Winner) else None
        self._passed(result, tries=asking.tries, hints=asking.rung)
        doc += self._released(winner_said)
        if step.because:
            doc.append(Para(sentence(step.because, self._facts())))
        if self.at >= len(self.lesson.steps):
            return doc + self._finish()
        return doc + self._pause()

    def _passed(self, result: str, **detail: int) -> None:
        self.store.add(Event("step", self.game.name, self.lesson.id, str(self.at), result=result, detail=detail))
        self.asking = None
        self.at += 1

    def _released(self, said: Happening | None = None) -> list[Block]:
        """What was kept back, unless the next step asks about it too; `said` has been told with the answer."""
        following = self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None
        if (
            following is not None
            and following.ask in ("winner", "value")
            and not following.sets_scene
            and not following.replay
        ):
            return []
        held, self.held = self.held, ()
        return self._told([event for event in held if event is not said])

    def _pause(self) -> list[Block]:
        self.pausing = True
        return [Para(say("lesson.enter"), "dim")]

    def _finish(self) -> list[Block]:
        if self.finished:
            return []
        self.finished = True
        self.store.add(Event("lesson", self.game.name, self.lesson.id, result="finished"))
        stars = self.store.progress().lesson(self.game.name, self.lesson.id).stars
        doc: list[Block] = [Gap(), Para(say("lesson.done", stars=stars), "good")]
        last = self.number >= self.of
        doc.append(Para(say("lesson.last" if last else "lesson.next", game=self.game.name, n=self.number + 1)))
        return doc

    def _go_to(self, index: int) -> None:
        """Stand before step `index` with the table as the steps before it leave it; nothing is told or logged."""
        self.scenes, self.asking, self.held, self.pausing, self.shown = [Scene(self.game)], None, (), False, None
        for self.at in range(index):
            step = self.lesson.steps[self.at]
            self._enter(step)
            self.held = ()
            if step.play and self.scene.state is not None:
                self.scenes[-1] = self.scene.played(step.play)[0]
        self.held, self.at = (), index

    # -- commands --------------------------------------------------------------------------------------

    def _command(self, command: cmd.Command, rest: str) -> list[Block]:
        match command:
            case cmd.HELP:
                return [*cmd.help_blocks(KNOWN, say("command.answer_intro")), *self._again_asked()]
            case cmd.HINT:
                return list(self.asking.hint()) if self.asking else [Para(say("lesson.no_question"), "dim")]
            case cmd.SHOW:
                return (self._table() or [Para(say("lesson.no_table"), "dim")]) + self._again_asked()
            case cmd.WHY:
                return self._why(rest)
            case cmd.SUPPOSE:
                return supposed(self.game, self.scene, rest)
            case cmd.RULES:
                return self._rules(rest)
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
        try:
            if not move:
                return [Para(say("lesson.why_what"), "dim")]
            found = self.scene.judged(move)
        except NoScene:
            return [Para(say("lesson.no_table"), "dim")]
        return list(attempt_doc(self.game, found, found.asked[0]))

    def _rules(self, rest: str) -> list[Block]:
        wanted = rest or (self.asking.question.clause if self.asking and self.asking.rung else "")
        if not wanted:
            return [b for ident in self.lesson.clauses for b in rules_doc(self.game, ident) or ()]
        return list(rules_doc(self.game, wanted) or (Para(say("lesson.no_clause", text=wanted[:40]), "warn"),))

    def _back(self) -> list[Block]:
        """To the last step that asked something (or told something), before the current one."""
        at = self.at if self.asking or self.pausing else self.at - 1
        earlier = [i for i in range(min(at, len(self.lesson.steps))) if self.lesson.steps[i].asks]
        if self.pausing and not self.asking and earlier and earlier[-1] == self.at - 1:
            target = earlier[-1]
        else:
            target = earlier[-1] if earlier else 0
        self._go_to(target)
        return [Para(say("lesson.went_back", n=target + 1), "dim"), *self._on()]

    def _skip(self) -> list[Block]:
        if self.asking is None:
            self.pausing = False
            return self._on()
        step = self.lesson.steps[self.at]
        doc: list[Block] = [Para(say("lesson.skipped", clause_id=self.asking.question.clause), "dim")]
        doc += self.asking.question.solution()
        if step.play and self.scene.state is not None:
            try:
                scene, events = self.scene.played(step.play)
                self.scenes[-1] = scene
                self.held += events
            except (IllegalMove, ValueError):  # a broken lesson must not trap the learner
                pass
        self._passed("skipped")
        doc += self._released()
        if self.at >= len(self.lesson.steps):
            return doc + self._finish()
        return doc + self._pause()

    def _reply(self, doc: list[Block]) -> Reply:
        warning = self.store.take_warning()
        if warning:
            doc = [*doc, Para(warning, "warn")]
        return Reply(tuple(doc), over=self.finished)
