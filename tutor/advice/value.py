"""Value: what a state is worth to a seat, read off the score sheet; and budgets, what advice may cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from time import monotonic
from typing import Any, Final

from tutor.kernel.duties import narrow
from tutor.kernel.game import Game
from tutor.kernel.playout import Stuck
from tutor.kernel.seats import Seat, Side, members
from tutor.kernel.state import State
from tutor.kernel.view import Options

LONGEST: Final = 400
"""Steps of one play-out; what is not decided by then is valued as it stands."""
STEP: Final = 100
"""The work of one step besides its candidates; a unit of work is about a microsecond."""
EAGER: Final = 0.8
"""How often a play-out does something with cards where it could also pass or draw."""
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
        """The value after random play on from `state`, and the work of it.

        It goes on for `least` steps, and then until the score sheet has changed or another hand has begun: to the end
        of a trick or a hand.
        """
        before = None if state.over else self._sheet(state)
        work = 0
        for taken in range(LONGEST):
            if state.over or (taken >= least and self._sheet(state) != before):
                break
            state, cost = stepped(self.game, state, rng)
            work += cost
        return self.of(state), work

    def _sheet(self, state: Any) -> tuple[Mapping[Side, float], int]:
        """The scores, and which hand it is: some games settle many hands before anybody scores."""
        return dict(self.game.standing(state)), getattr(state, "hand_no", 0)

    def _is_mine(self, side: Side) -> bool:
        return self.seat in members(side)


def stepped(game: Game[Any], state: Any, rng: Random) -> tuple[Any, int]:
    """`state` after one random move or draw, and the work of it.

    Who can do something with cards seldom refrains from it: else games of shedding would hardly ever end.
    """
    if state.fate is not None:
        return game.deal(state, game.shuffle(state, rng)).state, STEP + len(state.fate.pool)
    phase = game.due(state)
    seats = state.turn if len(state.turn) == 1 else rng.sample(state.turn, len(state.turn))
    work = 0
    for seat in seats:
        view = phase.see(state, seat)
        candidates = tuple(phase.candidates(view)) if phase.actor(view) is not None else ()
        work += STEP + len(candidates)
        moves = narrow(phase.duties(view), view, candidates).legal
        if moves:
            active = [move for move in moves if move.cards]
            if 0 < len(active) < len(moves) and rng.random() < EAGER:
                moves = tuple(active)
            return phase.act(state, seat, rng.choice(moves)).state, work
    raise Stuck(f"{game.name}: no legal move in {state.phase} for {', '.join(state.turn)}")


@cache
def direction(game: Game[Any], players: int, options: Options) -> int:
    """1 if the highest score wins, -1 if the lowest does: what random games say, 1 if they do not tell."""
    if players == 1:
        return 1
    left = PROBED
    for seed in range(3):
        rng = Random(seed)
        state = game.begin(players, options, game.seats(players)[players - 1])
        while not state.over and left > 0:
            state, _ = stepped(game, state, rng)
            left -= 1
        if not state.over:
            return 1
        sheet = game.standing(state)
        won = [sheet[side] for side in game.winners(state) if side in sheet]
        if won and min(sheet.values()) < max(sheet.values()) and len(won) < len(sheet):
            return -1 if max(won) < max(sheet.values()) and min(won) == min(sheet.values()) else 1
    return 1
