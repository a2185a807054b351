"""Pack, bids, house rules and state of Kaiser."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from tutor.families.hands import partners
from tutor.families.tricks import CardPoints, Ranking, TrickState
from tutor.kernel.cards import RANKS, Card, Pack, card, french
from tutor.kernel.fields import FLAG, choice, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import Options
from tutor.kernel.working import Part, Sum

FIVE: Final = card("5H")
THREE: Final = card("3S")
SPECIAL: Final = CardPoints({FIVE: 5, THREE: -3}, "kaiser.value")
"""Points that two cards add to the value of the side that wins them (`kaiser.value`)."""
PACK: Final = Pack((*french("AKQJT987", without="7H,7S").cards, FIVE, THREE))
"""The lowest heart is the five, the lowest spade the three (`kaiser.deck`)."""
RANKING: Final = Ranking(PACK, RANKS)
SIDES: Final = partners()
TRICKS: Final = 8
GOAL: Final = 52
DEFENDERS_LIMIT: Final = 45
"""A defending side with more points than this does not gain (`kaiser.defenders.high`)."""

NO_TRUMP: Final = "no"
BIDS: Final = tuple(f"{n}{kind}" for n in range(6, 13) for kind in ("", NO_TRUMP))
"""All bids from low to high (`kaiser.bid.values`)."""


def number(bid: str) -> int:
    """The number of a bid."""
    return int(bid.removesuffix(NO_TRUMP))


def no_trump(bid: str) -> bool:
    """Whether this bid is for no trump."""
    return bid.endswith(NO_TRUMP)


def value(tricks: int, held: Collection[Card]) -> int:
    """The value of so many tricks with these cards in them (`kaiser.value`)."""
    return tricks + SPECIAL.of(held)


def tally(tricks: int, held: Collection[Card]) -> Sum:
    """How that value comes about."""
    cards = (Part(n, "kaiser.value", (c,), mistakes={"minus": -n}) for c, n in SPECIAL.values.items() if c in held)
    return Sum("kaiser.value", (Part(tricks, "kaiser.value", name="tricks"), *cards))


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    all_pass: str = choice("what happens when nobody has bid", ("dealer_forced", "redeal_next"), "dealer_forced")
    first_lead: str = choice("who leads to the first trick", ("dealers_left", "bidder"), "dealers_left")
    fail_cost: str = choice("what a broken contract costs", ("tricks", "bid"), "tricks")
    nt_doubles_defenders: bool = declared(FLAG, "no trump doubles what the defenders get, too", False)
    most_hands: int = whole("hands after which a game that nobody has won is broken off", 200, low=1, high=300)


@dataclass(frozen=True, kw_only=True)
class KaiserState(TrickState):
    """A game of Kaiser. `contract` is the winning bid of this hand, `bidder` the seat that made it."""

    options: Rules
    contract: str = ""
    bidder: Seat = ""
