"""Pack, house rules and state of Tetka, and what a trick costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from tutor.families.tricks import Ranking, TrickState
from tutor.kernel.cards import RANKS, Card, Cards, card, french
from tutor.kernel.fields import choice, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import Options

PACK: Final = french()
RANKING: Final = Ranking(PACK, RANKS)
TRICKS: Final = 13
SEATS: Final = 4
NUMBER: Final = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": TRICKS} | {rank: int(rank) for rank in "23456789"}
"""The number of the trick that a bum card of this rank makes cost a point (`tetka.penalty.bum-trick`)."""


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    undecided_most: str = choice(
        "who has the point for most tricks when the tie-break cannot decide", ("nobody", "all-tied"), "nobody"
    )
    final_tie: str = choice(
        "equal lowest totals at the end: a shared win, or another hand", ("shared", "extra-hand"), "shared"
    )
    rounds: int = whole("rounds of the deal, four hands each", 1, low=1, high=250)

    @property
    def hands(self) -> int:
        """The hands of a game, unless a tie asks for more."""
        return SEATS * self.rounds


def tetka(bum: Card) -> Card:
    """The queen of the bum card's suit."""
    return card("Q" + bum.suit)


QUEENS: Final = "tetka.penalty.queens"


class Penalty(NamedTuple):
    """Penalty points: how many, by which clause, and for which card (None if for winning a certain trick)."""

    points: int
    clause: str
    card: Card | None = None

    @property
    def named(self) -> bool:
        """Whether the card has a name that says why it costs something: the bum card and Tetka."""
        return self.card is not None and self.clause != QUEENS

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts of a line or a part for this penalty: the card and whether it is named, if there is one."""
        return {} if self.card is None else {"captured": self.card, "named": self.named}


BUM_TRICK: Final = Penalty(1, "tetka.penalty.bum-trick")
LAST_TRICK: Final = Penalty(1, "tetka.penalty.last")
MOST_TRICKS: Final = 1
"""The points for having won the most tricks (`tetka.penalty.most`)."""


def is_bum_trick(bum: Card, number: int) -> bool:
    """Whether the trick of this number (from 1) costs a point because of the bum card."""
    return number == NUMBER[bum.rank]


@cache
def by_card(bum: Card) -> Mapping[Card, tuple[Penalty, ...]]:
    """The penalties of each costly card: the bum card, Tetka, the other queens (`tetka.penalty.cumulative`)."""
    queens = {c: Penalty(1, QUEENS, c) for c in PACK.cards if c.rank == "Q"}
    queens[tetka(bum)] = Penalty(2, "tetka.penalty.tetka", tetka(bum))
    found = {c: (penalty,) for c, penalty in queens.items()}
    return found | {bum: (Penalty(1, "tetka.penalty.bum", bum), *found.get(bum, ()))}


def card_penalties(cards: Iterable[Card], bum: Card) -> list[Penalty]:
    """The penalties for capturing these cards."""
    costly = by_card(bum)
    return [penalty for c in cards if c in costly for penalty in costly[c]]


@cache
def costs(bum: Card) -> Mapping[Card, float]:
    """The points that each costly card costs in a hand with this bum card."""
    return {c: sum(penalty.points for penalty in found) for c, found in by_card(bum).items()}


def penalties(trick: Cards, bum: Card, number: int) -> tuple[Penalty, ...]:
    """The penalties of a trick: for the cards in it, and for its number."""
    found = card_penalties(trick, bum)
    if is_bum_trick(bum, number):
        found.append(BUM_TRICK)
    if number == TRICKS:
        found.append(LAST_TRICK)
    return tuple(found)


@dataclass(frozen=True, kw_only=True)
class TetkaState(TrickState):
    """A game of Tetka."""

    options: Rules
    bum: Card | None = None
    bum_trick: Seat = ""
    """Who has won the trick with the bum card's number; empty before that."""

    @property
    def number(self) -> int:
        """The number of the present trick, from 1; counted from the end, so that few cards mean a late trick."""
        return TRICKS + 1 - max(map(len, self.hands), default=0) - (len(self.trick) == self.players)

    def points(self, seat: Seat) -> int:
        """The points that this hand has cost `seat` so far."""
        if self.bum is None:
            return 0
        cards = sum(penalty.points for penalty in card_penalties(self.won(seat), self.bum))
        return cards + BUM_TRICK.points * (self.bum_trick == seat)
