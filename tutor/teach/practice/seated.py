"""A learner at the table, move by move: what practice games and the free hands of lessons have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.phase import Judgement, Ruling, Verdict
from tutor.teach.practice import command_answers as answers
from tutor.teach.practice import commands as ask
from tutor.teach.practice import table
from tutor.teach.practice.decision import Decision, Slip
from tutor.teach.practice.lapsed_rights import warned
from tutor.teach.text.doc import Block, Drawn, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.teach.conversation import commands as cmd
    from tutor.teach.practice.match import Match
    from tutor.teach.progress.store import Store


class Seated:
    """The learner's decisions in `match`, each answered with a ruling; legal moves are made, and the others go on."""

    def __init__(self, match: Match, store: Store) -> None:
        self.match, self.store = match, store
        self.decision = Decision()
        self.slips: list[Slip] = []
        """Those not looked at again yet."""
        self.slipped = False
        self.faults = 0

    @property
    def _known(self) -> tuple[cmd.Command, ...]:
        """What may be typed now, besides moves."""
        raise NotImplementedError

    def _go_on(self, since: int, *, deal: bool = True) -> list[Block]:
        """Let the others act; say what happened since entry `since`, and what is to be done."""
        raise NotImplementedError

    def _keep(self) -> None:
        """Called after whatever changes the game, before it is shown."""

    def _tried(self, text: str, line: str) -> list[Block]:
        """Try the move `text`, typed as `line`; if the rules allow it, it is made and the game goes on."""
        since = len(self.match.record.entries)
        found = self.match.judged(text)
        gives_up = warned(self.match, self.decision, found)
        if gives_up:
            return gives_up
        ruling = self.match.attempt(found.asked[0].text)
        if ruling.move is None or not ruling.legal:
            return self._refused(found, ruling, line)
        self._keep()
        self.decision.right(self.match.game, found, ruling.move, self.store)
        return self._go_on(since, deal=False)

    def _refused(self, found: Judgement[Any], ruling: Ruling[Any], line: str) -> list[Block]:
        doc: list[Block] = list(answers.ruled(self.match.game, found, ruling))
        if ruling.verdict is Verdict.UNREADABLE:
            near = ask.near_command(line, self._known)
            return [*doc, Para(say("practice.unknown", word=near), "dim")] if near else doc
        if ruling.verdict is Verdict.NOT_ALLOWED:
            self._slip(found, ruling)
        else:
            self.faults += 1
        self._keep()
        return doc

    def _slip(self, found: Judgement[Any], ruling: Ruling[Any]) -> None:
        self.faults += 1
        self.slipped = True
        slip = self.decision.refused(self.match, found, ruling, self.store)
        if slip not in self.slips:
            self.slips.append(slip)

    def _turn(self) -> list[Block]:
        """The table, and what is to be done."""
        found = self.match.judged()
        doc: list[Block] = [*self._table(), table.turn(self.match.game, found, others=self.match.shared)]
        if self.match.setup.assist.shows:
            doc.append(table.legal_now(self.match.game, found))
            self.decision.helped = True
        return doc

    def _table(self) -> list[Block]:
        return [Drawn(self.match.table)]

    def _wait(self) -> list[Block]:
        since = len(self.match.record.entries)
        if not self.match.shared or not self.match.advance(waiting=True):
            return [Para(say("practice.no_wait"), "dim")]
        return self._go_on(since)
