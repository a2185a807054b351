"""The bidding of Bridge Solitaire: what the house counts and bids, and what the player may bid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from tutor.kernel.cached import cached_property
from tutor.kernel.cards import RANKS, Card, Cards
from tutor.kernel.echo import echoed
from tutor.kernel.fields import CARDS, FieldType, ParseContext, declared
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView
from tutor.kernel.working import Step

if TYPE_CHECKING:
    from tutor.games.bridge_solitaire.table import Rules

STRAINS: Final = ("C", "D", "H", "S", "NT")
HIGH: Final = {rank: i for i, rank in enumerate(reversed(RANKS))}
PATTERNS: Final = {0: [4, 3, 3, 3], 1: [3, 3, 3, 3], 2: [3, 3, 3, 2]}
"""By the number of jokers, the suit lengths with which no trump may be bid (`bridge-solitaire.bid.nt`)."""


BOOK: Final = 6
"""The first tricks of a declarer, which a bid does not count."""


class Bid(NamedTuple):
    """A bid: odd tricks, and the place of its strain in STRAINS; bids compare as they outbid each other."""

    level: int
    place: int

    @property
    def strain(self) -> str:
        """C, D, H, S or NT."""
        return STRAINS[self.place]

    @property
    def trump(self) -> str:
        """The trump suit, empty for no trump."""
        return "" if self.strain == "NT" else self.strain

    @property
    def needs(self) -> int:
        """The number of tricks that make it (`bridge-solitaire.book`)."""
        return BOOK + self.level

    @property
    def text(self) -> str:
        """`1C`, `3NT`."""
        return f"{self.level}{self.strain}"


BIDS: Final = {bid.text: bid for bid in (Bid(level, place) for level in range(1, 8) for place in range(5))}


class _Contract(FieldType[Bid]):
    shape = "1C to 7NT"

    def read(self, text: str, at: ParseContext) -> Bid:
        found = BIDS.get(text.upper())
        if found is None:
            raise ValueError(f"{echoed(text)} is not a bid ({self.shape})")
        return found

    def show(self, value: Bid) -> str:
        return value.text


CONTRACT: Final = _Contract()


def winners(own: Cards, suit: str, *, playout: bool = False) -> int:
    """The winners in one suit, counted against all its other cards (`bridge-solitaire.house.count`)."""
    mine = sorted(HIGH[c.rank] for c in own if c.suit == suit)
    theirs = sorted(set(HIGH.values()) - set(mine))
    won = 0
    while mine and theirs:
        if mine[-1] > theirs[-1]:
            won += 1
            mine.pop()
            if playout:
                theirs.pop(0)
        else:
            mine.pop(0)
            theirs.pop()
    return won + len(mine)


def winner_steps(own: Cards, suit: str, *, playout: bool = False) -> tuple[Step, ...]:
    """The steps of that count: which cards of the player win or are lost one after the other, and against which."""
    face = {n: "10" if rank == "T" else rank for rank, n in HIGH.items()}
    mine = sorted(HIGH[c.rank] for c in own if c.suit == suit)
    theirs = sorted(set(HIGH.values()) - set(mine))
    pairs = []
    while mine and theirs:
        ours = mine[-1] > theirs[-1]
        pairs.append((ours, face[mine.pop(-1 if ours else 0)], face[theirs[-1]]))
        theirs = theirs[playout:] if ours else theirs[:-1]
    steps = []
    for ours, alike in groupby(pairs, itemgetter(0)):
        _, cards, against = zip(*alike, strict=True)
        steps.append(Step("best_out" if ours else "best_against", {"ranks": cards, "against": against}))
    return (*steps, *([Step("rest_win", {"n": len(mine)})] if mine else []))


@dataclass(frozen=True, kw_only=True)
class Calling(View, HandView):
    """The view of the player who is to call."""

    options: Rules
    hand: Cards = declared(CARDS, "the player's thirteen cards")

    @cached_property
    def lengths(self) -> Mapping[str, int]:
        """The number of cards of each suit."""
        return {s: sum(c.suit == s for c in self.hand) for s in "SHDC"}

    @property
    def jokers(self) -> int:
        """The number of jokers in the hand, which double or redouble the contract."""
        return sum(c.joker for c in self.hand)

    @cached_property
    def counted(self) -> Mapping[str, int]:
        """The winners in each suit."""
        playout = self.options.house_count == "playout"
        return {s: winners(self.hand, s, playout=playout) for s in "SHDC"}

    @cached_property
    def level(self) -> int:
        """The level of the house's bid, 0 if it passes."""
        return max(0, 6 - sum(self.counted.values()))

    @cached_property
    def shortest(self) -> tuple[str, ...]:
        """The suits of which there are fewest, the highest first."""
        return tuple(s for s in "SHDC" if self.lengths[s] == min(self.lengths.values()))

    @cached_property
    def strain(self) -> str:
        """The player's shortest suit: of equal ones the highest, or by a house rule the lowest."""
        return self.shortest[-1 if self.options.house_tie == "lowest" else 0]

    @cached_property
    def house(self) -> Bid | None:
        """The house's bid; None if it passes."""
        return Bid(self.level, STRAINS.index(self.strain)) if self.level else None

    @cached_property
    def shape(self) -> list[int]:
        """The lengths of the suits, longest first."""
        return sorted(self.lengths.values(), reverse=True)

    @property
    def even(self) -> bool:
        """Whether the hand has one of the shapes with which no trump may be bid."""
        return self.shape == PATTERNS[self.jokers]


def honors(hand: Cards, trump: str) -> tuple[Cards, int]:
    """The honours of `hand` in a contract with these trumps, and what they count (`bridge-solitaire.score.honors`)."""
    held = tuple(c for c in hand if (c.suit == trump and is_honor(c) if trump else c.rank == "A"))
    return held, ({4: 100, 5: 150} if trump else {4: 150}).get(len(held), 0)


def is_honor(c: Card) -> bool:
    """Whether a card is one of the five honours of its suit."""
    return c.rank in tuple("AKQJT")
