"""The pack of Dou Dizhu and its combinations (`dou-dizhu.combo.*`).

Sets of ranks are integers with a bit for each rank: all that matters of a hand is of which ranks it has at least one
card, two, three or four. Combinations are made once and cached.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache, partial, reduce
from itertools import combinations, groupby
from operator import or_
from typing import Any, Final, NamedTuple, TypeAlias

from tutor.families.plays import PASS
from tutor.kernel.cards import Card, Cards, Pack, cards
from tutor.kernel.moves import Combo, Move

RANKS: Final = cards("3,4,5,6,7,8,9,T,J,Q,K,A,2,X2,X1")
"""From low to high (`dou-dizhu.rank`)."""
PACK: Final = Pack([c for c in RANKS for _ in range(1 if c.joker else 4)], suitless=True, order=RANKS)
IN_RUNS: Final = 12
"""The number of ranks, from the lowest, that may be in a run: 3 to A (`dou-dizhu.combo.run-limit`)."""
JOKERS: Final = 0b11 << 13
OUT_OF_RUNS: Final = frozenset(RANKS[IN_RUNS:])
BOTH_JOKERS: Final = frozenset(RANKS[13:])
BIGGEST: Final = 20
"""The largest hand, and so the largest combination."""
BOMB: Final = "bomb"
ROCKET: Final = "rocket"

_MOST_KEPT: Final = 50_000
"""Most combinations that are cached; there are 12,654 without house rules."""
_MANY: Final = frozenset({"trips-run+singles", "trips-run+pairs", "quad+singles", "quad+pairs"})
"""The kinds of which hundreds or thousands may beat another."""
_BIT: Final = {c: 1 << i for i, c in enumerate(RANKS)}
_COUNTED: Final = {c: 1 << 4 * i for i, c in enumerate(RANKS)}
_EACH: Final = sum(_COUNTED.values())
_LOW: Final = (1 << 7) - 1
_HIGH: Final = ~_LOW
"""The lower and the upper half of the ranks."""
_RUNS: Final = {
    least: [((1 << n) - 1) << low for n in range(least, IN_RUNS + 1) for low in range(IN_RUNS - n + 1)]
    for least in (2, 3, 5)
}
"""By the least length, the rank sets of all runs that are long enough, shorter ones first."""


class Shape(NamedTuple):
    """A kind of combination: `times` cards of each rank in its main part, a run of at least `run` ranks.

    If `run` is 0 the main part is one rank; with `gaps` its ranks need not be consecutive. It carries `kickers` kickers
    of `each` equal cards for each of its ranks.
    """

    kind: str
    times: int
    run: int = 0
    each: int = 0
    kickers: int = 1
    gaps: bool = False


def shapes(gapped: bool, twins: bool) -> Iterator[Shape]:
    """All shapes but the rocket. House rules allow trips with kickers to be `gapped` and quad kickers to be `twins`."""
    yield Shape("single", 1)
    yield Shape("pair", 2)
    yield Shape("trips", 3)
    yield Shape("trips+single", 3, each=1)
    yield Shape("trips+pair", 3, each=2)
    yield Shape("straight", 1, run=5)
    yield Shape("pairs-run", 2, run=3)
    yield Shape("trips-run", 3, run=2)
    yield Shape("trips-run+singles", 3, run=2, each=1, gaps=gapped)
    yield Shape("trips-run+pairs", 3, run=2, each=2, gaps=gapped)
    yield Shape("quad+singles", 4, each=1, kickers=2)
    if twins:
        yield Shape("quad+singles", 4, each=2)
    yield Shape("quad+pairs", 4, each=2, kickers=2)
    yield Shape(BOMB, 4)


_Shaped: TypeAlias = tuple[int, int, Callable[[int, int], tuple[Combo, ...]]]
"""How many cards of a rank the main part and the kickers need, and a function that lists the combinations."""


@lru_cache(8192)
def having(held: Cards) -> tuple[int, int, int, int, int]:
    """The rank sets of which the cards have at least 0, 1, 2, 3 and 4 cards (the first is always empty)."""
    one = two = three = four = 0
    for c in held:
        bit = _BIT[c]
        if not one & bit:
            one |= bit
        else:
            four |= three & bit
            three |= two & bit
            two |= bit
    return 0, one, two, three, four


def _bits(held: Cards) -> int:
    """Four bits for each rank: whether there are at least one, two, three, four cards of it."""
    number = sum(map(_COUNTED.__getitem__, held))
    odd, two, four = number & _EACH, number >> 1 & _EACH, number >> 2 & _EACH
    two |= four
    return odd | two | two << 1 | (odd & two | four) << 2 | four << 3


class Combos:
    """All combinations under two house rules."""

    def __init__(self, gapped: bool, twins: bool) -> None:
        self._rocket = Combo(RANKS[13:], ROCKET, "X1", 14, trump=True)
        self._made = {self._rocket.cards: self._rocket}
        self._known: dict[Shape, dict[tuple[int, int], Combo]] = {shape: {} for shape in shapes(gapped, twins)}
        self._shapes = tuple((s.times, s.each, lru_cache(4096)(partial(self._every, s))) for s in self._known)
        kinds = {s.kind for s in self._known}
        self._alike = {
            kind: tuple(one for one, s in zip(self._shapes, self._known, strict=True) if s.kind in (kind, BOMB))
            for kind in kinds
        }
        """By kind, the shapes that may beat a combination of that kind."""
        self._by_times = [
            (times, tuple(some)) for times, some in groupby(enumerate(self._known), lambda one: one[1].times)
        ]
        """The shapes with their indices, in groups that need as many cards of a rank in their main part."""
        self.moves = lru_cache(64)(self._moves)
        """Every combination in these cards, by kind and from low to high, then the pass."""
        self.bits = lru_cache(8192)(_bits)

    def _moves(self, held: Cards) -> tuple[Move, ...]:
        return (*self._within(held), PASS)

    def over(self, held: Cards, last: Combo) -> tuple[Move, ...]:
        """The combinations in these cards that may beat `last`, and the pass."""
        if last.kind == ROCKET:
            return (PASS,)
        return (*self._within(held, self._alike[last.kind], last), PASS)

    def need(self, combo: Cards) -> int:
        """The bits that a hand must have; of each rank only the highest bit, which implies the lower ones."""
        own = self.bits(combo)
        return own & ~(own >> 1 & 7 * _EACH)

    def beating(self, last: Combo) -> tuple[Move, ...] | None:
        """All combinations of the pack that may beat `last`, and the pass; None if kickers make them too many."""
        return None if last.kind in _MANY else self.over(PACK.cards, last)

    def lists(self, held: Cards) -> Iterable[Hashable]:
        """Keys of lists, one or more for each shape.

        Shapes of single ranks in two halves, which hands share more often.
        """
        ranks = having(held)
        out: list[Hashable] = []
        for times, shapes in self._by_times:
            among = ranks[times]
            if not among:
                continue
            for i, (_, _, run, each, kickers, gaps) in shapes:
                if run:
                    mains = among if gaps else _in_runs(among, run)
                    if mains:
                        out.append((i, mains, ranks[each]))
                elif not each:
                    out += (i, among & _LOW, 0), (i, among & _HIGH, 0)
                elif kickers == 1:
                    some = ranks[each]
                    for main in _main_parts(0, False, among):
                        extras = some & ~main
                        out += (i, main, extras & _LOW), (i, main, extras & _HIGH)
                else:
                    out.append((i, among, ranks[each]))
        if ranks[1] & JOKERS == JOKERS:
            out.append(ROCKET)
        return out

    def listed(self, key: Any) -> Iterable[Combo]:
        """The combinations of one list."""
        if key == ROCKET:
            return (self._rocket,)
        i, mains, extras = key
        every: Callable[[int, int], tuple[Combo, ...]] = self._shapes[i][2]
        return every(mains, extras)

    def made(self, held: Cards) -> Combo | None:
        """The combination that these cards form all together; None if none. There is never more than one (R15)."""
        known = self._made.get(held)
        if known is not None or len(held) > BIGGEST:
            return known
        return next((combo for combo in self._within(held) if len(combo.cards) == len(held)), None)

    def _within(self, held: Cards, shapes: Iterable[_Shaped] | None = None, last: Combo | None = None) -> list[Combo]:
        """The combinations of these shapes (by default all) in these cards; after `last` only higher ones and bombs."""
        ranks = having(held)
        out: list[Combo] = []
        for times, each, every in self._shapes if shapes is None else shapes:
            if ranks[times]:
                found = every(ranks[times], ranks[each])
                out += found if last is None else [c for c in found if c.high > last.high or c.trump]
        if ranks[1] & JOKERS == JOKERS:
            out.append(self._rocket)
        return out

    def _every(self, shape: Shape, mains: int, extras: int) -> tuple[Combo, ...]:
        """All combinations of this shape with main ranks from `mains` and kickers from `extras`."""
        known, found = self._known[shape], []
        for main in _main_parts(shape.run, shape.gaps, mains):
            for kickers in _kickers(shape, main, extras):
                found.append(known.get((main, kickers)) or self._new(shape, main, kickers))
        return tuple(found)

    def _new(self, shape: Shape, main: int, kickers: int) -> Combo:
        ranks = [(c, shape.times if main & bit else shape.each) for c, bit in _BIT.items() if (main | kickers) & bit]
        made = tuple(c for c, times in ranks for _ in range(times))
        top = main.bit_length() - 1
        length = main.bit_count() if shape.run else 1
        combo = Combo(made, shape.kind, RANKS[top].text, top, length, trump=shape.kind == BOMB)
        if len(self._made) < _MOST_KEPT:
            self._made[made] = self._known[shape][main, kickers] = combo
        return combo


@lru_cache(8192)
def _in_runs(among: int, least: int) -> int:
    """The ranks that are part of a run of at least `least` ranks."""
    return reduce(or_, [run for run in _RUNS[least] if among & run == run], 0)


@lru_cache(1024)
def _main_parts(run: int, gaps: bool, among: int) -> tuple[int, ...]:
    """The possible main parts: single ranks, or runs of at least `run` ranks (with `gaps`, any ranks)."""
    if not run:
        return tuple([bit for bit in _BIT.values() if among & bit])
    if not gaps:
        return tuple([ranks for ranks in _RUNS[run] if among & ranks == ranks])
    single = [1 << i for i in range(IN_RUNS) if among >> i & 1]
    return tuple([sum(main) for n in range(run, len(single) + 1) for main in combinations(single, n)])


def _kickers(shape: Shape, main: int, among: int) -> Iterable[int]:
    """The sets of kicker ranks for a main part: different from it and from each other, and not both jokers."""
    if not shape.each:
        return (0,)
    among &= ~main
    others = [bit for bit in _BIT.values() if among & bit]
    number = shape.kickers * main.bit_count()
    return [kickers for kickers in map(sum, combinations(others, number)) if kickers & JOKERS != JOKERS]


@lru_cache
def combos(gapped: bool, twins: bool) -> Combos:
    """The combinations under these house rules, made once."""
    return Combos(gapped, twins)


def run_shaped(held: Cards) -> bool:
    """Whether the cards have the form of a run, whatever their ranks: 5 singles, 3 pairs, 2 trips, or more."""
    distinct: set[Card] = set(held)
    times = {held.count(c) for c in distinct}
    return any(times == {n} and len(distinct) >= least for n, least in ((1, 5), (2, 3), (3, 2)))
