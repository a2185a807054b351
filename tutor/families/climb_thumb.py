"""Rules of thumb for climbing games, by which the adviser plays hands out. They decide nothing about what is legal.

A hand is thought of as so many turns: groups of a rank, small ones riding along with three of a kind. A play is good
that saves turns, keeps high cards, and does not break what belongs together; partner's play is left alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from random import Random
from typing import Any, Final

from tutor.kernel.cards import Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat

TURN: Final = 2.0
"""What a turn saved is worth."""
HIGH: Final = 2.5
"""What the highest card is worth that one keeps, and in half of it how gladly low ones are played."""
TRUMP: Final = 4.0
"""What keeping a bomb is worth."""
LOSING: Final = 1.6
"""How much a play may cost before one rather passes."""
NEAR: Final = 3
"""Cards in a foe's hand at which he must be stopped."""
STOP: Final = 3.0
KEPT: Final = 14
"""Moves that are worth a thought."""


def turns(times: Sequence[int]) -> int:
    """About how many plays a hand takes with so many cards of each rank."""
    ones = twos = more = 0
    for n in times:
        if n == 1:
            ones += 1
        elif n == 2:
            twos += 1
        elif n > 2:
            more += 1
    return more + max(0, ones + twos - more) if more else ones + twos


@lru_cache(30_000)
def merit(hand: Cards, move: Any, top: int) -> float:
    """How good it is to get rid of these cards of `hand`; `top` is how high cards can be."""
    times: dict[str, int] = {}
    for c in hand:
        times[c.rank] = times.get(c.rank, 0) + 1
    before = turns(tuple(times.values()))
    fours = sum(n == 4 for n in times.values())
    for c in move.cards:
        times[c.rank] -= 1
    saved = before - turns(tuple(times.values())) - 1
    broken = fours - sum(n == 4 for n in times.values()) if not move.trump else 0
    height: float = max(0, getattr(move, "high", 0)) / top
    cost = HIGH * height**3 + HIGH / 2 * height
    return float(TURN * saved - cost - TRUMP * (move.trump + broken))


def kickers(move: Move, heights: Mapping[str, int], top: int) -> float:
    """How high the cards are that only ride along: there are fewer of each of them than of the main part."""
    if len(move.cards) < 4:
        return 0.0
    times: dict[str, int] = {}
    for c in move.cards:
        times[c.rank] = times.get(c.rank, 0) + 1
    most = max(times.values())
    return sum(n * (heights.get(rank, 0) / top) ** 2 for rank, n in times.items() if n < most)


def ranked(state: Any, seat: Seat, v: Any, legal: Sequence[Move], allies: Set[Seat]) -> list[tuple[float, Move]]:
    """Each of the legal plays with how good it seems, the pass among them."""
    hand: Cards = v.hand
    sizes = [len(held) for who, held in zip(state.seats, state.hands, strict=False) if who not in allies]
    near = min(sizes, default=99)
    top = _top(legal)
    last = next(((who, cards) for who, cards in reversed(state.plays) if cards), None) if not v.free else None
    mine = last is not None and last[0] in allies
    heights = {move.cards[0].rank: move.high for move in v.moves() if len(move.cards) == 1}
    out: list[tuple[float, Move]] = []
    for move in legal:
        if not move.cards:
            score = 0.0 if mine and near > 1 else -LOSING
            if last is not None and not mine and len(state.hand(last[0])) <= NEAR:
                score -= STOP
        elif len(move.cards) == len(hand):
            score = 100.0
        else:
            score = merit(hand, move, top) - HIGH * kickers(move, heights, top)
            if v.free:
                score += 0.3 * len(move.cards)
                if near == len(move.cards):
                    score += STOP * (getattr(move, "high", 0) / top - 1)
            elif mine:
                score -= 2.0
        out.append((score, move))
    return out


def thumb(state: Any, seat: Seat, v: Any, legal: Sequence[Move], allies: Set[Seat], rng: Random) -> Move:
    """The play that seems best, with a little chance."""
    return max(ranked(state, seat, v, legal, allies), key=lambda one: one[0] + rng.random())[1]


def worth_a_thought(state: Any, seat: Seat, v: Any, legal: Sequence[Move], allies: Set[Seat]) -> Sequence[Move]:
    """The best of many moves, and the pass."""
    if len(legal) <= KEPT:
        return legal
    best = sorted(ranked(state, seat, v, legal, allies), key=lambda one: -one[0])
    kept = {move for _, move in best[:KEPT]}
    return [move for move in legal if move in kept or not move.cards]


def _top(legal: Sequence[Any]) -> int:
    """How high cards can be, at least as high as those here."""
    return max(14, max((getattr(move, "high", 0) for move in legal), default=0))
