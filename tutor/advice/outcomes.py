"""Outcomes: how a hand ends after a move, in sampled deals.

The adviser says how much better a move did; outcomes say what was different: who won the hand and the trick on the
table, the points, the stake.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.calls import CallStatistics
from tutor.advice.players import deals_anew, gain
from tutor.kernel.cards import Card
from tutor.kernel.events import BOUGHT, GAME_OVER, HAND_OVER, PAID, TRICK_WON, Event, paid_to, winners_of
from tutor.kernel.game import Family
from tutor.kernel.playout import Chooser, Stuck, legal, playout
from tutor.kernel.seats import Seat, Side, members
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from tutor.kernel.cards import Cards
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.state import State

LONGEST: Final = 400
"""The most steps of one play-out; a hand not settled by then is valued as it stands."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one hand ended for a seat: the `points` of its side, the `tricks` taken from here on, whether it won.

    `won` is None if the hand was not settled or has no winner. `declared` says whether its side made the contract bid;
    None if there was no contract.
    """

    points: float
    margin_of_points: float
    """The points of its side minus those of the best other side."""
    gained: float
    """The rewards of its side during play minus those of the others (`Policy.rewards`)."""
    tricks: int
    won: bool | None
    declared: bool | None
    stake: float
    settled: bool
    trumps: str = ""
    """The trump suit at the end; empty if there was none."""
    paid: float = 0.0
    """The payments to the seat, minus those it made, up to the end of the trick on the table."""
    paid_for: Cards = ()
    """The cards that these payments were for, as far as they say so."""


def side_of_seat(game: Game[Any], state: State, seat: Seat) -> Side:
    """The side that `seat` belongs to; the seat itself if it plays alone."""
    sides = game.sides(state.players, state.options)
    return next((side for side in sides if seat in members(side)), seat)


class Follower:
    """Follows a hand for one seat: pass every step to `see`, then ask for the `outcome`."""

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
        self.paid_for: tuple[Card, ...] = ()
        self.state = state

    def see(self, state: State, events: Sequence[Event]) -> None:
        """Take note of a step: the `state` after it and its `events`."""
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
                if paid_to(event, self.seat):
                    self.paid_for += tuple(fact for fact in event.facts.values() if isinstance(fact, Card))
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
        """The outcome as far as the hand has gone."""
        now = self.game.standing(self.state)
        gained = {side: n - self.before.get(side, 0) for side, n in now.items()}
        points = sum(n for side, n in gained.items() if self.seat in members(side))
        others = [n for side, n in gained.items() if self.seat not in members(side)]
        margin = points - max(others, default=0)
        return Outcome(
            points,
            margin,
            self.gained,
            self.tricks,
            self.won,
            self.declared,
            self.stake,
            self.over,
            self.trumps,
            self.paid,
            self.paid_for,
        )


def followed(
    game: Game[Any], state: Any, seat: Seat, move: Move | None, choose: Chooser, rng: Random, most: int, seed: str = ""
) -> tuple[Outcome, State, int]:
    """Play a hand on after `move` (None: from `state` itself): its outcome for `seat`, the last state, the steps.

    `choose` names the seat and move of each further step. A hand that is thrown in ends there without a winner. With a
    `seed` the generator of each chance event follows from the seed and the number of the step.
    """
    follower = Follower(game, state, seat)
    steps = 0
    if move is not None:
        turn = game.due(state).act(state, seat, move)
        follower.see(turn.state, turn.events)
        steps = 1
    banking = game.family is Family.BANKING
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
    """A chooser that has the bets on the table decided: `seat` makes the first legal move that leads there."""

    def __init__(self, game: Game[Any], seat: Seat, choose: Chooser) -> None:
        """`choose` decides where no legal move does so."""
        self._game, self._seat, self._choose = game, seat, choose

    def __call__(self, state: State) -> tuple[Seat, Move]:
        """The seat that moves in `state`, and its move."""
        phase = self._game.due(state)
        for move in legal(self._game, state, self._seat):
            then = phase.act(state, self._seat, move)
            if any(event.cards for event in then.events) or then.state.phase != state.phase:
                return self._seat, move
        return self._choose(state)


def calls_of(game: Game[Any], seat: Seat) -> CallStatistics:
    """New statistics about calls for play-outs that advise `seat`."""

    def margin(who: Seat, state: Any) -> float:
        sheet = game.standing(state)
        others = [n for side, n in sheet.items() if who not in members(side)]
        return sum(n for side, n in sheet.items() if who in members(side)) - max(others, default=0)

    return CallStatistics(seat, margin)
