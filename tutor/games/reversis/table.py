"""Pack, house rules, special cards and pots of Reversis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from tutor.families.payments import Payment, all_lines
from tutor.families.tricks import CardPoints, Ranking
from tutor.kernel import field_types
from tutor.kernel.cards import SUITS, Card, Cards, card, french
from tutor.kernel.echo import echoed
from tutor.kernel.events import ScoreLine
from tutor.kernel.fields import FLAG, SEAT, FieldType, ListOf, ParseContext, Problem, choice, declared, whole
from tutor.kernel.seats import Seat, after, from_
from tutor.kernel.view import Options

RANKS: Final = "AKQJ98765432"
"""High to low in every suit; there are no tens (`reversis.deck`)."""
PACK: Final = french(RANKS)
RANKING: Final = Ranking(PACK, RANKS)
SEATS: Final = ("P1", "P2", "P3", "P4")
TRICKS: Final = 11
NINE: Final = 9
"""Tricks from the first on that make a player undertake the reversis (`reversis.reversis.start`)."""
POINTS: Final = CardPoints.by_rank(PACK, {"A": 4, "K": 3, "Q": 2, "J": 1}, "reversis.score.values")
WHOLE: Final = 40
"""Points of the whole pack."""
ACES: Final = tuple(card(f"A{s}") for s in SUITS)
QUINOLA: Final = card("JH")
PAYING: Final = (*ACES, QUINOLA)
"""The cards that are paid for."""


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    auto_claim: bool = declared(FLAG, "the winner of the party claims all led cards without being asked", True)
    start_chips: int = whole("chips of each player at the start", 100, low=100)
    hands: int = whole("hands in a game", 12, low=1, high=1000)
    leftover_pots: str = choice("pots left at the end of the game", ("ignore", "split"), "ignore")


def price(c: Card) -> int:
    """The chips paid for an ace: two for the ace of diamonds, one for the others."""
    return 2 if c.suit == "D" else 1


def has_right(cards: Iterable[Card]) -> bool:
    """Whether these first eleven cards give the right to the espagnolette (`reversis.esp.right`)."""
    held = set(cards)
    aces = sum(c in held for c in ACES)
    return aces == len(ACES) or (aces == len(ACES) - 1 and QUINOLA in held)


# -- aces and the Quinola ----------------------------------------------------------------------------------


class Special(NamedTuple):
    """An ace or the Quinola as it was played.

    `how` is "led", "placed" (on a trick that `other` won) or "forced" (by the lead of `other`).
    """

    seat: Seat
    card: Card
    how: str
    other: Seat = ""

    @property
    def kind(self) -> str:
        """The part of the rulebook that it belongs to: "quinola" or "ace"."""
        return "quinola" if self.card is QUINOLA else "ace"

    @property
    def clause(self) -> str:
        """The clause by which it is paid for."""
        return f"reversis.{self.kind}.{self.how}"

    def dues(self, seats: tuple[Seat, ...]) -> tuple[Payment, ...]:
        """The payments made at once."""
        if self.how == "led":
            return ()
        if self.how == "placed":
            return ((self.other, self.seat, 5 if self.card is QUINOLA else price(self.card)),)
        return self._collected(self.other, seats)

    def claims(self, winner: Seat, seats: tuple[Seat, ...]) -> tuple[Payment, ...]:
        """The payments that the winner of the party may collect for a led card; none if the winner led it."""
        return () if self.how != "led" or self.seat == winner else self._collected(winner, seats)

    def lines(self, payments: Iterable[Payment]) -> Iterator[ScoreLine]:
        """The score lines of these payments for the card."""
        return all_lines(payments, self.clause, special=self.card)

    def _collected(self, to: Seat, seats: tuple[Seat, ...]) -> tuple[Payment, ...]:
        if self.card is not QUINOLA:
            return ((self.seat, to, price(self.card)),)
        return ((self.seat, to, 10), *((seat, to, 5) for seat in seats if seat not in (self.seat, to)))


Specials = tuple[Special, ...]


def specials(trick: Cards, leader: Seat, winner: Seat, seats: tuple[Seat, ...]) -> Specials:
    """The aces and the Quinola in a complete trick, in the order played."""
    found = []
    for place, (seat, c) in enumerate(zip(from_(seats, leader), trick, strict=True)):
        if c not in PAYING:
            continue
        if place == 0:
            found.append(Special(seat, c, "led"))
        elif c.suit == trick[0].suit:
            found.append(Special(seat, c, "forced", leader))
        else:
            found.append(Special(seat, c, "placed", winner))
    return tuple(found)


def played_twice(events: Specials) -> Iterator[Problem]:
    """Cards that stand among the events more than once."""
    cards = [one.card for one in events]
    for c in dict.fromkeys(c for c in cards if cards.count(c) > 1):
        yield Problem("events", f"{c} is played once")


class _Special(FieldType[Special]):
    shape = "SEAT:CARD:led, SEAT:CARD:placed:SEAT (who won the trick) or SEAT:CARD:forced:SEAT (who led)"

    def read(self, text: str, at: ParseContext) -> Special:
        parts = text.split(":")
        how = parts[2].lower() if len(parts) in (3, 4) else ""
        if how not in ("led", "placed", "forced") or (how == "led") != (len(parts) == 3):
            raise ValueError(f"{echoed(text)} is not {self.shape}")
        c = at.pack.read(parts[1])
        if c not in PAYING:
            raise ValueError(f"{c} is neither an ace nor {QUINOLA}")
        return Special(SEAT.read(parts[0], at), c, how, SEAT.read(parts[3], at) if how != "led" else "")

    def show(self, value: Special) -> str:
        return ":".join(filter(None, (value.seat, value.card.text, value.how, value.other)))


SPECIALS: Final = ListOf(_Special(), _Special.shape)


# -- pots --------------------------------------------------------------------------------------------------


class Pots(NamedTuple):
    """The pots, oldest first, and the number of remises paid since they were formed from antes."""

    amounts: tuple[int, ...] = ()
    remises: int = 0

    def antes(self, dealer: Seat, seats: tuple[Seat, ...]) -> Mapping[Seat, int]:
        """What each player pays before a hand: the dealer 5; if there is no pot, the dealer 10 and the others 5."""
        if self.amounts:
            return {dealer: 5}
        return {seat: 10 if seat == dealer else 5 for seat in seats}

    def anted(self, dealer: Seat, seats: tuple[Seat, ...]) -> Pots:
        """The pots after the antes."""
        paid = sum(self.antes(dealer, seats).values())
        if not self.amounts:
            return Pots((paid,))
        return self._replace(amounts=(*self.amounts[:-1], self.amounts[-1] + paid))

    @property
    def last(self) -> int:
        """The newest pot, which is the one taken, and the amount of a remise."""
        return self.amounts[-1]

    def taken(self) -> Pots:
        """The pots without the newest one."""
        return self._replace(amounts=self.amounts[:-1])

    def put_back(self, pot: int) -> Pots:
        """The pots with a taken one put back."""
        return self._replace(amounts=(*self.amounts, pot))

    def remise(self) -> Pots:
        """The pots after a remise: the first doubles the newest pot, later ones each form a pot of their own."""
        more = (*self.amounts[:-1], 2 * self.last) if not self.remises else (*self.amounts, self.last)
        return Pots(more, self.remises + 1)

    @property
    def kept(self) -> Pots:
        """The pots after the hand; if none is left, remises are counted from 0 again."""
        return self if self.amounts else Pots()


class _Amounts(ListOf[int]):
    def show(self, value: tuple[int, ...]) -> str:
        return super().show(value) or "-"


AMOUNTS: Final = _Amounts(field_types.whole(1, None), "whole numbers separated by commas, or - for none")


def first_lead(dealer: Seat, seats: tuple[Seat, ...]) -> Seat:
    """The player who leads to the first trick: at the dealer's left."""
    return after(seats, dealer)
