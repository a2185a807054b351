"""The base class of conversations at a table: practice games and the free hands of lessons."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from tutor.kernel.judging import Judgement, Ruling, Verdict
from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.conversation import Conversation
from tutor.teach.conversation.moves import seats_named
from tutor.teach.practice import move_input, table
from tutor.teach.practice.decision import Decision, Slip
from tutor.teach.practice.lapsed_rights import warned
from tutor.teach.rulings.explain import short_attempt_doc
from tutor.teach.text.doc import Block, Para, TableDrawing
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.teach.conversation.session import Word
    from tutor.teach.practice.match import Match
    from tutor.teach.progress.store import Store
    from tutor.teach.text.names import Names


class TableSession(Conversation):
    """A conversation about the learner's decisions in `match`: legal moves are made, illegal ones get a ruling."""

    def __init__(self, match: Match, store: Store) -> None:
        super().__init__()
        self.match: Match = match
        self.store = store
        self.decision = Decision()
        self.slips: list[Slip] = []
        """The slips not reviewed yet."""
        self.slipped = False
        self.advised: set[int] = set()
        """The numbers of states in the record after which advice was given."""
        self.asked: set[str] = set()
        """The phases of which the learner has been asked for a decision."""

    @abstractmethod
    def _go_on(self, since: int, *, deal: bool = True) -> list[Block]:
        """Let the others act; tell the events since entry `since`, and what is due."""

    def keep(self) -> None:
        """Called after every change of the game, before it is shown; saves it."""

    @property
    def prompt(self) -> str:
        """The game and the phase due."""
        return f"{self.match.game.name} {self.match.record.state.phase}" if self.match.due else self.match.game.name

    @property
    def names(self) -> Names:
        """The names of the seats as the learner sees them."""
        return self.match.names

    def answers(self) -> tuple[Word, ...]:
        """All cards in hand and all calls."""
        return move_input.move_words(self.match) if self.match.due else ()

    def help_intro(self) -> str:
        """How to type moves, if one is due."""
        return move_input.how_to_type(self.match) if self.match.due else say("practice.help_after")

    def is_answer(self, line: str) -> bool:
        """Whether `line` is a move, which takes precedence over a command: `q` may be a queen."""
        match = self.match
        return match.due and move_input.is_move(match.game, *match.moment, seats_named(line, match.names))

    def entered(self) -> list[Block]:
        """Make a move that awaits confirmation; or let the others act first; or show the table."""
        if self.decision.pending:
            return self.answered(self.decision.pending)
        return self.wait() if self.match.shared else self._turn()

    def onward(self) -> list[Block]:
        """The same where something goes on without a move; else that it is the learner's turn."""
        if self.decision.pending or self.match.shared or not self.match.due:
            return self.entered()
        return [Para(say("practice.onward", new=any(row.command is cmd.NEW for row in self.here())), "dim")]

    def let_be(self) -> list[Block]:
        """Let be the move that awaits confirmation, and ask again."""
        self.decision.pending = ""
        return [Para(say("practice.let_be"), "dim"), *self._turn()]

    def answered(self, line: str) -> list[Block]:
        """A move."""
        return self._tried(move_input.move_text(self.match, line), line)

    def _tried(self, text: str, line: str) -> list[Block]:
        """Try the move `text`, typed as `line`; a legal one is made, and the game goes on."""
        since = len(self.match.record.entries)
        found = self.match.judged(text)
        gives_up = warned(self.match, self.decision, found)
        if gives_up:
            return gives_up
        ruling = self.match.attempt(found.asked[0].text)
        if ruling.move is None or not ruling.legal:
            return self._refused(found, ruling, line)
        self.keep()
        self.decision.right(self.match.game, found, ruling.move, self.store)
        return self._go_on(since, deal=False)

    def _refused(self, found: Judgement[Any], ruling: Ruling[Any], line: str) -> list[Block]:
        doc: list[Block] = list(short_attempt_doc(self.match.game, found, ruling))
        if ruling.verdict is Verdict.UNREADABLE:
            return [*doc, *self.near_command(line)]
        if ruling.verdict is Verdict.NOT_ALLOWED:
            self._slip(found, ruling)
        else:
            self.faults += 1
        self.keep()
        return doc

    def _slip(self, found: Judgement[Any], ruling: Ruling[Any]) -> None:
        self.faults += 1
        self.slipped = True
        slip = self.decision.refused(self.match, found, ruling, self.store)
        if slip not in self.slips:
            self.slips.append(slip)

    def _turn(self) -> list[Block]:
        """The table, and what is due."""
        found = self.match.judged()
        asked = table.turn(self.match.game, found, others=self.match.shared, known=found.phase.name in self.asked)
        doc: list[Block] = [*self.show(), asked]
        self.asked.add(found.phase.name)
        if self.match.setup.assist.shows:
            if not table.calls(self.match.game, found):  # else the question has them
                doc.append(table.legal_now(self.match.game, found))
            self.decision.helped = True
        return doc

    def show(self) -> list[Block]:
        """The table."""
        return [TableDrawing(self.match.table)]

    def wait(self) -> list[Block]:
        """Let the others act first."""
        since = len(self.match.record.entries)
        if not self.match.advance(waiting=True):
            return [Para(say("practice.no_wait"), "dim")]
        return self._go_on(since)
