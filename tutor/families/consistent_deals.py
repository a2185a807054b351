"""Made-up deals that agree with what players have said of their cards, by exchanging unseen cards between hands."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final, TypeAlias

from tutor.kernel.cards import Card, Cards, Pack

if TYPE_CHECKING:
    from random import Random

EXCHANGES: Final = 80
"""Most exchanges of two cards; after them the deal that agrees best is taken."""

Hands: TypeAlias = tuple[Cards, ...]
Mismatch: TypeAlias = Callable[[int, Cards], int]
"""Takes a seat's index and a hand; returns how far the hand is from what is known of it (0 if it agrees)."""


def agreeing_deal(hands: Hands, free: Collection[Card], mismatch: Mismatch, rng: Random, pack: Pack) -> Hands:
    """`hands` after exchanges of `free` cards that leave no `mismatch` in any hand, or as little as was found."""
    mismatches = [mismatch(at, hand) for at, hand in enumerate(hands)]
    now, best, least = list(hands), hands, sum(mismatches)
    for _ in range(EXCHANGES):
        if not least:
            break
        _exchange(now, mismatches, free, mismatch, rng)
        if sum(mismatches) < least:
            best, least = tuple(now), sum(mismatches)
    return tuple(pack.sort(hand) for hand in best)


def _exchange(now: list[Cards], mismatches: list[int], free: Collection[Card], mismatch: Mismatch, rng: Random) -> None:
    """Make one exchange that brings the deal nearer to what is known; if there is none, a random one."""
    places = [(at, n) for at, hand in enumerate(now) for n, c in enumerate(hand) if c in free]
    rng.shuffle(places)
    fallback: tuple[int, int, Cards, Cards] | None = None
    for at, n in places:
        if not mismatches[at]:
            continue
        for other, m in places:
            if other == at:
                continue
            mine, theirs = _with(now[at], n, now[other][m]), _with(now[other], m, now[at][n])
            fallback = fallback or (at, other, mine, theirs)
            if mismatch(at, mine) + mismatch(other, theirs) < mismatches[at] + mismatches[other]:
                _apply(now, mismatches, mismatch, at, other, mine, theirs)
                return
    if fallback is not None:
        _apply(now, mismatches, mismatch, *fallback)


def _apply(
    now: list[Cards], mismatches: list[int], mismatch: Mismatch, at: int, other: int, mine: Cards, theirs: Cards
) -> None:
    now[at], now[other] = mine, theirs
    mismatches[at], mismatches[other] = mismatch(at, mine), mismatch(other, theirs)


def _with(hand: Cards, at: int, c: Card) -> Cards:
    """`hand` with card `c` at index `at`."""
    return (*hand[:at], c, *hand[at + 1 :])
