"""Shedding games: matching a pile, drawing, recycling the stock, naming suits, runs in games of stops.

In games of the crazy-eights kind a card must agree with the top of a pile, and a player who has none draws. In games of
stops each card is followed by the next higher one of its suit until nobody has that.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tutor.kernel.cards import SUITS, Card, Pack
from tutor.kernel.echo import echoed
from tutor.kernel.fields import By, FieldType, ListOf, ParseContext
from tutor.kernel.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable


class CardOnPile(NamedTuple):
    """A card on the pile, with the card that a joker stands for (`stands`) and the suit its player named (`suit`)."""

    card: Card
    stands: Card | None = None
    suit: str = ""

    @property
    def identity(self) -> Card:
        """The card it counts as: itself, or what the joker stands for."""
        return self.stands or self.card

    @property
    def text(self) -> str:
        """The text form: `9H`, `8H:S`, `X1:2S`, `X1:8H:S`."""
        return ":".join([self.card.text, *([self.stands.text] if self.stands else []), *filter(None, [self.suit])])


@dataclass(frozen=True)
class NamedCard(FieldType[CardOnPile]):
    """A field type: a card with what its player named.

    Jokers stand for another card; cards of rank `wild` name a suit.
    """

    wild: str = "8"

    @property
    def shape(self) -> str:  # type: ignore[override]
        """What people are told to write."""
        return f"a card; a suit named is added, {self.wild}H:S, and what a joker stands for, X1:2S"

    def read(self, text: str, at: ParseContext) -> CardOnPile:
        """The card, then what is named for it, each after a colon."""
        first, *rest = text.split(":")
        card, stands = at.pack.read(first), None
        if card.joker and rest:
            stands = at.pack.read(rest.pop(0))
            if stands.joker:
                raise ValueError(f"{card.text} stands for a natural card, not for {stands.text}")
        if rest and (stands or card).rank != self.wild:
            raise ValueError(f"{echoed(text)}: nothing more is named for {(stands or card).text}")
        suit = rest.pop(0).upper() if rest else ""
        if rest or (suit and suit not in SUITS) or (suit and len(suit) != 1):
            raise ValueError(f"{echoed(text)}: a suit is named as S, H, D or C")
        return CardOnPile(card, stands, suit)

    def show(self, value: CardOnPile) -> str:
        """The canonical text."""
        return value.text

    def cards(self, value: CardOnPile) -> Iterable[Card]:
        """The card itself, not what it stands for."""
        return (value.card,)


def named_plays(one: NamedCard) -> FieldType[tuple[tuple[Seat, CardOnPile], ...]]:
    """A field type: cards with their players, and with what was named for them."""
    return ListOf(By(one, "CARD"), "SEAT:CARD separated by commas, a joker with the card it stands for (P3:X1:5S)")


def agrees(c: Card, top: Card) -> bool:
    """Whether `c` has the suit or the rank of `top`."""
    return c.suit == top.suit or c.rank == top.rank


@lru_cache(256)
def above(c: Card, ranks: str, pack: Pack) -> Card | None:
    """The next higher card of the suit of `c`; `ranks` run from low to high. None if the pack has none."""
    at = ranks.find(c.rank) + 1
    if not c.suit or not 0 < at < len(ranks):
        return None
    return next((other for other in pack.order if other.suit == c.suit and other.rank == ranks[at]), None)


@lru_cache(1024)
def circle(seats: tuple[Seat, ...], out: tuple[Seat, ...] = (), right: bool = False) -> tuple[Seat, ...]:
    """The seats still in the game, in the order of turns; backwards if `right`."""
    left = tuple(seat for seat in seats if seat not in out)
    return left[::-1] if right else left
