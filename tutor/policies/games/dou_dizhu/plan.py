"""How a hand of Dou Dizhu falls into few plays, and what that promises: a rule of thumb, which decides nothing.

Sets of ranks are numbers here, a bit for each rank, as in `combos`. A straight may be taken out or left; what stays
is played as singles, pairs, threes with the worst of those riding along, neighbours together, fours and the rocket.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias, cast

from tutor.games.dou_dizhu.combos import IN_RUNS, JOKERS

TURN: Final = 0.25
"""What a play costs besides the lead that it may lose."""
FIRM: Final = 0.7
"""From this height on single cards and pairs are kept, not given away with three of a kind."""
BOMB: Final = 1.3
"""What a bomb is worth, for it takes the lead whenever one likes."""
ROCKET: Final = 1.5

SINGLE: Final = (0.0, 0.0, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.18, 0.28, 0.45, 0.72, 0.9, 1.0)
"""How likely a single card of each rank is to keep the lead; and so for other kinds, by their highest rank."""
PAIR: Final = (0.02, 0.04, 0.06, 0.08, 0.1, 0.13, 0.17, 0.22, 0.3, 0.4, 0.55, 0.75, 0.97)
TRIPS: Final = (0.3, 0.33, 0.36, 0.4, 0.44, 0.48, 0.53, 0.58, 0.64, 0.7, 0.8, 0.9, 1.0)
STRAIGHT: Final = (0, 0, 0, 0, 0.35, 0.4, 0.46, 0.52, 0.6, 0.7, 0.8, 0.95)
LONGER: Final = 0.08
"""How much more likely a run is to keep the lead for each rank that it is longer than it must be."""
RUN: Final = 0.35
"""The same for a run of pairs or of threes, against what each of them were alone."""

_RANKS: Final = (1 << IN_RUNS) - 1

Part: TypeAlias = tuple[int, int, int, int]
"""A play: how many cards of each rank of its main part, and those ranks; the same for what rides along."""


class Plan(NamedTuple):
    """What a hand promises (minus about how often it loses the lead), and the straights to be taken out of it."""

    hand_value: float
    straights: tuple[int, ...]


@lru_cache(16_000)
def plan(one: int, two: int, three: int, four: int, low: int = 0) -> Plan:
    """For the ranks of which there is at least one card, two, three, four; straights begin at rank `low` or above."""
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
    """The same ranks with one card less of each in `run`."""
    keep = ~run
    return one & keep | two & run, two & keep | three & run, three & keep | four & run, four & keep


def cost(keeps: float) -> float:
    """What a play costs that keeps the lead so likely."""
    return 1 + TURN - keeps if keeps < 1 else TURN


def grouped(one: int, two: int, three: int, four: int) -> float:
    """What a hand promises that is played without straights."""
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
            singles, pairs, _, _ = riding(singles, pairs, run.bit_count())
    return promise - cost_of_pairs(pairs) - cost_of_singles(singles)


def parts(one: int, two: int, three: int, four: int) -> list[Part]:
    """The plays that the plan has for such a hand."""
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
        singles, pairs, each, kickers = riding(singles, pairs, run.bit_count())
        out.append((3, run, each, kickers))
    out += [(2, run, 0, 0) for run in runs(pairs, 3)]
    return out + [(1, bit, 0, 0) for bit in runs(singles, 99)]


@cache
def cost_of_singles(ranks: int) -> float:
    """What they cost played one by one."""
    return sum(cost(SINGLE[bit.bit_length() - 1]) for bit in runs(ranks, 99))


@cache
def cost_of_pairs(ranks: int) -> float:
    """What pairs of these ranks cost, neighbours together."""
    return sum(cost(PAIR[run.bit_length() - 1] + (RUN if run.bit_count() > 1 else 0)) for run in runs(ranks, 3))


@cache
def cost_of_trips(ranks: int) -> float:
    """What threes of these ranks cost, neighbours together."""
    return sum(cost(TRIPS[run.bit_length() - 1] + (RUN if run.bit_count() > 1 else 0)) for run in runs(ranks, 2))


def riding(singles: int, pairs: int, number: int) -> tuple[int, int, int, int]:
    """The singles and pairs that are left, and how many of which ranks ride along with so many threes: the worst."""
    some, two = lowest(singles & _LOOSE, number), lowest(pairs & _LOOSE_PAIRS, number)
    if some and (not two or number > 1 or some <= two):
        return singles & ~some, pairs, 1, some
    if two:
        return singles, pairs & ~two, 2, two
    return singles, pairs, 0, 0


def lowest(ranks: int, number: int) -> int:
    """The lowest so many of them, 0 if there are not as many."""
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
    """The ranks taken together where so many follow each other, the others one by one; the lowest first."""
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
