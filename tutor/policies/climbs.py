"""What is wise in climbing games: rules of thumb by which the adviser plays hands out.

A hand falls into so many plays (`Plans.falls`), and is worth the less the more often it loses the lead on the way
(`Plans.hand_value`). A play is good that leaves a better hand and keeps the lead; whoever is nearly out is
stopped, and a partner is left alone, or given something to go out on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from tutor.families.climbs import Climb, Climbing
from tutor.kernel.cards import Cards, Pack, without
from tutor.kernel.moves import Combo, Move
from tutor.kernel.playout import allowed
from tutor.kernel.seats import Seat
from tutor.policies.base import Policy

if TYPE_CHECKING:
    from random import Random

    from tutor.families.combos import Combinations
    from tutor.families.plays import ClimbState

LEAD: Final = 0.2
"""What it is worth to keep the lead, or to take it, beside what the hand itself says."""
NEAR: Final = 0.7
"""How much more it is worth against somebody who is nearly out, or for one who is: that much over the plays left."""
LOST: Final = 4.0
"""What it costs to let a foe go out."""
WON: Final = 100.0
"""What it is worth to be sure to go out first."""
GIVEN: Final = 3.0
"""What it is worth that a partner can go out on the play."""
LEFT: Final = 0.8
"""How much of one's own lead a partner's is worth."""
OVER: Final = 0.9
"""What it is worth not to go over a partner's play."""
LONG: Final = 0.15
"""How much rather a play of many cards is led, for each of them."""
CHANCE: Final = 0.25
"""How much chance has to say."""
FEW: Final = 4
"""Plays in hand from which on it is asked whether none of them can be beaten."""
KEPT: Final = 12
"""Moves that are worth a thought."""


V = TypeVar("V", bound=Climb)
S = TypeVar("S", bound="ClimbState")


class Plans(Protocol):
    """How hands fall into plays."""

    def hand_value(self, held: Cards) -> float:
        """What a hand promises: about how often it keeps the lead, less how often it has to be played and loses it."""

    def falls(self, held: Cards) -> tuple[Combo, ...]:
        """Few plays that a hand falls into."""


class RankPlans:
    """Hands played rank by rank, all cards of a rank together: for games that know no better."""

    def __init__(self, combos: Combinations, pack: Pack) -> None:
        self._combos, self._pack = combos, pack
        self.falls = lru_cache(8_000)(self._falls)
        """The cards of each rank, one by one where they are no combination."""

    def hand_value(self, held: Cards) -> float:
        """High cards keep the lead; each play costs a turn."""
        place, n = self._pack.place, len(self._pack.order)
        return sum(place[play.cards[-1]] / n - 1 for play in self.falls(held))

    def _falls(self, held: Cards) -> tuple[Combo, ...]:
        groups = [tuple(group) for _, group in groupby(self._pack.sort(held), lambda c: c.rank)]
        plays = [[self._combos.made(group)] for group in groups]
        for group, found in zip(groups, plays, strict=True):
            if found == [None]:
                found[:] = [self._combos.made((c,)) for c in group]
        return tuple(combo for found in plays for combo in found if combo is not None)


@lru_cache
def rank_plans(combos: Combinations, pack: Pack) -> RankPlans:
    """The plans for these combinations, kept as long as they are asked for."""
    return RankPlans(combos, pack)


class ClimbPolicy(Policy[V, S]):
    """A combination or a pass."""

    phase: Climbing[V, S]
    effort = 70

    def plans(self, v: V) -> Plans:
        """How hands fall into plays by the house rules of `v`."""
        return rank_plans(v.combos, self.phase.pack)

    def replies(self, v: V, held: Cards, last: Move) -> Sequence[Move]:
        """What somebody with these cards may play on `last`, and the pass, by the house rules of `v`."""
        assert isinstance(last, Combo)
        return allowed(self.phase, v.facing(held, last))

    def rollout_move(self, state: S, seat: Seat, v: V, legal: Sequence[Move], allies: Set[Seat], rng: Random) -> Move:
        """The play that seems best."""
        plans = self.plans(v)
        table = Opponents(self, plans, state, seat, v, allies)
        return max(table.ranked(some(plans, v, legal), rng), key=lambda one: one[0])[1]

    def distinct_moves(self, state: S, seat: Seat, v: V, legal: Sequence[Move]) -> Sequence[Move]:
        """Where there are very many moves the best by what they leave, and the pass."""
        if len(legal) <= KEPT:
            return legal
        plans = self.plans(v)
        best = sorted(legal, key=lambda move: -plans.hand_value(without(v.hand, move.cards)) - LONG * len(move.cards))
        kept = set(best[:KEPT])
        return [move for move in legal if move in kept or not move.cards]


class Opponents:
    """Who plays against whom, with all cards seen, for one decision by one seat."""

    def __init__(
        self, policy: ClimbPolicy[Any, Any], plans: Plans, state: ClimbState, seat: Seat, v: Climb, allies: Set[Seat]
    ) -> None:
        self.policy, self.plans, self.state, self.v, self.allies = policy, plans, state, v, allies
        self.hand: Cards = v.hand
        seats = state.seats
        at = seats.index(seat)
        others = [(who in allies, state.hand(who)) for who in (*seats[at + 1 :], *seats[:at])]
        self.foes = [held for friend, held in others if not friend]
        self.friends = [
            (held, [foe for also, foe in others[:i] if not also]) for i, (friend, held) in enumerate(others) if friend
        ]
        """Partners, each with the foes who play earlier."""
        self.plays = len(self.plans.falls(self.hand))
        near = min(self.plays, *(len(self.plans.falls(held)) for held in self.foes))
        self.lead = LEAD + NEAR / near
        self.before: float = self.plans.hand_value(self.hand)

    def gain(self, move: Move) -> float:
        """What the hand gains by getting rid of the cards."""
        rest = without(self.hand, move.cards)
        return float(self.plans.hand_value(rest)) - self.before + LONG * len(move.cards) if rest else 2 * WON

    def beaten(self, move: Move) -> bool:
        """Whether a foe can beat it."""
        return any(len(self.policy.replies(self.v, held, move)) > 1 for held in self.foes)

    def out_on(self, held: Cards, move: Move) -> bool:
        """Whether somebody with these cards can go out on it."""
        return any(len(reply.cards) == len(held) for reply in self.policy.replies(self.v, held, move))

    def given(self, move: Move) -> bool:
        """Whether a partner can go out on it, and no foe who plays earlier can beat it."""
        return any(
            self.out_on(held, move) and all(len(self.policy.replies(self.v, foe, move)) == 1 for foe in before)
            for held, before in self.friends
        )

    def good(self, move: Move, gain: float) -> float:
        """How good it is to make this play, by which the hand gains so much."""
        if gain > WON:
            return gain
        if self.v.free and self.given(move):
            gain += GIVEN
        if self.beaten(move):
            return gain - LOST if any(self.out_on(held, move) for held in self.foes) else gain
        if self.plays <= FEW:
            plays = self.plans.falls(without(self.hand, move.cards))
            if sum(map(self.beaten, plays)) <= 1:
                return WON - len(plays)
        return gain + self.lead

    def let_be(self, last: Seat, held: Cards, friend: bool) -> float:
        """How good it is to pass on the play of `last`, who has these cards left."""
        if friend:
            return OVER if self.beaten(self.v.to_beat) else OVER + LEFT * self.lead
        return -LOST if len(self.plans.falls(held)) == 1 else 0.0

    def ranked(self, legal: Sequence[Move], rng: Random) -> Iterator[tuple[float, Move]]:
        """The plays that may be the best, and the pass, each with how good it seems and a little chance."""
        best = -math.inf
        passing = next((move for move in legal if not move.cards), None)
        if passing is not None:
            if not self.v.free:
                last = next(who for who, cards in reversed(self.state.plays) if cards)
                best = self.let_be(last, self.state.hand(last), last in self.allies) + CHANCE * rng.random()
            yield best, passing
        gains = sorted(((self.gain(move), i) for i, move in enumerate(legal) if move.cards), reverse=True)
        for gain, i in gains:
            if self.plays > FEW and gain + self.lead + GIVEN * self.v.free + CHANCE < best:
                return
            score = self.good(legal[i], gain) + CHANCE * rng.random()
            best = max(best, score)
            yield score, legal[i]


def some(plans: Plans, v: Climb, legal: Sequence[Move]) -> Sequence[Move]:
    """Of very many moves those that the hand falls into, or else the lowest of each kind."""
    if len(legal) <= KEPT:
        return legal
    if v.free:
        planned = set(plans.falls(v.hand))
        kept = [move for move in legal if move in planned]
        if kept:
            return kept
    out: dict[tuple[str, int], list[Move]] = {}
    for move in legal:
        out.setdefault((move.kind, move.high) if isinstance(move, Combo) else ("", 0), []).append(move)
    return [move for alike in out.values() for move in alike[:3]]
