"""What Scotch Whist is played with, what cards count, and a game as far as it has gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tutor.families.tricks import Ranking, TrickState, suited
from tutor.kernel import field_types
from tutor.kernel.cards import SUITS, Card, Pack, card, french
from tutor.kernel.fields import CARD, Problem, declared
from tutor.kernel.view import View
from tutor.kernel.working import OVER, Part, Sum

RANKS: Final = "AKQJT9876"
TRUMPS: Final = "JAKQT9876"
"""The order of the trump suit (`scotch-whist.rank.trump`)."""
PACK: Final = french(RANKS)
SMALLER: Final = french(RANKS, without="6C")
"""The pack of five or seven players (`scotch-whist.deck`)."""
RANKING: Final = Ranking(PACK, RANKS, lambda s: suited(TRUMPS, s) if s else ())
TARGET: Final = 41
ITEMS: Final[Mapping[str, tuple[str, int]]] = {
    "ten": ("T", 10),
    "ace": ("A", 4),
    "king": ("K", 3),
    "queen": ("Q", 2),
    "jack": ("J", 11),
}
"""The trump honours and what they bring, in the order in which they are credited; the trick score follows the ten."""
HONOURS: Final = dict(ITEMS.values())
HONOUR: Final = {(item, s): card(rank + s) for item, (rank, _) in ITEMS.items() for s in SUITS}
"""The trump honour of each item under each trump suit."""
TRICKS: Final = "tricks"
ORDER: Final = ("ten", TRICKS, *(item for item in ITEMS if item != "ten"))
"""Everything that is credited, in its order (`scotch-whist.score.order`)."""


def pack_for(players: int) -> Pack:
    """The pack that so many play with."""
    return SMALLER if players in (5, 7) else PACK


def each(players: int) -> int:
    """How many cards everybody is dealt (`scotch-whist.deal`)."""
    return len(pack_for(players)) // players


def each_working(players: int) -> Sum:
    """How the number of cards comes about."""
    pack = Part(len(pack_for(players)), name="pack")
    return Sum("scotch-whist.deal", (pack, Part(players, how=OVER, name="players")))


def honours(cards: Iterable[Card], trump: str) -> int:
    """What the trump honours among the cards bring."""
    return sum(HONOURS.get(c.rank, 0) for c in cards if c.suit == trump)


def trick_score(tricks: int, players: int) -> int:
    """What so many tricks bring (`scotch-whist.score.tricks`)."""
    return max(0, tricks * players - each(players))


@dataclass(frozen=True, kw_only=True)
class Trumped(View):
    """A table with a trump suit, which the dealer's last card has fixed."""

    upcard: Card | None = declared(CARD, "the card turned up, which is the dealer's", None, located=False)
    trump: str | None = declared(field_types.suit(False), "the trump suit", None, shown="the suit of the upcard")

    @property
    def trumps(self) -> str:
        """The trump suit; empty if neither it nor the upcard is known."""
        return self.trump or (self.upcard.suit if self.upcard else "")

    def trump_problems(self) -> Iterator[Problem]:
        """No trump suit, or another than that of the upcard."""
        if not self.trumps:
            yield Problem("trump", "must be given (S, H, D or C), or the upcard")
        elif self.upcard and self.trump not in (None, self.upcard.suit):
            yield Problem("trump", f"{self.trump}, but {self.upcard} was turned up")

    def honour(self, item: str) -> Card:
        """The trump honour that is credited as this item."""
        return HONOUR[item, self.trumps]


@dataclass(frozen=True, kw_only=True)
class ScotchWhistState(TrickState):
    """A game of Scotch Whist."""

    upcard: Card | None = None
