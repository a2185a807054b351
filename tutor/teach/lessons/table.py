"""The table of a lesson while it is told: the scene before each step, what has happened, and what is not yet said.

Whatever would give an answer away is *held* until the question is answered; then it is *released*.
"""

from __future__ import annotations

import copy
from dataclasses import replace
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.events import HAND_OVER, SCORED, TRICK_ENDS
from tutor.kernel.position import write
from tutor.teach import ruling as words
from tutor.teach.drills.results import result_doc
from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.lessons.scene import NoScene, Scene, set_scene
from tutor.teach.lessons.terms import untold
from tutor.teach.tabletop import laid, set_up, tabletop
from tutor.teach.text.doc import Block, Item, Para, TableDrawing
from tutor.teach.text.words import say, shown
from tutor.teach.withheld import cards_only, without_answer, without_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.kernel.events import Event
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.seats import Side
    from tutor.teach.lessons.model import Lesson, LessonStep
    from tutor.teach.questions import Question

MOST_LINES: Final = 3
"""Score lines that are told one by one; of more it is told what they bring to each."""
CALLED: Final = "called"
Calls = tuple[tuple[str, str], ...]
"""Who has said what."""
NEAR: Final = 2
"""So many questions may be asked of a table before it is drawn again; before a decision of the learner, none."""


class LessonTable:
    """What lies on the table, step by step. It logs nothing and asks nothing."""

    def __init__(self, game: Game[Any], lesson: Lesson) -> None:
        """The empty table before the first step."""
        self.game, self.lesson = game, lesson
        self.untold = untold(game.name, lesson.id)
        """Words that this lesson and those before it do not explain: phrases of the table do without them."""
        self.own: dict[int, tuple[str, ...]] = {}
        """The learner's own moves with which the lesson goes on, by the place of the step; of a free hand all of it."""
        self.clear()

    def copied(self) -> LessonTable:
        """Another table on which the same lies."""
        other = copy.copy(self)
        other.own = dict(self.own)
        return other

    def clear(self) -> None:
        """Back to before the first step; what the learner has done stays known."""
        self.scene = Scene(self.game)
        self.held: tuple[Event, ...] = ()
        self.before: Scene | None = None
        """The table before the move whose consequences are held."""
        self.made_since: tuple[Event, ...] = ()
        """The moves made since then."""
        self.drawn: list[Block] = []
        """What was last described, with the scene it was about and how many questions have been asked of it."""
        self.page: list[Block] = []
        """The end of a free hand: told when the questions about it are answered."""
        self.page_of: Scene | None = None
        """The scene for which that page is what there is to be seen."""
        self.shown: Scene | None = None
        self.asked = 0

    def enter(self, step: LessonStep) -> list[Block]:
        """Set the scene of a step and tell what it tells."""
        self.set(step)
        return [*self.said(step), *self.replayed(step)]

    def set(self, step: LessonStep) -> None:
        """Set the scene of a step, if it has one."""
        if step.sets_scene:
            self.held, self.before, self.made_since, self.page = (), None, (), []
        scene = set_scene(self.game, step, self.scene)
        self.scene = replace(scene, learner=step.seat) if step.seat else scene

    def said(self, step: LessonStep) -> list[Block]:
        """What the author says."""
        return [Para(lesson_sentence(step.say, self.scene.facts()))] if step.say else []

    def replayed(self, step: LessonStep) -> list[Block]:
        """Play the moves on and tell them."""
        return self.told(self._replayed(step)) if step.replay else []

    def _replayed(self, step: LessonStep) -> tuple[Event, ...]:
        """Play the moves on; returns what may be told, and holds what the last one led to if it is asked about."""
        told: tuple[Event, ...] = ()
        for at, move in enumerate(step.replay, 1):
            before = self.scene
            self.scene, events = before.played(move)
            if step.ask and at == len(step.replay):
                self._hold(before, events)
                events = _itself(events)
            elif at == len(step.replay) and self._ends_its_scene(step):
                events = _of_this_hand(events)
            told += events
        return told

    def _ends_its_scene(self, step: LessonStep) -> bool:
        """Whether nobody plays on before another scene is set, so that a hand which begins now is nobody's."""
        at = next((at for at, one in enumerate(self.lesson.steps) if one is step), len(self.lesson.steps))
        rest = takewhile(lambda one: not one.sets_scene, self.lesson.steps[at + 1 :])
        return not any(one.play or one.replay or one.free for one in rest)

    def made(self, move: str) -> None:
        """Make the learner's move in a whole game; its consequences are held."""
        if self.scene.state is None:
            return
        before = self.scene
        self.scene, events = before.played(move)
        self._hold(before, events)

    def ended(self, record: Record[Any], following: LessonStep | None, *, untold: bool = False) -> list[Block]:
        """A free hand has come to its end; its page is kept back if `following` asks about it.

        Of a hand that is `untold` nothing is said but that page.
        """
        from tutor.teach.lessons import free  # practice, which most lessons do without

        last = record.entries[-1].events
        before = free.before_last(self.scene, record)
        decided = next((e for e in reversed(record.events) if e.what in TRICK_ENDS), None)
        self.scene, _ = replace(self.scene, state=record.state, record=record, decided=decided).settled()
        self.page_of = self.scene
        if not _asks_about_it(following):
            self.page = free.page(record)
            return self.page if untold else [*free.last_told(record), *self.page]
        self._hold(before, last)
        self.page = [*free.last_told(record, 1), *free.page(record)]
        return free.last_told(record, 0, 1)

    def _hold(self, before: Scene, events: tuple[Event, ...]) -> None:
        """Keep back what a move led to; the move itself, with which `events` begin, is on the table."""
        itself = _itself(events)
        self.made_since += itself
        self.held += events[len(itself) :]
        self.before = self.before or before

    def released(self, step: LessonStep, following: LessonStep | None) -> list[Block]:
        """What was held until `step` was answered, unless the step that follows asks about it too."""
        if step.ask == "winner":  # the deciding event was told with the answer
            self.held = tuple(event for event in self.held if event is not self.scene.decided)
        if _asks_about_it(following):
            return []
        held, self.held, self.before, self.made_since = self.held, (), None, ()
        if held and self.page_of is self.scene:
            return self.page
        if self._ends_its_scene(step):
            held = _of_this_hand(held)
        return self.told(held)

    def told(self, events: tuple[Event, ...]) -> list[Block]:
        """What happened, in words."""
        texts: list[str] = []
        for what, group in groupby(events, lambda event: event.what):
            some = list(group)
            if what == SCORED and len(some) > MOST_LINES and len(self.scene.seats) > 2:  # two may score in columns
                texts.append(say("lesson.scored", each=_in_all(some)))
            else:
                texts += [words.event_text(self.game, event) for event in some]
        return [Item("", text) for text in texts if text]

    def described(self, step: LessonStep | None = None, *asked: Question) -> list[Block]:
        """The table drawn for the learner, or what a result is made of, before `step`, without what answers `asked`."""
        asks = step.ask if step is not None and step.asks else ""
        bare = bool(asks) and step is not None and step.table is False
        if self.page and self.page_of is self.scene and not self.held and not asks:
            return self.page
        if self.held and self.before is not None:
            return self._drawn(self.before, asked, telling=False, bare=bare)
        if self.scene.result is not None:
            return result_doc(self.game, self.scene.result, bare=bare)
        return self._drawn(self.scene, asked, telling=asks not in ("winner", "value"), bare=bare)

    def before_question(self, step: LessonStep, *asked: Question) -> list[Block]:
        """The table for a question, unless it was drawn for one just before it and nothing has been done since."""
        blocks = self.described(step, *asked)
        decides = bool(step.play) or step.ask == "legal"
        same = blocks == self.drawn or (self.shown is self.scene and not self.held and not decides)
        near = self.scene.result is not None or self.asked < (1 if step.play else NEAR)
        self.asked += 1
        if same and near and self.drawn:
            return []
        self.drawn, self.shown, self.asked = blocks, self.scene, 1
        return blocks

    def _drawn(self, scene: Scene, asked: tuple[Question, ...], *, telling: bool, bare: bool) -> list[Block]:
        """The table of a scene: with the card whose consequences are held, if any; `bare` is cards and calls alone."""
        try:
            phase, view = scene.seen()
        except NoScene:
            return []
        state = scene.state
        if scene is self.before and state is not None:
            view, state = (_called(one, self._calls_since(scene)) for one in (view, state))
        table = tabletop(self.game, scene.learner, phase=phase, view=view, state=state, telling=telling)
        table = without_words(table, self.untold.values())
        if scene.record is not None:
            table = set_up(self.game, table, scene.record)
        for event in self.made_since if scene is self.before else ():
            table = laid(table, event.seat, event.cards)
        for question in asked:
            table = without_answer(table, question)
        return [TableDrawing(cards_only(table) if bare else table)]

    def _calls_since(self, before: Scene) -> Calls:
        """What was said, and by whom, since the table was as it is held."""
        if self.scene.record is None or before.record is None:
            return ()
        entries = self.scene.record.entries[len(before.record.entries) :]
        return tuple(
            (one.seat, one.text) for one in entries if one.made and one.events and one.events[0].what == CALLED
        )

    def gone(self, at: int, following: LessonStep | None) -> None:
        """Make the move of step `at`, or play its hand: as the learner did, if that is known, else as the example."""
        step = self.lesson.steps[at]
        if step.play:
            self.made(self.own.get(at, (step.play,))[0])
        elif step.free:
            from tutor.teach.lessons import free

            moves, seed = self.own.get(at), free.seed_of(self.lesson, at)
            known = free.replayed(self.scene, moves) if moves else None
            self.ended(known or free.by_chance(self.scene, seed, 0, free.QUICK).record, following)

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
            following = self.lesson.steps[at + 1] if at + 1 < len(self.lesson.steps) else None
            self.gone(at, following)
            if step.ask or step.play:
                self.released(step, following)
        self.drawn, self.shown, self.asked = [], None, 0


def _called(table: Any, calls: Calls) -> Any:
    """A view or state with calls added, where it has them all; what follows from them is not worked out."""
    had = getattr(table, "bids", None)
    return replace(table, bids=(*had, *calls)) if calls and isinstance(had, tuple) else table


def _itself(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What happened with a move before anything follows: the first event; of what nobody plays, all of its kind."""
    if not events or events[0].seat:
        return events[:1]
    return tuple(takewhile(lambda event: event.what == events[0].what, events))


def _in_all(lines: Iterable[Event]) -> list[tuple[Side, str]]:
    """What score lines bring to each player or side, in the order in which they come."""
    found: dict[Side, float] = {}
    for line in lines:
        found[line.seat] = found.get(line.seat, 0) + line.facts["points"]
    return [(who, shown(float(n))) for who, n in found.items()]


def _of_this_hand(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What happened up to the end of the hand."""
    return events[: next((i for i, event in enumerate(events, 1) if event.what == HAND_OVER), len(events))]


def _asks_about_it(following: LessonStep | None) -> bool:
    """Whether the step that follows asks what has just come about."""
    if following is None or following.sets_scene or following.replay:
        return False
    return following.ask in ("winner", "value")
