"""The pack of Big Two and its combinations: singles, pairs, triples, and five kinds of five-card hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
from operator import attrgetter
from typing import Any, Final, TypeAlias

from tutor.families.plays import PASS
from tutor.kernel.cards import RANK_NAMES, Card, Cards, Pack, card
from tutor.kernel.moves import Combo, Move

RANKS: Final = "3456789TJQKA2"
"""From low to high (`big-two.rank`)."""
SUITS: Final = "DCHS"
"""Suits from low to high."""
SEQUENCE: Final = "A23456789TJQKA"
"""The order of ranks in straights: the ace is low or high, the 2 always low (`big-two.straight`)."""
ORDER: Final = tuple(card(rank + suit) for rank in RANKS for suit in SUITS)
PACK: Final = Pack(ORDER, order=ORDER)
FIVES: Final = ("straight", "flush", "full-house", "quads", "straight-flush")
"""Five-card hands from low to high: each beats all lower ones (`big-two.five`)."""

SIZES: Final = {1: "single", 2: "pair", 3: "triple"}
"""The kind of a combination of one rank, by its number of cards."""

LOWER_KIND: Final = 100
"""Added to `high` for each kind of five-card hand; more than there are heights within one kind."""
_BIT: Final = {c: 1 << i for i, c in enumerate(ORDER)}
"""A bit for each card, four in a row for each rank."""
_LOWEST: Final = sum(1 << 4 * i for i in range(len(RANKS)))
"""The bits of the lowest suit, one for each rank; a set of ranks is a subset of them."""
_STRAIGHTS: Final = [sum(1 << 4 * RANKS.index(rank) for rank in SEQUENCE[low : low + 5]) for low in range(10)]
"""The ranks of each straight as such a set."""
_FOLLOWING: Final = [[RANKS.index(rank) for rank in SEQUENCE[low : low + 5]] for low in range(10)]
"""The indices in `RANKS` of each straight's ranks, in sequence order."""
_OF_RANK: Final = [
    [tuple([ORDER[4 * i + suit] for suit in range(4) if cards >> suit & 1]) for cards in range(16)]
    for i in range(len(RANKS))
]
"""For each rank, the cards that four bits stand for."""
_EQUAL: Final = [max((cards & 15).bit_count(), (cards >> 4).bit_count()) for cards in range(256)]
"""For eight bits (two ranks), the larger number of cards of one rank."""

Key: TypeAlias = tuple[int, str, int, int]
"""The key of a list of combinations: the number of cards, the kind, the place, and the cards as bits."""


class Combos:
    """All combinations; flushes are compared by rank first, or else by suit first."""

    def __init__(self, rank_first: bool) -> None:
        self.rank_first = rank_first
        self._known: dict[Cards, Combo] = {}
        self.moves = lru_cache(64)(self._moves)
        """Every combination in these cards, by kind and from low to high, then the pass."""
        self.bits = self.need = _mask
        self.listed = lru_cache(8192)(self._listed)
        self.fives = lru_cache(4096)(self._made_of_five)
        """The five-card hands in these cards."""

    def made(self, held: Cards) -> Combo | None:
        """The combination that these cards form all together; None if they form none."""
        known = self._known.get(held)
        if known is not None or len(held) > 5:
            return known
        return next((combo for combo in self._within(held) if len(combo.cards) == len(held)), None)

    def _moves(self, held: Cards) -> tuple[Move, ...]:
        return (*self._within(held), PASS)

    def over(self, held: Cards, last: Combo) -> tuple[Move, ...]:
        """The higher combinations with as many cards as `last`, and the pass."""
        some = self._within(held, len(last.cards), last.high // LOWER_KIND)
        return (*[combo for combo in some if combo.high > last.high], PASS)

    def beating(self, last: Combo) -> tuple[Move, ...] | None:
        """All combinations of the pack that beat `last`, and the pass; None for five-card hands, which are too many."""
        return None if len(last.cards) == 5 else self.over(PACK.cards, last)

    def _made_of_five(self, held: Cards) -> tuple[Combo, ...]:
        return tuple(self._within(held, 5)) if len(held) >= 5 else ()

    def _within(self, held: Cards, number: int = 0, kind: int = 0) -> Iterator[Combo]:
        """The combinations in these cards: all, or those of `number` cards.

        Five-card hands only from `kind` (an index) up.
        """
        for key in self.lists(held):
            if number in (0, key[0]) and not (kind > 0 and FIVES.index(key[1]) < kind):
                yield from self.listed(key)

    def lists(self, held: Cards) -> list[Key]:
        """The keys of the lists whose combinations are all those in these cards.

        Singles, pairs and triples are listed for two ranks at a time, five-card hands by kind and by the cards they can
        be made from.
        """
        own = _mask(held)
        out: list[Key] = [(1, "", i, cards) for i, cards in enumerate(own.to_bytes(7, "little")) if cards]
        one, two, three, four = _times(own)
        if two:
            pairs: list[Key] = [(2, "", i, cards) for _, _, i, cards in out if _EQUAL[cards] >= 2]
            out += pairs
            if three:
                out += [(3, "", i, cards) for _, _, i, cards in pairs if _EQUAL[cards] >= 3]
        if len(held) >= 5:
            out += _fives(own, one, two, three, four)
        return out

    def _listed(self, key: Key) -> tuple[Combo, ...]:
        """The combinations of one list, from low to high."""
        number, kind, at, own = key
        if number < 5:
            return tuple(self._of_rank(own << 8 * at, number))
        made: Callable[[int, int], Iterable[Combo]] = {
            "straight": self._straights,
            "flush": self._flushes,
            "full-house": self._houses,
            "quads": self._quads,
            "straight-flush": self._straights,
        }[kind]
        return tuple(sorted([five for five in made(own, at) if five.kind == kind], key=attrgetter("high")))

    def _of_rank(self, own: int, number: int) -> Iterator[Combo]:
        """The combinations of `number` cards of one rank."""
        kind = SIZES[number]
        for group in by_rank(own):
            for some in combinations(group, number):
                by = some[-1].rank if kind == "triple" else some[-1].text
                yield self._combo(some, kind, by, PACK.place[some[-1]])

    def _straights(self, own: int, low: int) -> Iterator[Combo]:
        """Straights and straight flushes on the ranks of straight `low`; compared by the top card in sequence order."""
        known = self._known
        for some in product(*[_OF_RANK[i][own >> 4 * i & 15] for i in _FOLLOWING[low]]):
            combo = known.get(some)
            if combo is None:
                kind = "straight" if len({c.suit for c in some}) > 1 else "straight-flush"
                combo = self._five(some, kind, some[-1].text, low * 4 + SUITS.index(some[-1].suit))
            yield combo

    def _flushes(self, own: int, _: int) -> Iterator[Combo]:
        """Flushes; compared by the highest card and by suit, in the order of the house rule."""
        known = self._known
        for suit in range(4):
            for some in combinations(_cards(own & _LOWEST << suit), 5):
                combo = known.get(some)
                if combo is None:
                    if in_sequence(some):
                        continue
                    rank = RANKS.index(some[-1].rank)
                    high = rank * 4 + suit if self.rank_first else suit * 13 + rank
                    combo = self._five(some, "flush", some[-1].text, high)
                yield combo

    def _houses(self, own: int, _: int) -> Iterator[Combo]:
        """Full houses; compared by the three."""
        groups = by_rank(own)
        for group in groups:
            if len(group) > 2:
                rank = group[0].rank
                pairs = [pair for other in groups if other is not group for pair in combinations(other, 2)]
                for triple, pair in product(combinations(group, 3), pairs):
                    yield self._five((*triple, *pair), "full-house", rank, RANKS.index(rank))

    def _quads(self, own: int, _: int) -> Iterator[Combo]:
        """Four of a rank with any fifth card; compared by the four."""
        for four in by_rank(own):
            if len(four) == 4:
                rank = four[0].rank
                for fifth in [c for c in _cards(own) if c.rank != rank]:
                    yield self._five((*four, fifth), "quads", rank, RANKS.index(rank))

    def _five(self, some: Cards, kind: str, by: str, high: int) -> Combo:
        """The five-card combination of these cards, cached under this order and the pack's order.

        It is written in the pack's order, but a straight in its own, in which an ace or a 2 may be low.
        """
        combo = self._known.get(some)
        if combo is None:
            written = some if kind.startswith("straight") else PACK.sort(some)
            combo = self._known[some] = self._combo(written, kind, by, FIVES.index(kind) * LOWER_KIND + high)
            self._known[PACK.sort(some)] = combo
        return combo

    def _combo(self, some: Cards, kind: str, by: str, high: int) -> Combo:
        combo = self._known.get(some)
        if combo is None:
            combo = self._known[some] = Combo(some, kind, by, high)
        return combo


def _fives(own: int, one: int, two: int, three: int, four: int) -> Iterator[Key]:
    """Keys for the five-card hands in `own`. The other arguments are the ranks with at least 1, 2, 3 and 4 cards."""
    straights = [(low, ranks) for low, ranks in enumerate(_STRAIGHTS) if one & ranks == ranks]
    for low, ranks in straights:
        yield 5, "straight", low, own & ranks * 15
    suits = [suit for suit in range(4) if (own >> suit & _LOWEST).bit_count() >= 5]
    long = sum([own & _LOWEST << suit for suit in suits])
    if long:
        yield 5, "flush", 0, long
    if three and two & two - 1:
        yield 5, "full-house", 0, own & two * 15
    if four:
        yield 5, "quads", 0, own
    for low, ranks in straights if long else ():
        if any(own >> suit & ranks == ranks for suit in suits):
            yield 5, "straight-flush", low, long


@lru_cache(8_000)
def _mask(held: Cards) -> int:
    """The cards as a bit set."""
    return sum(map(_BIT.__getitem__, held))


def _cards(own: int) -> Cards:
    """The cards of a bit set, from low to high."""
    return tuple([c for group in by_rank(own) for c in group])


def by_rank(own: int) -> list[Cards]:
    """The cards of a bit set in groups of one rank, from low to high."""
    return [cards for i, of in enumerate(_OF_RANK) if (cards := of[own >> 4 * i & 15])]


def _times(own: int) -> tuple[int, int, int, int]:
    """The ranks of which there is at least one card, two, three and four, as subsets of `_LOWEST`."""
    one = two = three = four = 0
    for suit in range(4):
        have = own >> suit & _LOWEST
        four |= three & have
        three |= two & have
        two |= one & have
        one |= have
    return one, two, three, four


def in_sequence(five: tuple[Card, ...]) -> bool:
    """Whether five cards of different ranks form a straight."""
    ranks = {c.rank for c in five}
    return ranks in _SEQUENCES


_SEQUENCES: Final = [frozenset(SEQUENCE[low : low + 5]) for low in range(10)]


def lacking_in(held: Cards) -> Mapping[str, Any]:
    """What keeps five cards from being a combination: how many there are of each rank, and which have none like them.

    Of different ranks also the name of the one missing in a straight, and the card that is not of the suit of the rest.
    """
    ranks, suits = Counter(c.rank for c in held), Counter(c.suit for c in held)
    windows = (SEQUENCE[low : low + 6] for low in range(len(SEQUENCE) - 5))
    gaps = [{*window} - ranks.keys() for window in windows if len(ranks) == len(held) and ranks.keys() <= {*window}]
    gap = next((RANK_NAMES[rank] for one in gaps for rank in one), "")
    odd = tuple(c for c in held if ranks[c.rank] == 1)
    off_suit = [c for c in held if suits[c.suit] == 1] if len(suits) == 2 else []
    return {
        "numbers": sorted(ranks.values(), reverse=True),
        "odd": odd,
        "gap": gap,
        "off_suit": off_suit[0] if len(off_suit) == 1 else None,
    }


@lru_cache
def combos(rank_first: bool) -> Combos:
    """The combinations with flushes compared this way, made once."""
    return Combos(rank_first)
