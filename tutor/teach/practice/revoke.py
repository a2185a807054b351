"""Practice with `--revoke`: an illegal move stands, as at a real table, until an opponent claims it.

If the game has rules about revokes (`Game.revokes`) the card is played as one under them. Elsewhere the move is made as
if it were legal. At the end of the trick, or when the player is to act again, an opponent claims the revoke and names
the rule; the game goes on from before the move, and the record notes a refused attempt.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

from tutor.kernel import history
from tutor.kernel.events import HAND_ENDS, TRICK_ENDS, occurs
from tutor.kernel.history import HistoryEntry, Record
from tutor.kernel.judging import Judgement, Ruling, Verdict, rule
from tutor.kernel.moves import Move
from tutor.kernel.playout import playout
from tutor.kernel.seats import Seat, after, side_of
from tutor.teach.rulings.explain import attempt_doc
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.words import say

ENDS: Final = TRICK_ENDS | HAND_ENDS
"""Events after which a revoke is claimed."""
LONGEST: Final = 60
"""The most steps until the claim."""


class Revoke(NamedTuple):
    """An illegal move that stands. `before` is the record to go back to, with the attempt noted."""

    before: Record[Any]
    seat: Seat
    found: Judgement[Any]
    ruling: Ruling[Any]
    entries: int
    """The number of entries of the record, the move included."""

    @property
    def claimant(self) -> Seat:
        """The seat that claims: the next opponent."""
        state = self.before.state
        seats = state.seats
        sides = self.before.game.sides(state.players, state.options)
        own = side_of(sides, self.seat)
        others = [after(seats, self.seat, i) for i in range(1, len(seats))]
        return next((seat for seat in others if seat not in own.split("+")), others[0] if others else self.seat)

    def due(self, record: Record[Any]) -> bool:
        """Whether it is claimed now: after the trick or hand, or when the player is to act again."""
        events = (event for entry in record.entries[self.entries - 1 :] for event in entry.events)
        return record.state.over or self.seat in record.state.turn or occurs(events, *ENDS)

    def doc(self) -> tuple[Block, ...]:
        """The claim, the ruling, and that the play goes back."""
        ruling = attempt_doc(self.before.game, self.found, self.ruling)
        claim = say("revoke.claim", who=self.claimant, move=self.ruling.move)
        return (Para(claim, "bad"), *ruling, Para(say("revoke.back"), "dim"))


def as_the_rules_have_it(found: Judgement[Any]) -> str:
    """The move under the game's own rules of revokes that corresponds to the illegal one asked about; else ""."""
    ruling, word = found.asked[0], found.phase.revoking
    if not word or ruling.verdict is not Verdict.NOT_ALLOWED or ruling.move is None:
        return ""
    text = Move(word, ruling.cards).text
    return text if rule(found.phase, found.view, text).legal else ""


def revoked(record: Record[Any], seat: Seat, text: str) -> tuple[Record[Any], Revoke] | None:
    """The record with the illegal move `text` of `seat` made anyway, and the revoke to be claimed.

    None if the move is legal, unreadable or not held, if it is a call (which everybody hears), or if the game cannot go
    on after it. The new record cannot be replayed; until the claim, save `Revoke.before`.
    """
    game, state = record.game, record.state
    found = game.judge(state, seat, text)
    ruling = found.asked[0]
    if ruling.verdict is not Verdict.NOT_ALLOWED or ruling.move is None or not ruling.cards:
        return None
    before = history.attempt(record, seat, text).record
    revoke = Revoke(before, seat, found, ruling, len(record.entries) + 1)
    try:
        turn = found.phase.act(state, seat, ruling.move)
        played = _with(record, HistoryEntry(seat, ruling.text, events=turn.events), turn.state)
        gone_on(played, revoke)
    except Exception:  # no rule covers what follows an illegal move, so the game may raise anything
        return None
    return played, revoke


def _with(record: Record[Any], entry: HistoryEntry, state: Any) -> Record[Any]:
    return replace(record, states=(*record.states, state), entries=(*record.entries, entry))


def gone_on(record: Record[Any], revoke: Revoke) -> Record[Any]:
    """The record played on at random until the claim; raises whatever the game raises after an illegal move."""
    plies = playout(record.game, record.state, Random(0), LONGEST)
    while not revoke.due(record):
        ply = next(plies)
        record = _with(record, HistoryEntry(ply.seat, ply.move.text, events=ply.events), ply.state)
    return record
