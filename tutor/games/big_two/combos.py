"""The pack of Big Two and its combinations: singles, pairs, triples, and five kinds of five-card hands."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Final

from tutor.families.combos import Combo
from tutor.families.plays import PASS
from tutor.games.big_two import plan
from tutor.kernel.cards import Card, Cards, Pack, card
from tutor.kernel.moves import Move

RANKS: Final = "3456789TJQKA2"
"""From low to high (`big-two.rank`)."""
SUITS: Final = "DCHS"
"""From low to high."""
SEQUENCE: Final = "A23456789TJQKA"
"""The order of ranks in straights: the ace is low or high, the 2 always low (`big-two.straight`)."""
ORDER: Final = tuple(card(rank + suit) for rank in RANKS for suit in SUITS)
PACK: Final = Pack(ORDER, order=ORDER)
FIVES: Final = ("straight", "flush", "full-house", "quads", "straight-flush")
"""Five-card hands from low to high: each beats all lower ones (`big-two.five`)."""

SIZES: Final = {1: "single", 2: "pair", 3: "triple"}
"""The kinds that are of one rank."""

_LOWER_KIND: Final = 100
"""More than there are places within one kind of five-card hand."""


class Combos:
    """The combinations, with flushes compared by rank first or by suit first."""

    def __init__(self, rank_first: bool) -> None:
        self.rank_first = rank_first
        self._known: dict[Cards, Combo] = {}
        self.moves = lru_cache(64)(self._moves)
        """Every combination that can be made of the cards given, by kind and from low to high, and the pass."""
        self._fives = lru_cache(4096)(self._made_of_five)
        self._straights = lru_cache(8192)(self._all_straights)
        self._flushes = lru_cache(1024)(self._all_flushes)
        self._houses = lru_cache(4096)(self._all_houses)
        self._plan = lru_cache(8_000)(self._planned)
        self.falls = lru_cache(8_000)(self._falls)
        """Few plays that the cards given fall into (see `plan`)."""

    def made(self, held: Cards) -> Combo | None:
        """The combination that the cards are, all together, if they are one."""
        known = self._known.get(held)
        if known is not None or len(held) > 5:
            return known
        return next((combo for combo in self._within(held) if len(combo.cards) == len(held)), None)

    def _moves(self, held: Cards) -> tuple[Move, ...]:
        return (*self._within(held), PASS)

    def over(self, held: Cards, last: Combo) -> tuple[Move, ...]:
        """The combinations of as many cards as `last` that are higher, and the pass."""
        number = len(last.cards)
        some = self._fives(held) if number == 5 else self._alike(_from_rank(held, last), number)
        return (*(combo for combo in some if combo.high > last.high), PASS)

    def telling(self, held: Cards, last: Combo) -> Hashable:
        """What of the cards given decides what may be played on `last`: those that are not of lower ranks."""
        if 0 < len(last.cards) < 5:
            return self, len(last.cards), last.high, _mask(held) >> (last.high & ~3)
        return self, len(last.cards), last.high, _mask(held)

    def worth(self, held: Cards) -> float:
        """What the cards promise (see `plan`)."""
        return self._plan(held).worth

    def _falls(self, held: Cards) -> tuple[Combo, ...]:
        fives = self._fives(held)
        out = [fives[i] for i in self._plan(held).fives]
        taken = {c for five in out for c in five.cards}
        for group in _groups(tuple(c for c in held if c not in taken), 0).values():
            for some in (group[:2], group[2:]) if len(group) == 4 else (group,):
                combo = self.made(some)
                assert combo is not None, some
                out.append(combo)
        return tuple(out)

    def _planned(self, held: Cards) -> plan.Plan:
        fives = [(_mask(five.cards), _price(five)) for five in self._fives(held)]
        return plan.plan(_mask(held), fives)

    def _within(self, held: Cards) -> Iterator[Combo]:
        """All combinations."""
        for number in SIZES:
            yield from self._alike(held, number)
        yield from self._fives(held)

    def _alike(self, held: Cards, number: int) -> Iterator[Combo]:
        """The combinations of so many cards of one rank."""
        kind = SIZES[number]
        for rank, group in _groups(held, 0).items():
            for some in combinations(group, number):
                by = rank if kind == "triple" else some[-1].text
                yield self._combo(some, kind, by, PACK.place[some[-1]])

    def _made_of_five(self, held: Cards) -> tuple[Combo, ...]:
        """The combinations of five cards, from low to high."""
        if len(held) < 5:
            return ()
        of_rank = _groups(held, 0)
        found: list[Combo] = []
        if len(of_rank) >= 5:
            for low in range(10):
                ranks = SEQUENCE[low : low + 5]
                if of_rank.keys() >= _SEQUENCES[low]:
                    found += self._straights(low, tuple([of_rank[rank] for rank in ranks]))
            for group in _groups(held, 1).values():
                if len(group) >= 5:
                    found += self._flushes(group)
        groups = tuple(of_rank.values())
        some = tuple([group for group in groups if len(group) > 1])
        for group in some:
            if len(group) > 2:
                found += self._houses(group, some)
        for group in some:
            if len(group) == 4:
                found += self._quads(group, groups)
        return tuple(sorted(found, key=_height))

    def _all_straights(self, low: int, groups: tuple[Cards, ...]) -> tuple[Combo, ...]:
        """Five ranks in sequence; in one suit they are straight flushes. By the top card in sequence order."""
        out = []
        for some in product(*groups):
            kind = "straight" if len({c.suit for c in some}) > 1 else "straight-flush"
            out.append(self._five(some, kind, some[-1].text, low * 4 + SUITS.index(some[-1].suit)))
        return tuple(out)

    def _all_flushes(self, group: Cards) -> tuple[Combo, ...]:
        """Five of a suit that are no straight flush: by the highest card, and by suit, in either order."""
        out = []
        for some in combinations(group, 5):
            if not in_sequence(some):
                rank, place = RANKS.index(some[-1].rank), SUITS.index(some[-1].suit)
                high = rank * 4 + place if self.rank_first else place * 13 + rank
                out.append(self._five(some, "flush", some[-1].text, high))
        return tuple(out)

    def _all_houses(self, group: Cards, groups: tuple[Cards, ...]) -> tuple[Combo, ...]:
        """Three of a rank with two of another, by the three."""
        pairs = [pair for other in groups if other is not group for pair in combinations(other, 2)]
        rank = group[0].rank
        return tuple(
            [
                self._five((*triple, *pair), "full-house", rank, RANKS.index(rank))
                for triple, pair in product(combinations(group, 3), pairs)
            ]
        )

    def _quads(self, four: Cards, groups: tuple[Cards, ...]) -> Iterator[Combo]:
        """Four of a rank with any fifth card, by the four."""
        rank = four[0].rank
        for fifth in (c for other in groups if other is not four for c in other):
            yield self._five((*four, fifth), "quads", rank, RANKS.index(rank))

    def _five(self, some: Cards, kind: str, by: str, high: int) -> Combo:
        return self._combo(PACK.sort(some), kind, by, FIVES.index(kind) * _LOWER_KIND + high)

    def _combo(self, some: Cards, kind: str, by: str, high: int) -> Combo:
        combo = self._known.get(some)
        if combo is None:
            combo = self._known[some] = Combo(some, kind, by, high)
        return combo


def _groups(held: Cards, part: int) -> dict[str, Cards]:
    """The cards by rank (`part` 0) or by suit (1), each group from low to high."""
    out: dict[str, Cards] = {}
    for c in PACK.sort(held):
        out[c.text[part]] = (*out.get(c.text[part], ()), c)
    return out


@lru_cache(4096)
def _price(five: Combo) -> float:
    """What it costs to play it."""
    kind, high = divmod(five.high, _LOWER_KIND)
    return plan.cost_of_five(kind, high / (12 if five.kind in ("full-house", "quads") else 51))


@lru_cache(8_000)
def _mask(held: Cards) -> int:
    """A bit for each card."""
    return sum([1 << PACK.place[c] for c in held])


def _height(combo: Combo) -> int:
    return combo.high


def _from_rank(held: Cards, last: Combo) -> Cards:
    """The cards that are of no lower rank than `last`, which is of one rank."""
    least = last.high & ~3
    return tuple([c for c in held if PACK.place[c] >= least])


def in_sequence(five: tuple[Card, ...]) -> bool:
    """Whether five cards of different ranks follow each other in the order of straights."""
    ranks = {c.rank for c in five}
    return ranks in _SEQUENCES


_SEQUENCES: Final = [frozenset(SEQUENCE[low : low + 5]) for low in range(10)]


@lru_cache
def combos(rank_first: bool) -> Combos:
    """The combinations with flushes compared this way."""
    return Combos(rank_first)
