"""Naming the trump suit in Kaiser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tutor.families.choices import at_most
from tutor.families.naming import NO_TRUMP, NamingPhase
from tutor.games.kaiser.table import BIDS, TRICKS, KaiserState, Rules, no_trump
from tutor.kernel.cards import Cards
from tutor.kernel.duties import Duty, always
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, SEAT, choice, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView


@dataclass(frozen=True, kw_only=True)
class Choosing(View, HandView):
    """The view of the winner of the bidding."""

    options: Rules
    contract: str = choice("the winning bid", BIDS)
    bidder: Seat | None = declared(SEAT, "whose bid it is", None, shown="the dealer's left")
    hand: Cards = declared(CARDS, "the cards of the winning bidder", ())


KIND: Final[Duty[Choosing]] = always("kaiser.trump", lambda v, m: (m.word == NO_TRUMP) == no_trump(v.contract))


class Naming(NamingPhase[Choosing, KaiserState]):
    """Name a suit after a bid for a suit. After a bid for no trump a game skips this phase."""

    clause = "kaiser.trump"
    others = (NO_TRUMP,)
    asked = "bidder"
    hand_size = at_most(TRICKS, "everybody has")
    binding = (KIND,)

    def act(self, state: KaiserState, seat: Seat, move: Move) -> Turn[KaiserState]:
        """Set the trump suit; the first trick is led."""
        trump = move.word.removeprefix(NO_TRUMP)
        event = Event("trump named", seat, clause="kaiser.trump", facts={"trump": trump})
        return Turn(changed(state, phase="play", trump=trump, turn=(state.leader,)), (event,))
