"""The policy of the trick-playing family: rollout heuristic, equivalent cards, tie-break costs, open-card search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from tutor.families.tricks.state import TrickState
from tutor.families.tricks.views import TrickView
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Card
from tutor.kernel.events import TRICK_WON, Event
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat, from_
from tutor.policies.aims import tricks_left
from tutor.policies.base import Policy
from tutor.policies.tricks import double_dummy, play_likelihood, tie_break
from tutor.policies.tricks.legal_bits import LegalBits, LooksFurther
from tutor.policies.tricks.rollout import RolloutHeuristic, rollout_heuristic

if TYPE_CHECKING:
    from random import Random

    from tutor.families.tricks.play import TrickPhase
    from tutor.policies.tricks.layout import Layout
    from tutor.policies.values import PrincipalVariation

V = TypeVar("V", bound=TrickView)
S = TypeVar("S", bound=TrickState)

OFTEN: Final = 0.5
"""How likely a card is `saved` in games with dear cards: few leads change by it; trials show no gain and no loss."""
ENDING: Final = 2
"""The tricks at the end of a hand in which a high card is no longer played for the sake of later ones."""
LATE: Final = 3
"""The most cards in hand with which opponents can count what to keep, as they do with open cards."""


class TrickPolicy(Policy[V, S]):
    """A card to the trick."""

    phase: TrickPhase[V, S]
    trick_reward = 1.0
    saved: ClassVar[float] = 0.0
    """How likely a card is to be saved at a real table that with open cards opponents win sooner or later."""

    def card_values(self, state: S) -> Mapping[Card, float]:
        """What the cards count by the rules, if that is the same in every hand."""
        return self.phase.captured_values()

    def from_the_deal(self, state: S, v: V) -> bool:
        """Whether the tricks won and those to come are as many as the hands had cards."""
        return len(state.past) + tricks_left(state) == self.phase.most_cards(v)

    def rewards(self, state: S, events: Sequence[Event]) -> Iterable[tuple[Seat, float]]:
        """The trick and its cards; where tricks cost, the points that the event says it counts."""
        if self.trick_reward < 0:
            points = ((event.seat, event.facts["points"]) for event in events if event.what == TRICK_WON)
            yield from ((seat, self.trick_reward * n) for seat, n in points)
            return
        values = self.card_values(state)
        for event in events:
            if event.what == TRICK_WON:
                yield event.seat, self.trick_reward + (sum(values.get(c, 0) for c in event.cards) if values else 0)

    def rollout_move(
        self, state: S, seat: Seat, v: V, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """The card that `rollout` chooses, played without a word; None if no move is just a card."""
        plain = _cards(legal)
        if not plain:
            return None
        rules = self.heuristic(state, v)
        cards = rules.cards
        hands, some = [cards.bits(hand) for hand in state.hands], cards.bits(plain)
        me, n, wanted = v.seats.index(seat), len(v.seats), self.wants_tricks(state, seat)
        friends = [who in allies for who in v.seats]
        others = [at for at in range(n) if at != me]
        foes = [at for at in others if not friends[at]]
        if v.best is None:
            if wanted:
                pals = [at for at in others if friends[at]]
                chosen = rules.lead(hands, some, foes, pals, rng.random)
            elif self.only_last_costs(state):
                chosen = rules.unwanted(some, sum(hands) - hands[me])
            else:
                chosen = rules.lead_low(some, [hands[q] for q in others], rng.random)
        else:
            led, best, left = cards.block(v.led), cards.bit[v.best], n - len(v.trick) - 1
            if wanted:
                rest = [((me + i) % n, friends[(me + i) % n]) for i in range(1, left + 1)]
                chosen = rules.answer(hands, some, led, best, v.holder in allies, rest, foes)
            elif self.only_last_costs(state):
                chosen = rules.unwanted(some, sum(hands) - hands[me])
            else:
                chosen = rules.duck(some, led, best, sum(hands) - hands[me], last=not left)
        return plain[cards.card(chosen)]

    def only_last_costs(self, state: S) -> bool:
        """By what cards and tricks cost; not in the last tricks (`ENDING`), in which it matters who has to lead."""
        left, values = tricks_left(state), self.card_values(state)
        if left <= ENDING or self.cost_of_most:
            return False
        if any(values.get(c) for cards in (*state.hands, state.trick) for c in cards):
            return False
        return self.trick_cost(state, left - 1) > 0 and not any(self.trick_cost(state, n) for n in range(left - 1))

    def plausible(self, state: S, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """All; where tricks are not wanted, without those that a higher card of the suit outdoes."""
        if len(moves) < 2 or not state.trick or self.wants_tricks(state, seat):
            return moves
        v = self.phase.see(state, seat)
        plain = _cards(moves)
        if v.best is None or not plain:
            return moves
        rules = self.heuristic(state, v)
        cards, last = rules.cards, len(v.trick) == len(v.seats) - 1
        worse = rules.outdone(cards.bits(plain), cards.block(v.led), cards.bit[v.best], last)
        return tuple(m for m in moves if m.word or len(m.cards) != 1 or not cards.bit[m.cards[0]] & worse)

    def distinct_moves(self, state: S, seat: Seat, v: V, legal: Sequence[Move]) -> Sequence[Move]:
        """One of each run of equivalent cards of a suit: the lowest; of high cards led the highest, as is customary."""
        plain = _cards(legal)
        rules = self.heuristic(state, v)
        cards = rules.cards
        lie = cards.bits(c for c in v.trick if c is not v.best)
        own, unseen = cards.bits(plain), self._unseen(state, v, rules) & ~lie
        some = rules.distinct_cards(own, unseen)
        if v.best is None and self.wants_tricks(state, seat):
            some = [rules.top(bit, own, unseen) for bit in some]
        return [*(m for m in legal if m.word or len(m.cards) != 1), *(plain[cards.card(bit)] for bit in some)]

    def undominated(self, state: S, seat: Seat, v: V, moves: Sequence[Move], allies: Set[Seat]) -> Sequence[Move]:
        """Of neighbours in a suit the dearer in a trick of the own side for certain, the cheaper in one of the others.

        Neighbours have no card out of sight between them, so they win the same tricks later; of those that win whenever
        they are led the dearest goes first. Whoever plays alone loses, or wins for certain, with the lowest card of a
        suit that counts the same.
        """
        plain, values = _cards(moves), self.card_values(state)
        alone = not any(who in allies for who in v.seats if who != seat)
        if not (values or alone) or not self.wants_tricks(state, seat):
            return moves
        rules = self.heuristic(state, v)
        cards, unseen = rules.cards, self._unseen(state, v, rules) & ~rules.cards.bits(v.trick)
        if v.best is None:
            return self._dearest_first(moves, self.sure_tricks(state, seat, v, moves, allies), rules)
        groups: dict[tuple[int, int, bool], list[Card]] = {}
        sure: dict[tuple[int, float, bool], list[Card]] = {}
        for c in plain:
            ours, bit = self._outcome(v, cards, unseen, seat, allies, c), cards.bit[c]
            suit = cards.suit[bit.bit_length() - 1]
            if ours is not None:
                groups.setdefault((suit, (unseen & suit & (bit - 1)).bit_count(), ours), []).append(c)
                sure.setdefault((suit, values.get(c, 0), ours), []).append(c)
        some = sure.values() if alone else ()
        out = {plain[c] for group in some for c in group if c is not min(group, key=cards.bit.__getitem__)}
        for (_, _, ours), group in groups.items():
            best = (max if ours else min)(values.get(c, 0) for c in group)
            out.update(plain[c] for c in group if values.get(c, 0) != best)
        return [move for move in moves if move not in out]

    @staticmethod
    def _dearest_first(moves: Sequence[Move], sure: Sequence[Move], rules: RolloutHeuristic) -> Sequence[Move]:
        """The leads `moves` without those of the `sure` tricks that count less than others of their suit."""
        at = {move: rules.cards.bit[move.cards[0]].bit_length() - 1 for move in sure}
        most: dict[int, float] = {}
        for i in at.values():
            most[rules.cards.suit[i]] = max(rules.values[i], most.get(rules.cards.suit[i], rules.values[i]))
        return [m for m in moves if m not in at or rules.values[at[m]] == most[rules.cards.suit[at[m]]]]

    def sure_tricks(self, state: S, seat: Seat, v: V, moves: Sequence[Move], allies: Set[Seat]) -> Sequence[Move]:
        """Cards that nothing out of sight beats, if tricks are wanted."""
        if v.best is not None or not self.wants_tricks(state, seat):
            return ()
        rules, plain = self.heuristic(state, v), _cards(moves)
        cards, unseen = rules.cards, self._unseen(state, v, rules)
        suit = {c: cards.suit[cards.bit[c].bit_length() - 1] for c in plain}
        return [plain[c] for c in plain if not unseen & (suit[c] | cards.trump) & -(cards.bit[c] << 1)]

    def tricks_won(self, state: S) -> Mapping[Seat, int]:
        """By the tricks of the hand that are complete."""
        return {seat: state.tricks(seat) for seat in state.seats}

    @staticmethod
    def _outcome(v: V, cards: Layout, unseen: int, seat: Seat, allies: Set[Seat], c: Card) -> bool | None:
        """Whether the own side wins the trick after `c`, whatever is hidden; None if that is open."""
        wins = v.beats(c)
        rest = from_(v.seats, seat)[1 : v.players - len(v.trick)]
        foes, friends = any(who not in allies for who in rest), any(who in allies for who in rest)
        bit = cards.bit[c if wins or v.best is None else v.best]
        beaten = bool(unseen & (cards.block(v.led) | cards.trump) & -(bit << 1))
        ours = wins or v.holder in allies
        if ours:
            return True if not foes or not beaten else None
        return False if not friends or not beaten else None

    def tie_break_cost(self, state: S, seat: Seat, v: V, move: Move, allies: Set[Seat]) -> float:
        """The cost by `tie_break`; where tricks are not wanted, by `tie_break.avoiding`."""
        if len(move.cards) != 1 or move.word:
            return 0.0
        rules = self.heuristic(state, v)
        cards, bit = rules.cards, rules.cards.bit[move.cards[0]]
        if not self.wants_tricks(state, seat):
            led = cards.block(v.led) if v.best is not None else 0
            return tie_break.avoiding(rules, bit, cards.bits(v.hand), self._unseen(state, v, rules), led)
        if v.best is None:
            return tie_break.led(rules, bit, cards.bits(v.hand), self._unseen(state, v, rules))
        rest = from_(v.seats, seat)[1 : v.players - len(v.trick)]
        ours, helped = float(v.holder in allies), any(who in allies for who in rest)
        led, best, own = cards.block(v.led), cards.bit[v.best], cards.bits(v.hand)
        unseen, guards = self._unseen(state, v, rules), 0.0
        if not cards.trump and not bit & led:
            guards = tie_break.bared(rules, bit, own, unseen)
            if not all(who in allies for who in rest):
                ours *= tie_break.holds(best, led & unseen & ~cards.bits(v.trick))
        return guards + tie_break.answered(rules, bit, led, best, unseen, ours=ours, last=not rest, helped=helped)

    def spared_later(self, state: S, seat: Seat, move: Move) -> float:
        """What a dear card that is led counts for the own side instead of the other, by the chance to be `saved`."""
        if not self.saved or len(move.cards) != 1 or move.word or len(state.hand(seat)) <= LATE:
            return 0.0
        if state.trick or not self.wants_tricks(state, seat):
            return 0.0
        values = self.card_values(state)
        worth = values.get(move.cards[0], 0.0)
        return 2 * self.saved * worth if values and 2 * worth > max(values.values()) else 0.0

    def _unseen(self, state: S, v: V, rules: RolloutHeuristic) -> int:
        """The mask of cards that others may hold, not seen or shown, and of those in the trick on the table."""
        hidden, held = self.phase.game.unseen(state, state.turn[0]), (c for hand in state.hands for c in hand)
        there = {*hidden, *held, *v.trick}
        return rules.cards.bits(c for c in rules.cards.cards if c in there.difference(v.hand))

    def principal_variation(self, state: S, allies: Set[Seat], memory: dict[Any, Any]) -> PrincipalVariation | None:
        """The line of `double_dummy`, if everybody wants tricks and the duties look at no more than the trick."""
        if not all(self.wants_tricks(state, seat) for seat in state.seats):
            return None
        v = self.phase.see(state, state.turn[0])
        duties = self.legal_bits(v)
        if duties is None:
            return None
        sides = [seat in allies for seat in v.seats]
        known = memory.setdefault((self.phase.name, v.trumps, *sides), {})
        try:
            rules = self.heuristic(state, v)
            return double_dummy.principal_variation(duties, rules, state.hands, v, sides, known, self.trick_reward)
        except LooksFurther:
            self._legal_bits[_alike(v)] = None
            return None

    def play_likelihood(
        self, state: S, seat: Seat, allies: Mapping[Seat, Set[Seat]], memory: dict[Any, Any]
    ) -> float | None:
        """What `play_likelihood` says, if everybody wants tricks and the duties look at no more than the trick."""
        if not (state.past or state.trick) or not all(self.wants_tricks(state, who) for who in state.seats):
            return None
        v = self.phase.see(state, seat)
        duties = self.legal_bits(v)
        if duties is None:
            return None
        if "cards" not in memory:
            memory["cards"] = play_likelihood.played_cards(state, duties)
        friends = [[who in allies[one] for who in v.seats] for one in v.seats]
        try:
            rules = self.heuristic(state, v)
            me = v.seats.index(seat)
            return play_likelihood.likelihood(duties, rules, state.hands, memory["cards"], me, friends)
        except LooksFurther:
            return None

    @cached_property
    def _legal_bits(self) -> dict[Any, LegalBits | None]:
        return {}

    def legal_bits(self, v: V) -> LegalBits | None:
        """What the duties allow in hands like that of `v`; None if they look at more than the trick."""
        known, key = self._legal_bits, _alike(v)
        if key not in known:
            try:
                known[key] = LegalBits(self.phase, v)
            except LooksFurther:
                known[key] = None
        return known[key]

    def heuristic(self, state: S, v: V) -> RolloutHeuristic:
        """The rollout heuristic for the trumps and card values of this state."""
        return rollout_heuristic(v.order, tuple(self.card_values(state).items()))


def _alike(v: TrickView) -> tuple[Any, ...]:
    """What hands have in common in which the duties allow the same."""
    return v.trumps, v.players, v.options


def _cards(legal: Sequence[Move]) -> dict[Card, Move]:
    """The moves of exactly one card and no word, by card."""
    return {move.cards[0]: move for move in legal if len(move.cards) == 1 and not move.word}
