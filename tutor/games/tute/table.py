"""Pack, declarations, house rules and state of Tute."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from tutor.families.hands import partners
from tutor.families.tricks import CardPoints, Ranking, TrickState
from tutor.kernel.cards import SUITS, Cards, card, french
from tutor.kernel.fields import FLAG, choice, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import Options

RANKS: Final = "A3KQJ76542"
"""High to low in every suit (`tute.rank`)."""
PACK: Final = french(RANKS, order=RANKS)
POINTS: Final = CardPoints.by_rank(PACK, {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}, "tute.points")
RANKING: Final = Ranking(PACK, RANKS)
SIDES: Final = partners()
TRICKS: Final = 10
CUARENTA: Final = "40"
VEINTES: Final = tuple(f"20{s}" for s in SUITS)
TUTE: Final = "tute"
LAST: Final = 10
"""Points for the tenth trick (`tute.score.bonus`)."""
WORTH: Final = {CUARENTA: 40} | dict.fromkeys(VEINTES, 20)


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    partner_exempt: bool = declared(FLAG, "no duty to head or to trump while partner is winning", False)
    undertrump: str = choice("unable to overtrump: must trump all the same, or free", ("forced", "free"), "forced")
    tie: str = choice("equal totals: the hand is drawn, or won by the last trick", ("drawn", "last_trick"), "drawn")
    hands: int = whole("hands in a game", 1, low=1, high=9999)


WHOLE: Final = POINTS.of(PACK.cards) + LAST
"""Points of all cards and of the tenth trick."""


@cache
def pair(declaration: str, trump: str) -> Cards:
    """The cards of a declaration: king and queen of a suit, or all kings."""
    if declaration == TUTE:
        return tuple(card(f"K{s}") for s in SUITS)
    s = trump if declaration == CUARENTA else declaration[-1]
    return card(f"K{s}"), card(f"Q{s}")


@dataclass(frozen=True, kw_only=True)
class TuteState(TrickState):
    """A game of Tute; `scores` are hands won."""

    options: Rules
    declared: tuple[tuple[Seat, str], ...] = ()
