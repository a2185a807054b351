"""Moments of random games to look at, the same in every run and shared by all tests that look at tables."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from tutor.kernel.by_name import load
from tutor.kernel.game import Game
from tutor.kernel.playout import legal
from tutor.kernel.seats import DECK, Seat
from tutor.teach.drills.moments import other_tables
from tutor.teach.tables.tabletop import table_of
from tutor.teach.text.names import seat_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.teach.text.tabletop import Tabletop

STEPS = 60
AT_A_TABLE = 6
"""So many moments of one table at the most."""
TABLES = 14


class Moment(NamedTuple):
    """A moment of a game, who looks at it, and what that seat sees."""

    game: Game[Any]
    state: Any
    seat: Seat
    table: Tabletop
    names: Mapping[Seat, str]

    @property
    def due(self) -> bool:
        """Whether somebody is to act."""
        return self.state.chance is None and bool(self.state.turn)


@cache
def random_moments(name: str) -> tuple[Moment, ...]:
    """Moments of random games at tables of every size and by every house rule: of each phase that is met, whoever looks
    on, and the last.
    """
    game = load(name)
    tables = [(n, game.options()) for n in game.players]
    tables += [(table.players, table.options) for table in other_tables(game)]
    return tuple(moment for at, table in enumerate(tables[:TABLES]) for moment in _game(game, at, *table))


def _game(game: Game[Any], at: int, players: int, options: Any) -> list[Moment]:
    rng = Random(f"{game.name}:{at}")
    state: Any = game.begin(players, options, game.seats(players)[rng.randrange(players)])
    out: list[Moment] = []
    phases: set[str] = set()
    for step in range(STEPS * (3 if at < len(game.players) else 1)):
        if state.over:
            break
        if state.chance is not None:
            state, _ = game.play(state, DECK, game.shuffle(state, rng))
            continue
        fresh = state.phase not in phases
        if fresh or (rng.random() < 0.12 and len(out) < AT_A_TABLE):
            phases.add(state.phase)
            out.append(_seen(game, state, rng.choice(state.seats if step % 3 == 0 and not fresh else state.turn)))
        seat = rng.choice(state.turn)
        able = legal(game, state, seat)
        while not able:
            seat = rng.choice(state.turn)
            able = legal(game, state, seat)
        state, _ = game.play(state, seat, rng.choice(able))
    return [*out, _seen(game, state, game.seats(players)[0])]


def _seen(game: Game[Any], state: Any, seat: Seat) -> Moment:
    sides = game.sides(state.players, state.options)
    names = seat_names(game.seats(state.players), sides, seat, clockwise=game.clockwise(state.options))
    return Moment(game, state, seat, table_of(game, state, seat), names)
