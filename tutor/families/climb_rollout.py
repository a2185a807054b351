"""Rules of thumb for climbing games, by which the adviser plays hands out. They decide nothing about what is legal.

A hand falls into so many plays (`Combinations.falls`), and is worth the less the more often it loses the lead on the
way (`Combinations.hand_value`). A play is good that leaves a better hand and keeps the lead; whoever is nearly out is
stopped, and a partner is left alone, or given something to go out on.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import Cards, without

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set
    from random import Random

    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

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


class Table:
    """Who plays against whom, with all cards seen, for one decision by one seat."""

    def __init__(self, phase: Any, state: Any, seat: Seat, v: Any, allies: Set[Seat]) -> None:
        self.phase, self.v, self.combos = phase, v, v.combos
        self.hand: Cards = v.hand
        seats = state.seats
        at = seats.index(seat)
        others = [(who in allies, state.hand(who)) for who in (*seats[at + 1 :], *seats[:at])]
        self.foes = [held for friend, held in others if not friend]
        self.friends = [
            (held, [foe for also, foe in others[:i] if not also]) for i, (friend, held) in enumerate(others) if friend
        ]
        """Partners, each with the foes who play earlier."""
        self.plays = len(self.combos.falls(self.hand))
        near = min(self.plays, *(len(self.combos.falls(held)) for held in self.foes))
        self.lead = LEAD + NEAR / near
        self.before: float = self.combos.hand_value(self.hand)

    def gain(self, move: Move) -> float:
        """What the hand gains by getting rid of the cards."""
        rest = without(self.hand, move.cards)
        return float(self.combos.hand_value(rest)) - self.before + LONG * len(move.cards) if rest else 2 * WON

    def beaten(self, move: Move) -> bool:
        """Whether a foe can beat it."""
        return any(len(self.phase.replies(self.v, held, move)) > 1 for held in self.foes)

    def out_on(self, held: Cards, move: Move) -> bool:
        """Whether somebody with these cards can go out on it."""
        return any(len(reply.cards) == len(held) for reply in self.phase.replies(self.v, held, move))

    def given(self, move: Move) -> bool:
        """Whether a partner can go out on it, and no foe who plays earlier can beat it."""
        return any(
            self.out_on(held, move) and all(len(self.phase.replies(self.v, foe, move)) == 1 for foe in before)
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
            plays = self.combos.falls(without(self.hand, move.cards))
            if sum(map(self.beaten, plays)) <= 1:
                return WON - len(plays)
        return gain + self.lead

    def let_be(self, last: Seat, held: Cards, friend: bool) -> float:
        """How good it is to pass on the play of `last`, who has these cards left."""
        if friend:
            return OVER if self.beaten(self.v.to_beat) else OVER + LEFT * self.lead
        return -LOST if len(self.combos.falls(held)) == 1 else 0.0


def ranked(
    phase: Any, state: Any, seat: Seat, v: Any, legal: Sequence[Any], allies: Set[Seat], rng: Random
) -> Iterator[tuple[float, Move]]:
    """The plays that may be the best, and the pass, each with how good it seems and a little chance."""
    table = Table(phase, state, seat, v, allies)
    best = -math.inf
    passing = next((move for move in legal if not move.cards), None)
    if passing is not None:
        if not v.free:
            last = next(who for who, cards in reversed(state.plays) if cards)
            best = table.let_be(last, state.hand(last), last in allies) + CHANCE * rng.random()
        yield best, passing
    gains = sorted(((table.gain(move), i) for i, move in enumerate(legal) if move.cards), reverse=True)
    for gain, i in gains:
        if table.plays > FEW and gain + table.lead + GIVEN * v.free + CHANCE < best:
            return
        score = table.good(legal[i], gain) + CHANCE * rng.random()
        best = max(best, score)
        yield score, legal[i]


def rollout_move(
    phase: Any, state: Any, seat: Seat, v: Any, legal: Sequence[Any], allies: Set[Seat], rng: Random
) -> Move:
    """The play that seems best."""
    return max(ranked(phase, state, seat, v, some(v, legal), allies, rng), key=lambda one: one[0])[1]


def some(v: Any, legal: Sequence[Any]) -> Sequence[Any]:
    """Of very many moves those that the hand falls into, or else the lowest of each kind."""
    if len(legal) <= KEPT:
        return legal
    if v.free:
        planned = set(v.combos.falls(v.hand))
        kept = [move for move in legal if move in planned]
        if kept:
            return kept
    out: dict[Any, list[Any]] = {}
    for move in legal:
        out.setdefault((getattr(move, "kind", ""), getattr(move, "high", 0)), []).append(move)
    return [move for alike in out.values() for move in alike[:3]]


def worth_a_thought(v: Any, legal: Sequence[Any]) -> Sequence[Move]:
    """The best of many moves by what they leave, and the pass."""
    if len(legal) <= KEPT:
        return legal
    best = sorted(legal, key=lambda move: -v.combos.hand_value(without(v.hand, move.cards)) - LONG * len(move.cards))
    kept = set(best[:KEPT])
    return [move for move in legal if move in kept or not move.cards]
