"""Information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012), its ends judged with open hands.

A new deal each time, one tree of moves over all of them; beyond it the deal is played on with open cards, so it is
perfect-information Monte Carlo with postponed reasoning too (Arjonilla, Saffidine, Cazenave 2024), as deep as time
allows.
"""

from __future__ import annotations

import math
from random import Random
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

EXPLORING = 0.7
"""How much is hoped of what was seldom tried, beside what ends are apart."""


class Node:
    """What came of each move at one moment of the tree, and how often it could be made."""

    def __init__(self) -> None:
        self.times: dict[Move, int] = {}
        self.total: dict[Move, float] = {}
        self.could: dict[Move, int] = {}

    def bound(self, move: Move, sign: int, wide: float) -> float:
        """How much may be hoped of a move (feared of it, if `sign` is below 0)."""
        times = self.times[move]
        return sign * self.total[move] / times + EXPLORING * wide * math.sqrt(math.log(self.could[move]) / times)


class Tree:
    """One tree of moves over all deals that fit what the seat has seen."""

    def __init__(self, game: Game[Any], record: Record[Any], seat: Seat, seconds: float) -> None:
        self.game, self.seat = game, seat
        self._until = process_time() + seconds
        self.sampler = Sampler(game, record, seat, seconds * 1e6 / 2)
        self.ends = Ends(game, record.state, seat)
        self.rng = Random(len(record.entries))
        self.nodes: dict[tuple[str, ...], Node] = {}
        self.low, self.high = math.inf, -math.inf

    def best(self) -> Move:
        """The move most often tried."""
        n = 0
        while not n or process_time() < self._until:
            self.once(self.sampler.sample(str(n)).state)
            n += 1
        root = self.nodes[()]
        return max(root.times, key=lambda move: (root.times[move], root.total[move]))

    def once(self, state: Any) -> None:
        """Down the tree in one deal, one new node, and on with open cards."""
        key: tuple[str, ...] = ()
        path: list[tuple[Node, Move]] = []
        new: list[Move] = []
        gained = 0.0
        while not new and not self.ends.over(state) and state.chance is None:
            phase: Any = self.game.due(state)
            who = next((one for one in state.turn if legal(self.game, state, one)), None)
            if who is None:
                break
            policy = policy_of(self.game).of(phase)
            moves = policy.distinct_moves(state, who, phase.see(state, who), legal(self.game, state, who))
            node = self.nodes.setdefault(key, Node())
            for move in moves:
                node.could[move] = node.could.get(move, 0) + 1
            new = [move for move in moves if move not in node.times]
            sign = 1 if who in self.game.allies(state, self.seat) else -1
            wide = max(0.0, self.high - self.low)
            move = self.rng.choice(new) if new else max(moves, key=lambda m: node.bound(m, sign, wide))
            path.append((node, move))
            state, more = self.ends.act(state, who, move)
            gained, key = gained + more, (*key, move.text)
        got = gained + self.ends.worth(state, self.rng, {})
        self.low, self.high = min(self.low, got), max(self.high, got)
        for node, move in path:
            node.times[move] = node.times.get(move, 0) + 1
            node.total[move] = node.total.get(move, 0.0) + got
