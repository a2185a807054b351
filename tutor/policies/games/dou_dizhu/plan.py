"""Partition a hand of Dou Dizhu into few plays, and value it: a heuristic, no rule.

Sets of ranks are bit masks, as in `combos`. A straight may be taken out; the rest is played as singles, pairs, threes
with the lowest of those as kickers, runs of pairs and of threes, fours and the rocket.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias, cast

from tutor.games.dou_dizhu.combos import IN_RUNS, JOKERS

TURN: Final = 0.25
"""Cost of a play, besides that of losing the lead."""
FIRM: Final = 0.7
"""Singles and pairs that keep the lead with this probability or more are not used as kickers."""
BOMB: Final = 1.3
"""Value of a bomb, which can take the lead at any time."""
ROCKET: Final = 1.5

SINGLE: Final = (0.0, 0.0, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.18, 0.28, 0.45, 0.72, 0.9, 1.0)
"""Probability that a single card of each rank keeps the lead; for other kinds by their highest rank."""
PAIR: Final = (0.02, 0.04, 0.06, 0.08, 0.1, 0.13, 0.17, 0.22, 0.3, 0.4, 0.55, 0.75, 0.97)
TRIPS: Final = (0.3, 0.33, 0.36, 0.4, 0.44, 0.48, 0.53, 0.58, 0.64, 0.7, 0.8, 0.9, 1.0)
STRAIGHT: Final = (0, 0, 0, 0, 0.35, 0.4, 0.46, 0.52, 0.6, 0.7, 0.8, 0.95)
LONGER: Final = 0.08
"""Added probability that a run keeps the lead, for each rank above the least length."""
RUN: Final = 0.35
"""The same for a run of pairs or threes, compared with playing them one by one."""

_RANKS: Final = (1 << IN_RUNS) - 1

Part: TypeAlias = tuple[int, int, int, int]
"""A play: cards of each rank of its main part, the mask of those ranks; the same two for its kickers."""


class Plan(NamedTuple):
    """The value of a hand (minus about how often it loses the lead), and the straights taken out of it."""

    hand_value: float
    straights: tuple[int, ...]


@lru_cache(16_000)
def plan(one: int, two: int, three: int, four: int, low: int = 0) -> Plan:
    """The best plan, given the ranks with at least one, two, three, four cards; straights begin at `low` or above."""
    promise, taken = grouped(one, two, three, four), cast("tuple[int, ...]", ())
    among = (one & _RANKS) >> low << low
    starts = among & among >> 1 & among >> 2 & among >> 3 & among >> 4
    while starts:
        first = starts & -starts
        starts ^= first
        start = first.bit_length() - 1
        run, end = 0b11111 << start, start + 5
        while True:
            rest = plan(*less(run, one, two, three, four), start)
            value = rest.hand_value - cost(STRAIGHT[end - 1] + LONGER * (end - start - 5))
            if value > promise:
                promise, taken = value, (run, *rest.straights)
            if not among >> end & 1:
                break
            run |= 1 << end
            end += 1
    return Plan(promise, taken)


def less(run: int, one: int, two: int, three: int, four: int) -> tuple[int, int, int, int]:
    """The four masks after removing one card of each rank in `run`."""
    keep = ~run
    return one & keep | two & run, two & keep | three & run, three & keep | four & run, four & keep


def cost(keeps: float) -> float:
    """The cost of a play that keeps the lead with probability `keeps`."""
    return 1 + TURN - keeps if keeps < 1 else TURN


def grouped(one: int, two: int, three: int, four: int) -> float:
    """The value of a hand played without straights."""
    singles, pairs, trips = one & ~two, two & ~three, three & ~four
    promise = 0.0
    if one & JOKERS == JOKERS:
        promise = ROCKET
        singles &= ~JOKERS
    if four:
        promise += BOMB * four.bit_count()
    if trips:
        promise -= cost_of_trips(trips)
        for run in runs(trips, 2):
            singles, pairs, _, _ = kickers(singles, pairs, run.bit_count())
    return promise - cost_of_pairs(pairs) - cost_of_singles(singles)


def parts(one: int, two: int, three: int, four: int) -> list[Part]:
    """The plays of a hand played without straights."""
    out: list[Part] = []
    for run in plan(one, two, three, four).straights:
        out.append((1, run, 0, 0))
        one, two, three, four = less(run, one, two, three, four)
    singles, pairs, trips = one & ~two, two & ~three, three & ~four
    if one & JOKERS == JOKERS:
        out.append((1, JOKERS, 0, 0))
        singles &= ~JOKERS
    out += [(4, bit, 0, 0) for bit in runs(four, 99)]
    for run in runs(trips, 2):
        singles, pairs, each, along = kickers(singles, pairs, run.bit_count())
        out.append((3, run, each, along))
    out += [(2, run, 0, 0) for run in runs(pairs, 3)]
    return out + [(1, bit, 0, 0) for bit in runs(singles, 99)]


@cache
def cost_of_singles(ranks: int) -> float:
    """The cost of playing these ranks one by one."""
    return sum(cost(SINGLE[bit.bit_length() - 1]) for bit in runs(ranks, 99))


@cache
def cost_of_pairs(ranks: int) -> float:
    """The cost of pairs of these ranks, with runs played together."""
    return sum(cost(PAIR[run.bit_length() - 1] + (RUN if run.bit_count() > 1 else 0)) for run in runs(ranks, 3))


@cache
def cost_of_trips(ranks: int) -> float:
    """The cost of threes of these ranks, with runs played together."""
    return sum(cost(TRIPS[run.bit_length() - 1] + (RUN if run.bit_count() > 1 else 0)) for run in runs(ranks, 2))


def kickers(singles: int, pairs: int, number: int) -> tuple[int, int, int, int]:
    """Kickers for `number` threes: the singles and pairs left, then the cards of each kicker and the kickers' ranks."""
    some, two = lowest(singles & _LOOSE, number), lowest(pairs & _LOOSE_PAIRS, number)
    if some and (not two or number > 1 or some <= two):
        return singles & ~some, pairs, 1, some
    if two:
        return singles, pairs & ~two, 2, two
    return singles, pairs, 0, 0


def lowest(ranks: int, number: int) -> int:
    """The lowest `number` of the ranks; 0 if there are fewer."""
    out = 0
    for _ in range(number):
        if not ranks:
            return 0
        bit = ranks & -ranks
        out |= bit
        ranks ^= bit
    return out


@cache
def runs(ranks: int, least: int) -> tuple[int, ...]:
    """Runs of at least `least` consecutive ranks, and all other ranks one by one; the lowest first."""
    out: list[int] = []
    rest = ranks
    while rest:
        bit = run = rest & -rest
        while bit << 1 & ranks & _RANKS:
            bit <<= 1
            run |= bit
        if run.bit_count() < least:
            run = rest & -rest
        out.append(run)
        rest &= ~run
    return tuple(out)


_LOOSE: Final = sum(1 << i for i, keeps in enumerate(SINGLE) if keeps < FIRM)
_LOOSE_PAIRS: Final = sum(1 << i for i, keeps in enumerate(PAIR) if keeps < FIRM)
