"""One hand: some seats follow a chooser, the others another, or chance."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from tutor.advice.players import deals_anew, gain
from tutor.advice.value import Value
from tutor.kernel.history import Record, draw, play, start
from tutor.kernel.playout import legal
from tutor.kernel.seats import Seat, members, seats_of

if TYPE_CHECKING:
    from tutor.advice import Adviser
    from tutor.kernel.game import Game

STEPS = 3000
"""Moves of one hand; one that is longer is valued as it stands."""

Chooser = Callable[[Record[Any], Seat], Any]


def sides(game: Game[Any]) -> list[frozenset[Seat]]:
    """Who plays together at the usual table; a house that nobody plays for is left out."""
    there = seats_of(game.usual)
    found = [members(side) for side in game.sides(game.usual, game.options())]
    return [frozenset(side) for side in found if all(seat in there for seat in side)]


def hand(
    game: Game[Any],
    seed: int,
    choose: Chooser,
    ours: frozenset[Seat],
    others: Chooser | None = None,
    *,
    tricks: bool = False,
) -> float:
    """What one hand brings the side `ours`, whose players choose so; the others play at random if nothing is said.

    Every other seat has a chance of its own, so that it does alike in hands that go alike. By the sheet; or, if it is
    asked for, by `tricks` and what their cards count, less what others get.
    """
    rng = Random(seed)
    chances = {seat: Random(f"{seed}/{seat}") for seat in game.seats(game.usual)}
    record = draw(start(game), rng)
    value = Value(game, record.state, min(ours))
    before, gained = value.of(record.state), 0.0
    for _ in range(STEPS):
        state = record.state
        if state.over or deals_anew(game, state):
            break
        if state.chance is not None:
            record = draw(record, rng)
            continue
        who = next(seat for seat in rng.sample(state.turn, len(state.turn)) if legal(game, state, seat))
        moves = legal(game, state, who)
        chooser = choose if who in ours else others
        by_chance = moves[int(chances[who].random() * len(moves))]
        move = chooser(record, who) if chooser and len(moves) > 1 else by_chance
        record = play(record, who, move)
        if tricks:
            gained += gain(game, game.due(state), state, record.entries[-1].events, min(ours))
    return gained if tricks else value.of(record.state) - before


def advised(adviser: Adviser, rng: Random) -> Chooser:
    """Who takes advice."""
    return lambda record, seat: adviser.advise(record, seat, rng).move


def chance(game: Game[Any], rng: Random) -> Chooser:
    """Who lets chance decide."""
    return lambda record, seat: rng.choice(legal(game, record.state, seat))
