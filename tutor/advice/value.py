"""Value: what a state is worth to a seat, read off the score sheet; and budgets, what advice may cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from time import monotonic
from typing import Any, Final

from tutor.kernel.game import Game
from tutor.kernel.playout import step
from tutor.kernel.seats import Seat, Side, members
from tutor.kernel.state import State
from tutor.kernel.view import Options

LONGEST: Final = 400
"""Steps of one play-out; what is not decided by then is valued as it stands."""
PROBED: Final = 3000
"""Steps of random play spent on finding out whether high or low scores win."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What advice may cost: play-outs, work, seconds; whichever is used up first ends it, None is no bound.

    `work` is about the microseconds it takes, but counted in moves looked at: the same on every machine, so that only
    `seconds` makes advice depend on the machine.
    """

    playouts: int | None = None
    work: int | None = None
    seconds: float | None = None


class Purse:
    """A budget being spent."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.playouts = 0
        self.work = 0
        self.end = monotonic() + budget.seconds if budget.seconds is not None else None

    @property
    def spent(self) -> float:
        """The share of the budget that is spent."""
        most, work, seconds = self.budget.playouts, self.budget.work, self.budget.seconds
        shares = [0.0]
        shares += [self.playouts / most] if most else []
        shares += [self.work / work] if work else []
        shares += [1 - (self.end - monotonic()) / seconds] if self.end is not None and seconds else []
        return max(shares)

    @property
    def empty(self) -> bool:
        """Whether nothing more may be spent."""
        return self.spent >= 1


class Value:
    """What states are worth to `seat`: its side's score less that of the best other side.

    A game with a method `worth(state, seat) -> float` is asked instead; it may count more than the sheet does. Whether
    low scores win is found out by playing games at random and looking who wins them.
    """

    def __init__(self, game: Game[Any], state: State, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self._own: Callable[[Any, Seat], float] | None = getattr(game, "worth", None)
        self._sign = 1 if self._own else direction(game, state.players, state.options)

    def of(self, state: Any) -> float:
        """The value of `state`; a game that is over is worth a little more to its winner."""
        if self._own is not None:
            return float(self._own(state, self.seat))
        sheet = self.game.standing(state)
        mine = [n for side, n in sheet.items() if self._is_mine(side)]
        others = [self._sign * n for side, n in sheet.items() if not self._is_mine(side)]
        value = self._sign * sum(mine) - max(others, default=0)
        if state.over:
            winners = self.game.winners(state)
            if winners:
                value += 1 if any(self._is_mine(side) for side in winners) else -1
        return float(value)

    def after(self, state: Any, rng: Random, least: int) -> tuple[float, int]:
        """The value after random play on from `state`, and how many steps that took.

        It goes on for `least` steps, and then until the score sheet has changed: to the end of a trick or a hand.
        """
        before: Mapping[Side, float] | None = None
        taken = 0
        while not state.over and taken < LONGEST:
            if before is None:
                before = dict(self.game.standing(state))
            elif taken >= least and self.game.standing(state) != before:
                break
            state = step(self.game, state, rng).state
            taken += 1
        return self.of(state), taken

    def _is_mine(self, side: Side) -> bool:
        return self.seat in members(side)


@cache
def direction(game: Game[Any], players: int, options: Options) -> int:
    """1 if the highest score wins, -1 if the lowest does: what random games say, 1 if they do not tell."""
    left = PROBED
    for seed in range(3):
        rng = Random(seed)
        state = game.begin(players, options, game.seats(players)[players - 1])
        while not state.over and left > 0:
            state = step(game, state, rng).state
            left -= 1
        if not state.over:
            return 1
        sheet = game.standing(state)
        won = [sheet[side] for side in game.winners(state) if side in sheet]
        if won and min(sheet.values()) < max(sheet.values()) and len(won) < len(sheet):
            return -1 if max(won) < max(sheet.values()) and min(won) == min(sheet.values()) else 1
    return 1
