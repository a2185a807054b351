"""Choose calls in play-outs where no bidding policy does: what others answer, and later calls of the same seat.

One deal does not show which call is good, and wild bids by others would spoil every estimate. So calls are learned
during the play-outs: each moment of the bidding keeps statistics of its calls, starting with the most passive one and
admitting bolder ones as the moment recurs (progressive widening).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.calls import DIGITS, CallKind
from tutor.kernel.cards import SUITS, Cards

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase
    from tutor.kernel.seats import Seat

KINDS: Final = 6
"""The most kinds of calls of which one call each is tried besides the sensible ones."""
EXPLORING: Final = 0.7
WIDENING: Final = 0.6
DEEPEST: Final = 12
"""Calls of one play-out that are learned; after that the most passive call is made."""


def thinkable(phase: Phase[Any, Any], moves: Sequence[Move], usual: Collection[Move]) -> list[Move]:
    """The calls worth trying: the `usual` ones, their neighbours, and one of each other kind; of other moves all.

    `moves` are legal moves of `phase`.
    """
    if not usual or any(move.cards for move in moves):
        return list(moves)
    near = set(usual)
    at = {move: i for i, move in enumerate(moves)}
    middle = sorted(at[move] for move in near)[len(near) // 2]
    kinds: dict[str, list[Move]] = {}
    for move in moves:  # bids of one kind differ in a number only
        kinds.setdefault(move.word.strip(DIGITS), []).append(move)
    for alike in kinds.values():
        for one, two in pairwise(alike):
            if one in usual or two in usual:
                near |= {one, two}
        if near.isdisjoint(alike) and len(kinds) <= KINDS:
            near.add(min(alike, key=lambda move: abs(at[move] - middle)))
    return [move for move in moves if move in near or passes(phase, move)]


def passes(phase: Phase[Any, Any], move: Move) -> bool:
    """Whether a call commits nobody."""
    return phase.meaning(move.word).kind is CallKind.PASS


@dataclass(slots=True)
class _Moment:
    """Statistics of one moment of the bidding: how often each call was made, and the sum of its values."""

    times: dict[Move, int] = field(default_factory=dict)
    total: dict[Move, float] = field(default_factory=dict)


class CallStatistics:
    """Statistics about calls, learned during one piece of advice."""

    def __init__(self, seat: Seat, state_value: Callable[[Seat, Any], float]) -> None:
        """`seat` is who is advised; `state_value(seat, state)` gives the value of a state to any seat."""
        self.seat = seat
        self._state_value = state_value
        self._moments: dict[tuple[str, ...], _Moment] = {}
        self._said: list[tuple[_Moment, Move, Seat]] = []
        self._key: tuple[str, ...] = ()
        self._low, self._high = math.inf, -math.inf

    def begin(self, first: Move) -> None:
        """Begin a new play-out, whose first move is `first`."""
        self._said, self._key = [], (first.text,)

    def say(self, seat: Seat, phase: Phase[Any, Any], moves: Sequence[Move], hand: Cards) -> Move:
        """Choose the call of `seat` among `moves`, none of which has cards."""
        suits = [move for move in moves if move.word in SUITS]
        if len(suits) > 1 and len(suits) >= len(moves) - 1:
            return max(suits, key=lambda move: sum(c.suit == move.word for c in hand))
        quiet = next((move for move in moves if passes(phase, move)), None)
        if quiet is not None and seat != self.seat:
            return quiet
        quiet = quiet or moves[0]
        if len(self._said) >= DEEPEST:
            return quiet
        self._key = (*self._key, phase.name, seat)
        moment = self._moments.setdefault(self._key, _Moment())
        seen = sum(moment.times.values())
        some = [quiet, *(move for move in moves if move is not quiet)][: 1 + int(WIDENING * math.sqrt(seen))]
        fresh = next((move for move in some if move not in moment.times), None)
        said = fresh or max(some, key=lambda move: self._promise(moment, move, seen))
        self._said.append((moment, said, seat))
        self._key = (*self._key, said.text)
        return said

    def _promise(self, moment: _Moment, move: Move, seen: int) -> float:
        times = moment.times[move]
        wide = self._high - self._low
        return moment.total[move] / times + EXPLORING * wide * math.sqrt(math.log(seen) / times) / 2

    def learn(self, state: Any) -> None:
        """Credit each call of the play-out with the value of `state`, its end, to the seat that called."""
        for moment, move, seat in self._said:
            worth = self._state_value(seat, state)
            self._low, self._high = min(self._low, worth), max(self._high, worth)
            moment.times[move] = moment.times.get(move, 0) + 1
            moment.total[move] = moment.total.get(move, 0.0) + worth
