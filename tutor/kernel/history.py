"""A game as far as it has gone: every state, draw, move and refused attempt, as one value; going on and going back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from tutor.kernel.fields import Problem
from tutor.kernel.game import Game, IllegalMove
from tutor.kernel.phase import Ruling, Turn, Verdict
from tutor.kernel.position import BadPosition, read_view, split
from tutor.kernel.seats import DECK, Seat
from tutor.kernel.state import State

if TYPE_CHECKING:
    from random import Random

    from tutor.kernel.events import Event
    from tutor.kernel.moves import Move
    from tutor.kernel.view import Options

S = TypeVar("S", bound=State)

NO_CLAUSE: Final = "-"
"""What stands for the clause of an attempt that no clause refused."""


class HistoryEntry(NamedTuple):
    """Something done: a draw of the deck, a move, or (with the `clause` that refused it) an attempt."""

    seat: Seat
    text: str
    clause: str = ""
    events: tuple[Event, ...] = ()

    @property
    def made(self) -> bool:
        """Whether it changed the game."""
        return not self.clause


@dataclass(frozen=True, slots=True)
class Record(Generic[S]):
    """A game as far as it has gone. `states` has the first state and one more for each entry that was made."""

    game: Game[S]
    states: tuple[S, ...]
    entries: tuple[HistoryEntry, ...] = ()
    stage: str = ""
    """The position it was set up from; empty for a game that began with its first deal."""

    @property
    def state(self) -> S:
        """The game now."""
        return self.states[-1]

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return tuple(event for entry in self.entries for event in entry.events)


class Attempt(NamedTuple, Generic[S]):
    """What came of trying a move: the ruling, and the record with the move or with the refusal in it."""

    record: Record[S]
    ruling: Ruling[Any]


# -- beginning and going on --------------------------------------------------------------------------------


def start(
    game: Game[S], players: int | None = None, options: Options | None = None, dealer: Seat | None = None
) -> Record[S]:
    """A new game before its first deal; BadPosition for a table that the game cannot have."""
    players = game.usual if players is None else players
    options = game.options() if options is None else options
    if players not in game.players:
        raise BadPosition([Problem("players", f"{game.title} is not for {players}")])
    bad = list(game.problems(players, options))
    seats = game.seats(players)
    dealer = seats[players - 1] if dealer is None else dealer
    if dealer not in seats:
        bad.append(Problem("dealer", f"{dealer} is no seat at this table ({', '.join(seats)})"))
    if bad:
        raise BadPosition(bad)
    return Record(game, (game.begin(players, options, dealer),))


def staged(game: Game[S], fields: str) -> Record[S]:
    """A game that begins at the moment `fields` describe (see `Game.setup`); BadPosition lists what cannot be."""
    view = read_view(game, game.setup, split(fields.split()))
    text = " ".join(f"{name}={value}" for name, value in view.text(game.usual).items())
    return Record(game, (game.setup.build(view),), stage=text)


def play(record: Record[S], seat: Seat, move: Move) -> Record[S]:
    """The record with one more move or draw; raises what `Game.play` raises."""
    if seat == DECK:
        return done(record, seat, move, record.game.play(record.state, seat, move))
    ruling = record.game.rule(record.state, seat, move.text)
    if not ruling.legal or ruling.move is None:
        raise IllegalMove(ruling)
    return done(record, seat, ruling.move, record.game.due(record.state).act(record.state, seat, ruling.move))


def attempt(record: Record[S], seat: Seat, text: str) -> Attempt[S]:
    """Try what somebody typed: a legal move is made, one that the rules refuse is noted, anything else leaves no trace.

    ValueError if it is not that seat's turn.
    """
    ruling = record.game.rule(record.state, seat, text)
    if ruling.legal and ruling.move is not None:
        turn = record.game.due(record.state).act(record.state, seat, ruling.move)
        return Attempt(done(record, seat, ruling.move, turn), ruling)
    if ruling.verdict is not Verdict.UNREADABLE:
        refused = HistoryEntry(seat, ruling.text, ruling.clause or NO_CLAUSE)
        record = replace(record, entries=(*record.entries, refused))
    return Attempt(record, ruling)


def draw(record: Record[S], rng: Random) -> Record[S]:
    """The record after chance has decided all that is due now."""
    while record.state.chance is not None:
        record = play(record, DECK, record.game.shuffle(record.state, rng))
    return record


def done(record: Record[S], seat: Seat, move: Move, turn: Turn[S]) -> Record[S]:
    """The record with a legal move or draw that somebody else has made already: `turn` is what came of it."""
    entry = HistoryEntry(seat, move.text, events=turn.events)
    return replace(record, states=(*record.states, turn.state), entries=(*record.entries, entry))


# -- going back --------------------------------------------------------------------------------------------


def undo(record: Record[S], decisions: int = 1, seat: Seat | None = None) -> Record[S]:
    """The record before the last so many decisions (of `seat`, if given), with what followed them gone.

    Draws are nobody's decision. ValueError if there are not so many.
    """
    own = [i for i, e in enumerate(record.entries) if e.made and e.seat != DECK and (seat is None or e.seat == seat)]
    if not 0 < decisions <= len(own):
        by = f" by {seat}" if seat else ""
        raise ValueError(f"decisions made{by}: {len(own)}; {decisions} cannot be taken back")
    return _cut(record, own[-decisions])


def same_cards(record: Record[S]) -> Record[S]:
    """The game from its start again, with the same first deal and nothing decided yet."""
    first = next((i for i, entry in enumerate(record.entries) if entry.seat != DECK), len(record.entries))
    return _cut(record, first)


def _cut(record: Record[S], entries: int) -> Record[S]:
    kept = record.entries[:entries]
    made = sum(entry.made for entry in kept)
    return replace(record, states=record.states[: made + 1], entries=kept)
