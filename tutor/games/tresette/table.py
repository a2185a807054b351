"""Pack, house rules and state of Tresette."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tutor.families.hands import partners
from tutor.families.thirds import JACK_HIGH, QUEEN_HIGH, forty
from tutor.families.tricks import Order, PlainView, Ranking, TrickState
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import SUITS, Card, Cards, card
from tutor.kernel.fields import FLAG, choice, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import Options

PACK: Final = forty(JACK_HIGH)
RANKING: Final = Ranking(PACK, JACK_HIGH)
"""Jack above queen (`tresette.rank`)."""
QUEENS: Final = Ranking(PACK, QUEEN_HIGH)
"""The ranking of a house rule: queen above jack."""
SIDES: Final = partners()
TRICKS: Final = 10
NAP: Final = "nap"
NAPS: Final[Mapping[str, Cards]] = {s: tuple(card(rank + s) for rank in "32A") for s in SUITS}
CLOCKWISE: Final = ("clockwise", "anticlockwise")
PLAYER, SIDE, NO = "player", "side", "no"
TOTAL, ORDER = "higher-total", "meld-then-cards-order"


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    direction: str = choice("which way turns pass round the table", CLOCKWISE, "clockwise")
    queen_above_jack: bool = declared(FLAG, "the order is K Q J instead of K J Q", False)
    must_declare: bool = declared(FLAG, 'a player with a meld must say "Good play"', False)
    meld_needs_trick: str = choice(
        "melds score if the player won a trick, if the side did, or in any case", (PLAYER, SIDE, NO), PLAYER
    )
    melds_may_overlap: bool = declared(FLAG, "a card may count in two melds", True)
    out_rule: str = choice("who wins when both sides reach the target in one hand", (TOTAL, ORDER), TOTAL)
    table_talk: bool = declared(FLAG, "the permitted remarks may be made", True)
    target: int = whole("points that end the game", 31, low=1, high=9999)


def order(options: Rules) -> Order:
    """The order of the cards under these house rules."""
    return (QUEENS if options.queen_above_jack else RANKING).orders[""]


@dataclass(frozen=True, kw_only=True)
class TresetteView(PlainView):
    """A trick so far, and the own hand."""

    ranking = RANKING
    options: Rules

    @cached_property
    def order(self) -> Order:
        """The order of the cards at this table."""
        return order(self.options)


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark: who made it, its text, the suit led then ("" if none), and how many cards that player had played."""

    seat: Seat
    text: str
    led: str
    played: int


@dataclass(frozen=True, kw_only=True)
class TresetteState(TrickState):
    """A game of Tresette. `good` are the players who said "Good play", `said` the remarks of this hand."""

    options: Rules
    good: tuple[Seat, ...] = ()
    said: tuple[Remark, ...] = ()
    announced: tuple[tuple[Seat, tuple[str, ...]], ...] = ()
    """Kinds of melds that players have announced."""

    def dealt(self, seat: Seat) -> Cards:
        """The cards that `seat` was dealt."""
        return PACK.sort((*self.hand(seat), *self.played(seat)))

    def known_to(self, seat: Seat) -> Cards:
        """The cards of announced melds that can be no others, by the cards that the seat has seen elsewhere."""
        found = (c for who, kinds in self.announced if who != seat for c in self._melded(who, kinds, seat))
        return tuple(dict.fromkeys(found))

    def _melded(self, who: Seat, kinds: tuple[str, ...], seat: Seat) -> Iterator[Card]:
        """The cards that `who` must still hold, having announced these kinds, as far as `seat` can tell."""
        played = self.played(who)
        elsewhere = {*self.hand(seat), *(c for other in self.seats if other != who for c in self.played(other))}
        alike = [[c for c in PACK.order if c.rank == kind[0] and c not in elsewhere] for kind in kinds if kind != NAP]
        sizes = [len(kind) for kind in kinds if kind != NAP]
        sure = [same for same, n in zip(alike, sizes, strict=True) if len(same) == n]
        able = [nap for nap in NAPS.values() if elsewhere.isdisjoint(nap)]
        for cards in (*sure, *(able if len(able) == kinds.count(NAP) else ())):
            yield from (c for c in cards if c not in played)

    def took(self) -> tuple[Seat, ...]:
        """The players who have won a trick."""
        return tuple(seat for seat in self.seats if any(taken.winner == seat for taken in self.past))
