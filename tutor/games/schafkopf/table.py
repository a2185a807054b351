"""Pack, house rules and state of Schafkopf."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tutor.families.tricks import CardPoints, Ranking, TrickState
from tutor.kernel.cards import Cards, cards, french
from tutor.kernel.fields import choice, whole
from tutor.kernel.seats import Seat
from tutor.kernel.state import Sight, seen_by
from tutor.kernel.view import Options

PACK: Final = french("AKQJT987")
TRUMPS: Final = cards("QC,QS,QH,QD,JC,JS,JH,JD,AD,TD,KD,9D,8D,7D")
"""From high to low (`schafkopf.rank.trumps`)."""
TRUMP: Final = "D"
"""The name of the trump suit: diamonds, with all queens and jacks in it."""
RANKING: Final = Ranking(PACK, "ATK987", trumps=lambda suit: TRUMPS)
POINTS: Final = CardPoints.by_rank(PACK, {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}, "schafkopf.count.values")
ALL: Final = 120
WINS: Final = 61
"""Card points with which a declarer wins (`schafkopf.score.win`)."""
TRICKS: Final = 10
WIDOW: Final = 2
RICHEST_WIDOW: Final = 22
"""The most points that two cards can count."""


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    discards_count: str = choice("whether the cards laid away count for the declarer", ("declarer", "none"), "declarer")
    least_widow: str = choice("who gets the widow's points in least", ("last-trick", "none"), "last-trick")
    schwarz_test: str = choice("whether schwarz goes by card points or by tricks", ("points", "tricks"), "points")
    deals: int = whole("number of deals in a game", 12, low=1, high=1000)

    @property
    def all_by_tricks(self) -> bool:
        """Whether winning everything means winning ten tricks."""
        return self.schwarz_test == "tricks" or self.discards_count == "none"


@dataclass(frozen=True, kw_only=True)
class SchafkopfState(TrickState):
    """A game of Schafkopf. The first two cards of `away` are the widow, or what the declarer has laid away."""

    options: Rules
    trump: str = seen_by(Sight.INNER, "")
    """Always empty: trumps never change (`TRUMP`)."""
    declarer: Seat = ""
    """The player who has taken the widow; empty before that, and in least."""

    def known_to(self, seat: Seat) -> Cards:
        """A declarer knows the cards laid away."""
        return self.away[:WIDOW] if seat == self.declarer else ()
