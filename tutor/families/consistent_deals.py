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
Wrong: TypeAlias = Callable[[int, Cards], int]
"""Takes a seat's index and a hand; returns how far the hand is from what is known of it (0 if it agrees)."""


def agreeing_deal(hands: Hands, free: Collection[Card], wrong: Wrong, rng: Random, pack: Pack) -> Hands:
    """`hands` after exchanges of `free` cards that make every hand agree with `wrong`, or come as near as was found."""
    off = [wrong(at, hand) for at, hand in enumerate(hands)]
    now, best, least = list(hands), hands, sum(off)
    for _ in range(EXCHANGES):
        if not least:
            break
        _exchange(now, off, free, wrong, rng)
        if sum(off) < least:
            best, least = tuple(now), sum(off)
    return tuple(pack.sort(hand) for hand in best)


def _exchange(now: list[Cards], off: list[int], free: Collection[Card], wrong: Wrong, rng: Random) -> None:
    """Make one exchange that brings the deal nearer to what is known; if there is none, a random one."""
    places = [(at, n) for at, hand in enumerate(now) for n, c in enumerate(hand) if c in free]
    places = rng.sample(places, len(places))
    anywhere: tuple[int, int, Cards, Cards] | None = None
    for at, n in places:
        if not off[at]:
            continue
        for other, m in places:
            if other == at:
                continue
            mine, theirs = _with(now[at], n, now[other][m]), _with(now[other], m, now[at][n])
            anywhere = anywhere or (at, other, mine, theirs)
            if wrong(at, mine) + wrong(other, theirs) < off[at] + off[other]:
                _take(now, off, wrong, at, other, mine, theirs)
                return
    if anywhere is not None:
        _take(now, off, wrong, *anywhere)


def _take(now: list[Cards], off: list[int], wrong: Wrong, at: int, other: int, mine: Cards, theirs: Cards) -> None:
    now[at], now[other] = mine, theirs
    off[at], off[other] = wrong(at, mine), wrong(other, theirs)


def _with(hand: Cards, at: int, c: Card) -> Cards:
    """`hand` with card `c` at index `at`."""
    return (*hand[:at], c, *hand[at + 1 :])
