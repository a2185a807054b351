"""One decision of the learner in a practice game: attempts, help taken, log entries."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from tutor.kernel.calls import PASS
from tutor.kernel.judging import Judgement, Ruling, Verdict
from tutor.kernel.moves import Move
from tutor.kernel.phase import Phase
from tutor.kernel.position import write
from tutor.teach.practice.match import Match
from tutor.teach.progress.events import LogEvent, slip
from tutor.teach.progress.spacing import grade
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.game import Game
    from tutor.teach.progress.store import Store
    from tutor.teach.text.tabletop import Tabletop


@dataclass
class Slip:
    """A decision at which the learner tried illegal moves (`tried`)."""

    phase: Phase[Any, Any]
    view: Any
    position: str
    table: Tabletop
    """The table as the learner saw it."""
    tried: list[str] = field(default_factory=list)


def slips_of(match: Match) -> list[Slip]:
    """The learner's slips in the record of a game, in order."""
    record, seat = match.record, match.seat
    found: dict[int, Slip] = {}
    made = 0
    for entry in record.entries:
        made += entry.made
        if entry.made or entry.seat != seat:
            continue
        state = record.states[made]
        if record.game.rule(state, seat, entry.text).verdict is not Verdict.NOT_ALLOWED:
            continue
        if made not in found:
            then = Match(replace(record, states=(state,), entries=()), match.setup)
            found[made] = Slip(*then.moment, then.position, then.table)
        if entry.text not in found[made].tried:
            found[made].tried.append(entry.text)
    return list(found.values())


@dataclass
class Decision:
    """The learner's current decision, from the question to the legal move."""

    rung: int = 0
    """The number of hints taken."""
    helped: bool = False
    """Whether legal moves were listed or advised; a right move is then no evidence of knowledge."""
    answered: bool = False
    """Whether hints have told which moves are legal, which shows that the rule is not known."""
    advised: bool = False
    """Whether advice was given."""
    told: bool = False
    """Whether the reminder to try before listing has been given."""
    pending: str = ""
    """A legal move that gives up a right, and awaits confirmation."""
    slip: Slip | None = None
    clauses: list[str] = field(default_factory=list)
    """The clauses that refused an attempt, in order."""
    begun: float = field(default_factory=monotonic)

    def hint(self, rungs: Sequence[str]) -> list[Block]:
        """The number of the next hint, and the hint, if it is one of `rungs`; the advice that follows is the last."""
        self.rung = min(self.rung, len(rungs)) + 1
        level = [Para(say("hint.level", n=self.rung, of=len(rungs) + 1), "dim")] if rungs else []
        return [*level, *(Para(rung) for rung in rungs[self.rung - 1 : self.rung])]

    def refused(self, match: Match, found: Judgement[Any], ruling: Ruling[Any], store: Store) -> Slip:
        """Log an illegal attempt at once; gives the slip of this decision."""
        position = write(match.game, found.phase, found.view)
        if self.slip is None:
            self.slip = Slip(found.phase, found.view, position, match.table)
        if ruling.text not in self.slip.tried:
            self.slip.tried.append(ruling.text)
        self.clauses.append(ruling.clause)
        store.add(slip(match.game.name, ruling.clause, position, ruling.text, "practice"))
        return self.slip

    def right(self, game: Game[Any], found: Judgement[Any], move: Move, store: Store) -> None:
        """Log a legal `move` for every clause that refused a move of the same sort, unless the learner broke it first.

        A pass is no evidence of knowing which calls are illegal, nor is playing a card.
        """
        if self.helped or move.text == PASS:
            return
        cut = dict.fromkeys(
            step.duty.clause
            for step in found.found.steps
            if any(bool(other.cards) == bool(move.cards) for other in step.cut)
        )
        detail = {
            "where": "practice",
            "position": write(game, found.phase, found.view),
            "seconds": round(monotonic() - self.begun, 1),
            "hints": self.rung,
        }
        for clause in cut:
            if clause not in self.clauses:
                store.add(
                    LogEvent(
                        "answer",
                        game.name,
                        clause=clause,
                        result=grade(right=not self.answered, hints=self.rung),
                        detail=detail,
                    )
                )
