"""Pack, house rules and state of Twenty-Five."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from tutor.families.tricks import Ranking, TrickState, suited
from tutor.kernel.cards import Card, Cards, card, french
from tutor.kernel.fields import FLAG, choice, declared
from tutor.kernel.seats import Seat, Side, seats_of
from tutor.kernel.state import Sight, seen_by
from tutor.kernel.view import Options

PACK: Final = french()
HAND: Final = 5
TRICK: Final = 5
"""Points for a trick."""
GOAL: Final = 25
AH: Final = card("AH")
PLAIN: Final[Mapping[str, str]] = {
    "S": "KQJA23456789T",
    "H": "KQJT98765432",
    "D": "KQJT98765432A",
    "C": "KQJA23456789T",
}
"""High to low (`twenty-five.rank.plain.h`, `.d`, `.b`): highest in red, lowest in black."""


def trump_order(suit: str) -> Cards:
    """The trumps from high to low when `suit` is trumps (`twenty-five.rank.trump.h` and its like)."""
    if not suit:
        return (AH,)
    top = (card("5" + suit), card("J" + suit), AH)
    own = suited("AKQT9876432" if suit in "HD" else "AKQ2346789T", suit)
    return (*top, *(c for c in own if c not in top))


RANKING: Final = Ranking(PACK, PLAIN, trumps=trump_order)


def privileged(c: Card, trump: str) -> bool:
    """Whether this is one of the three highest trumps, which may be withheld."""
    return c is AH or (c.suit == trump and c.rank in "5J")


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    renege: str = choice(
        "when one of the three highest trumps may be withheld", ("always", "only_if_lower_led"), "always"
    )
    dealer_robs_ace: bool = declared(FLAG, "the dealer may take an ace that is turned up", False)
    teams: str = choice(
        "each alone, pairs of 4, 6 or 8, or threes of 9", ("individual", "pairs", "triples"), "individual"
    )


TEAM_TABLES: Final[Mapping[str, tuple[int, ...]]] = {
    "individual": (3, 4, 5, 6, 7, 8, 9),
    "pairs": (4, 6, 8),
    "triples": (9,),
}


@cache
def teams(players: int, kind: str) -> tuple[Side, ...]:
    """The sides; members of a team sit equally spaced (`twenty-five.teams.seat`)."""
    seats = seats_of(players)
    if kind == "individual" or players not in TEAM_TABLES[kind]:
        return seats
    apart = players // (2 if kind == "pairs" else 3)
    return tuple("+".join(seats[i::apart]) for i in range(apart))


@dataclass(frozen=True, kw_only=True)
class TwentyFiveState(TrickState):
    """A game of Twenty-Five. `scores` are those before this hand."""

    options: Rules
    shown: Cards = seen_by(Sight.PAST, ())
    """The upcard after it was robbed; only the robber knows whether it was kept."""
    upcard: Card | None = None
    """The card turned up; it lies apart unless it was robbed."""
    robber: Seat = ""
    """The player who has taken the upcard; the last card of `away` is the discard."""

    def known_to(self, seat: Seat) -> Cards:
        """The upcard that was robbed; a robber knows the card discarded, too."""
        return (*self.shown, self.away[-1]) if seat == self.robber else self.shown

    def may_rob(self) -> Seat:
        """The player who may take the upcard before the first lead; empty if nobody may."""
        assert self.upcard is not None
        if self.upcard.rank == "A":
            return self.dealer if self.options.dealer_robs_ace else ""
        ace = card("A" + self.upcard.suit)
        return next((seat for seat in self.seats if ace in self.hand(seat)), "")
