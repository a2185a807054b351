"""Rollout heuristics for Last One, with open cards: what to play first, and what to name.

Cards left in hand cost points, so expensive ones go first while that is safe, and wild cards last; a next player who is
nearly out is made to draw or skipped, and a card that the next player cannot follow is worth more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any, Final

from tutor.families.sheds import above, agrees
from tutor.games.last_one import GAME
from tutor.games.last_one.plays import V
from tutor.games.last_one.score import VALUES
from tutor.games.last_one.state import LastOneState
from tutor.games.last_one.table import PACK, STEPS, WILD, Holding, Melee, Naming, Playing, defender, needed
from tutor.kernel.cards import SUITS, Card, Cards, without
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies.base import Policy
from tutor.policies.game_policy import GamePolicy

if TYPE_CHECKING:
    from random import Random

NEAR: Final = 2
"""With this many cards a player may go out in one more turn."""
SPENDING: Final = frozenset({"play", "stack"})
"""Decisions in which any card that may be played is one card fewer."""
RISK: Final = 0.25
"""The chance of having to draw from which on a melee is left to others."""
JOKERS: Final = tuple(c for c in PACK.order if c.joker)
STRIKING: Final = {"4": 1.0, "2": 0.5, "J": 0.5}
"""The harm that a card does to the next player, by rank."""
AFTER: Final = {"4": 2, "2": 2, "J": 2, "A": -1}
"""Who is next after a card, counted from its player, by rank; after others the next one."""
FEW_LEFT: Final = {1: 4.0, 2: 2.0, 3: 1.0}
"""How near a player with so many cards is to going out."""
NEXT: Final = 0.5
"""The weight of that: with it, and with `STRIKING`, hands play best against each other."""
NAMED: Final = "32J4"
"""Ranks with an effect that a joker is named as, besides one without."""
DULL: Final = "5"
"""The rank without an effect that a joker is named as."""
COUNTED: Final[Mapping[Card, float]] = {c: VALUES[c.rank if not c.joker else c.text] for c in PACK.cards}
"""What each card costs that is left in a hand."""

DEAR: Final = 10
"""What a card costs at least that should not be left in hand."""


class DecisionFeatures:
    """The features of a decision: the hand, the next player, how near the others are to going out."""

    def __init__(self, state: Any, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.hand: Cards = state.hand(seat)
        self.next = state.next(seat)
        left = {who: len(state.hand(who)) for who in state.circle if who != seat}
        self.pressed = min(left.values()) <= NEAR

    def held(self, suit: str) -> int:
        """The number of cards of a suit in the hand, without wild cards."""
        return sum(c.suit == suit and c.rank != WILD for c in self.hand)

    def playing(self, c: Card) -> float:
        """The score of playing this card now."""
        few = len(self.hand) <= NEAR
        if c.joker or c.rank == WILD:
            return VALUES[c.rank] / 10 if self.pressed and not few else -5.0 if c.joker else -4.0
        good: float = VALUES[c.rank] / 10 + self.held(c.suit) / 2 - NEXT * self._danger(c)
        good += 2 if c.rank == "3" and len(self.hand) > 1 else 0
        good += STRIKING.get(c.rank, 0) * (1 + NEXT * FEW_LEFT.get(len(self.state.hand(self.next)), 0))
        if c.rank == "4":
            after_it = above(c, STEPS, PACK)
            good -= sum(after_it in self.state.hand(who) for who in self.state.seats if who != self.seat)
            good -= 2 * any(x is after_it or x.joker for x in self.state.hand(self.next))
        return good

    def _danger(self, c: Card) -> float:
        """How near the player who is next after `c` is to going out; less than nothing if that one has to draw."""
        who = self.state.next(self.seat, AFTER.get(c.rank, 1))
        if who == self.seat:
            return 0.0
        theirs: Cards = self.state.hand(who)
        if not any(agrees(x, c) or x.joker or x.rank == WILD for x in theirs):
            return -1.0
        return FEW_LEFT.get(len(theirs), 0.0)

    def stacking(self, c: Card) -> float:
        """The score of putting this card on the own 3, where it need not match: best one of a short suit."""
        rest: Cards = without(self.hand, (c,))
        goes_on = not rest or any(d.suit == c.suit or d.rank in (c.rank, WILD) or d.joker for d in rest)
        return self.playing(c) + int(goes_on) + int(self.held(c.suit) < 2)

    def calling(self, suit: str) -> float:
        """The score of naming this suit: by the own cards of it, and if the next player has none."""
        theirs: Cards = self.state.hand(self.next)
        return self.held(suit) - 0.3 * sum(c.suit == suit for c in theirs)

    def naming(self, c: Card) -> float:
        """The score of naming a joker as this card."""
        rank = {"3": 3.0 if len(self.hand) > 1 else 0.0, "4": 1.0, "2": 2.0, "J": 1.0}.get(c.rank, 0.0)
        rank += STRIKING.get(c.rank, 0) * FEW_LEFT.get(len(self.state.hand(self.next)), 0)
        return rank + self.held(c.suit) / 2


class DecisionPolicy(Policy[V, LastOneState]):
    """Any decision of the game."""

    reliance = 3.0
    free_left = 1

    def rollout_move(
        self, state: LastOneState, seat: Seat, v: V, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """The move with the best score; None where there are no features for the moves."""
        at = DecisionFeatures(state, seat)
        with_cards = [move for move in legal if move.cards]
        goods: dict[str, Callable[[Card], float]] = {"play": at.playing, "stack": at.stacking, "name": at.naming}
        if with_cards and state.phase in goods:
            good = goods[state.phase]
            return max(with_cards, key=lambda move: good(move.cards[0]) + rng.random() / 10)
        if with_cards:  # continuing a melee, answering a 2, playing the card just drawn
            return with_cards[0]
        if state.phase == "name":
            return max(
                (move for move in legal if move.word in SUITS), key=lambda move: at.calling(move.word), default=None
            )
        return next((move for move in legal if move.word == "last-one"), legal[0])

    def card_values(self, state: LastOneState) -> Mapping[Card, float]:
        """What each card counts against whoever is left with it."""
        return COUNTED

    def tie_break_cost(self, state: LastOneState, seat: Seat, v: V, move: Move, allies: Set[Seat]) -> float:
        """-1 for getting rid of a card that is dear to be left with, on a 3 perhaps; what fits at any time is kept."""
        if state.phase not in SPENDING or not move.cards:
            return 0.0
        going = state.hand(seat) if move.card.rank == "3" else move.cards
        return -float(any(COUNTED[c] >= DEAR and not self.fits_anything(c) for c in going))

    def fits_anything(self, c: Card) -> bool:
        """Jokers and eights."""
        return c.joker or c.rank == WILD

    def fits(self, c: Card, top: Card) -> bool:
        """By suit or rank, as long as nothing is named."""
        return agrees(c, top)

    def suit_to_follow(self, v: V) -> str:
        """That of the upcard."""
        return v.upcard.suit or v.upcard.identity.suit if isinstance(v, Playing) else ""

    def plausible(self, state: LastOneState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Not to draw, nor to leave a 3 alone, where a card fits that starts no melee and would not fit at any time."""
        plain = any(m.cards and m.card.rank not in (WILD, STEPS[0]) and not m.card.joker for m in moves)
        return tuple(m for m in moves if m.cards) if plain and state.phase in SPENDING else moves


def answered(state: LastOneState, seat: Seat, c: Card | None) -> float:
    """The chance that somebody else holds `c`, or a joker."""
    seen = {*state.hand(seat), *state.pile}
    more = [x for x in (c, *JOKERS) if x is not None and x not in seen]
    out, held = len(PACK.cards) - len(seen), sum(len(state.hand(who)) for who in state.circle if who != seat)
    return 1 - comb(out - len(more), held) / comb(out, held) if held <= out else 1.0


class AnswerPolicy(DecisionPolicy[V]):
    """Whether to go on with a melee or to put a card on the own 3, and the answer to a 2."""

    answers = True


class MeleePolicy(AnswerPolicy[Melee]):
    """Whether to go on with a melee."""

    def answered_by(self, v: Melee) -> Cards:
        """The next card of the suit, and the jokers."""
        return () if v.need is None else (v.need, *(JOKERS if v.options.joker_has_effect else ()))

    def plausible(self, state: LastOneState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """To stay out, where another draws anyway: if that is the one to hold up, or going on is not worth the risk.

        Whoever goes on draws more than is gained by a card less, if somebody else has the card after it.
        """
        passes = tuple(move for move in moves if not move.cards)
        hand, loser, aggressor = state.hand(seat), defender(state), state.melee[-1][0]
        if loser == seat or len(hand) <= NEAR or not passes or len(passes) == len(moves):
            return moves
        held_up, then = len(state.hand(loser)), len(state.hand(aggressor))
        if held_up <= NEAR and held_up < then:
            return passes
        after_it = above(needed(state) or PACK.order[0], STEPS, PACK)
        return passes if then > NEAR and answered(state, seat, after_it) >= RISK else moves

    def rollout_move(
        self, state: LastOneState, seat: Seat, v: Melee, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move:
        """The next card where that is sensible, a joker only if it is needed for it."""
        moves = self.plausible(state, seat, tuple(legal))
        return min((m for m in moves if m.cards), key=lambda m: m.cards[0].joker, default=moves[0])


class CallPolicy(AnswerPolicy[Holding]):
    """Whether to call that one card is left."""

    draws_if_silent = 2

    def plausible(self, state: LastOneState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The call, where it is due."""
        return tuple(move for move in moves if move.word == "last-one") or moves


class NamePolicy(DecisionPolicy[Naming]):
    """What a joker stands for, or which suit an 8 calls for."""

    def suit_named(self, move: Move) -> str:
        """That which an 8 calls for."""
        return move.word if move.word in SUITS else ""

    def plausible(self, state: LastOneState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """For a joker, cards with an effect and one without, in suits that are held; else all."""
        suits = {c.suit for c in state.hand(seat) if c.suit}
        some = (m for m in moves if m.cards and m.cards[0].rank in NAMED + DULL)
        return tuple(m for m in some if m.cards[0].suit in suits or not suits) or moves


POLICY: Final = partial(
    GamePolicy,
    phases=dict.fromkeys((p.name for p in GAME.phases), DecisionPolicy)
    | {"call": CallPolicy, "name": NamePolicy, "melee": MeleePolicy, "two": AnswerPolicy, "stack": AnswerPolicy},
)
