"""Alpha-mu search (Cazenave and Ventos 2020): values are vectors, one number for each deal, and fronts of them.

At an own move one move is chosen for all deals that look the same, so a front holds what each choice brings in each
deal (their union); others see their cards, so they choose in each deal by itself (the product: the least, a partner
the most). Deals in which a move seen could not be made drop out. The search grows by own moves: one, then two, while
time lasts. Others think of the card by the rule of thumb and of few besides.
"""

from __future__ import annotations

from random import Random
from statistics import fmean
from time import process_time
from typing import TYPE_CHECKING, Any

from tests.strength.alternatives.ends import Ends
from tutor.advice.samples import Sampler
from tutor.kernel.playout import legal
from tutor.policies import policy_of

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

DEALS = 6
"""Deals of one search; with one own move so many more as there is time for."""
DEPTH = 2
"""Own moves looked ahead at the most."""
FRONT = 6
"""Vectors of a front that are kept, the best on average."""
THOUGHT = 2
"""Moves that another player thinks of in a deal."""

Vector = dict[int, float]
"""What a plan brings in each deal, by its number."""
Moments = dict[int, Any]
"""The states of deals that look the same to the seat."""


class TimeUp(Exception):
    """There is no time for a deeper search."""


class AlphaMu:
    """Alpha-mu search for one seat in one record."""

    def __init__(self, game: Game[Any], record: Record[Any], seat: Seat, seconds: float) -> None:
        self.game, self.seat, self._state = game, seat, record.state
        self._until = process_time() + seconds
        self._sampler = Sampler(game, record, seat, seconds * 1e6 / 2)
        self._ends = Ends(game, record.state, seat)
        self._memory: dict[int, dict[Any, Any]] = {}
        self._bounded = False

    def best(self) -> Move:
        """The move whose best plan brings most on average."""
        moves = self._moves(self._state, self.seat)
        came = self._tried(moves, {n: self._deal(n) for n in range(DEALS)}, 1)
        self._bounded = True
        try:
            for depth in range(2, DEPTH + 1):
                came = self._tried(moves, {n: self._deal(n) for n in range(DEALS)}, depth)
        except TimeUp:
            n = DEALS
            while process_time() < self._until:
                for move in moves:
                    came[move] += self._tried([move], {n: self._deal(n)}, 1)[move]
                n += 1
        return max(moves, key=lambda move: fmean(came[move]))

    def _tried(self, moves: list[Move], deals: Moments, depth: int) -> dict[Move, list[float]]:
        """For each move what its best plan brings in each deal."""
        found = {}
        for move in moves:
            front = self._after(deals, self.seat, move, depth - 1)
            found[move] = list(max(front, key=lambda vector: fmean(vector.values())).values())
        return found

    def _deal(self, n: int) -> Any:
        return self._sampler.sample(str(n)).state

    def _moves(self, state: Any, who: Seat) -> list[Move]:
        phase: Any = self.game.due(state)
        policy = policy_of(self.game).of(phase)
        return list(policy.distinct_moves(state, who, phase.see(state, who), legal(self.game, state, who)))

    def _thought(self, state: Any, who: Seat) -> list[Move]:
        """What another player thinks of: the rule of thumb's move, and few others."""
        moves = self._moves(state, who)
        phase: Any = self.game.due(state)
        view, allies = phase.see(state, who), self.game.allies(state, who)
        first = policy_of(self.game).of(phase).rollout_move(state, who, view, moves, allies, Random(0))
        return [*([first] if first else []), *(move for move in moves if move != first)][:THOUGHT]

    def _after(self, deals: Moments, who: Seat, move: Move, depth: int) -> list[Vector]:
        """The front after a move in all of the deals."""
        if self._bounded and process_time() > self._until:
            raise TimeUp
        gained, states = {}, {}
        for n, state in deals.items():
            states[n], gained[n] = self._ends.act(state, who, move)
        return [{n: gained[n] + got for n, got in vector.items()} for vector in self._front(states, depth)]

    def _front(self, deals: Moments, depth: int) -> list[Vector]:
        """The front of deals that look the same, with so many own moves still to think of."""
        if not depth or any(self._ends.over(state) or state.chance is not None for state in deals.values()):
            memory = self._memory
            return [{n: self._ends.worth(s, Random(n), memory.setdefault(n, {})) for n, s in deals.items()}]
        first = next(iter(deals.values()))
        who = first.turn[0]
        if who == self.seat:
            moves = self._moves(first, who)
            if len(moves) == 1:
                return self._after(deals, who, moves[0], depth)
            union = [vector for move in moves for vector in self._after(deals, who, move, depth - 1)]
            return _best(union)
        thought = {n: self._thought(state, who) for n, state in deals.items()}
        better = max if who in self.game.allies(first, self.seat) else min
        product: list[Vector] = [{}]
        for move in dict.fromkeys(move for moves in thought.values() for move in moves):
            some = {n: state for n, state in deals.items() if move in thought[n]}
            fronts = self._after(some, who, move, depth)
            product = _best([_joined(one, other, better) for one in product for other in fronts])
        return product


def _joined(one: Vector, other: Vector, better: Any) -> Vector:
    """In each deal what somebody chooses who sees it."""
    return one | {n: better(got, one[n]) if n in one else got for n, got in other.items()}


def _best(front: list[Vector]) -> list[Vector]:
    """The vectors that no other is at least as good as in every deal; the best of them on average."""
    front = sorted(front, key=lambda vector: -fmean(vector.values()))
    kept: list[Vector] = []
    for vector in front:
        if not any(all(one[n] >= got for n, got in vector.items()) for one in kept):
            kept.append(vector)
    return kept[:FRONT]
