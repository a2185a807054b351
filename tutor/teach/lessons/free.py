"""Free hands: in a lesson the learner plays the rest of a hand against the program, as in practice.

The program's moves follow from the lesson and the moves played, so the same moves get the same answers.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import takewhile
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final

from tutor.advice import LEVELS, Adviser, Budget, Strength
from tutor.kernel import history
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal
from tutor.kernel.seats import DECK
from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.commands import CommandRow
from tutor.teach.conversation.conversation import HELP, leaving
from tutor.teach.lessons.scene import Scene, drawn
from tutor.teach.practice import ending, in_short, table
from tutor.teach.practice.command_answers import ROWS
from tutor.teach.practice.decision import Decision
from tutor.teach.practice.key_moments import comment
from tutor.teach.practice.match import Match, MatchSetup, hands_over, held_before_last
from tutor.teach.practice.table_session import TableSession
from tutor.teach.progress.store import Store
from tutor.teach.text.doc import Block, Gap, Item, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.history import Record
    from tutor.teach.lessons.model import Lesson

MOST: Final = 1_000
"""The most moves and draws of a hand; a longer one is given up."""
FEW: Final = 6
"""The most moves that are told one by one when the program plays for a learner who skips."""
LAST: Final = 20
"""The most items, of tricks or rounds, that are then told, the last ones."""


@dataclass(frozen=True)
class Effort:
    """The program's strength, whether it comments, and when to give up (a `monotonic` time; 0: never)."""

    strength: Strength
    comments: bool = False
    until: float = 0


PLAYING: Final = Effort(LEVELS[2], comments=True)
"""Against a learner."""
SKIPPING: Final = Strength(10, Budget(playouts=120, work=80_000))
"""The strength when the program plays the rest of a hand: quick, without blunders."""
QUICK: Final = Effort(Strength(4, Budget(playouts=4, work=4_000)))
"""The effort for the check, which plays many hands."""


class TooLong(ValueError):
    """A hand does not end within its bounds."""

    def __init__(self) -> None:
        super().__init__(say("free.too_long", most=MOST))


Choice = Callable[[Sequence[Move]], Move]
"""A function that chooses one of the legal moves."""


def seed_of(lesson: Lesson, at: int) -> int:
    """The seed of the program's play in step `at`."""
    return zlib.crc32(f"{lesson.game}:{lesson.id.partition('@')[0]}:{at}".encode())


class FreeHand(TableSession):
    """A free hand from a scene on; `over` at its end, or when the learner goes back in the lesson."""

    def __init__(self, scene: Scene, store: Store, seed: int, effort: Effort = PLAYING) -> None:
        """Raises ValueError if the scene is not a game in progress."""
        if scene.record is None or scene.record.state.over:
            raise ValueError(say("free.no_game"))
        hands = hands_over(scene.record) + 1
        super().__init__(Match(scene.record, MatchSetup(scene.learner, seed, hands=hands)), store)
        self.match.adviser = Adviser(scene.game, effort.strength)
        self.effort = effort
        self.begun = len(scene.record.entries)
        self.goes: cmd.Command | None = None
        """`UNDO` or `AGAIN` if the learner wants to go back in the lesson, beyond the hand."""
        self.skipped = False
        """Whether the program played all of the learner's cards; the rest of a hand may be left to it."""
        self.in_short = False
        """Whether it then told the hand trick by trick, an item each."""
        self.unfinished = ""
        """The beginning of the last of these items, which the last move ends."""
        self.tip = True
        """Whether the hint that moves can be undone is still to be given."""

    @property
    def _held(self) -> bool:
        """Whether the learner holds cards now."""
        return bool(self.match.game.held(self.record.state, self.match.seat))

    @property
    def over(self) -> bool:
        """Whether the hand has ended, or the lesson goes back to before it."""
        return self.match.over or self.goes is not None

    @property
    def record(self) -> Record[Any]:
        """The record since the scene was set."""
        return self.match.record

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves since the free hand began, as `SEAT:MOVE`."""
        return tuple(f"{entry.seat}:{entry.text}" for entry in self.record.entries[self.begun :] if entry.made)

    @property
    def touched(self) -> bool:
        """Whether the learner has made a move, other than one that was forced."""
        at = self.match.last_decided()
        return at is not None and at >= self.begun

    def opening(self, known: Sequence[str] = ()) -> list[Block]:
        """The introduction, then play up to the learner's first decision; on from the moves `known`, if these fit."""
        begin = Para(say("free.begin", held=self._held), "dim")
        if known:
            with suppress(Exception):  # the lesson or the rules have changed, or the log is another learner's
                self.match.record = played_on(self.record, known)
                told = in_short.by_tricks(self.record, self.begun, self.match.seat, every=True)
                return [begin, Para(say("free.resumed"), "dim"), *told, *self._go_on(len(self.record.entries))]
        return [begin, *self._go_on(self.begun)]

    def answer(self) -> str:
        """The program's move for the learner, in canonical text."""
        match = self.match
        return match.advised(match.seat).move.text

    # -- going on --------------------------------------------------------------------------------------

    def _go_on(self, since: int, *, deal: bool = True) -> list[Block]:
        doc = self._commented(since)
        going = True
        while going and not self.over:
            self._raise_if_too_long()
            going = self.match.advance()
        self.decision = Decision()
        if self.over:
            until = len(self.record.entries) - 1
            return [*doc, *table.happened(self.record, since, until, listener=self.match.listener)]
        told = table.happened(self.record, since, listener=self.match.listener)
        doc += [Item("", block.text) if isinstance(block, Para) else block for block in told]  # as in all of a lesson
        return [*doc, Gap(), *self._turn()]

    def _commented(self, at: int) -> list[Block]:
        """The comment on entry number `at`, if that is a move of the learner."""
        entries = self.record.entries
        own = len(entries) > at and entries[at].made and entries[at].seat == self.match.seat
        if not own or not self.effort.comments or self.decision.helped:
            return []
        doc = comment(self.record, self.match.seat, at, self.match.setup.seed)
        if doc and self.tip and not self.over:
            self.tip = False
            doc.append(Para(say("free.tip"), "dim"))
        return doc

    def _raise_if_too_long(self) -> None:
        late = self.effort.until and monotonic() > self.effort.until
        if late or len(self.record.entries) - self.begun > MOST:
            raise TooLong

    def play_out(self, choose: Choice | None = None) -> None:
        """Play the hand to its end, with the learner's moves chosen by `choose` or the program; raises `TooLong`."""
        match = self.match
        while not self.over:
            self._raise_if_too_long()
            match.advance()
            if match.due:
                moves = legal(match.game, match.record.state, match.seat)
                text = choose(moves).text if choose is not None else self.answer()
                match.act(match.seat, next(move for move in moves if move.text == text))

    # -- commands --------------------------------------------------------------------------------------

    def _undo(self, rest: str) -> list[Block]:
        if self.decision.pending:
            return self.let_be()
        if not self.touched:
            self.goes = cmd.UNDO
            return []
        move, followed = self.match.undo()
        undone = Para(say("practice.undone", move=move, followed=followed), "dim")
        return [undone, *self._go_on(len(self.record.entries))]

    def _again(self, rest: str) -> list[Block]:
        if not self.touched:
            self.goes = cmd.AGAIN
            return []
        self.match.record = history.cut(self.record, self.begun)
        return [Para(say("practice.again", hands=1), "dim"), *self._go_on(self.begun)]

    def _skip(self, rest: str) -> list[Block]:
        self.match.adviser = Adviser(self.match.game, min(self.effort.strength, SKIPPING, key=_work))
        since, held = len(self.record.entries), self._held
        self.skipped = not self.touched
        self.play_out()
        few = sum(entry.made and entry.seat != DECK for entry in self.record.entries[since:]) <= FEW
        if few:
            told, cut = table.happened(self.record, since, len(self.record.entries) - 1), False
        else:
            rounds = in_short.by_tricks(self.record, since, self.match.seat)
            cut = len(rounds) > LAST
            *told, last = rounds[-LAST:]
            self.in_short = True
            if isinstance(last, Item) and in_short.amid_trick(self.record, since):
                self.unfinished = f"{last.text} "
            else:
                told.append(last)
        return [Para(say("free.skipped", cut=cut, held=held), "dim"), *told]

    commands: ClassVar[cmd.Table] = (
        *ROWS,
        CommandRow(cmd.UNDO, _undo, help="free.command_undo"),
        CommandRow(cmd.AGAIN, _again, help="free.command_again"),
        CommandRow(cmd.SKIP, _skip, help="free.command_skip"),
        HELP,
        leaving("free.command_quit"),
    )


def _work(strength: Strength) -> int:
    return strength.budget.work or 0


def replayed(scene: Scene, moves: Iterable[str]) -> Record[Any]:
    """The record of a free hand with these moves; raises ValueError if they do not lead to its end."""
    if scene.record is None:
        raise ValueError(say("free.no_game"))
    record, wanted = played_on(scene.record, moves), hands_over(scene.record) + 1
    if not record.state.over and hands_over(record) != wanted:
        raise ValueError(say("free.not_over"))
    return record


def played_on(record: Record[Any], moves: Iterable[str]) -> Record[Any]:
    """The record with these moves more; raises ValueError if one of them cannot be made."""
    for move in moves:
        seat, _, text = move.partition(":")
        if seat == DECK:
            record = history.play(record, DECK, drawn(record.game, text))
            continue
        done = history.attempt(record, seat, text)
        if not done.ruling.legal:
            raise ValueError(f"{move}: {done.ruling.verdict.value}")
        record = done.record
    return record


def by_chance(scene: Scene, seed: int, number: int, effort: Effort) -> FreeHand:
    """A hand played to its end; the learner's moves are the program's if `number` is 0, else random."""
    hand = FreeHand(scene, Store(None), seed, effort)
    rng = Random(f"{seed}:{number}")
    hand.play_out((lambda moves: rng.choice(moves)) if number else None)
    return hand


def page(record: Record[Any]) -> list[Block]:
    """The page at the end of the hand, as in practice; where nobody held cards, what was dealt and won."""
    if held_before_last(record):
        return ending.page(record)
    events = record.entries[-1].events
    over = max((at for at, event in enumerate(events, 1) if event.what in table.SETTLING), default=len(events))
    return [*table.told(record.game, events[settled_at(record) : over]), *ending.sheet(record)]


def last_told(record: Record[Any], since: int = 0, until: int | None = None) -> list[Block]:
    """The events `since` to `until` of the last move, by default all that the page at the end does not tell."""
    events = record.entries[-1].events
    return table.told(record.game, events[since : settled_at(record) if until is None else until])


def itemized(doc: list[Block], before: str) -> list[Block]:
    """`doc` with the paragraphs that it begins with run together in one item, behind `before`."""
    begun = list(takewhile(lambda block: isinstance(block, Para), doc))
    texts = [block.text for block in begun if isinstance(block, Para)]
    return [Item("", before + " ".join(texts)), *doc[len(begun) :]] if before or texts else doc


def settled_at(record: Record[Any]) -> int:
    """The index among the last events at which the page begins."""
    return table.settled_from(record.entries[-1].events) if held_before_last(record) else 1


def before_last(scene: Scene, record: Record[Any]) -> Scene:
    """The scene before the last move of the hand."""
    return replace(scene, state=record.before_last, record=history.cut(record, len(record.entries) - 1))
