"""The value of states to a seat, by the score sheet; play-outs; budgets that bound what advice may cost."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.advice.calls import CallStatistics
from tutor.advice.players import HEURISTIC_SHARE, STEP, HeuristicPlayer, RemainingLine, deals_anew, gain
from tutor.kernel.events import HAND_ENDS, PLAYED, TRICK_WON, occurs, winners_of
from tutor.kernel.playout import Stuck, playout
from tutor.kernel.seats import DECK, Seat, Side, members
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tutor.kernel.cards import Cards
    from tutor.kernel.events import Event
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase
    from tutor.kernel.state import State
    from tutor.kernel.view import Options

LONGEST: Final = 400
"""The most steps of one play-out; a state reached by then is valued as it stands."""
MIN_STEPS: Final = 40
"""Steps after which a play-out of a longer hand stops at the next entry on the score sheet."""
PROBE_STEPS: Final = 3000
"""Steps of random play that are spent on finding out whether high or low scores win."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What advice may cost in play-outs, work and seconds: the first bound reached ends it; None is no bound.

    A unit of `work` is about a microsecond but counted in moves looked at, so it is the same on every machine; only
    `seconds` makes advice depend on the machine. `stop` is polled, and ends the search when it returns True.
    """

    playouts: int | None = None
    work: int | None = None
    seconds: float | None = None
    stop: Callable[[], bool] | None = None


class BudgetTracker:
    """Tracks how much of a budget is spent."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.playouts = 0
        self.work = 0
        self.end = monotonic() + budget.seconds if budget.seconds is not None else None

    @property
    def bounded(self) -> bool:
        """Whether any bound other than `stop` is set."""
        return any((self.budget.playouts, self.budget.work, self.budget.seconds))

    @property
    def spent(self) -> float:
        """The share of the budget that is spent, from 0 up."""
        most, work, seconds = self.budget.playouts, self.budget.work, self.budget.seconds
        shares = [0.0]
        shares += [self.playouts / most] if most else []
        shares += [self.work / work] if work else []
        shares += [1 - (self.end - monotonic()) / seconds] if self.end is not None and seconds else []
        return max(shares)

    @property
    def empty(self) -> bool:
        """Whether the budget is used up or `stop` says so."""
        return self.spent >= 1 or (self.budget.stop is not None and self.budget.stop())


class Line(NamedTuple):
    """What happens in a play-out: the tricks, each with its winner and cards, and the sides that win the hand."""

    tricks: tuple[tuple[Seat, Cards], ...] = ()
    winners: tuple[Side, ...] = ()

    def then(self, events: Sequence[Event]) -> Line:
        """The line with what `events` add to it."""
        tricks = tuple((event.seat, event.cards) for event in events if event.what == TRICK_WON)
        ends = (winners_of(event) for event in events if event.what in HAND_ENDS)
        return Line(self.tricks + tricks, self.winners or next(ends, ()))


class PlayoutValue(NamedTuple):
    """The result of a play-out: value by the sheet, rewards gained by the seat's side, work, steps.

    `overrated` is by how many rewards open cards overrate it, `line` what happened.
    """

    value: float
    gained: float
    work: int
    steps: int = 0
    overrated: float = 0.0
    line: Line = Line()


class Value:
    """The value of states to `seat`: its side's score minus the mean of the others'.

    A policy with a `state_value` of its own takes precedence. Whether low scores win is found out by random games.
    """

    def __init__(self, game: Game[Any], state: State, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self._policy = policy_of(game)
        self._players, self._options = state.players, state.options
        self.calls = CallStatistics(seat, self._value_for)
        self.used_lines = False
        """Whether policies have given principal variations."""

    def of(self, state: Any) -> float:
        """The value of `state` to the seat, with a small bonus for having won the game."""
        return self._value_for(self.seat, state)

    @cached_property
    def _sign(self) -> int:
        """-1 where the lowest score wins, else 1."""
        return direction(self.game, self._players, self._options)

    def _value_for(self, seat: Seat, state: Any) -> float:
        """The value of `state` to the given seat."""
        own = self._policy.state_value(state, seat)
        if own is not None:
            return float(own)
        sheet = self.game.standing(state)
        mine = [n for side, n in sheet.items() if seat in members(side)]
        others = [n for side, n in sheet.items() if seat not in members(side)]
        value = self._sign * (sum(mine) - (sum(others) / len(others) if others else 0))
        if state.over:
            winners = self.game.winners(state)
            if winners:
                value += 1 if any(seat in members(side) for side in winners) else -1
        return float(value)

    def after(
        self, sample: Any, phase: Phase[Any, Any], move: Move, rng: Random, memory: dict[Any, Any] | None = None
    ) -> PlayoutValue:
        """Play a hand on after the seat makes `move` in `phase` of `sample`.

        Plays follow the principal variation with open cards, if a policy gives one, else the rollout heuristic. Calls,
        discards and exchanges are always valued by the heuristic: with open cards the leader takes far more tricks than
        at a real table. `memory` is shared by all moves tried in this deal.
        """
        game = self.game
        self.calls.begin(move)
        state, events = phase.act(sample, self.seat, move)
        before: Mapping[Side, float] = {} if state.over else game.standing(state)
        gained = gain(game, phase, state, events, self.seat) if len(events) > 1 else 0.0
        line = Line().then(events)
        plan = RemainingLine(game, self.seat, {} if memory is None else memory) if occurs(events, PLAYED) else None
        player = HeuristicPlayer(game, rng, HEURISTIC_SHARE, self.calls, plan)
        spared = self._policy.of(phase).spared_later(sample, self.seat, move)
        work, steps = STEP, 0
        with suppress(Stuck):  # a deal that does not fit what was played may come to where nothing is allowed
            for ply in () if deals_anew(game, state) else playout(game, state, rng, LONGEST, player):
                steps += 1
                if ply.seat == DECK:
                    work += STEP
                elif len(ply.events) > 1:  # one is the move itself
                    gained += gain(game, game.due(state), state, ply.events, self.seat)
                    line = line.then(ply.events)
                state = ply.state
                if steps == LONGEST or self._ended(state, before, steps):
                    break
        self.used_lines = self.used_lines or (plan is not None and plan.found)
        self.calls.learn(state)
        given = bool(line.tricks) and line.tricks[0][0] not in game.allies(sample, self.seat)
        return PlayoutValue(self.of(state), gained, work + player.work, steps, spared if given else 0.0, line)

    def _ended(self, state: Any, before: Mapping[Side, float], taken: int) -> bool:
        """Whether the hand is over, or the score sheet has changed after at least `MIN_STEPS` steps."""
        if deals_anew(self.game, state):
            return True
        return taken >= MIN_STEPS and dict(self.game.standing(state)) != dict(before)


@cache
def direction(game: Game[Any], players: int, options: Options) -> int:
    """1 if the highest score wins, -1 if the lowest does, found by playing random games; 1 if these do not tell."""
    if players == 1:
        return 1
    left = PROBE_STEPS
    for seed in range(3):
        rng = Random(seed)
        state = game.begin(players, options, game.seats(players)[players - 1])
        for ply in islice(playout(game, state, rng, choose=HeuristicPlayer(game, rng, 0)), left):
            state = ply.state
            left -= 1
        if not state.over:
            return 1
        sheet = game.standing(state)
        won = [sheet[side] for side in game.winners(state) if side in sheet]
        if won and min(sheet.values()) < max(sheet.values()) and len(won) < len(sheet):
            return -1 if max(won) < max(sheet.values()) and min(won) == min(sheet.values()) else 1
    return 1
