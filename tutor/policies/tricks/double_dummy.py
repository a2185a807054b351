"""How a hand goes on if everybody sees all cards: what the adviser makes of one deal that it has made up.

Short endings are solved by alpha-beta with a transposition table. Before that hands are played by the rollout
heuristic, except for the next lead, for which every sensible card is tried. There are two sides, for and against; a
trick brings one and what its cards count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import Cards
from tutor.kernel.moves import PLAY
from tutor.policies.tricks.legal_bits import ImpossibleDeal, LegalBits
from tutor.policies.values import PrincipalVariation

if TYPE_CHECKING:
    from tutor.policies.tricks.rollout import RolloutHeuristic

SOLVED: Final = 6
"""Cards in a hand from which on everything is solved."""
SOLVED_COUNTING: Final = 5
"""The same where cards count, so that far more plays differ."""
SOLVED_AT_MOST: Final = 16
"""Cards in all hands, where cards count: four hands of five take as much work as five deals or more of four each."""
ENDED: Final = 3
"""The same at the end of what the rules of thumb play."""
PLAYED: Final = 2
"""The work of a card by the rules of thumb."""
LOOKED: Final = 3
"""The work of a position that is searched."""
ASKED: Final = 2
"""The work of asking the duties, where more binds than to follow suit."""
BEGUN: Final = 60
"""The work of beginning."""
MOST: Final = 1_000_000.0
"""More than any hand can bring."""

Path = tuple[Any, ...]
"""The cards that lead to an end: one, or some that follow each other, and the path from there."""
Memory = dict[tuple[int, ...], tuple[float, float, Path]]
"""For a position between two tricks the least and most that it can be worth, and how that comes about."""


class OpenHands:
    """One deal with all cards seen. `sides` says for each place whether it is for or against."""

    def __init__(
        self, duties: LegalBits, heuristic: RolloutHeuristic, sides: Sequence[bool], memory: Memory, trick: float = 1.0
    ) -> None:
        """`trick` is what a trick brings besides what its cards count."""
        self.cards, self.duties, self.heuristic, self.memory = duties.cards, duties, heuristic, memory
        self.sides, self.trick = tuple(sides), trick
        self.values = heuristic.values if any(heuristic.values) else None
        n = self.n = len(self.sides)
        places = range(n)
        self._turns = [[(p + i) % n for i in places] for p in places]
        self._foes = [[q for q in places if self.sides[q] != self.sides[p]] for p in places]
        self._pals = [[q for q in places if self.sides[q] == self.sides[p] and q != p] for p in places]
        self._rest = [
            [[((p + i) % n, self.sides[(p + i) % n] == self.sides[p]) for i in range(1, k + 1)] for k in places]
            for p in places
        ]
        self.work = BEGUN

    def best(self, hands: list[int], leader: int, trick: Sequence[int]) -> tuple[float, list[int]]:
        """What is gained from here to the end, the trick on the table included, and the cards that bring it about."""
        led = best = 0
        holder, pot = leader, self.trick
        for at, bit in enumerate(trick):
            pot += self._count(bit)
            if not at:
                led, best = self.cards.suit[bit.bit_length() - 1], bit
            elif bit > best and bit & (led | self.cards.trump):
                best, holder = bit, self._turns[leader][at]
        few = SOLVED if self.values is None else SOLVED_COUNTING
        held = [hand.bit_count() for hand in hands]
        solved = max(held) <= few and (self.values is None or sum(held) <= SOLVED_AT_MOST)
        how = self._trick if solved else self._played
        if len(trick) == self.n:
            return 0.0, []
        value, path = how(hands, leader, len(trick), led, best, holder, pot, -MOST, MOST)
        return value, list(_flat(path))

    def _count(self, bit: int) -> float:
        return self.values[bit.bit_length() - 1] if self.values is not None else 0.0

    def _legal(self, own: int, me: int, led: int, best: int, holder: int) -> int:
        if self.duties.follow_only:
            return own & led or own
        self.work += ASKED
        partner = bool(led) and self.n > 2 and 2 * ((me - holder) % self.n) == self.n
        return self.duties.legal(own, led, best, partner)

    def _by_heuristic(
        self, hands: list[int], me: int, legal: int, played: int, led: int, best: int, holder: int
    ) -> int:
        if not legal & (legal - 1):
            return legal
        if not played:
            return self.heuristic.lead(hands, legal, self._foes[me], self._pals[me])
        ours = self.sides[holder] == self.sides[me]
        rest = self._rest[me][self.n - 1 - played]
        return self.heuristic.answer(hands, legal, led, best, ours, rest, self._foes[me])

    # -- by rules of thumb ---------------------------------------------------------------------------------

    def _played(
        self,
        hands: list[int],
        leader: int,
        played: int,
        led: int,
        best: int,
        holder: int,
        pot: float,
        low: float,
        high: float,
        free: bool = True,
    ) -> tuple[float, Path]:
        """Played on by rules of thumb, but for the next lead, if that is `free`, and the end. `hands` are kept."""
        hands = hands[:]
        path: list[int] = []
        gained = 0.0
        n, suit, trump, values = self.n, self.cards.suit, self.cards.trump, self.values
        while True:
            if played == n:
                gained += pot if self.sides[holder] else -pot
                leader, played, led, best, pot = holder, 0, 0, 0, self.trick
            if not played:
                left = hands[leader].bit_count()
                if left <= ENDED or free:
                    if not left:
                        return gained, (path, ())
                    how = self._solved if left <= ENDED else self._led
                    value, rest = how(hands, leader, low - gained, high - gained)
                    return gained + value, (path, rest)
            me = self._turns[leader][played]
            own = hands[me]
            bit = self._by_heuristic(hands, me, self._legal(own, me, led, best, holder), played, led, best, holder)
            self.work += PLAYED
            path.append(bit)
            hands[me] = own ^ bit
            if values is not None:
                pot += values[bit.bit_length() - 1]
            if not played:
                led, best, holder = suit[bit.bit_length() - 1], bit, me
            elif bit > best and bit & (led | trump):
                best, holder = bit, me
            played += 1

    def _led(self, hands: list[int], me: int, low: float, high: float) -> tuple[float, Path]:
        """The best of the leads that may be sensible: the rule of thumb's, the highest and the lowest of each suit."""
        own, ours, suit = hands[me], self.sides[me], self.cards.suit
        legal = self._legal(own, me, 0, 0, me)
        leads = {self._by_heuristic(hands, me, legal, 0, 0, 0, me): None}
        for block in self.cards.suits:
            some = legal & block
            if some:
                leads[1 << some.bit_length() - 1] = None
                leads[some & -some] = None
        best = -MOST if ours else MOST
        path: Path = ()
        for bit in leads:
            hands[me] = own ^ bit
            value, rest = self._played(
                hands, me, 1, suit[bit.bit_length() - 1], bit, me, self.trick + self._count(bit), low, high, free=False
            )
            if value > best if ours else value < best:
                best, path = value, (bit, rest)
                if ours:
                    low = max(low, best)
                else:
                    high = min(high, best)
                if low >= high:
                    break
        hands[me] = own
        return best, path

    # -- solved --------------------------------------------------------------------------------------------

    def _solved(self, hands: list[int], leader: int, low: float, high: float) -> tuple[float, Path]:
        """The value between two tricks, if it is between `low` and `high`; else a bound on that side."""
        key = (leader, *hands)
        least, most, path = self.memory.get(key, (-MOST, MOST, ()))
        if least >= high or least == most:
            return least, path
        if most <= low:
            return most, path
        if self.values is None:  # and a trick is worth one
            sure = 2 * self._cashed(hands, leader) - hands[leader].bit_count()
            if sure >= high if self.sides[leader] else -sure <= low:
                return sure if self.sides[leader] else -sure, ()
        value, path = self._trick(hands, leader, 0, 0, 0, leader, self.trick, low, high)
        if value >= high:
            least = max(least, value)
        elif value <= low:
            most = min(most, value)
        else:
            least = most = value
        self.memory[key] = least, most, path
        return value, path

    def _cashed(self, hands: list[int], me: int) -> int:
        """Tricks that the leader can win one after the other, whatever the others do."""
        others = 0
        for at, hand in enumerate(hands):
            if at != me:
                others |= hand
        trumps, sure = others & self.cards.trump, 0
        for suit in self.cards.suits:
            mine = hands[me] & suit
            if mine and (not trumps or suit == self.cards.trump):
                sure += (mine >> (others & suit).bit_length()).bit_count()
        return sure

    def _trick(  # noqa: C901  the innermost of the search: its parts would be called for each card
        self,
        hands: list[int],
        leader: int,
        played: int,
        led: int,
        best: int,
        holder: int,
        pot: float,
        low: float,
        high: float,
    ) -> tuple[float, Path]:
        """As `_solved`, with `played` cards on the table: suit `led`, and `best`, of `holder`, winning `pot`."""
        self.work += LOOKED
        me = self._turns[leader][played]
        own, ours = hands[me], self.sides[me]
        legal = self._legal(own, me, led, best, holder)
        options = [legal]
        if legal & (legal - 1):
            options = self._options(hands, me, legal, played, led, best, holder)
        values, trump = self.values, self.cards.trump
        last = played + 1 == self.n
        value = -MOST if ours else MOST
        path: Path = ()
        for bit in options:
            hands[me] = own ^ bit
            now = pot if values is None else pot + values[bit.bit_length() - 1]
            if not played:
                suit, top, who = self.cards.suit[bit.bit_length() - 1], bit, me
            elif bit > best and bit & (led | trump):
                suit, top, who = led, bit, me
            else:
                suit, top, who = led, best, holder
            rest: Path = ()
            if not last:
                got, rest = self._trick(hands, leader, played + 1, suit, top, who, now, low, high)
            else:
                got = now if self.sides[who] else -now
                if hands[who]:
                    more, rest = self._solved(hands, who, low - got, high - got)
                    got += more
            if ours:
                if got > value:
                    value, path = got, (bit, rest)
                    if got > low:
                        low = got
                        if low >= high:
                            break
            elif got < value:
                value, path = got, (bit, rest)
                if got < high:
                    high = got
                    if low >= high:
                        break
        hands[me] = own
        return value, path

    def _options(
        self, hands: list[int], me: int, legal: int, played: int, led: int, best: int, holder: int
    ) -> list[int]:
        """The cards that differ, what the rule of thumb says first."""
        others = best
        for at, hand in enumerate(hands):
            if at != me:
                others |= hand
        some = self.heuristic.distinct_cards(legal, others)
        if len(some) > 1:
            first = self._by_heuristic(hands, me, legal, played, led, best, holder)
            if first != some[0] and first in some:
                some.remove(first)
                some.insert(0, first)
        return some


def _flat(path: Path) -> Iterator[int]:
    """The cards of a path."""
    while path:
        first, path = path
        if isinstance(first, int):
            yield first
        else:
            yield from first


def principal_variation(
    duties: LegalBits,
    heuristic: RolloutHeuristic,
    hands: Sequence[Cards],
    v: Any,
    sides: Sequence[bool],
    memory: Memory,
    trick: float,
) -> PrincipalVariation | None:
    """How a hand would go on from the trick in `v`; None if it cannot. `LooksFurther` if the duties do not tell."""
    cards = duties.cards
    deal = OpenHands(duties, heuristic, sides, memory, trick)
    held, laid = [cards.bits(hand) for hand in hands], [cards.bit[c] for c in v.trick]
    try:
        _, found = deal.best(held, v.seats.index(v.leader), laid)
    except ImpossibleDeal:
        return None
    return PrincipalVariation([PLAY[cards.card(bit)] for bit in found], deal.work)
