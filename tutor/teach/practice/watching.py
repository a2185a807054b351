"""Watch the program play all seats: events are told trick by trick, with reasons for moves."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from tutor.advice.evidence import TELLING
from tutor.advice.reasons.finding import telling_reasons
from tutor.kernel.events import (
    CONTRACT_MADE,
    CONTRACT_SET,
    DEALT,
    DECLARER_FOUND,
    HAND_ENDS,
    ROUND_WON,
    TRICK_ENDS,
    occurs,
)
from tutor.kernel.seats import Seat
from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.commands import CommandRow
from tutor.teach.conversation.conversation import HELP, Conversation, leaving
from tutor.teach.practice import ending, table
from tutor.teach.practice.advising import advised, certain, motive, reasons_told
from tutor.teach.practice.match import hands_over
from tutor.teach.tables.tabletop_builder import hand_rows
from tutor.teach.text.cards import called
from tutor.teach.text.doc import Block, Gap, HandsBlock, Heading, Item, Para, TableDrawing
from tutor.teach.text.marks import mark
from tutor.teach.text.names import Names, names_at
from tutor.teach.text.phrases import in_words, worded
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.advice import Advice
    from tutor.advice.reasons.context import Reason
    from tutor.kernel.history import Record
    from tutor.teach.practice.start import PracticeRequest

BEAT: Final = TRICK_ENDS | HAND_ENDS | {ROUND_WON, CONTRACT_MADE, CONTRACT_SET, DECLARER_FOUND}
"""Kinds of events after which a beat, a part of the story between two pauses, ends."""
MOST: Final = 8
"""The most moves of one beat."""
SAID: Final = 2
"""The most moves of one beat whose reasons are given."""
AGAIN: Final = 3
"""The most times that one reason is given in a hand."""
WORK: Final = 50_000
"""Units of work for finding the reasons of one move."""
CALLED: Final = 120_000
"""The same for calls, whose reasons need more play-outs."""


class _Told(NamedTuple):
    """A move's main reason: the adviser's confidence, the feature, the words."""

    sure: float
    what: str
    block: Block


class Watching(Conversation):
    """A game played by the program at all seats. `beat` tells the next part; commands are answered in pauses."""

    def __init__(self, request: PracticeRequest) -> None:
        super().__init__()
        self.match = request.begun()
        self.last: tuple[Record[Any], Seat, Advice] | None = None
        """The last move with a choice: the record before it, its seat, and the advice."""
        self._given: Counter[str] = Counter()

    @property
    def record(self) -> Record[Any]:
        """The record of the game so far."""
        return self.match.record

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.over

    # -- the story -------------------------------------------------------------------------------------

    def opening(self) -> list[Block]:
        """The title, the players and an introduction."""
        game, setup = self.match.game, self.match.setup
        intro = say("watch.intro", level=setup.level, seed=setup.seed)
        people = Para(say("replay.people", names=self.names))
        return [Heading(game.title, 1), people, Para(intro, "dim")]

    def beat(self) -> list[Block]:
        """Play and tell up to the end of a trick, a round, or the bidding."""
        since = len(self.record.entries)
        hand = hands_over(self.record)
        spoken: list[_Told] = []
        doc: list[Block] = []
        for moves in range(MOST):
            fresh = self.record.state.chance is not None
            said = self._act()
            spoken += [said] if said is not None else []
            events = self.record.entries[-1].events
            if (fresh and self.record.state.chance is None) or occurs(events, DEALT):
                doc += [*table.happened(self.record, since), *self.hands()]
                since = len(self.record.entries)
            if self.over or occurs(events, *BEAT) or (moves and fresh):
                break
        ended = self.over or (hands_over(self.record) > hand and self.match.held)
        doc += [*table.happened(self.record, since, last=ended), *self._chosen(spoken)]
        if ended:
            self._given.clear()
            doc += [*ending.settling(self.record), *ending.sheet(self.record), Gap()]
        if self.over:
            doc += ending.result(self.match)
        elif self.record.state.turn:
            doc += [Gap(), self.drawn(), Gap()]
        return list(worded(self.match.game, doc))

    def _chosen(self, spoken: list[_Told]) -> list[Block]:
        """The reasons of a beat that were given least often in this hand, the surest first."""
        fresh = [one for one in spoken if self._given[one.what] < AGAIN]
        best = sorted(fresh, key=lambda one: (self._given[one.what], -one.sure))[:SAID]
        self._given.update(one.what for one in best)
        return [one.block for one in fresh if one in best]

    def _act(self) -> _Told | None:
        """Make one draw or move; gives its main reason if that is worth telling."""
        if self.match.drew():
            return None
        before, seat = self.record, self.match.next_to_act()
        advice = self.match.advised(seat)
        self.match.act(seat, advice.move)
        if advice.legal == 1:
            return None
        self.last = before, seat, advice
        if advice.sure < TELLING:
            return None
        work = WORK if advice.move.cards else CALLED
        why = telling_reasons(before, seat, advice.move, advice.other, self.match.chance("why"), work)
        return _Told(advice.sure, why[0].what, self._told(seat, advice, why)) if why else None

    def _told(self, seat: Seat, advice: Advice, why: tuple[Reason, ...]) -> Block:
        game = self.match.game
        told = [why[0], *(reason for reason in why[1:] if reason.what == "hands_won" and not advice.move.cards)]
        text = " ".join(dict.fromkeys(part for one in told for part in (certain(game, one), motive(game, one)) if part))
        assert self.last is not None
        phase = game.due(self.last[0].state)
        return in_words(game, [Item(f"{mark('s', seat)} {shown(advice.move)}", text)], phase)[0]

    def drawn(self) -> Block:
        """The table as it is now."""
        return TableDrawing(table.seen_at(self.record, ""))

    def hands(self) -> list[Block]:
        """Everybody's cards."""
        game, state = self.match.game, self.record.state
        rows = [(mark("s", seat), game.held(state, seat)) for seat in state.seats]
        return [
            HandsBlock(
                tuple((seat, hand_rows(game.rows(held, state))) for seat, held in rows if held),
                tuple(called(game).items()),
            )
        ]

    # -- in a pause ------------------------------------------------------------------------------------

    def entered(self) -> list[Block]:
        """The next beat."""
        return self.beat()

    def answered(self, line: str) -> list[Block]:
        """The words that may be typed."""
        return self.helped("")

    def parting(self) -> list[Block]:
        """How to watch it again."""
        return [Para(say("watch.left", game=self.match.game.name, seed=self.match.setup.seed))]

    def _show(self, rest: str) -> list[Block]:
        return [self.drawn(), *self.hands()]

    def _why(self, rest: str) -> list[Block]:
        if self.last is None:
            return [Para(say("watch.no_why"), "dim")]
        before, seat, advice = self.last
        told = Para(say("watch.why", who=seat, move=advice.move))
        game = before.game
        why = reasons_told(before, seat, advice, Random(f"{self.match.setup.seed}:why"))
        return [*in_words(game, [told], game.due(before.state)), *advised(before, seat, advice, why)]

    @property
    def prompt(self) -> str:
        """What the prompt says."""
        return f"{self.match.game.name} {say('watch.prompt')}"

    @cached_property
    def names(self) -> Names:
        """Names for a table without a learner."""
        state = self.match.record.state
        return names_at(self.match.game, state.players, state.options, "", self.match.setup.names)

    help_block = "watch.help"
    commands: ClassVar[cmd.Table] = (
        CommandRow(cmd.STEP, lambda watching, _: watching.beat()),
        CommandRow(cmd.WHY, _why, help="watch.command_why"),
        CommandRow(cmd.SHOW, _show, help="watch.command_show"),
        HELP,
        leaving("watch.command_quit"),
    )


def beats(watching: Watching) -> Iterator[list[Block]]:
    """The whole story, beat by beat."""
    while not watching.over:
        yield watching.beat()
