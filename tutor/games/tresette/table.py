"""Pack, house rules and state of Tresette."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tutor.families.hands import partners
from tutor.families.thirds import JACK_HIGH, QUEEN_HIGH, forty
from tutor.families.tricks import Order, PlainView, Ranking, TrickState
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Cards
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

    def took(self) -> tuple[Seat, ...]:
        """The players who have won a trick."""
        return tuple(seat for seat in self.seats if any(taken.winner == seat for taken in self.past))
