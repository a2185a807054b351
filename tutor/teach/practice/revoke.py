"""Revokes: a forbidden move stands, as at a real table, until somebody claims it.

For whoever wants no help at all in practice. Where the game's own rules deal with revokes (`Game.revokes`), the card
is played as one and those rules say what comes of it. Elsewhere the move is carried out as if it were legal; nothing
is said. When the trick is over, or it is the player's turn again, an opponent claims: what was revoked, by which rule,
and the game goes on from the moment before, where the record notes the attempt like any other that was refused.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel import history
from tutor.kernel.events import HAND_ENDS, TRICK_ENDS, occurs
from tutor.kernel.history import HistoryEntry, Record
from tutor.kernel.moves import Move
from tutor.kernel.phase import Judgement, Ruling, Verdict, judge
from tutor.kernel.playout import playout
from tutor.kernel.position import write
from tutor.kernel.seats import Seat, after, side_of
from tutor.teach.explain import attempt_doc
from tutor.teach.progress.events import LogEvent
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.teach.progress.store import Store

ENDS: Final = TRICK_ENDS | HAND_ENDS
"""Events after which a revoke is claimed."""
LONGEST: Final = 60
"""Steps after which it must have been."""


@dataclass(frozen=True)
class Revoke:
    """A forbidden move that stands. `before` is the record to go back to; it notes the attempt."""

    before: Record[Any]
    seat: Seat
    found: Judgement[Any]
    ruling: Ruling[Any]
    entries: int
    """Entries of the record when the move was made, itself included."""

    @property
    def position(self) -> str:
        """The moment of the revoke, as a position."""
        return write(self.before.game, self.found.phase, self.found.view)

    @property
    def claimant(self) -> Seat:
        """Who will claim: the next player who is not on the same side."""
        state = self.before.state
        seats = state.seats
        sides = self.before.game.sides(state.players, state.options)
        own = side_of(sides, self.seat)
        others = [after(seats, self.seat, i) for i in range(1, len(seats))]
        return next((seat for seat in others if seat not in own.split("+")), others[0] if others else self.seat)

    def due(self, record: Record[Any]) -> bool:
        """Whether it is claimed now: the trick or the hand is over, or the player is to act again."""
        events = (event for entry in record.entries[self.entries - 1 :] for event in entry.events)
        return record.state.over or self.seat in record.state.turn or occurs(events, *ENDS)

    def doc(self) -> tuple[Block, ...]:
        """The claim, the ruling, and that the play goes back."""
        ruling = attempt_doc(self.before.game, self.found, self.ruling)
        claim = say("revoke.claim", who=self.claimant, move=self.ruling.move)
        return (Para(claim, "bad"), *ruling, Para(say("revoke.back"), "dim"))

    def slip(self, store: Store) -> LogEvent:
        """Log it, as practice logs any attempt that was refused."""
        detail = {"position": self.position, "move": self.ruling.text[:200], "where": "practice"}
        return store.add(LogEvent("slip", self.before.game.name, clause=self.ruling.clause, detail=detail))


def as_the_rules_have_it(found: Judgement[Any]) -> str:
    """The forbidden move that was asked about, said as a revoke that the game's rules let stand; empty if none do."""
    ruling, word = found.asked[0], found.phase.revoking
    if not word or ruling.verdict is not Verdict.NOT_ALLOWED or ruling.move is None:
        return ""
    text = Move(word, ruling.move.cards).text
    return text if judge(found.phase, found.view, (text,)).asked[0].legal else ""


def revoked(record: Record[Any], seat: Seat, text: str) -> tuple[Record[Any], Revoke] | None:
    """The record with the forbidden move `text` of `seat` made all the same, and the revoke that is now to be claimed.

    None for what is legal, no move at all or not held, for what is said and not played (everybody hears a false bid),
    and where the game cannot go on after it: then it is refused as ever. The new record cannot be replayed; what is to
    be saved until the claim is `Revoke.before`.
    """
    game, state = record.game, record.state
    phase = game.due(state)
    found = judge(phase, phase.see(state, seat), (text,))
    ruling = found.asked[0]
    if ruling.verdict is not Verdict.NOT_ALLOWED or ruling.move is None or not ruling.move.cards:
        return None
    before = history.attempt(record, seat, text).record
    revoke = Revoke(before, seat, found, ruling, len(record.entries) + 1)
    try:
        turn = phase.act(state, seat, ruling.move)
        played = _with(record, HistoryEntry(seat, ruling.text, events=turn.events), turn.state)
        gone_on(played, revoke)
    except Exception:  # what follows a forbidden move is in no rulebook, so a game may well not know
        return None
    return played, revoke


def _with(record: Record[Any], entry: HistoryEntry, state: Any) -> Record[Any]:
    return replace(record, states=(*record.states, state), entries=(*record.entries, entry))


def gone_on(record: Record[Any], revoke: Revoke) -> Record[Any]:
    """The record played on by chance until the claim; raises whatever the game raises after a forbidden move."""
    plies = playout(record.game, record.state, Random(0), LONGEST)
    while not revoke.due(record):
        ply = next(plies)
        record = _with(record, HistoryEntry(ply.seat, ply.move.text, events=ply.events), ply.state)
    return record
