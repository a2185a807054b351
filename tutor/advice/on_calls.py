"""Reasons for a bid, a name of trumps or a pass, by what one holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tutor.advice.calls import QUIET
from tutor.advice.case import Case, Reason
from tutor.kernel.cards import SUITS, Cards

LONG: Final = 4
"""Cards that make a suit long, or one more than it should have."""
HIGH: Final = "AKQ"
MANY: Final = 0.35
"""The share of the hand from which on trumps are many."""


def calling(case: Case) -> Iterator[Reason]:
    """Trumps that are trumps whatever is called; the suit that is named, or the longest."""
    if case.move.cards or not case.phase.verb or not _bids(case):
        return
    hand = _hand(case)
    if len(hand) < LONG:
        return
    quiet = case.move.word in QUIET
    is_trump = getattr(case.view, "is_trump", None)
    if callable(is_trump):
        trumps = tuple(c for c in hand if is_trump(c))
        if (len(trumps) >= MANY * len(hand)) != quiet:
            facts = {"move": case.move, "n": len(trumps), "of": len(hand), "quiet": quiet}
            yield Reason("trumps_held", facts)
        return
    suit = _suit(case.move.word)
    lengths = {s: sum(c.suit == s for c in hand) for s in SUITS}
    most = max(lengths.values())
    if not suit and not quiet and case.move.word.isdigit():
        longest = [s for s, n in lengths.items() if n == most]
        suit = longest[0] if len(longest) == 1 else ""
    if suit and lengths[suit] == most and most >= LONG - (len(hand) <= 6):
        tops = tuple(c for c in hand if c.suit == suit and c.rank in HIGH)
        yield Reason("long_suit", {"move": case.move, "suit_": suit, "n": most, "tops": tops})
    elif quiet and most <= LONG - (len(hand) <= 9) and not any(c.rank == "A" for c in hand):
        yield Reason("nothing_held", {"move": case.move})


def _bids(case: Case) -> bool:
    """Whether this decision is about trumps or a contract: some call is a number, a suit, or takes what lies there."""
    words = {move.word for move in case.moves if not move.cards}
    return any(word[:1].isdigit() or _suit(word) for word in words) or "take" in words


def _suit(word: str) -> str:
    """The suit that a call names; "" if it names none."""
    for part in word.split(":")[:2]:
        if part in SUITS:
            return part
        if part[:1].isdigit() and part[1:] in SUITS:
            return part[1:]
    return ""


def _hand(case: Case) -> Cards:
    """What the seat holds, which it sees even where the view of the decision does not speak of it."""
    held = getattr(case.state, "hand", None)
    return tuple(held(case.seat)) if callable(held) else case.hand
