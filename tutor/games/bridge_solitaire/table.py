"""Pack, house rules and views of Bridge Solitaire; who wins a trick, and how the house answers from the stock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from tutor.families.tricks import Ranking
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import RANKS, Card, Cards, french
from tutor.kernel.fields import CARDS, FLAG, SEAT, choice, declared, suit
from tutor.kernel.seats import Seat, other_side
from tutor.kernel.view import Options, View
from tutor.kernel.view_types import HandView, LedView, TrickOnTable

PACK: Final = french(jokers=2)
RANKING: Final = Ranking(PACK, RANKS)
PLAYER: Final[Seat] = "P1"
HOUSE: Final[Seat] = "house"
SIDES: Final = (PLAYER, HOUSE)
HAND, TAKEN, DOWN, STOCK = 13, 6, 7, 34
NT_TURNS: Final = 4
"""Most cards that the house turns at no trump (`bridge-solitaire.house.nt4`)."""


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    house_count: str = choice("counting of winners in suits of seven and more", ("charge", "playout"), "charge")
    house_tie: str = choice("house suit among equal shortest", ("highest", "lowest"), "highest")


def winning(trump: str, leader: Seat, trick: Cards) -> Seat:
    """The winner of a trick of two cards (`bridge-solitaire.win`, `bridge-solitaire.win.joker`)."""
    lead, reply = trick
    if lead.joker or reply.joker:
        return PLAYER if leader == HOUSE and lead.joker and reply.joker else HOUSE
    power = RANKING.under(trump).power[lead.suit]
    return leader if power[lead] > power[reply] else other_side(SIDES, leader)


class Answered(NamedTuple):
    """The answer of the house: how many cards it turned, and the one it plays.

    `card` is None if at no trump four cards were turned and none answers.
    """

    turned: int
    card: Card | None
    fits: bool = True
    """Whether the card answers the lead; if not, it is only the last card of the stock."""


def answers(c: Card, lead: Card, trump: str) -> bool:
    """Whether the house may answer `lead` with `c` (`bridge-solitaire.house.answer`)."""
    return lead.joker or c.joker or c.suit == lead.suit or (bool(trump) and c.suit == trump)


def answer_from_stock(lead: Card, trump: str, stock: Cards) -> Answered:
    """The answer of the house from `stock`, which must not be empty. If no card answers, the last one is played."""
    most = len(stock) if trump else NT_TURNS
    for i, c in enumerate(stock[:most]):
        if answers(c, lead, trump):
            return Answered(i + 1, c)
    return Answered(most, None) if len(stock) >= most and not trump else Answered(len(stock), stock[-1], False)


@dataclass(frozen=True, kw_only=True)
class Picking(View):
    """The view before the hand is picked: the cards face up."""

    options: Rules
    faceup: Cards = declared(CARDS, "the thirteen cards dealt face up")

    @cached_property
    def jokers(self) -> Cards:
        """The jokers among them, which must be taken."""
        return tuple(c for c in self.faceup if c.joker)


@dataclass(frozen=True, kw_only=True)
class Discarding(View):
    """The seven cards that were not taken."""

    options: Rules
    discards: Cards = declared(CARDS, "the seven cards that were not taken")


@dataclass(frozen=True, kw_only=True)
class Playing(View, HandView, TrickOnTable, LedView):
    """A trick in which the player has the lead, or has to answer the house."""

    options: Rules
    trump: str = suit("the suit of the contract, - for no trump", "")
    leader: Seat | None = declared(
        SEAT, "who led, or is to lead", None, shown="house when a card lies there, otherwise P1"
    )
    trick: Cards = declared(CARDS, "the cards on the table, in the order played", ())
    hand: Cards = declared(CARDS, "the player's cards", ())

    @property
    def led_by(self) -> Seat:
        """Who led, or is to lead."""
        return self.leader or (HOUSE if self.trick else PLAYER)

    @property
    def won_by(self) -> Seat | None:
        """The winner of a complete trick; None before that."""
        return winning(self.trump, self.led_by, self.trick) if len(self.trick) == 2 else None


@dataclass(frozen=True, kw_only=True)
class Answering(View, HandView, TrickOnTable):
    """The player has led; the house answers from the stock."""

    options: Rules
    trump: str = suit("the suit of the contract, - for no trump", "")
    trick: Cards = declared(CARDS, "the player's lead")
    stock: Cards = declared(CARDS, "the top of the stock, in the order turned")
    last: bool = declared(FLAG, "these are all the cards left in the stock", False)
    hand: Cards = declared(CARDS, "what the player still holds", ())

    @cached_property
    def answer(self) -> Answered:
        """The answer of the house."""
        return answer_from_stock(self.trick[0], self.trump, self.stock)

    @property
    def exhausted(self) -> bool:
        """Whether this answer uses up the stock."""
        return self.last and self.answer.turned == len(self.stock)

    @property
    def won_by(self) -> Seat:
        """Who wins the trick."""
        if self.answer.card is None:
            return PLAYER
        return winning(self.trump, PLAYER, (self.trick[0], self.answer.card))
