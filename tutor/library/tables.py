"""Tables: whole games, played move by move, with deals that follow from a seed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from tutor.kernel import history, playout
from tutor.kernel import record as records
from tutor.kernel.game import Game, IllegalMove
from tutor.kernel.history import Record
from tutor.kernel.position import options_from
from tutor.kernel.state import Sight, State, sights
from tutor.library.catalogue import loaded
from tutor.library.positions import Position, Ruling

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel import judging
    from tutor.kernel.cards import Cards
    from tutor.kernel.events import Event
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat, Side


@dataclass(frozen=True, eq=False)
class Table:
    """A game in progress, immutable: playing gives a new table. Chance events follow from `seed`.

    >>> table = deal("scotch-whist", seed=7)
    >>> table.turn
    ('P1',)
    >>> table = table.play(table.legal()[0])
    >>> table.turn, len(table.state.trick)
    (('P2',), 1)
    """

    record: Record[Any]
    seed: int

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self.record.game

    @property
    def state(self) -> Any:
        """The whole state, including hidden cards."""
        return self.record.state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over)

    @property
    def turn(self) -> tuple[Seat, ...]:
        """The seats that may move now; empty once the game is over."""
        return tuple(self.state.turn)

    @property
    def phase(self) -> str:
        """The name of the decision that is due."""
        return str(self.state.phase)

    @property
    def scores(self) -> Mapping[Side, float]:
        """The score sheet now."""
        return self.game.standing(self.state)

    @property
    def winners(self) -> tuple[Side, ...]:
        """The sides that have won; empty before the game is over, or if nobody wins."""
        return self.game.winners(self.state) if self.over else ()

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return self.record.events

    def hand(self, seat: Seat) -> Cards:
        """The cards that `seat` holds, sorted as players hold them."""
        return self.game.arranged(self.game.held(self.state, seat), self.state)

    def position(self, seat: Seat | None = None) -> Position:
        """The decision due, as `seat` (by default the first to move) sees it; raises ValueError if it has none."""
        who = self._seat(seat)
        phase = self.game.due(self.state)
        return Position(self.game, phase, phase.see(self.state, who))

    def legal(self, seat: Seat | None = None) -> tuple[Move, ...]:
        """The legal moves of `seat` (by default the first to move), in the order in which they are shown."""
        return self.position(seat).legal

    def ruling(self, move: str | Move, seat: Seat | None = None) -> Ruling:
        """The ruling on a move of `seat` now, or on any text."""
        return self.position(seat).ruling(move)

    def play(self, move: str | Move, seat: Seat | None = None) -> Table:
        """The table after a move and the chance events that follow it.

        Raises `IllegalMove`, whose `ruling` names the clause; ValueError if it is not the turn of `seat`.
        """
        who = self._seat(seat)
        ruled: judging.Ruling[Any] = self.game.rule(self.state, who, str(move))
        if not ruled.legal or ruled.move is None:
            raise IllegalMove(ruled)
        turn = self.game.due(self.state).act(self.state, who, ruled.move)
        return replace(self, record=history.with_turn(self.record, who, ruled.move, turn))._drawn()

    def undo(self, decisions: int = 1) -> Table:
        """The table before the last `decisions` decisions; raises ValueError if there were fewer."""
        return replace(self, record=history.undo(self.record, decisions))

    def sees(self, seat: Seat) -> dict[str, Any]:
        """What `seat` sees now, by fields of the state; nothing hidden from it is included.

        Cards that were seen earlier and have been turned face down are not included.
        """
        return seen(self.state, seat)

    def sample(self, seat: Seat, seed: int) -> Table:
        """A table that looks the same to `seat`, with hidden cards dealt afresh.

        It is consistent with what is visible now, though not necessarily with past plays (`tutor.advice` samples
        such deals). It cannot be undone beyond this moment.
        """
        state = self.game.determinize(self.state, seat, Random(seed))
        return Table(Record(self.game, (state,)), seed)

    def played_out(self, seed: int) -> Table:
        """The table at the end of the game, after random legal moves."""
        state = playout.finish(self.game, self.state, Random(seed))
        return Table(Record(self.game, (state,)), seed)

    def __str__(self) -> str:
        """The record, as `replay` reads it."""
        return records.write(self.record)

    def _seat(self, seat: Seat | None) -> Seat:
        if not self.turn:
            raise ValueError("the game is over")
        if seat is None:
            return self.turn[0]
        if seat not in self.turn:
            raise ValueError(f"it is not {seat}'s turn; to act: {' or '.join(self.turn)}")
        return seat

    def _drawn(self) -> Table:
        """This table after the chance events that are due; the same moves give the same results."""
        return replace(self, record=history.draw(self.record, Random(f"{self.seed}:{len(self.record.entries)}")))


def deal(
    game: str | Game[Any],
    players: int | None = None,
    *,
    seed: int | None = None,
    dealer: Seat | None = None,
    options: Mapping[str, str] | None = None,
) -> Table:
    """Deal a new game. The same seed gives the same cards after the same moves; without one it is drawn at random.

    `dealer` is the last seat by default; `options` maps names of house rules to values as text (`tutor explain
    --fields` lists them). Raises `UnknownGame`, or `BadPosition` for players or options that the game does not have.

    >>> deal("truc", seed=3).hand("P1") == deal("truc", seed=3).hand("P1")
    True
    """
    one = loaded(game)
    begun = history.start(one, players, options_from(one, dict(options or {})), dealer)
    return Table(begun, seed if seed is not None else secrets.randbits(32))._drawn()


def replay(text: str, *, seed: int = 0) -> Table:
    """The table at the end of a record, given in lines or as one word; raises `BadRecord`, which lists every fault.

    `seed` decides the chance events that are still to come.

    >>> table = deal("truc", seed=3)
    >>> str(replay(str(table))) == str(table)
    True
    """
    read = records.read_line if len(text.split()) == 1 else records.read
    return Table(read(text), seed)._drawn()


def seen(state: State, seat: Seat) -> dict[str, Any]:
    """The fields of a state that `seat` sees; of hands and the like, its own."""
    own = state.seats.index(seat) if seat in state.seats else None
    out: dict[str, Any] = {}
    kind: Any = type(state)
    for name, sight in sights(kind).items():
        value = getattr(state, name)
        if sight is Sight.ALL:
            out[name] = value
        elif sight is Sight.OWN and own is not None and len(value) > own:
            out[name] = value[own]
    return out
