"""A game so far as one value: every state, draw, move and refused attempt; playing on and taking back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from tutor.kernel.fields import Problem
from tutor.kernel.game import Game, IllegalMove
from tutor.kernel.judging import Ruling, Verdict
from tutor.kernel.phase import Turn
from tutor.kernel.position import read_view
from tutor.kernel.position_text import BadPosition, split
from tutor.kernel.seats import DECK, Seat
from tutor.kernel.state import State

if TYPE_CHECKING:
    from random import Random

    from tutor.kernel.events import Event
    from tutor.kernel.moves import Move
    from tutor.kernel.view import Options

S = TypeVar("S", bound=State)

NO_CLAUSE: Final = "-"
"""Written in place of the clause for an attempt that was refused by no clause."""


class HistoryEntry(NamedTuple):
    """A draw of the deck, a move, or a refused attempt (then `clause` is the one that refused it)."""

    seat: Seat
    text: str
    clause: str = ""
    events: tuple[Event, ...] = ()

    @property
    def made(self) -> bool:
        """Whether it changed the game: a draw or move, not a refused attempt."""
        return not self.clause


@dataclass(frozen=True, slots=True)
class Record(Generic[S]):
    """A game so far. `states` has the first state, and one more for each entry that was made."""

    game: Game[S]
    states: tuple[S, ...]
    entries: tuple[HistoryEntry, ...] = ()
    stage: str = ""
    """The text of the position it was set up from; empty for a game that began with its first deal."""

    @property
    def state(self) -> S:
        """The last state."""
        return self.states[-1]

    @property
    def before_last(self) -> S:
        """The state before the last draw or move; the first state if there is none."""
        return self.states[max(0, len(self.states) - 2)]

    def before(self, at: int) -> S:
        """The state before entry number `at`."""
        return self.states[sum(entry.made for entry in self.entries[:at])]

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, in order."""
        return tuple(event for entry in self.entries for event in entry.events)


class Attempt(NamedTuple, Generic[S]):
    """The result of trying a move: its ruling, and the record with the move or the refusal added."""

    record: Record[S]
    ruling: Ruling[Any]


# -- beginning and going on --------------------------------------------------------------------------------


def start(
    game: Game[S], players: int | None = None, options: Options | None = None, dealer: Seat | None = None
) -> Record[S]:
    """A new game before its first deal; BadPosition for a number of players, dealer or options it does not allow."""
    players = game.usual if players is None else players
    options = game.options() if options is None else options
    if players not in game.players:
        raise BadPosition([Problem("players", f"{game.title} is not for {players}")])
    bad = list(game.problems(players, options))
    seats = game.seats(players)
    dealer = seats[players - 1] if dealer is None else dealer
    if dealer not in seats:
        bad.append(Problem("dealer", f"{dealer} is not a seat at this table ({', '.join(seats)})"))
    if bad:
        raise BadPosition(bad)
    return Record(game, (game.begin(players, options, dealer),))


def staged(game: Game[S], fields: str) -> Record[S]:
    """A game that begins at the position `fields` (words `name=value`, see `Game.setup`); BadPosition if impossible."""
    view = read_view(game, game.setup, split(fields.split()))
    text = " ".join(f"{name}={value}" for name, value in view.text(game.usual).items())
    return Record(game, (game.setup.build(view),), stage=text)


def play(record: Record[S], seat: Seat, move: Move) -> Record[S]:
    """The record with one more move or draw; raises what `Game.play` raises."""
    if seat == DECK:
        return with_turn(record, seat, move, record.game.play(record.state, seat, move))
    ruling = record.game.rule(record.state, seat, move.text)
    if not ruling.legal or ruling.move is None:
        raise IllegalMove(ruling)
    return with_turn(record, seat, ruling.move, record.game.due(record.state).act(record.state, seat, ruling.move))


def attempt(record: Record[S], seat: Seat, text: str) -> Attempt[S]:
    """Try what somebody typed: a legal move is made, a refused one is noted, an unreadable text changes nothing.

    ValueError if it is not that seat's turn.
    """
    ruling = record.game.rule(record.state, seat, text)
    if ruling.legal and ruling.move is not None:
        turn = record.game.due(record.state).act(record.state, seat, ruling.move)
        return Attempt(with_turn(record, seat, ruling.move, turn), ruling)
    if ruling.verdict is not Verdict.UNREADABLE:
        refused = HistoryEntry(seat, ruling.text, ruling.clause or NO_CLAUSE)
        record = replace(record, entries=(*record.entries, refused))
    return Attempt(record, ruling)


def draw(record: Record[S], rng: Random) -> Record[S]:
    """The record after all chance events that are due."""
    while record.state.chance is not None:
        record = play(record, DECK, record.game.shuffle(record.state, rng))
    return record


def with_turn(record: Record[S], seat: Seat, move: Move, turn: Turn[S]) -> Record[S]:
    """The record with a legal move or draw added whose result, `turn`, is already known."""
    entry = HistoryEntry(seat, move.text, events=turn.events)
    return replace(record, states=(*record.states, turn.state), entries=(*record.entries, entry))


# -- going back --------------------------------------------------------------------------------------------


def undo(record: Record[S], decisions: int = 1, seat: Seat | None = None) -> Record[S]:
    """The record before the last `decisions` decisions (of `seat`, if given); all that followed is dropped.

    Draws are not decisions. ValueError if there are fewer decisions.
    """
    own = [i for i, e in enumerate(record.entries) if e.made and e.seat != DECK and (seat is None or e.seat == seat)]
    if not 0 < decisions <= len(own):
        by = f" by {seat}" if seat else ""
        raise ValueError(f"decisions made{by}: {len(own)}; {decisions} cannot be taken back")
    return cut(record, own[-decisions])


def same_cards(record: Record[S]) -> Record[S]:
    """The game from its start, with the same first deal and no decision made."""
    first = next((i for i, entry in enumerate(record.entries) if entry.seat != DECK), len(record.entries))
    return cut(record, first)


def cut(record: Record[S], entries: int) -> Record[S]:
    """The record as it was after its first `entries` entries."""
    kept = record.entries[:entries]
    made = sum(entry.made for entry in kept)
    return replace(record, states=record.states[: made + 1], entries=kept)
