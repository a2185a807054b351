"""Revokes in Court Piece: whether anybody claims one, and the cards that are then changed.

A game comes here only with `allow_revokes=true`. The player who revoked is asked before the last card of the trick;
later, an opponent is asked as soon as a card proves the revoke.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tutor.families.choices import CardsPhase, ChoicePhase
from tutor.families.tricks import TrumpView
from tutor.games.court_piece.play import FOLLOW, PLAY, REVOKE, Trick
from tutor.games.court_piece.score import SCORE
from tutor.games.court_piece.table import TRICKS, CourtPieceState, Rules
from tutor.kernel.cards import Card, Cards, without
from tutor.kernel.duties import Trace
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, SEAT, Problem, declared, suit
from tutor.kernel.moves import Move, play
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after, from_
from tutor.kernel.state import changed

# -- speaking of it ----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class RevokeNoticed(Trick):
    """The view of a player who may claim a revoke."""

    offender: Seat = declared(SEAT, "who did not follow suit")
    seat: Seat = declared(SEAT, "who is asked: the offender, while the trick is not complete, or somebody else later")
    missed: str = suit("the suit that was not followed", none=False)

    @property
    def own(self) -> bool:
        """Whether the player asked is the one who revoked."""
        return self.seat == self.offender


class Speak(ChoicePhase[RevokeNoticed, CourtPieceState]):
    """Claim a revoke, or stay silent."""

    name = REVOKE
    title = "claim the revoke, or stay silent"
    verb = "say"
    clause = "court-piece.revoke.correct"
    secret = True
    words = ("claim", "silent")
    viewer = "seat"
    extra_fields = MappingProxyType(
        {"offender": lambda state, seat: state.fault.seat, "missed": lambda state, seat: state.fault.suit}
    )

    def problems(self, v: RevokeNoticed) -> Iterator[Problem]:
        """Rules without revokes, and a revoke that cannot have happened."""
        if not v.options.allow_revokes:
            yield Problem("phase", "revokes cannot happen here; they need allow_revokes=true")
        if not v.own:
            return
        led = next(c for c in self.pack.cards if c.suit == v.missed)
        then = Trick(players=v.players, dealer=v.dealer, options=v.options, trump=v.trump, trick=(led,), hand=v.hand)
        if v.hand and not then.bound:
            yield Problem("hand", f"it has no card of {v.missed}, so {v.offender} could not have followed")
        laid = dict(v.plays).get(v.offender)
        if laid is not None and FOLLOW.filter_moves(then, [play(laid)]):
            yield Problem("trick", f"{v.offender} has played {laid}, which is of the suit that was missed")

    def basis(self, v: RevokeNoticed, found: Trace[RevokeNoticed], move: Move) -> str:
        """The clause of what a claim leads to."""
        return f"court-piece.revoke.{'correct' if v.own else 'forfeit'}"

    def act(self, state: CourtPieceState, seat: Seat, move: Move) -> Turn[CourtPieceState]:
        """After silence play goes on; an own revoke is corrected, another's forfeits the hand."""
        fault = state.fault
        assert fault is not None
        state = changed(state, fault=None, phase=PLAY.name)
        if move.word == "silent":
            return PLAY.go_on(state)
        if fault.seat != seat:
            event = Event("revoke claimed", seat, clause="court-piece.revoke.forfeit", facts={"offender": fault.seat})
            return SCORE.forfeited(state, fault.seat).preceded_by(event)
        order = from_(state.seats, state.leader)[: len(state.trick)]
        mending = order[order.index(seat) :]
        event = Event("revoke noticed", seat, clause="court-piece.revoke.correct")
        faults = tuple(known for known in state.faults if known is not fault)
        return Turn(changed(state, faults=faults, phase=CORRECT.name, mending=mending, turn=mending[:1]), (event,))


# -- taking cards back -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class CorrectingTrick(TrumpView):
    """The view of a player who may change a card of the trick."""

    ranking = Trick.ranking
    options: Rules
    trick: Cards = declared(CARDS, "the cards as they now lie, two or three")
    trump: str = suit("the trump suit; not needed", "")
    seat: Seat = declared(SEAT, "who takes back a card: the offender, or one who played after")
    hand: Cards = declared(CARDS, "what that player holds besides the card on the table", ())

    @property
    def lying(self) -> Card | None:
        """The player's card in the trick; None if there is none."""
        return dict(self.plays).get(self.seat)

    @property
    def all_cards(self) -> Cards:
        """The hand with that card."""
        return (*self.hand, self.lying) if self.lying is not None else self.hand


class Correct(CardsPhase[CorrectingTrick, CourtPieceState]):
    """Play another card instead of the one in the trick, or the same one again."""

    name = "correct"
    title = "another card instead"
    clause = "court-piece.revoke.correct"
    viewer = "seat"
    wanted = "name one card"
    binding = (FOLLOW,)

    def problems(self, v: CorrectingTrick) -> Iterator[Problem]:
        """A trick that cannot be corrected, and a player who has no card to change."""
        if not v.options.allow_revokes:
            yield Problem("phase", "revokes cannot happen here; they need allow_revokes=true")
        if len(v.trick) not in (2, 3):
            when = "a complete trick is not corrected" if len(v.trick) > 3 else "two or three can be corrected"
            yield Problem("trick", f"{len(v.trick)} card{'s' * (len(v.trick) != 1)}; {when}")
        elif v.lying is None:
            yield Problem("seat", f"{v.seat} has no card in the trick")
        elif v.seat == v.leader:
            yield Problem("seat", f"{v.seat} has led, and a lead isn't a revoke")
        if len(v.hand) >= TRICKS:
            yield Problem(
                "hand", f"{len(v.hand)} cards, but besides the one on the table there are {TRICKS - 1} at most"
            )

    def holds(self, v: CorrectingTrick) -> Cards:
        """The hand, and the card on the table."""
        return v.all_cards

    def act(self, state: CourtPieceState, seat: Seat, move: Move) -> Turn[CourtPieceState]:
        """Change the card; then the next player may change one, or the trick goes on."""
        at = from_(state.seats, state.leader).index(seat)
        back, mine = state.trick[at], state.seats.index(seat)
        trick = (*state.trick[:at], move.card, *state.trick[at + 1 :])
        hand = PLAY.pack.sort(without((*state.hands[mine], back), move.cards))
        hands = (*state.hands[:mine], hand, *state.hands[mine + 1 :])
        left = state.mending[1:]
        changes = {"trick": trick, "hands": hands, "mending": left}
        facts = {"back": (back,), "same": back is move.card}
        event = Event("card changed", seat, move.cards, self.clause, facts)
        if left:
            return Turn(changed(state, turn=left[:1], **changes), (event,))
        following = after(state.seats, state.leader, len(trick))
        return Turn(changed(state, phase=PLAY.name, turn=(following,), **changes), (event,))


SPEAK: Final = Speak()
CORRECT: Final = Correct()
