"""Packs, card points and state of Scotch Whist."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tutor.families.tricks import CardPoints, Ranking, TrickState, TurnedUpView, suited
from tutor.kernel import field_types
from tutor.kernel.cards import SUITS, Card, Pack, card, french
from tutor.kernel.fields import CARD, declared
from tutor.kernel.view import View
from tutor.kernel.working import OVER, Part, Sum

RANKS: Final = "AKQJT9876"
TRUMPS: Final = "JAKQT9876"
"""The order of the trump suit (`scotch-whist.rank.trump`)."""
PACK: Final = french(RANKS)
SMALLER: Final = french(RANKS, without="6C")
"""The pack for five or seven players (`scotch-whist.deck`)."""
RANKING: Final = Ranking(PACK, RANKS, lambda s: suited(TRUMPS, s) if s else ())
TARGET: Final = 41
ITEMS: Final[Mapping[str, tuple[str, int]]] = {
    "ten": ("T", 10),
    "ace": ("A", 4),
    "king": ("K", 3),
    "queen": ("Q", 2),
    "jack": ("J", 11),
}
"""The trump honours with rank and points, in the order of crediting; the tricks follow the ten."""
HONOURS: Final = dict(ITEMS.values())
HONOUR: Final = {(item, s): card(rank + s) for item, (rank, _) in ITEMS.items() for s in SUITS}
"""The trump honour of each item under each trump suit."""
POINTS: Final = {
    trump: CardPoints({c: HONOURS.get(c.rank, 0) for c in PACK.cards if c.suit == trump}, "scotch-whist.score.order")
    for trump in ("", *SUITS)
}
"""The points of the trump honours, by the trump suit."""
TRICKS: Final = "tricks"
ORDER: Final = ("ten", TRICKS, *(item for item in ITEMS if item != "ten"))
"""All items in the order of crediting (`scotch-whist.score.order`)."""


def pack_for(players: int) -> Pack:
    """The pack for so many players."""
    return SMALLER if players in (5, 7) else PACK


def each(players: int) -> int:
    """The number of cards dealt to each player (`scotch-whist.deal`)."""
    return len(pack_for(players)) // players


def each_working(players: int) -> Sum:
    """How the number of cards dealt comes about."""
    pack = Part(len(pack_for(players)), name="pack")
    return Sum("scotch-whist.deal", (pack, Part(players, how=OVER, name="players")))


def trick_score(tricks: int, players: int) -> int:
    """The points for so many tricks (`scotch-whist.score.tricks`)."""
    return max(0, tricks * players - each(players))


@dataclass(frozen=True, kw_only=True)
class Trumped(TurnedUpView, View):
    """The trump suit, which the dealer's last card has fixed."""

    upcard: Card | None = declared(CARD, "the card turned up, which is the dealer's", None, located=False)
    trump: str | None = declared(field_types.suit(False), "the trump suit", None, shown="the suit of the upcard")

    def honour(self, item: str) -> Card:
        """The trump honour that is credited as this item."""
        return HONOUR[item, self.trumps]


@dataclass(frozen=True, kw_only=True)
class ScotchWhistState(TrickState):
    """A game of Scotch Whist."""

    upcard: Card | None = None
