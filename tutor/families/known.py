"""What players have said of their cards: deals made to agree with it by exchanging cards that nobody has seen."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final, TypeAlias

from tutor.kernel.cards import Card, Cards, Pack

if TYPE_CHECKING:
    from random import Random

EXCHANGES: Final = 80
"""Exchanges of two cards at the most; a deal that does not agree after them comes as near as it did."""

Hands: TypeAlias = tuple[Cards, ...]
Wrong: TypeAlias = Callable[[int, Cards], int]
"""How far a hand, at its place, is from what is known of it: 0 if it agrees."""


def agreeing(hands: Hands, free: Collection[Card], wrong: Wrong, rng: Random, pack: Pack) -> Hands:
    """`hands` after as many exchanges of `free` cards as make them agree with what is known, if they can be made to."""
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
    """One exchange that brings the deal nearer to what is known; any, where none does, so as to try from elsewhere."""
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
    """`hand` with another card at one place."""
    return (*hand[:at], c, *hand[at + 1 :])
