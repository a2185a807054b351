"""Playing a card in Court Piece, and what a trick leads to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.tricks import Taken, TrickPhase, TrumpView, answering
from tutor.games.court_piece.ending import ON, STOP, what_follows
from tutor.games.court_piece.playing_on import PLAY_ON
from tutor.games.court_piece.table import RANKING, SEVEN, SIDES, TRICKS, CourtPieceState, Fault, Rules
from tutor.kernel.duties import Duty, Trace, always, if_able
from tutor.kernel.fields import suit
from tutor.kernel.moves import Move, play
from tutor.kernel.phase import Turn, Unreadable
from tutor.kernel.seats import Seat, after, side_of
from tutor.kernel.state import changed, quick

REVOKE: Final = "revoke"


@dataclass(frozen=True, kw_only=True)
class Trick(TrumpView):
    """The trick and the own hand."""

    ranking = RANKING
    options: Rules
    trump: str = suit("the trump suit", none=False)

    @property
    def bound(self) -> bool:
        """Whether the hand can follow suit."""
        return bool(FOLLOW.filter_moves(self, [play(c) for c in self.hand]))

    def fails(self, move: Move) -> bool:
        """Whether the card does not follow suit although the hand can."""
        return self.bound and not FOLLOW.filter_moves(self, [play(move.card)])


FOLLOW: Final[Duty[Any]] = if_able(
    "court-piece.play.follow",
    lambda v, m: v.follows(m.card) or (m.word == REVOKE and v.bound),
    when=answering,
    waiver="court-piece.play.void",
)
ONLY_A_REVOKE: Final[Duty[Trick]] = always(
    "court-piece.revoke.forfeit", lambda v, m: m.word != REVOKE or v.fails(m), when=lambda v: v.options.allow_revokes
)


class Play(TrickPhase[Trick, CourtPieceState]):
    """Play a card to the trick. With the option `allow_revokes` a card that revokes is written `revoke:2C`."""

    clause = "court-piece.play.next-lead"
    win = "court-piece.play.winner"
    full = TRICKS
    words = (REVOKE,)
    revoking = REVOKE
    tells_best = True
    binding = (FOLLOW, ONLY_A_REVOKE)

    def canonical(self, v: Trick, move: Move) -> Move:
        """One card; raises `Unreadable` for a revoke where revokes are not allowed."""
        if move.word and not v.options.allow_revokes:
            raise Unreadable("one card is played to a trick")
        return super().canonical(v, move)

    def basis(self, v: Trick, found: Trace[Trick], move: Move) -> str:
        """As in other trick games; the first lead and a revoke have clauses of their own."""
        if move.word == REVOKE:
            return ONLY_A_REVOKE.clause
        if not v.trick and len(v.hand) == TRICKS:
            return "court-piece.play.first-lead"
        return super().basis(v, found, move)

    def act(self, state: CourtPieceState, seat: Seat, move: Move) -> Turn[CourtPieceState]:
        """Put the card on the table. With `allow_revokes` it may revoke, or prove a revoke that may then be claimed."""
        if not state.options.allow_revokes:
            return super().act(state, seat, move)
        v = self.see(state, seat)
        laid, events = self.lay(state, seat, play(move.card))
        if v.trick and v.fails(move):
            laid = changed(laid, faults=(*laid.faults, Fault(seat, v.led, len(laid.past))))
        fault = self.to_speak_of(laid, seat, move)
        if fault is not None:
            asked = fault.seat if fault.trick == len(laid.past) else after(laid.seats, seat)
            return Turn(changed(laid, phase=REVOKE, fault=fault, turn=(asked,)), events)
        return self.go_on(laid, events)

    def to_speak_of(self, laid: CourtPieceState, seat: Seat, move: Move) -> Fault | None:
        """A revoke in this trick, before its last card, or one that this card proves; None if there is none."""
        for fault in laid.faults:
            if fault.trick == len(laid.past):
                if len(laid.trick) == laid.players - 1:
                    return fault
            elif (fault.seat, fault.suit) == (seat, move.card.suit):
                return fault
        return None

    def trick_facts(self, state: CourtPieceState) -> Mapping[str, Any]:
        """The tricks of each side (`court-piece.play.pile`); the side that has just won the hand, if any."""
        by = {side: state.tricks(side) for side in SIDES}
        side = side_of(SIDES, state.leader)
        goes_on = len(state.past) > SEVEN and not state.options.stop_when_decided
        return {"by": by, "decided": side if by[side] == SEVEN and goes_on else ""}

    def after_trick(self, state: CourtPieceState, trick: Taken) -> Turn[CourtPieceState]:
        """The winner leads, may stop or play on after seven tricks to none, or the hand ends."""
        if not any(state.hands):  # also of a hand that was set up without its first tricks
            return self.played_out(state)
        if len(state.past) != SEVEN and not state.first and not state.options.stop_when_decided:
            return quick(Turn, (state, ()))
        may = what_follows(PLAY_ON.see(state, trick.winner))
        if STOP not in may:
            return Turn(state)
        return Turn(changed(state, phase=PLAY_ON.name)) if ON in may else self.played_out(state)


PLAY: Final = Play()
