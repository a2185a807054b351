"""Pack, house rules and state of Hasenpfeffer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tutor.families.hands import partners
from tutor.families.tricks import Ranking, TrickState, suited
from tutor.kernel.cards import Cards, card, french
from tutor.kernel.fields import FLAG, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import Options

RANKS: Final = "AKQJT9"
JOKER: Final = card("X1")
PACK: Final = french(RANKS, jokers=1)
SIDES: Final = partners()
TRICKS: Final = 6
FORCED: Final = 3
"""What the holder of the joker must bid if all have passed (`hasenpfeffer.bid.forced`)."""
MATE: Final[Mapping[str, str]] = {"H": "D", "D": "H", "S": "C", "C": "S"}
"""The other suit of the same colour."""
WIDOW: Final = "widow"


def trump_order(suit: str) -> Cards:
    """The trumps from high to low when `suit` is trumps (`hasenpfeffer.rank.trump`)."""
    if not suit:
        return (JOKER,)
    return (JOKER, card("J" + suit), card("J" + MATE[suit]), *suited("AKQT9", suit))


RANKING: Final = Ranking(PACK, RANKS, trumps=trump_order)


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    defenders_win_only_if_set: bool = declared(
        FLAG, "defenders cannot win the game after a hand in which the contract was made", False
    )
    target: int = whole("points that end the game", 10, low=1, high=9999)
    most_hands: int = whole("hands after which a game that nobody has won is broken off", 200, low=1, high=300)


@dataclass(frozen=True, kw_only=True)
class HasenpfefferState(TrickState):
    """A game of Hasenpfeffer. `away` is the widow, and later the high bidder's discard."""

    options: Rules
    declarer: Seat = ""
    contract: int = 0
    joker: Seat = ""
    """Who was found to hold the joker after four passes; `widow` if nobody did."""

    def known_to(self, seat: Seat) -> Cards:
        """The discard, to its maker; where a joker can be that was shown is told by `Hasenpfeffer.deal_unseen`."""
        return self.away if seat == self.declarer else ()

    @property
    def joker_holder(self) -> Seat:
        """The seat that holds the joker; `widow` if nobody does."""
        return next((seat for seat in self.seats if JOKER in self.hand(seat)), WIDOW)
