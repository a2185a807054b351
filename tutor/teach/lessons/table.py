"""The table of a lesson while it is told: the scene before each step, what has happened, and what is not yet said.

Whatever would give an answer away is *held* until the question is answered; then it is *released*.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tutor.kernel.events import Event
from tutor.kernel.game import Game
from tutor.kernel.position import write
from tutor.teach import ruling as words
from tutor.teach.lessons.model import Lesson, Step
from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.lessons.scene import NoScene, Scene, set_scene
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.words import say


class LessonTable:
    """What lies on the table, step by step. It logs nothing and asks nothing."""

    def __init__(self, game: Game[Any], lesson: Lesson) -> None:
        """The empty table before the first step."""
        self.game, self.lesson = game, lesson
        self.clear()

    def clear(self) -> None:
        """Back to before the first step."""
        self.scene = Scene(self.game)
        self.held: tuple[Event, ...] = ()
        self.before: Scene | None = None
        """The table before the move whose consequences are held."""
        self.shown: Scene | None = None
        """The scene that was last described."""

    def enter(self, step: Step) -> list[Block]:
        """Set the scene of a step and tell what it tells."""
        self.set(step)
        return [*self.said(step), *self.replayed(step)]

    def set(self, step: Step) -> None:
        """Set the scene of a step, if it has one."""
        if step.sets_scene:
            self.held, self.before = (), None
        scene = set_scene(self.game, step, self.scene)
        self.scene = replace(scene, learner=step.seat) if step.seat else scene

    def said(self, step: Step) -> list[Block]:
        """What the author says."""
        return [Para(lesson_sentence(step.say, self.scene.facts()))] if step.say else []

    def replayed(self, step: Step) -> list[Block]:
        """Play the moves on and tell them."""
        return self.told(self._replayed(step)) if step.replay else []

    def _replayed(self, step: Step) -> tuple[Event, ...]:
        """Play the moves on; returns what may be told, and holds what the last one led to if it is asked about."""
        told: tuple[Event, ...] = ()
        for at, move in enumerate(step.replay, 1):
            before = self.scene
            self.scene, events = before.played(move)
            if step.ask and at == len(step.replay):
                self._hold(before, events[1:])
                events = events[:1]
            told += events
        return told

    def made(self, move: str, *, tell: bool) -> list[Block]:
        """Make the learner's move in a whole game; its consequences are held. `tell` that it was played, too."""
        if self.scene.state is None:
            return []
        before = self.scene
        self.scene, events = before.played(move)
        self._hold(before, events[1:])
        return self.told(events[:1]) if tell else []

    def _hold(self, before: Scene, events: tuple[Event, ...]) -> None:
        self.held += events
        self.before = self.before or before

    def released(self, step: Step, following: Step | None) -> list[Block]:
        """What was held until `step` was answered, unless the step that follows asks about it too."""
        if step.ask == "winner":  # the deciding event was told with the answer
            self.held = tuple(event for event in self.held if event is not self.scene.decided)
        if (
            following is not None
            and following.ask in ("winner", "value")
            and not following.sets_scene
            and not following.replay
        ):
            return []
        held, self.held, self.before = self.held, (), None
        return self.told(held)

    def told(self, events: tuple[Event, ...]) -> list[Block]:
        """What happened, in words."""
        texts = (words.event_text(self.game, event) for event in events)
        return [Item("", text) for text in texts if text]

    def described(self, step: Step | None = None) -> list[Block]:
        """The table in words, for the learner; nothing where there is none, or where it would answer `step`."""
        if step is not None and step.asks and not step.table:
            return [Para(say("lesson.table_later"), "dim")]
        if self.held and self.before is not None:
            return _situation(self.game, self.before)
        self.shown = self.scene
        return _situation(self.game, self.scene)

    def position(self) -> str:
        """The decision on the table as a line that `tutor explain` reads; empty if there is none."""
        try:
            phase, view = self.scene.seen()
        except NoScene:
            return ""
        return write(self.game, phase, view)

    def go_to(self, index: int) -> None:
        """Stand before step `index` as the steps before it leave the table; nothing is told."""
        self.clear()
        for at, step in enumerate(self.lesson.steps[:index]):
            self.enter(step)
            if step.play:
                self.made(step.play, tell=False)
            if step.asks:
                self.released(step, self.lesson.steps[at + 1] if at + 1 < len(self.lesson.steps) else None)
        self.shown = None


def _situation(game: Game[Any], scene: Scene) -> list[Block]:
    try:
        phase, view = scene.seen()
    except NoScene:
        return []
    text = words.situation(game, phase, view)
    if scene.hand and not getattr(view, "hand", ()):  # a bid is judged without it, but not made without it
        text += " " + say("lesson.hand", hand=scene.hand)
    return [Para(text, indent=2)]
