"""The rollout heuristic for cards to a trick, with open cards.

Win as cheaply as possible; leave partner's trick to partner and throw points on it; else throw the least valuable card;
lead winners, or suits that partner wins. Where tricks are not wanted, do the reverse. Hands, legal cards and single
cards are bit masks (see `layout`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from tutor.families.tricks.ranking import TRUMP, Order
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move
from tutor.policies.tricks.layout import Layout, layout

if TYPE_CHECKING:
    from random import Random

JITTER: Final = 0.5
"""Size of the random term in the scores of leads."""
FORCED: Final = 20
"""What a lead saves that another player has to beat, where tricks are not wanted, in ranks."""
BEATEN: Final = 4
"""What a lead saves that others can beat, though each could stay below."""
COSTLY: Final = 3
"""The weight of what a card costs when it is thrown away, beside how likely it is to win later."""
BARED: Final = 20.0
"""Leading the one card beside that which costs most, where tricks are not wanted, in ranks."""
GUARDING: Final = 0.5
"""What a card is worth that others are thrown away to guard, as a share of what it counts."""
TRUMPED: Final = 5
"""The value of a trump when a card is thrown away, in units of card values."""


class RolloutHeuristic:
    """The heuristic for one order of the cards and their values."""

    def __init__(self, cards: Layout, values: Mapping[Card, float]) -> None:
        self.cards = cards
        self.values = [values.get(c, 0) for c in cards.cards]
        most = max(map(abs, self.values), default=0) or 1
        self.share = [n / most for n in self.values]
        """What the cards count, as shares of the most that one counts."""
        self._dear = sum(1 << i for i, n in enumerate(self.values) if n > 0)
        places = range(len(cards.cards))
        trump, rank, n = cards.trump, cards.rank, self.values

        def by(key: Callable[[int], Any]) -> list[int]:
            return [1 << i for i in sorted(places, key=key)]

        def kept(i: int) -> int:
            return TRUMPED if trump >> i & 1 else 0

        self._lost = by(lambda i: (n[i] + kept(i), rank[i]))
        self._given = by(lambda i: (kept(i) - n[i], rank[i]))
        self._winning = by(lambda i: (trump >> i & 1, -n[i], i)) if any(n) else None
        self._shed = by(lambda i: (-n[i], -rank[i]))
        self._pushed = by(lambda i: (n[i], -i))

    def answer(
        self,
        hands: Sequence[int],
        legal: int,
        led: int,
        best: int,
        ours: bool,
        rest: Sequence[tuple[int, bool]],
        foes: Sequence[int],
    ) -> int:
        """The card of `legal` to play to a trick that is wanted.

        `led` is the suit led, `best` the card that is winning, `ours` whether it is the own side's; `rest` has the
        places still to play, each with whether it is on the own side, `foes` the places of the other side.
        """
        trump = self.cards.trump
        foe = pal = 0  # comparing masks compares their highest cards
        for at, friend in rest:
            able = hands[at] & led or hands[at] & trump
            if friend:
                pal = max(pal, able)
            else:
                foe = max(foe, able)
        top = best if best > foe else 1 << foe.bit_length() - 1
        won = legal & (led | trump) & -(top << 1)
        if (ours and best > foe) or pal > top:
            return _first(self._given, legal & ~won or legal)
        if won:
            return won & -won if self._winning is None else _first(self._winning, won)
        lost = _first(self._lost, legal)
        return lost if trump or legal & led else self._thrown(hands, legal, foes, lost)

    def _thrown(self, hands: Sequence[int], legal: int, foes: Sequence[int], lost: int) -> int:
        """The card to throw away without trumps, where `lost` is the one of least value: it may be needed as a guard.

        The highest card of a suit is safe as long as there are as many beside it as `foes` hold above it.
        """
        theirs = guards = 0
        for at in foes:
            theirs |= hands[at]
        values, top = self.values, 0
        for suit in self.cards.suits:
            mine = legal & suit
            above = (theirs & suit) >> mine.bit_length() if mine else 0
            if above and mine.bit_count() == above.bit_count() + 1:
                guards |= mine
                if lost & mine:
                    top = mine.bit_length() - 1
        if not lost & guards or not legal & ~guards:
            return lost
        other = _first(self._lost, legal & ~guards)
        dearer = values[other.bit_length() - 1] - values[lost.bit_length() - 1]
        return other if dearer <= GUARDING * values[top] else lost

    def lead(  # noqa: C901  the innermost of play-outs: its parts would be called for each suit
        self,
        hands: Sequence[int],
        own: int,
        foes: Sequence[int],
        pals: Sequence[int],
        jitter: Callable[[], float] | None = None,
    ) -> int:
        """The card of `own` to lead if the trick is wanted; weights fitted to leads of a double-dummy solver."""
        trump, rank, values = self.cards.trump, self.cards.rank, self.values
        theirs = ours = 0
        for at in foes:
            theirs |= hands[at]
        for at in pals:
            ours |= hands[at]
        undrawn = theirs & trump
        foes_armed = [hands[at] for at in foes if hands[at] & trump] if undrawn else ()
        pals_armed = [hands[at] for at in pals if hands[at] & trump] if ours & trump else ()
        best, chosen = -1000.0, own & -own
        for suit in self.cards.suits:
            mine = own & suit
            if not mine:
                continue
            number, foe, pal = mine.bit_count(), theirs & suit, ours & suit
            base = 0.12 * pal.bit_count() - 0.25 * number - 0.35 * foe.bit_count()
            if jitter is not None:
                base += jitter() * JITTER
            ruffed = helped = False
            if suit == trump:
                base -= 1.8
            else:
                for hand in foes_armed:
                    if not hand & suit:
                        ruffed = True
                        break
                for hand in pals_armed:
                    if not hand & suit:
                        helped = True
                        break
                if number == 1 and own & trump:
                    base += 1.7
                if ruffed:
                    base -= 3.2
                elif helped:
                    base += 3.3
            i = mine.bit_length() - 1
            high, low = 1 << i, mine & -mine
            if high > foe and not ruffed:
                score = base + 0.2 + values[i] / 10 + 0.12 * number
                score += (0.6 if undrawn else -2.2) if suit == trump else (0.5 if undrawn else 0.0)
                if score > best:
                    best, chosen = score, high
                base -= 1.6  # a low card while holding the best
            elif number > 1 and (ruffed or helped or pal < foe):
                score = base - 0.7 - values[i] / 3 - (rank[i] + 1) / 11
                if mine & high >> 1:
                    score += 2.2
                if score > best:
                    best, chosen = score, high
            i = low.bit_length() - 1
            if foe < pal and not ruffed and not helped:
                base += 1.7
            elif high < foe or ruffed:
                base -= 1.0 + values[i] / 3 + (suit == trump)
            score = base - (rank[i] + 1) / 11
            if score > best:
                best, chosen = score, low
        return chosen

    def lead_low(self, own: int, others: Sequence[int], jitter: Callable[[], float]) -> int:
        """The card of `own` to lead if the trick is not wanted: a low one that one of the `others` has to beat.

        Rather not from a suit in which a card is held that costs, as it may soon have to be played.
        """
        best, chosen, out = 1000.0, own & -own, sum(others)
        for suit in self.cards.suits:
            if not (mine := own & suit):
                continue
            low = mine & -mine
            risk = self.cards.rank[low.bit_length() - 1] + 2 * jitter() + TRUMP * (suit == self.cards.trump)
            if any(hand & suit & -(hand & suit) > low for hand in others):
                risk -= FORCED
            elif out & suit > low:
                risk -= BEATEN
            for bit in self.bits(mine & self._dear & ~low):
                if out & suit & (bit - 1):
                    risk += BARED * self.share[bit.bit_length() - 1] / (mine.bit_count() - 1)
            if risk < best:
                best, chosen = risk, low
        return chosen

    def duck(self, legal: int, led: int, best: int, others: int, *, last: bool) -> int:
        """The card of `legal` to play to a trick that is not wanted; `last` if nobody plays after this.

        Thrown away is what costs most and is most likely to win later, by what the `others` hold.
        """
        won = legal & (led | self.cards.trump) & -(best << 1)
        lost = legal & ~won
        if lost and not lost & led:
            return self.unwanted(lost, others)
        if lost:
            return _first(self._shed, lost)
        return _first(self._pushed, won) if last else won & -won

    def unwanted(self, some: int, others: int) -> int:
        """The card of `some` that costs most and is most likely to win later, by what the `others` hold."""
        places = (bit.bit_length() - 1 for bit in self.bits(some))
        share, rank = self.share, self.cards.rank
        return 1 << max(places, key=lambda i: (COSTLY * share[i] + self.danger(1 << i, others), rank[i]))

    def danger(self, bit: int, others: int) -> float:
        """The share of the suit in `others` that is lower than a card: 0 if it loses whenever others lead the suit."""
        out = others & self.cards.suit[bit.bit_length() - 1]
        return (out & (bit - 1)).bit_count() / out.bit_count() if out else 0.0

    def outdone(self, legal: int, led: int, best: int, last: bool) -> int:
        """The cards of `legal` that others of the same suit outdo in a trick that is not wanted.

        Of cards that lose the higher goes, if it counts as much or more; where all win in the last place, if it counts
        as much or less.
        """
        trump = self.cards.trump
        won = legal & (led | trump) & -(best << 1)
        loses = legal & ~won
        if not loses and not last:
            return 0
        some, sign = (loses, 1) if loses else (won, -1)
        return sum(self._lower(some & suit, sign) for suit in self.cards.suits)

    def _lower(self, some: int, sign: int) -> int:
        """The cards below others of `some`, of one suit, that count as much or more (`sign` 1), or as much or less."""
        out, cards = 0, self.bits(some)
        for at, bit in enumerate(cards):
            worth = sign * self.values[bit.bit_length() - 1]
            if any(sign * self.values[one.bit_length() - 1] >= worth for one in cards[at + 1 :]):
                out |= bit
        return out

    def alike(self, one: int, other: int, others: int) -> bool:
        """Whether two cards are equivalent: of one suit, with equal values, and none of `others` between them."""
        low, high = (one, other) if one < other else (other, one)
        i, j = low.bit_length() - 1, high.bit_length() - 1
        between = others & (high - 1) & -(low << 1)
        return self.cards.suit[i] == self.cards.suit[j] and not between and self.values[i] == self.values[j]

    def distinct_cards(self, legal: int, others: int) -> list[int]:
        """The lowest of each group of equivalent cards in `legal`; see `alike`."""
        out, values = [], self.values
        for suit in self.cards.suits:
            left, between, last = legal & suit, others & suit, 0
            while left:
                bit = left & -left
                left ^= bit
                if (
                    not last
                    or between & (bit - 1) & -last
                    or values[bit.bit_length() - 1] != values[last.bit_length() - 1]
                ):
                    out.append(bit)
                last = bit
        return out

    def top(self, bit: int, own: int, others: int) -> int:
        """The highest card of `own` equivalent to `bit` if that is in the upper half of its suit, else `bit`."""
        suit = self.cards.suit[bit.bit_length() - 1]
        above = [one for one in self.bits(own & suit) if one > bit and self.alike(bit, one, others)]
        best = max(above, default=bit)
        return best if 2 * self.cards.rank[best.bit_length() - 1] >= suit.bit_count() else bit

    @staticmethod
    def bits(some: int) -> list[int]:
        """The single bits of a mask."""
        return [1 << i for i in range(some.bit_length()) if some >> i & 1]


def _first(order: Sequence[int], some: int) -> int:
    """The first card in `order` that is in the mask `some`."""
    for bit in order:
        if bit & some:
            return bit
    raise ValueError("no cards")


@cache
def rollout_heuristic(order: Order, values: tuple[tuple[Card, float], ...]) -> RolloutHeuristic:
    """The heuristic for an order and card values, cached."""
    return RolloutHeuristic(layout(order), dict(values))


def laid_away(order: Order, hand: Cards, legal: Sequence[Move], values: Mapping[Card, float], rng: Random) -> Move:
    """A declarer's discard: cards with points, of short suits, never trumps or the best of a suit."""
    suit, power = order.suit, order.power

    def good(move: Move) -> float:
        score = 2 * rng.random()
        for c in move.cards:
            row = [d for d in hand if suit[d] == suit[c]]
            best = max(power[suit[c]].values()) == power[suit[c]][c]
            score += values.get(c, 0) / 4 - (20 if power[""][c] else 0) - 4 * best
            score += 2 if all(d in move.cards for d in row) else -len(row) / 2
        return score

    return max(legal, key=good)
