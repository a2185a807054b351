"""The table of a lesson in progress: the current scene, and events that are held back.

Events that would give an answer away are *held* until the question is answered, then *released*.
"""

from __future__ import annotations

import copy
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.events import CALL_MADE, PLAYED, ROUND_WON, TRICK_ENDS, occurs
from tutor.kernel.position import BIDS, write
from tutor.teach.lessons.events import event_items, itself, of_this_hand
from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.lessons.scene import NoScene, Scene, set_scene
from tutor.teach.lessons.terms import untold
from tutor.teach.questions import MovesQuestion
from tutor.teach.tables.tabletop import counted_as, laid, set_up, tabletop, with_nothing_to_beat, without_counts
from tutor.teach.tables.withheld import cards_only, without_answer, without_untold, without_zeros
from tutor.teach.text.doc import Block, Para, TableDrawing
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.events import Event
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.teach.lessons.model import Lesson, LessonStep
    from tutor.teach.questions import Question
    from tutor.teach.text.tabletop import Tabletop

Calls = tuple[tuple[str, str], ...]
"""Calls as (seat, text) pairs, in order."""
NEAR: Final = 2
"""The most questions about a table before it is drawn again; it is always drawn before a decision."""


class LessonTable:
    """Goes through the scenes of a lesson; does not log or ask."""

    def __init__(self, game: Game[Any], lesson: Lesson) -> None:
        """The empty table before the first step."""
        self.game, self.lesson = game, lesson
        self.untold = untold(game.name, lesson.id)
        """What this lesson and those before it do not explain; entries of the table that need it are left out."""
        self.own: dict[int, tuple[str, ...]] = {}
        """The learner's moves with which the lesson goes on, by index of step; for a free hand all moves."""
        self.clear()

    def copied(self) -> LessonTable:
        """An independent copy."""
        other = copy.copy(self)
        other.own = dict(self.own)
        return other

    def clear(self) -> None:
        """Go back to before the first step, keeping `own`."""
        self.scene = Scene(self.game)
        self.held: tuple[Event, ...] = ()
        self.before: Scene | None = None
        """The scene before the move whose consequences are held."""
        self.made_since: tuple[Event, ...] = ()
        """The events of the moves made since then, without consequences."""
        self.drawn: list[Block] = []
        """The last drawing; `shown` is its scene, `asked` the number of questions asked about it."""
        self.page: list[Block] = []
        """The page at the end of a free hand, told when the questions about it are answered."""
        self.page_of: Scene | None = None
        """The scene that `page` describes."""
        self.shown: Scene | None = None
        self.asked = 0

    def enter(self, step: LessonStep) -> list[Block]:
        """Set the scene of a step; gives its sentence and the events of its moves.

        A sentence that comes with a new scene stands before the moves, any other comments on them and stands behind.
        """
        self.set(step)
        if step.sets_scene:
            return [*self.said(step), *self.replayed(step)]
        return [*self.replayed(step), *self.said(step)]

    def set(self, step: LessonStep) -> None:
        """Set the scene of a step, if it has one."""
        if step.sets_scene:
            self.held, self.before, self.made_since, self.page = (), None, (), []
        scene = set_scene(self.game, step, self.scene)
        self.scene = replace(scene, learner=step.seat) if step.seat else scene

    def said(self, step: LessonStep) -> list[Block]:
        """The author's sentence in `say`."""
        return [Para(lesson_sentence(step.say, self.scene.facts()))] if step.say else []

    def replayed(self, step: LessonStep) -> list[Block]:
        """Play the moves in `replay`; gives their events in words."""
        return self.told(self._replayed(step)) if step.replay else []

    def _replayed(self, step: LessonStep) -> tuple[Event, ...]:
        """Play the moves in `replay`; gives the events to tell, and holds those that are asked about."""
        told: tuple[Event, ...] = ()
        for at, move in enumerate(step.replay, 1):
            before = self.scene
            self.scene, events = before.played(move)
            if step.ask and at == len(step.replay):
                self._hold(before, events, itself(events))
                events = itself(events)
            elif at == len(step.replay) and self._ends_its_scene(step):
                events = of_this_hand(events)
            told += events
        return told

    def _ends_its_scene(self, step: LessonStep) -> bool:
        """Whether no move follows before another scene is set, so that a new hand need not be told."""
        at = next((at for at, one in enumerate(self.lesson.steps) if one is step), len(self.lesson.steps))
        rest = takewhile(lambda one: not one.sets_scene, self.lesson.steps[at + 1 :])
        return not any(one.play or one.replay or one.free for one in rest)

    def made(self, move: str) -> tuple[Event, ...]:
        """Make the learner's move in a whole game, and hold its consequences; gives the events of the move itself."""
        if self.scene.state is None:
            return ()
        before = self.scene
        self.scene, events = before.played(move)
        self._hold(before, events, itself(events))
        return itself(events)

    def ended(self, record: Record[Any], following: LessonStep | None) -> list[Block]:
        """Take over the end of a free hand; its page is held if `following` asks about it, and not the last trick."""
        from tutor.teach.lessons import free  # loads practice, which most lessons do not need

        last = record.entries[-1].events
        before = free.before_last(self.scene, record)
        decided = next((e for e in reversed(record.events) if e.what in TRICK_ENDS), None)
        self.scene, _ = replace(self.scene, state=record.state, record=record, decided=decided).settled()
        self.page_of = self.scene
        if not _asks_about_it(following):
            self.page = free.page(record)
            return [*free.last_told(record), *self.page]
        told = 1 if following is not None and following.ask == "winner" else max(1, free.settled_at(record))
        self._hold(before, last, last[:told])
        self.page = [*free.last_told(record, told), *free.page(record)]
        return free.last_told(record, 0, told)

    def _hold(self, before: Scene, events: tuple[Event, ...], itself: tuple[Event, ...]) -> None:
        """Hold the consequences of a move; `events` begin with the move `itself`, which is shown."""
        self.made_since += itself
        self.held += events[len(itself) :]
        self.before = self.before or before

    def released(self, step: LessonStep, following: LessonStep | None) -> list[Block]:
        """Release what was held until `step` was answered, unless `following` asks about it too."""
        if step.ask == "winner":  # the answer has told the deciding event
            self.held = tuple(event for event in self.held if event is not self.scene.decided)
        if _asks_about_it(following):
            return []
        held, self.held, self.before, self.made_since = self.held, (), None, ()
        if held and self.page_of is self.scene:
            return self.page
        if self._ends_its_scene(step):
            held = of_this_hand(held)
        return self.told(held)

    def told(self, events: tuple[Event, ...]) -> list[Block]:
        """Events in words; of the players the learner comes first, as at the table."""
        seats, learner = self.scene.seats, self.scene.learner
        at = seats.index(learner) if learner in seats else 0
        return event_items(self.game, (*seats[at:], *seats[:at]), events, self.untold.terms)

    def described(self, step: LessonStep | None = None, *asked: Question) -> list[Block]:
        """The table, or the facts of a result, before `step`, without phrases that answer `asked`."""
        asks = step.ask if step is not None and step.asks else ""
        bare = bool(asks) and step is not None and step.table is False
        if self.page and self.page_of is self.scene and not self.held and not asks:
            return self.page
        if self.held and self.before is not None:
            return self._drawn(self.before, asked, telling=False, bare=bare)
        if self.scene.result is not None:
            from tutor.teach.drills.results import result_doc

            return result_doc(self.game, self.scene.result, bare=bare)
        return self._drawn(self.scene, asked, telling=asks not in ("winner", "value"), bare=bare)

    def before_question(self, step: LessonStep, *asked: Question) -> list[Block]:
        """The table for a question, unless it was drawn just before and is unchanged."""
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
        """The table of a scene, with a card whose consequences are held, if any; `bare` leaves only cards and calls."""
        try:
            phase, view = scene.seen()
        except NoScene:
            return []
        state = scene.state
        if scene is self.before and state is not None:
            view, state = (_called(one, self._calls_since(scene)) for one in (view, state))
        table = tabletop(self.game, scene.learner, phase=phase, view=view, state=state, telling=telling)
        table = without_zeros(without_untold(table, self.untold))
        if scene.record is not None:
            table = set_up(self.game, table, scene.record)
        for event in self.made_since if scene is self.before else ():
            if event.what == PLAYED:  # what is picked or given away does not lie there
                table = laid(self.game, table, event.seat, event.cards)
        ended = False
        if scene is self.before and self.scene.state is not None:
            played = {event.seat for event in self.made_since}
            ended = self.scene.hand_over or self.scene.state.over
            if ended or occurs(self.held, ROUND_WON):
                table = with_nothing_to_beat(table)
            if ended:  # the next hand may be dealt by now
                table = without_counts(table, played)
            else:
                table = counted_as(table, tabletop(self.game, scene.learner, state=self.scene.state), played)
        for question in asked:
            table = without_answer(table, question)
        counting = not any(isinstance(question, MovesQuestion) for question in asked)
        behind = ended and counting and bool(table.tallies)
        return self._drawing(cards_only(table)) if bare else self._drawing(table, behind=behind)

    def _drawing(self, table: Tabletop, *, behind: bool | None = None) -> list[Block]:
        """The drawing of a table, and whether its figures are `behind` what is held (None: it has none, only cards)."""
        if behind is None and table.empty:
            return []
        trick = occurs((*self.made_since, *self.held), *TRICK_ENDS)
        return [TableDrawing(table), *([Para(say("lesson.counts_behind", trick=trick), "dim")] if behind else ())]

    def _calls_since(self, before: Scene) -> Calls:
        """What was said, and by whom, since the table was as it is held."""
        if self.scene.record is None or before.record is None:
            return ()
        entries = self.scene.record.entries[len(before.record.entries) :]
        return tuple(
            (one.seat, one.text) for one in entries if one.made and one.events and one.events[0].what == CALL_MADE
        )

    def passed(self, at: int) -> None:
        """Make the move of step `at`, or play its free hand, as the learner did if known, else as the example."""
        step, following = self.lesson.steps[at], self.lesson.following(at)
        if step.play:
            self.made(self.own.get(at, (step.play,))[0])
        elif step.free:
            from tutor.teach.lessons import free

            moves, seed = self.own.get(at), free.seed_of(self.lesson, at)
            known = free.replayed(self.scene, moves) if moves else None
            self.ended(known or free.by_chance(self.scene, seed, 0, free.QUICK).record, following)
        if step.ask or step.play:
            self.released(step, following)

    def position(self) -> str:
        """The decision on the table as a line for `tutor explain`; "" if there is none."""
        try:
            phase, view = self.scene.seen()
        except NoScene:
            return ""
        return write(self.game, phase, view)

    def go_to(self, index: int) -> None:
        """Go to before step `index` by going through the steps before it, without telling."""
        self.clear()
        for at, step in enumerate(self.lesson.steps[:index]):
            self.enter(step)
            self.passed(at)
        self.drawn, self.shown, self.asked = [], None, 0


def _called(table: Any, calls: Calls) -> Any:
    """A view or state with calls added, where it has them all; what follows from them is not worked out."""
    had = getattr(table, BIDS, None)
    return replace(table, **{BIDS: (*had, *calls)}) if calls and isinstance(had, tuple) else table


def _asks_about_it(following: LessonStep | None) -> bool:
    """Whether the next step asks about what has just happened."""
    if following is None or following.sets_scene or following.replay:
        return False
    return following.ask in ("winner", "value")
