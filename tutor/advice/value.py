"""Value: what a state is worth to a seat, read off the score sheet; hands played out; budgets, what advice may cost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.advice.calls import Calls
from tutor.kernel.duties import narrow
from tutor.kernel.events import PLAYED
from tutor.kernel.playout import Stuck
from tutor.kernel.seats import Seat, Side, members
from tutor.kernel.seen import HandView
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Set

    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase
    from tutor.kernel.state import State
    from tutor.kernel.view import Options

LONGEST: Final = 400
"""Steps of one play-out; what is not decided by then is valued as it stands."""
LEAST: Final = 40
"""Steps after which a play-out stops at the next entry on the score sheet, where a hand lasts longer."""
STEP: Final = 30
"""The work of one step besides its candidates; a unit of work is about a microsecond."""
PLANNED: Final = 11
"""The work of a step that was planned."""
HEURISTIC_SHARE: Final = 0.95
"""How often a play-out goes by the rule of thumb, where there is one."""
EAGER: Final = 0.8
"""How often it does something with cards, where there is none, and it could also pass or draw."""
PROBED: Final = 3000
"""Steps of random play spent on finding out whether high or low scores win."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What advice may cost: play-outs, work, seconds; whichever is used up first ends it, None is no bound.

    `work` is about the microseconds it takes, but counted in moves looked at: the same on every machine, so that only
    `seconds` makes advice depend on the machine. `stop` is asked again and again, and ends it by saying True.
    """

    playouts: int | None = None
    work: int | None = None
    seconds: float | None = None
    stop: Callable[[], bool] | None = None


class BudgetTracker:
    """A budget being spent."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.playouts = 0
        self.work = 0
        self.end = monotonic() + budget.seconds if budget.seconds is not None else None

    @property
    def bounded(self) -> bool:
        """Whether there is an end to it but being told to stop."""
        return any((self.budget.playouts, self.budget.work, self.budget.seconds))

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
        return self.spent >= 1 or (self.budget.stop is not None and self.budget.stop())


class PlayoutValue(NamedTuple):
    """What came of playing on: the value by the sheet, what the seat's side gained on the way, the work, the steps."""

    value: float
    gained: float
    work: int
    steps: int = 0


class Value:
    """What states are worth to `seat`: its side's score less the mean of the others'.

    A policy that has a value of its own (`state_value`) is asked instead; it may count more than the sheet does.
    Whether low scores win is found out by playing games at random and looking who wins them.
    """

    def __init__(self, game: Game[Any], state: State, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self._policy = policy_of(game)
        self._players, self._options = state.players, state.options
        self.calls = Calls(seat, self._to)
        self.searched = False
        """Whether phases have said how hands go on."""

    def of(self, state: Any) -> float:
        """The value of `state`; a game that is over is worth a little more to its winner."""
        return self._to(self.seat, state)

    @cached_property
    def _sign(self) -> int:
        """-1 where low scores win, else 1."""
        return direction(self.game, self._players, self._options)

    def _to(self, seat: Seat, state: Any) -> float:
        """The value of `state` to any seat."""
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
        self, sample: Any, phase: Any, move: Move, rng: Random, memory: dict[Any, Any] | None = None
    ) -> PlayoutValue:
        """The outcome of a hand played on after the seat makes `move` in `phase` of `sample`.

        By what phases say of open cards, else by rules of thumb; `memory` is kept for whatever is tried in this deal.
        What is said, laid away or exchanged is tried by rules of thumb: with open cards whoever leads takes far more
        than at a table.
        """
        self.calls.begin(move)
        state, events = phase.act(sample, self.seat, move)
        played = any(event.what == PLAYED for event in events)
        game = self.game
        tally = Tally(game, self.seat)
        before: Mapping[Side, float] = {} if state.over else game.standing(state)
        if len(events) > 1:
            tally.add(phase, state, events)
        work, taken = STEP, 0
        plan = Plan(game, self.seat, {} if memory is None else memory)
        while taken < LONGEST and not state.over and not (taken and self._ended(state, before, taken)):
            taken += 1
            if state.chance is not None:
                if deals_anew(game, state):
                    break
                state = game.deal(state, game.shuffle(state, rng)).state
                work += STEP
                continue
            phase = game.due(state)
            planned = plan.next(phase, state) if played else None
            self.searched = self.searched or planned is not None
            try:
                seat, move, cost = planned or chosen(game, phase, state, rng, HEURISTIC_SHARE, self.calls)
            except Stuck:  # a deal that does not fit what was played may come to where nothing is allowed
                break
            work += cost
            old = state
            state, events = phase.act(state, seat, move)
            if len(events) > 1:
                tally.add(phase, old, events)
        self.calls.learn(state)
        return PlayoutValue(self.of(state), tally.gained, work, taken)

    def _ended(self, state: Any, before: Mapping[Side, float], taken: int) -> bool:
        """Whether the hand is over, or something has been entered after the least number of steps."""
        if deals_anew(self.game, state):
            return True
        return taken >= LEAST and dict(self.game.standing(state)) != dict(before)


class Plan:
    """What phases say of how a hand would go on with open cards, as far as it has been carried out."""

    def __init__(self, game: Game[Any], seat: Seat, memory: dict[Any, Any]) -> None:
        self._game, self._seat, self._memory = game, seat, memory
        self._phase, self._policy = "", policy_of(game)
        self._moves: Iterator[Move] = iter(())

    def next(self, phase: Phase[Any, Any], state: Any) -> tuple[Seat, Move, int] | None:
        """Who moves in `state`, the move, and the work of finding out; None if nothing is planned."""
        move = next(self._moves, None) if phase.name == self._phase else None
        if move is not None:
            return state.turn[0], move, PLANNED
        line = self._policy.of(phase).principal_variation(state, self._game.allies(state, self._seat), self._memory)
        if line is None:
            return None
        self._phase, self._moves = phase.name, iter(line.moves)
        move = next(self._moves)
        return state.turn[0], move, PLANNED + line.work


def deals_anew(game: Game[Any], state: Any) -> bool:
    """Whether the whole pack is to be dealt: a hand is over, or was thrown in."""
    return state.chance is not None and len(state.chance.pool) == len(game.pack)


class Tally:
    """What a seat and those who play with it gain in the course of a hand, less what others do."""

    __slots__ = ("_allies", "_policy", "gained", "game", "seat")

    def __init__(self, game: Game[Any], seat: Seat) -> None:
        self.game, self.seat, self.gained = game, seat, 0.0
        self._policy = policy_of(game)
        self._allies: Set[Seat] | None = None

    def add(self, phase: Any, state: Any, events: Any) -> None:
        """Count what `events` brought; who plays with whom is known when there is something to gain."""
        for who, n in self._policy.of(phase).rewards(state, events):
            if self._allies is None:
                self._allies = self.game.allies(state, self.seat)
            self.gained += n if who in self._allies else -n


def chosen(
    game: Game[Any], phase: Any, state: Any, rng: Random, heuristic_share: float, calls: Calls | None = None
) -> tuple[Seat, Move, int]:
    """Who moves in a play-out, and what; the work of finding out.

    Most often by the rule of thumb; what is only said, as `calls` have learned. Without either, who can do something
    with cards seldom refrains from it: else games of shedding would hardly ever end.
    """
    seats = state.turn if len(state.turn) == 1 else rng.sample(state.turn, len(state.turn))
    policy = policy_of(game)
    here, work = policy.of(phase), 0
    for seat in seats:
        view = phase.see(state, seat)
        moves, looked = _allowed(phase, view) if phase.actor(view) is not None else ((), 0)
        work += STEP + looked
        if len(moves) == 1:
            return seat, moves[0], work
        if moves:
            if rng.random() < heuristic_share:
                wise = here.rollout_move(state, seat, view, moves, game.allies(state, seat), rng)
                if wise is not None:
                    return seat, wise, work + here.effort
            moves = policy.plausible(state, seat, moves)
            active = [move for move in moves if move.cards]
            if calls is not None and not active:
                return seat, calls.say(seat, phase.name, moves, view.hand if isinstance(view, HandView) else ()), work
            if 0 < len(active) < len(moves) and rng.random() < EAGER:
                moves = tuple(active)
            return seat, rng.choice(moves), work
    raise Stuck(f"{game.name}: no legal move in {state.phase} for {', '.join(state.turn)}")


def _allowed(phase: Any, view: Any) -> tuple[tuple[Move, ...], int]:
    """The legal moves, and how many had to be looked at; no others, where tables tell."""
    moves = phase.known(view)
    if moves is not None:
        return moves, len(moves)
    candidates = tuple(phase.likely(view))
    return narrow(phase.duties(view), view, candidates).legal, len(candidates)


def stepped(game: Game[Any], state: Any, rng: Random) -> Any:
    """`state` after one move or draw by chance."""
    if state.chance is not None:
        return game.deal(state, game.shuffle(state, rng)).state
    phase = game.due(state)
    seat, move, _ = chosen(game, phase, state, rng, 0)
    return phase.act(state, seat, move).state


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
            state = stepped(game, state, rng)
            left -= 1
        if not state.over:
            return 1
        sheet = game.standing(state)
        won = [sheet[side] for side in game.winners(state) if side in sheet]
        if won and min(sheet.values()) < max(sheet.values()) and len(won) < len(sheet):
            return -1 if max(won) < max(sheet.values()) and min(won) == min(sheet.values()) else 1
    return 1
