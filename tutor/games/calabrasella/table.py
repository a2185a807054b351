"""Pack, house rules and state of Calabrasella."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tutor.families.thirds import QUEEN_HIGH, forty, thirds
from tutor.families.tricks import CardPoints, Ranking, TrickState
from tutor.kernel.cards import Card, Cards
from tutor.kernel.fields import FLAG, choice, declared, whole
from tutor.kernel.seats import Seat, Side, seats_of
from tutor.kernel.state import Sight, seen_by
from tutor.kernel.view import Options

PACK: Final = forty(QUEEN_HIGH)
RANKING: Final = Ranking(PACK, QUEEN_HIGH)
POINTS: Final = CardPoints({c: thirds(c) for c in PACK.cards}, "calabrasella.score.cards")
SEATS: Final = seats_of(3)
TRICKS: Final = 12
WIDOW: Final = 4
LAST: Final = 3
"""Points for the last trick (`calabrasella.score.last`)."""
ALL: Final = 35
"""The points of a hand."""
DEAD, LAST_TRICK = "dead", "last-trick"


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    set_aside: str = choice("who counts the cards set aside: nobody, or the last trick", (DEAD, LAST_TRICK), DEAD)
    double_any_shutout: bool = declared(FLAG, "payments are doubled whenever one side has nothing", False)
    extend_call_to_aces: bool = declared(FLAG, "a declarer with all threes and twos calls an ace", False)
    hands: int = whole("hands in a game", 12, low=1, high=999)
    start_chips: int = whole("chips of each player at the start", 100, low=0)

    @property
    def called(self) -> str:
        """The ranks that can be called, in this order (`calabrasella.call.three` and those that follow)."""
        return "32A" if self.extend_call_to_aces else "32"


def against(declarer: Seat) -> Side:
    """The side of the two defenders."""
    return "+".join(seat for seat in SEATS if seat != declarer)


@dataclass(frozen=True, kw_only=True)
class CalabrasellaState(TrickState):
    """A game of Calabrasella; `scores` are chips.

    `away` is the widow while it lies face down, then the declarer's discards, in the end all four cards set aside.
    `shown` are the cards of the widow, and the card called once everybody knows where it is.
    """

    card_fields = (*TrickState.card_fields, "widow")
    options: Rules
    played_hands: int = 0
    """Hands that were not thrown in."""
    declarer: Seat = ""
    called: Card | None = None
    no_call: bool = False
    """Whether the declarer held every card that could have been called."""
    donor: Seat = ""
    """The defender who handed the card over."""
    given: Card | None = seen_by(Sight.NOBODY, None)
    """The card given in exchange, known to two players only."""
    widow: Cards = ()
    """The widow while it lies face up."""
    discards: Cards = seen_by(Sight.NOBODY, ())
    """The declarer's discards, which nobody else has seen."""

    def known_to(self, seat: Seat) -> Cards:
        """What was shown; a declarer knows the discards and the card given, too."""
        if seat == self.declarer:
            return (*self.shown, *self.discards, *((self.given,) if self.given is not None else ()))
        # The card handed over may have been laid away since, and nobody but the declarer has seen that.
        return tuple(c for c in self.shown if c is not self.called or not self.donor or not self.discards)

    def holder(self, c: Card) -> Seat:
        """The seat that holds `c`; empty if none does."""
        return next((seat for seat in self.seats if c in self.hand(seat)), "")
