"""Phases of the high bidder of Hasenpfeffer before the play: naming trumps, and discarding."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.families.choices import CardsPhase, at_most, exactly
from tutor.families.naming import NamingPhase
from tutor.families.tricks.state import without_card
from tutor.games.hasenpfeffer.table import TRICKS, HasenpfefferState, Rules
from tutor.kernel.cards import Cards
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, SEAT, declared, suit, whole
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView

SEVEN = TRICKS + 1
"""The cards of the high bidder with the widow."""


@dataclass(frozen=True, kw_only=True)
class Naming(View, HandView):
    """The view of the high bidder after taking the widow."""

    options: Rules
    hand: Cards = declared(CARDS, "the high bidder's seven cards", ())
    declarer: Seat | None = declared(SEAT, "the high bidder", None, shown="the dealer's left")
    contract: int = whole("tricks bid, if that matters", 0, low=0, high=TRICKS)

    @property
    def who(self) -> Seat:
        """The high bidder."""
        return self.declarer or after(self.seats, self.dealer)


class Name(NamingPhase[Naming, HasenpfefferState]):
    """Name one of the four suits as trumps (`hasenpfeffer.exchange.trump`)."""

    clause = "hasenpfeffer.exchange.trump"
    asked = "declarer"
    hand_size = at_most(SEVEN, "with the widow there are")

    def act(self, state: HasenpfefferState, seat: Seat, move: Move) -> Turn[HasenpfefferState]:
        """Set trumps; the discard is due."""
        event = Event("trump named", seat, clause=self.clause, facts={"trump": move.word})
        return Turn(changed(state, trump=move.word, phase=Discard.name), (event,))


@dataclass(frozen=True, kw_only=True)
class Discarding(Naming, HandView):
    """The view of the high bidder before discarding."""

    hand: Cards = declared(CARDS, "the high bidder's seven cards")
    trump: str = suit("the trump suit", "")


class Discard(CardsPhase[Discarding, HasenpfefferState]):
    """Discard one of the seven cards face down (`hasenpfeffer.exchange.discard`)."""

    name = "discard"
    title = "your discard"
    verb = "discard"
    clause = "hasenpfeffer.exchange.discard"
    asked = "declarer"
    hand_size = exactly(SEVEN, "with the widow there are")
    wanted = "name the one card that you discard"

    def act(self, state: HasenpfefferState, seat: Seat, move: Move) -> Turn[HasenpfefferState]:
        """Put the card aside; the high bidder leads."""
        hands = without_card(state.hands, seat, move.card)
        state = changed(state, hands=hands, away=move.cards, phase="play", turn=(seat,), leader=seat)
        return Turn(state, (Event("discarded", seat, clause=self.clause),))
