"""What is wise in Truc: rules of thumb by which the adviser plays hands out.

Each player goes by the own cards and by what lies on the table, as at a real table: who saw all hands would never be
bluffed.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from tutor.games.truc.deal import Deciding
from tutor.games.truc.play import PASS
from tutor.games.truc.score import DECLINE, PLAY_ON
from tutor.games.truc.seen import Asked, Played, TrucView
from tutor.games.truc.stakes import ACCEPT, RAISES, REJECT
from tutor.games.truc.table import FULL, GOAL, POWER, TrucState, other, side
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move, call
from tutor.kernel.seats import Seat
from tutor.policies.base import GamePolicy, Policy
from tutor.policies.hand_value import said

if TYPE_CHECKING:
    from random import Random

WINS: Final = dict(zip("32AKQJ7654", (0.85, 0.65, 0.5, 0.3, 0.2, 0.12, 0.06, 0.03, 0.01, 0.0), strict=True))
"""About how often a card wins a trick."""
USUAL: Final = 0.27
"""The mean of that."""
BOLD: Final = 0.68
"""The chance to win a hand from which on it is worth raising."""
BLUFF: Final = 0.06
"""How often a raise is a bluff."""
DOUBT: Final = 0.12
"""How much players misjudge their chances."""
GIVE_UP: Final = {1: 0.25, 2: 0.17}
"""The chance below which a raise of this stake had better be rejected: losing 1 now, or 2 later half of the time."""
DARE: Final = 0.34
"""The chance from which on a side with 11 had better play: declining costs 1, and 3 are at stake."""


def hopes(dealer: Seat, seat: Seat, held: Cards, size: int, rng: Random, more: float = 0.0) -> float:
    """About how likely the side of `seat` is to win a hand of `size` cards each, as it must look with these cards."""
    luck = sum(WINS[c.rank] - USUAL for c in held)
    tied = 0.05 if side(dealer) != side(seat) else -0.05
    weight = 0.35 if size == FULL else 0.6
    return min(max(0.5 + weight * luck + more + tied + rng.uniform(-DOUBT, DOUBT), 0.02), 0.98)


def chance(v: TrucView, seat: Seat, held: Cards, rng: Random) -> float:
    """The same in the course of a hand."""
    own = side(seat)
    more = 0.25 * (v.tricks.count(own) - v.tricks.count(other(own)))
    if v.best is not None:
        weight = 0.35 if v.cards == FULL else 0.6
        more += weight * WINS[v.best.rank] * (0.5 if side(v.shared[0]) == own else -0.5)
    return hopes(v.dealer, seat, held, v.cards, rng, more)


def raised(v: TrucView, seat: Seat, held: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
    """A raise, if there is one and it seems worth it, or as a bluff."""
    raises = [move for move in legal if move.word in RAISES]
    if raises and (rng.random() < BLUFF or chance(v, seat, held, rng) > BOLD):
        return raises[0]
    return None


def card(v: TrucView, seat: Seat, legal: Sequence[Move], rng: Random) -> Move | None:
    """The cheapest card that wins, if partner is not winning; the best to a lead, most often."""
    cards = sorted((move for move in legal if move.cards), key=lambda move: POWER[move.cards[0]])
    if not cards:
        return None
    if not v.trick or v.complete:
        return cards[-1] if rng.random() < 0.7 else rng.choice(cards)
    if all(side(one) == side(seat) for one in v.shared) and (v.top >= POWER[HIGH] or len(v.trick) == v.players - 1):
        return cards[0]
    enough = [move for move in cards if POWER[move.cards[0]] > v.top]
    level = [move for move in cards if POWER[move.cards[0]] == v.top]
    return (enough or level or cards)[0]


HIGH: Final[Card] = next(c for c in POWER if c.rank == "2")
"""A card that partner is best left alone with."""


class ElevenPolicy(Policy[Deciding, TrucState]):
    """Whether to play on at 11."""

    def rollout_move(
        self, state: TrucState, seat: Seat, v: Deciding, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """Declining what is likely lost."""
        hopeful = hopes(v.dealer, seat, (*v.hand, *v.partner), FULL, rng) > DARE
        return call(PLAY_ON if hopeful else DECLINE)


class PlayPolicy(Policy[TrucView, TrucState]):
    """A card or a raise."""

    def bidding_policy(self, v: TrucView, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """A raise with good cards, or now and then; else a card."""
        seat = v.raiser
        return raised(v, seat, hand, legal, rng) or card(v, seat, legal, rng)


class AfterPolicy(Policy[Played, TrucState]):
    """A raise after the last card, or none."""

    def rollout_move(
        self, state: TrucState, seat: Seat, v: Played, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """With the own cards, which are no part of this view."""
        return self.bidding_policy(v, state.hand(seat), legal, rng)

    def bidding_policy(self, v: Played, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """A raise with good cards, or now and then."""
        return raised(v, v.raiser, hand, legal, rng) or said(legal, PASS)


class AnswerPolicy(Policy[Asked, TrucState]):
    """An answer to a raise."""

    def bidding_policy(self, v: Asked, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """Rejecting what is very likely lost; accepting by a card in turn."""
        seat = v.calls.answers
        if chance(v, seat, hand, rng) < GIVE_UP[v.calls.agreed]:
            return said(legal, REJECT)
        return card(v, seat, legal, rng) or said(legal, ACCEPT)


@cache
def game_chance(mine: int, theirs: int) -> float:
    """The chance to win the game if each hand is even, and as often worth one point as two."""
    if mine >= GOAL or theirs >= GOAL:
        return float(mine >= GOAL)
    return sum(game_chance(mine + n, theirs) + game_chance(mine, theirs + n) for n in (1, 2)) / 4


class TrucPolicy(GamePolicy[TrucState]):
    """What is wise in Truc."""

    def state_value(self, state: TrucState, seat: Seat) -> float:
        """The chance to win the game from this score, in points: near the end a point is not worth a point."""
        own = side(seat)
        mine, theirs = state.before[own], state.before[other(own)]
        if state.over:
            return GOAL if own in state.won_by else -GOAL
        return GOAL * (2 * game_chance(mine, theirs) - 1)


POLICY: Final = partial(
    TrucPolicy,
    phases={
        "eleven": ElevenPolicy,
        "play": PlayPolicy,
        "after": AfterPolicy,
        "answer": AnswerPolicy,
    },
)
