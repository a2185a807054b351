"""Pack, house rules and state of Tyzicha."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tutor.families.tricks import CardPoints, Ranking, TrickState
from tutor.kernel.cards import SUITS, Cards, card, french
from tutor.kernel.fields import FLAG, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.state import Sight, seen_by
from tutor.kernel.view import Options

RANKS: Final = "ATKQJ9"
"""High to low in every suit (`tyzicha.deck`)."""
PACK: Final = french(RANKS, order=RANKS)
RANKING: Final = Ranking(PACK, RANKS)
POINTS: Final = CardPoints.by_rank(PACK, {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}, "tyzicha.points")
MARRIAGES: Final = {"H": 100, "D": 80, "C": 60, "S": 40}
DEALT: Final = 7
TRICKS: Final = 8
GOAL: Final = 1001
CAP: Final = 1000
RESTRICTED: Final = 100
"""The contract that only a forced player may choose; cards then stay face down."""
OPENING: Final = 110
HIGHEST: Final = 400
STEP: Final = 10
AMOUNTS: Final = tuple(str(n) for n in range(RESTRICTED, HIGHEST + STEP, STEP))
PLAIN_LIMIT: Final = 120
"""The most that can be made without a marriage; with `limit_120` nobody may bid more without one."""


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    make_on_equal: bool = declared(FLAG, "a hand value equal to the contract makes it", False)
    opponents_always_score: bool = declared(FLAG, "opponents score also when the contract is made", False)
    marriage_first_lead: bool = declared(FLAG, "a marriage may be shown with the first lead of a hand", True)
    limit_120: bool = declared(FLAG, "no bid or raise above 120 without a king and queen of one suit", False)
    most_hands: int = whole("hands after which a game that nobody has won is broken off", 200, low=1, high=300)


def needed(contract: int, options: Rules) -> int:
    """The hand value that makes a contract (`tyzicha.score.made`)."""
    return contract if options.make_on_equal else contract + 1


def pair(suit: str) -> Cards:
    """King and queen of a suit."""
    return card("K" + suit), card("Q" + suit)


def has_pair(hand: Cards) -> bool:
    """Whether the hand has king and queen of one suit."""
    return any(set(pair(suit)) <= set(hand) for suit in SUITS)


@dataclass(frozen=True, kw_only=True)
class TyzichaState(TrickState):
    """A game of Tyzicha."""

    options: Rules
    declarer: Seat = ""
    contract: int = 0
    given: Cards = seen_by(Sight.NOBODY, ())
    """The cards the declarer gave away, to the next player and to the other; if face up, they are in `shown` too."""
    marriage: str = ""
    """The suit of a marriage shown with the lead of the trick on the table."""
    marriages: tuple[tuple[Seat, str], ...] = ()
    """The marriages of this hand, in order."""

    def known_to(self, seat: Seat) -> Cards:
        """What was shown; a declarer knows the cards given away, too."""
        return (*self.shown, *(self.given if seat == self.declarer else ()))
