"""Rollout heuristics for Strange: win a trick with as few pips as possible, or lose it with the fewest.

They look at all cards of the sampled deal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from functools import partial
from operator import add
from typing import TYPE_CHECKING, Final

from tutor.games.strange.at_table import T
from tutor.games.strange.rounds import StrangeState
from tutor.games.strange.table import LAST, Holding, Pips, Playing, slot_answers
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat, after
from tutor.policies.base import Policy
from tutor.policies.game_policy import GamePolicy

if TYPE_CHECKING:
    from random import Random

SPENT: Final = 0.04
"""Cost of a pip used up, in tricks: with this value hands play best against each other."""
FEW: Final = 4
"""The number of pairs of each sort that are considered."""
LOW_LEADS: Final = 2
"""The number of lowest leads that are considered: there are hundreds, and little time to compare them."""
HIGH_LEADS: Final = 3
"""The number of highest leads without trumps that are considered."""
NEARLY: Final = 2
"""By so many pips fewer a plain card is still worth picking; for so many more a trick is rather won than drawn."""
JITTER: Final = 2.0
"""Size of the random term, in pips."""


def reply(pips: Pips, hand: Cards, led: Card) -> int:
    """The highest total that a hand can answer with to one led card."""
    return max([pips.of(c, led) for c in slot_answers(hand, led)], default=0)


def _lying(v: Playing) -> int:
    """The highest pips of a card in the trick."""
    return max(v.pips.of(c) for pair in v.trick for c in pair)


class PairPolicy(Policy[T, StrangeState]):
    """Any choice of two cards."""

    def lead_total(self, v: T, cards: Cards) -> int:
        """The sum of the pips, which a lead counts in full."""
        return sum(map(v.pips.of, cards))

    def lowest_picks(self, v: T) -> bool:
        """In the rounds from which cards are held over."""
        return v.round < LAST and not v.options.simple

    def tricks_at_stake(self, v: T) -> int:
        """With drawn heaps, and those carried over."""
        return 1 + len(v.drawn) + len(v.carried)


class PlayPolicy(PairPolicy[Playing]):
    """A pair to the trick."""

    def best_reply(self, v: Playing, lead: Cards, hand: Cards) -> int:
        """The best answers to both cards, which are two cards of the hand."""
        first, second = lead
        if first.suit == second.suit:
            counts = sorted(((c.suit == first.suit, v.pips.of(c, first)) for c in hand), reverse=True)
            return sum(n for _, n in counts[:2])
        rows = [sorted(slot_answers(hand, led), key=lambda c: -v.pips.of(c, led))[:2] for led in lead]
        ways = [(a, b) for a in rows[0] for b in rows[1] if a is not b or hand.count(a) > 1]
        return max((v.pips.of(a, first) + v.pips.of(b, second) for a, b in ways), default=0)

    def slots_ahead(self, v: Playing, move: Move) -> int:
        """In round five each slot is a trick of its own."""
        if v.round != LAST or not v.trick:
            return 0
        own = [v.pips.of(c, led) for c, led in zip(move.cards, v.trick[0], strict=True)]
        return sum(n > max(pair[i] for pair in v.counts.values()) for i, n in enumerate(own))

    def undominated(
        self, state: StrangeState, seat: Seat, v: Playing, moves: Sequence[Move], allies: Set[Seat]
    ) -> Sequence[Move]:
        """All answers but those with which a lower card of the same suit would do as much, or the same cards turned.

        That is so where both lose, or for the last player where the trick goes as it would. Who picks first may throw a
        high card to pick it again, unless one as high lies there. The same cards lose the better the less they come
        to, as the lowest total picks first. What is won as cheaply is not drawn.
        """
        if not v.trick or v.round == LAST:
            return moves
        groups: dict[tuple[object, ...], list[tuple[int, Move]]] = {}
        top = max(v.sums.values())
        for move in moves:
            ends, total = self._ends(v, move), sum(map(v.pips.of, move.cards, v.trick[0]))
            if total < top and self.lowest_picks(v):
                groups.setdefault((frozenset(move.cards),), []).append((total, move))
            for i in (0, 1) if ends is not None else ():
                key = (i, move.cards[1 - i], move.cards[i].suit, ends)
                groups.setdefault(key, []).append((v.pips.of(move.cards[i]), move))
        drawn = set(self._needless_draws(v, moves, top))
        dearer = drawn | {move for row in groups.values() for n, move in row if n > min(row, key=lambda one: one[0])[0]}
        return [move for move in moves if move not in dearer]

    def _needless_draws(self, v: Playing, moves: Sequence[Move], top: int) -> Iterator[Move]:
        """Answers by the last player that draw the trick, where one that wins it takes hardly more."""
        if len(v.trick) != v.players - 1:
            return
        totals = {move: sum(map(v.pips.of, move.cards, v.trick[0])) for move in moves}
        spent = {move: sum(map(v.pips.of, move.cards)) for move in moves}
        least = min((spent[move] for move, n in totals.items() if n > top), default=None)
        yield from (m for m, n in totals.items() if n == top and least is not None and spent[m] + NEARLY >= least)

    def _ends(self, v: Playing, move: Move) -> tuple[bool, bool, int] | None:
        """How the trick goes for the seat after an answer: whether it wins, or draws, and how many pick before it.

        None if that is open.
        """
        total, top = sum(map(v.pips.of, move.cards, v.trick[0])), max(v.sums.values())
        last = len(v.trick) == v.players - 1
        before = sum(n <= total for n in v.sums.values())
        if (total >= top and not last) or (not before and max(map(v.pips.of, move.cards)) > _lying(v)):
            return None
        return total > top, total == top, before if last else 0

    def rollout_move(
        self, state: StrangeState, seat: Seat, v: Playing, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move:
        """The pair that wins the trick most cheaply, or the lowest pair if none wins."""
        behind = [state.hand(after(state.seats, seat, i + 1)) for i in range(v.players - len(v.trick) - 1)]
        pips = v.pips
        own = {c: pips.of(c) for c in {c for move in legal for c in move.cards}}
        wins: list[bool]
        replies: dict[str, list[int]] = {}  # by suit: which card of it was led makes no difference
        for c in v.trick[0] if v.trick else own:
            if c.suit not in replies:
                replies[c.suit] = [reply(pips, hand, c) for hand in behind]
        if v.trick:
            first, second = v.trick[0]
            top = max(v.sums.values(), default=0) if v.round < 5 else 0
            threat = max([top, *map(add, replies[first.suit], replies[second.suit])])
            left, right = ({c: pips.of(c, led) for c in own} for led in v.trick[0])
            wins = [left[a] + right[b] > threat for a, b in (move.cards for move in legal)]
        else:
            threats = {
                (one, two): max(map(add, replies[one], replies[two]), default=0) for one in replies for two in replies
            }
            wins = [own[a] + own[b] > threats[a.suit, b.suit] for a, b in (move.cards for move in legal)]
        stake = self.tricks_at_stake(v)

        def good(at: int) -> float:
            a, b = legal[at].cards
            return stake * wins[at] - SPENT * (own[a] + own[b] + JITTER * rng.random())

        return legal[max(range(len(legal)), key=good)]

    def distinct_moves(self, state: StrangeState, seat: Seat, v: Playing, legal: Sequence[Move]) -> Sequence[Move]:
        """Of many pairs the cheapest, and the cheapest that are ahead; of leads the lowest and high plain ones.

        Of answers that come to the same, with as many trumps and as many pips spent, and so of leads to hidden hands,
        one: the highest card of it, that others may pick, is lowest, and it is of two suits, and long ones.
        """
        pips = v.pips
        if v.round < LAST if v.trick else v.round == 1:
            led, hand = v.trick[0] if v.trick else (None, None), [c.suit for c in state.hand(seat)]
            alike: dict[tuple[int, int, int], list[Move]] = {}
            for m in legal:
                trumps = sum(c.suit in pips.trumps for c in m.cards)
                alike.setdefault((sum(map(pips.of, m.cards, led)), self.lead_total(v, m.cards), trumps), []).append(m)

            def cost(m: Move) -> tuple[int, bool, int, str]:
                suits = [c.suit for c in m.cards]
                return max(map(pips.of, m.cards)), suits[0] == suits[1], -sum(map(hand.count, suits)), m.text

            legal = [min(row, key=cost) for row in alike.values()]
        if len(legal) <= 2 * FEW:
            return legal
        cheap = sorted(legal, key=lambda move: sum(map(pips.of, move.cards)))
        if v.trick:
            top = max(v.sums.values(), default=0)
            led = v.trick[0]
            ahead = [move for move in cheap if sum(map(pips.of, move.cards, led)) > top]
            chosen = {*cheap[:FEW], *ahead[:FEW]}
        else:
            plain = [move for move in cheap if all(c.suit not in pips.trumps for c in move.cards)]
            chosen = {*cheap[:LOW_LEADS], *(plain or cheap)[-HIGH_LEADS:]}
        return [move for move in legal if move in chosen]


class HoldPolicy(PairPolicy[Holding]):
    """The cards to keep."""

    def bidding_policy(self, v: Holding, hand: Cards, legal: Sequence[Move], rng: Random) -> Move:
        """The cards with most pips."""
        return max(legal, key=lambda move: sum(map(v.pips.of, move.cards)) + rng.random())

    def tie_break_cost(self, state: StrangeState, seat: Seat, v: Holding, move: Move, allies: Set[Seat]) -> float:
        """The pips left to the others: of picks that seem equally good the highest is taken."""
        return -float(sum(map(v.pips.of, move.cards)))

    def plausible(self, state: StrangeState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The picks that take from each heap the highest card, or a plain one that counts nearly as much."""
        v = state.holding()
        best = [{c.suit: c for c in sorted(heap, key=v.pips.of)}.values() for heap in v.left]
        good = [[c for c in row if self._worth_it(v, c, row)] for row in best]
        return tuple(m for m in moves if all(c in here for c, here in zip(m.cards, good, strict=True)))

    def _worth_it(self, v: Holding, c: Card, row: Collection[Card]) -> bool:
        """Whether no other card of `row` is plainly better: a trump is, or a higher one, unless it is hardly so."""
        others = [d for d in row if d is not c]
        trump = c.suit in v.pips.trumps
        return all(
            v.pips.of(d) <= v.pips.of(c) + (0 if trump else NEARLY) or (trump and d.suit not in v.pips.trumps)
            for d in others
        )


POLICY: Final = partial(GamePolicy, phases={"play": PlayPolicy, "hold": HoldPolicy})
