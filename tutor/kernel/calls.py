"""What calls mean: what the adviser asks of a word that is said, whatever a game calls it (`Phase.meaning`)."""

from __future__ import annotations

from enum import Enum, auto
from functools import cache
from typing import Final, NamedTuple

from tutor.kernel.cards import SUITS

PASS: Final = "pass"
"""The word by which a player passes, in all games."""
DIGITS: Final = "0123456789"


class CallKind(Enum):
    """What a call does for whoever makes it."""

    PASS = auto()
    """Commits nobody: a pass, or declaring nothing."""
    BID = auto()
    """Undertakes the hand, or offers to: a bid, a choice of trumps, taking the widow."""
    GIVE_UP = auto()
    """Gives the hand up."""
    OTHER = auto()
    """Anything else: an announcement, a double, an answer."""


class CallMeaning(NamedTuple):
    """What a call means: its `kind` and, if it is a bid, the contract as far as it names one.

    `number` is what it promises, in tricks, points or levels of the game (0: it names none), `suit` the trump suit
    ("": it names none); `no_trump` says that there are to be no trumps. `all_tricks` undertakes to win every trick,
    `no_tricks` none. `card` is the card that is called for ("": none), by the text of it: as part of a bid it makes a
    partner of whoever holds it, by itself it is to be handed over.
    """

    kind: CallKind = CallKind.OTHER
    number: int = 0
    suit: str = ""
    no_trump: bool = False
    all_tricks: bool = False
    no_tricks: bool = False
    card: str = ""


PASSING: Final = CallMeaning(CallKind.PASS)
GIVING_UP: Final = CallMeaning(CallKind.GIVE_UP)
OTHER: Final = CallMeaning()


def bid(
    number: int = 0,
    suit: str = "",
    *,
    no_trump: bool = False,
    all_tricks: bool = False,
    no_tricks: bool = False,
    card: str = "",
) -> CallMeaning:
    """The meaning of a bid."""
    return CallMeaning(CallKind.BID, number, suit, no_trump, all_tricks, no_tricks, card)


def asks_for(card: str) -> CallMeaning:
    """The meaning of a call for a card that is to be handed over."""
    return CallMeaning(CallKind.OTHER, card=card)


@cache
def notated(word: str) -> CallMeaning | None:
    """The meaning of a call by the notation of bids: a number, a suit, or both (`7`, `H`, `1H`); else None."""
    suit = word.lstrip(DIGITS)
    if not word or suit not in ("", *SUITS):
        return None
    return bid(int(word.removesuffix(suit) or 0), suit)
