"""Naming trumps in Court Piece, from the first five cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tutor.families.choices import at_most
from tutor.families.hands import deal_packets
from tutor.families.naming import NO_TRUMP, NamingPhase
from tutor.games.court_piece.table import EARLY, PACK, TRICKS, CourtPieceState, Rules
from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUITS, Cards
from tutor.kernel.duties import Duty, always
from tutor.kernel.events import DEALT, Event
from tutor.kernel.fields import CARDS, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView


@dataclass(frozen=True, kw_only=True)
class FiveCardHand(View, HandView):
    """The view of the player who names trumps."""

    options: Rules
    hand: Cards = declared(CARDS, "the caller's first five cards", ())


CHOICE: Final[Duty[FiveCardHand]] = always("court-piece.trump.choice", lambda v, m: m.word in SUITS)


class Naming(NamingPhase[FiveCardHand, CourtPieceState]):
    """The player at the dealer's left names a suit."""

    clause = "court-piece.trump.choice"
    others = (PASS, NO_TRUMP)
    never = True
    hand_size = at_most(EARLY, "before trumps are named everybody has")
    binding = (CHOICE,)

    def act(self, state: CourtPieceState, seat: Seat, move: Move) -> Turn[CourtPieceState]:
        """Set trumps and deal the other cards (`court-piece.deal.rest`); the same player leads."""
        more, _ = deal_packets(state, PACK, state.away, (TRICKS - EARLY,))
        hands = tuple(PACK.sort((*early, *late)) for early, late in zip(state.hands, more, strict=True))
        events = (
            Event("trump named", seat, clause="court-piece.trump.choice", facts={"trump": move.word}),
            Event(DEALT, state.dealer, clause="court-piece.deal.rest", facts={"each": TRICKS - EARLY, "more": True}),
        )
        state = changed(state, trump=move.word, hands=hands, away=(), phase="play", leader=seat, turn=(seat,))
        return Turn(state, events)
