"""House rules, views and state of Dou Dizhu."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from tutor.families.auctions import AuctionView
from tutor.families.climb_views import Round
from tutor.families.plays import ClimbState
from tutor.games.dou_dizhu.combos import Combos, combos
from tutor.kernel.cached import cached_property
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Cards
from tutor.kernel.fields import CARDS, FLAG, SEAT, choice, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import Options
from tutor.kernel.view_types import HandView

EACH: Final = 17
WIDOW: Final = 3


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    gapped_trips_with_kickers: bool = declared(FLAG, "trips with kickers need not be consecutive", False)
    quad_twin_kickers: bool = declared(FLAG, "the two single kickers of a quad may be of one rank", False)
    all_pass: str = choice(
        "what three opening passes lead to: a new deal, or the first caller is landlord at 1",
        ("redeal", "marker-holder-landlord-at-1"),
        "redeal",
    )
    reveal_widow: bool = declared(FLAG, "the widow is shown to all (changes no ruling)", False)
    direction: str = choice(
        "which way round the table the turns pass (changes no ruling)", ("clockwise", "anticlockwise"), "clockwise"
    )
    hands: int = whole("hands in a game", 9, low=1)

    @cached_property
    def combos(self) -> Combos:
        """The combinations under these house rules."""
        return combos(self.gapped_trips_with_kickers, self.quad_twin_kickers)


@dataclass(frozen=True, kw_only=True)
class Calling(AuctionView, HandView):
    """What a player sees who is to call."""

    options: Rules
    calls: ClassVar[tuple[str, ...]] = (PASS, "1", "2", "3")
    leader: Seat = declared(SEAT, "who called first", "P1")
    hand: Cards = declared(CARDS, "the cards of the player who is to call", ())

    @cached_property
    def bid(self) -> int:
        """The standing bid, 0 if there is none."""
        return int(self.highest[1] or self.landlord is not None)

    @cached_property
    def over(self) -> bool:
        """Whether there was a bid of three, two passes in a row after a bid, or three opening passes."""
        bid = self.highest[1]
        return bid == "3" or (self.said[-2:] == (PASS, PASS) if bid else len(self.bids) >= self.players)

    @cached_property
    def landlord(self) -> Seat | None:
        """The last bidder; if nobody has bid, by a house rule the first caller, else None."""
        if not self.over:
            return None
        return self.highest[0] or (None if self.options.all_pass == "redeal" else self.leader)


@dataclass(frozen=True, kw_only=True)
class Playing(Round):
    """What a player sees who is to play."""

    options: Rules

    @property
    def combos(self) -> Combos:
        """The combinations under these house rules."""
        return self.options.combos


@dataclass(frozen=True, kw_only=True)
class DouDizhuState(ClimbState):
    """A game of Dou Dizhu. In the auction `leader` calls first; in the play the widow is in the landlord's hand.

    `known` are the cards of each hand that everybody has seen: the face-up card, and the widow if it is shown.
    """

    options: Rules
    landlord: Seat = ""
    bid: int = 0
    bombs: int = 0
    rocket: bool = False
    known: tuple[Cards, ...] = ((), (), ())

    def known_to_all(self) -> Mapping[str, tuple[Cards, ...]]:
        """What everybody has seen of each hand; cards of a rank are equal."""
        return {"hands": self.known}
