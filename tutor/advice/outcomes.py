"""Outcomes: what comes of a move in sampled deals, to the end of the hand, as far as it can be told apart by features.

The adviser says how much better a move did; here is what was different: who won the hand, the trick that is on the
table, the points and the stake of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.calls import CallStatistics
from tutor.advice.players import HEURISTIC_SHARE, HeuristicPlayer, deals_anew, gain
from tutor.advice.samples import Sampler
from tutor.advice.value import direction
from tutor.kernel.events import BOUGHT, GAME_OVER, HAND_OVER, PAID, TRICK_WON, Event, paid_to, winners_of
from tutor.kernel.history import Record
from tutor.kernel.playout import Chooser, Stuck, legal, playout
from tutor.kernel.seats import Seat, Side, members
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.state import State

LONGEST: Final = 400
"""Steps of one play-out; what is not settled by then is taken as it stands."""
STEP: Final = 130
"""The work of one step, about a microsecond a unit."""
TIED: Final = 0.25
"""How closely points have to go with tricks for tricks to be called good or bad to have."""
LOOKED_AT: Final = 20
"""Deals that are looked at, at the least, where somebody plays cards."""
DEALT: Final = 3
"""The work of dealing one card afresh."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one hand went on for a seat: what its side won or lost, `tricks` taken from here on, who won it.

    `won` is None where the hand was not settled, or where nobody is said to have won it. `declared` says that its side
    made the bid that the hand was played for; None where no contract was heard of.
    """

    points: float
    lead: float
    """The same less what the best of the others won."""
    gained: float
    """Tricks and cards won on the way, less those of the other side, as the game counts them."""
    tricks: int
    won: bool | None
    declared: bool | None
    stake: float
    settled: bool
    trumps: str = ""
    """The suit that was trumps in the end; empty if there were none."""
    paid: float = 0.0
    """What the seat was paid at once when the trick on the table was won, less what it had to pay."""


def side_of_seat(game: Game[Any], state: State, seat: Seat) -> Side:
    """The side `seat` belongs to, or the seat."""
    sides = game.sides(state.players, state.options)
    return next((side for side in sides if seat in members(side)), seat)


class Follower:
    """Watches a hand go on, for one seat: feed it every step, then ask for the outcome."""

    def __init__(self, game: Game[Any], state: State, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self._policy = policy_of(game)
        self.side = side_of_seat(game, state, seat)
        self.before = game.standing(state)
        self.hand_no = state.hand_no
        self.tricks, self.gained = 0, 0.0
        self.won: bool | None = None
        self.declared: bool | None = None
        self.over = False
        self.stake = 0.0
        self.trumps = ""
        self.paid, self.lies = 0.0, True
        self.state = state

    def see(self, state: State, events: Sequence[Event]) -> None:
        """The state that a step has led to, and what happened on the way."""
        if any(event.cards for event in events):  # cards decide on what lies on the table then
            self.stake = max(self.stake, self._policy.staked(self.state))
        phase = self.game.phase_of.get(self.state.phase)
        if phase is not None and len(events) > 1 and not self.over:
            self.gained += gain(self.game, phase, self.state, events, self.seat)
        self.state = state
        self.trumps = state.trump or self.trumps
        for event in events:
            if event.what == PAID and self.lies:
                self.paid += paid_to(event, self.seat)
            elif event.what == TRICK_WON:
                self.tricks += event.seat in members(self.side)
            elif event.what in BOUGHT and event.seat:
                self.declared = event.seat in members(self.side)
            elif event.what in (HAND_OVER, GAME_OVER):
                self._ended(event)
        self.lies = self.lies and all(event.what != TRICK_WON for event in events)
        self.over = self.over or state.over or state.hand_no != self.hand_no

    def _ended(self, event: Event) -> None:
        winners = winners_of(event)
        if not self.over and winners:
            self.won = any(self.seat in members(side) for side in winners)
        self.over = True

    @property
    def outcome(self) -> Outcome:
        """How it went, as far as it has gone."""
        now = self.game.standing(self.state)
        gained = {side: n - self.before.get(side, 0) for side, n in now.items()}
        points = sum(n for side, n in gained.items() if self.seat in members(side))
        others = [n for side, n in gained.items() if self.seat not in members(side)]
        lead = points - max(others, default=0)
        return Outcome(
            points,
            lead,
            self.gained,
            self.tricks,
            self.won,
            self.declared,
            self.stake,
            self.over,
            self.trumps,
            self.paid,
        )


def followed(
    game: Game[Any], state: Any, seat: Seat, move: Move | None, choose: Chooser, rng: Random, most: int, seed: str = ""
) -> tuple[Outcome, State, int]:
    """The outcome of the hand for `seat` after `move` (None: as it stands), the state it came to, and its steps.

    `choose` says who makes each further move, and which. A hand that is thrown in ends there, and nobody has won it.
    With a `seed` each step has a chance of its own, which follows from that and its number.
    """
    follower = Follower(game, state, seat)
    steps = 0
    if move is not None:
        turn = game.due(state).act(state, seat, move)
        follower.see(turn.state, turn.events)
        steps = 1
    banking = game.family == "banking"
    plies = playout(game, follower.state, rng, most, Settling(game, seat, choose) if banking else choose)
    while not follower.over and steps < most and not (steps and deals_anew(game, follower.state)):
        if seed:
            rng.seed(f"{seed}:{steps}")
        try:
            ply = next(plies, None)
        except Stuck:  # a deal that does not fit what was played may come to where nothing is allowed
            break
        if ply is None:
            break
        follower.see(ply.state, ply.events)
        steps += 1
        if banking and not policy_of(game).staked(ply.state):
            break
    return follower.outcome, follower.state, steps


class Settling:
    """Has the bets on the table decided: `seat` does the first thing that may be done to that end."""

    def __init__(self, game: Game[Any], seat: Seat, choose: Chooser) -> None:
        """`choose` says what is done where there is no such thing."""
        self._game, self._seat, self._choose = game, seat, choose

    def __call__(self, state: State) -> tuple[Seat, Move]:
        """Who moves, and what."""
        phase = self._game.due(state)
        for move in legal(self._game, state, self._seat):
            then = phase.act(state, self._seat, move)
            if any(event.cards for event in then.events) or then.state.phase != state.phase:
                return self._seat, move
        return self._choose(state)


def by_heuristic(
    game: Game[Any], state: Any, seat: Seat, move: Move, rng: Random, calls: CallStatistics
) -> tuple[Outcome, int]:
    """The outcome of `move` when everybody goes on by rule of thumb, and the work of finding out."""
    calls.begin(move)
    player = HeuristicPlayer(game, rng, HEURISTIC_SHARE, calls)
    got, end, steps = followed(game, state, seat, move, player, rng, LONGEST)
    calls.learn(end)
    return got, steps * STEP


def calls_of(game: Game[Any], seat: Seat) -> CallStatistics:
    """What `seat` may learn about calls while hands are played out; others call as quietly as they can."""

    def lead(who: Seat, state: Any) -> float:
        sheet = game.standing(state)
        others = [n for side, n in sheet.items() if who not in members(side)]
        return sum(n for side, n in sheet.items() if who in members(side)) - max(others, default=0)

    return CallStatistics(seat, lead)


class SampledOutcomes:
    """The same moves tried in the same deals: `outcomes` has one row for each deal, one outcome in it for each move."""

    def __init__(
        self,
        game: Game[Any],
        at: Record[Any] | State,
        seat: Seat,
        moves: Sequence[Move],
        seed: str,
        work: int,
        most: int = 200,
    ) -> None:
        """As many deals as `work` allows, at least one and `most` at the most."""
        sampler = Sampler(game, at, seat, work // 4)
        self.game, self.moves = game, tuple(moves)
        self.state: Any = at.state if isinstance(at, Record) else at
        calls = calls_of(game, seat)
        self.samples: list[Any] = []
        """The deals, in the first of which the moves were played out."""
        self.outcomes: list[tuple[Outcome, ...]] = []
        spent = 0
        for n in range(most):
            if spent > work:
                break
            sample = sampler.sample(f"{seed}:{n}").state
            spent += DEALT * len(game.pack)
            row = []
            for move in moves:
                got, cost = by_heuristic(game, sample, seat, move, Random(f"{seed}:{n}"), calls)
                row.append(got)
                spent += cost
            self.samples.append(sample)
            self.outcomes.append(tuple(row))
        if any(move.cards for move in moves):  # of cards more can be told than there is time to play out
            self.samples += [sampler.sample(f"{seed}:{n}").state for n in range(len(self.samples), LOOKED_AT)]

    @property
    def deals(self) -> int:
        """In how many deals the moves were played out."""
        return len(self.outcomes)

    def column(self, at: int) -> list[Outcome]:
        """What became of move number `at`."""
        return [row[at] for row in self.outcomes]

    @property
    def tricks_help(self) -> bool | None:
        """Whether its side did better the more tricks it took, False if worse; None if that cannot be told."""
        rows = [outcome for row in self.outcomes for outcome in row if outcome.settled]
        tied = correlation([float(o.tricks) for o in rows], [self.sign * o.points for o in rows])
        return None if len(rows) < 12 or abs(tied) < max(TIED, 2.5 / len(rows) ** 0.5) else tied > 0

    @cached_property
    def sign(self) -> int:
        """-1 where whoever scores least wins, else 1."""
        return direction(self.game, self.state.players, self.state.options)


def correlation(x: Sequence[float], y: Sequence[float]) -> float:
    """How two series go together, from -1 to 1; 0 where one of them does not vary."""
    if not x:
        return 0.0
    mx, my = fmean(x), fmean(y)
    size = (sum((a - mx) ** 2 for a in x) * sum((b - my) ** 2 for b in y)) ** 0.5
    return sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True)) / size if size else 0.0
