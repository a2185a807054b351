"""Play-outs: a game played on to its end, by random legal moves or by those that a given function chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from tutor.kernel import memo
from tutor.kernel.seats import DECK, Seat
from tutor.kernel.state import State, quick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from tutor.kernel.events import Event
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase

S = TypeVar("S", bound=State)

Chooser: TypeAlias = "Callable[[Any], tuple[Seat, Move]]"
"""Takes a state in which somebody is to decide; returns who moves, and the move. Raises `Stuck` if nobody can."""


class Ply(NamedTuple):
    """One step of a play-out: who did what, the state it led to, and what happened."""

    seat: Seat
    move: Move
    state: Any
    events: tuple[Event, ...]


class Stuck(RuntimeError):
    """A state that is not over but in which nobody has a legal move: a bug in the game."""


class Endless(RuntimeError):
    """A game that has gone on for more moves than its `bound`."""


def allowed(phase: Phase[Any, Any], view: Any) -> tuple[Move, ...]:
    """The legal moves of whoever is to act in `view`."""
    return memo.legal_and_count(phase, view)[0]


def legal(game: Game[S], state: S, seat: Seat) -> tuple[Move, ...]:
    """The moves that `seat` may make in `state`, without the rulings that `Game.judge` makes of them."""
    return tuple(game.phase_of[state.phase].memo.legal(state, seat)) if seat in state.turn else ()


def step(game: Game[S], state: S, rng: Random, choose: Chooser | None = None) -> Ply:
    """Make one random draw, or one move by `choose`; without it any legal move of any seat whose turn it is.

    `state` must not be over. Raises `Stuck` if no seat has a legal move.
    """
    if state.chance is not None:
        drawn = game.shuffle(state, rng)
        return Ply(DECK, drawn, *game.deal(state, drawn))
    phase = game.phase_of[state.phase]
    if choose is not None:
        seat, move = choose(state)
        return Ply(seat, move, *phase.act(state, seat, move))
    turn = state.turn
    for seat in turn if len(turn) == 1 else rng.sample(turn, len(turn)):
        moves = phase.memo.legal(state, seat)
        if moves:
            move = rng.choice(moves)
            then, events = phase.act(state, seat, move)
            return quick(Ply, (seat, move, then, events))
    raise Stuck(f"{game.name}: no legal move in {state.phase} for {', '.join(state.turn)}: {state}")


def playout(
    game: Game[S], state: S, rng: Random, most: int | None = None, choose: Chooser | None = None
) -> Iterator[Ply]:
    """Play from `state` to the end of the game; `Endless` after `most` steps (by default the game's bound)."""
    left = game.bound if most is None else most
    while not state.over:
        if not left:
            raise Endless(f"{game.name} is not over after {game.bound if most is None else most} moves")
        left -= 1
        ply = step(game, state, rng, choose)
        state = ply.state
        yield ply


def finish(game: Game[S], state: S, rng: Random) -> S:
    """Play random moves from `state` to the end of the game; returns the last state."""
    for ply in playout(game, state, rng):
        state = ply.state
    return state
