"""A practice game as it is played: the learner at one seat, the program at the others. Knows no words.

Chance and the program's moves depend on the seed and on how far the game has gone, so a move taken back and made
again is answered the same way, and a game resumed goes on as it would have.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.advice import STRONG, Advice, Adviser
from tutor.kernel import history
from tutor.kernel.events import HAND_OVER, occurs
from tutor.kernel.phase import Judgement, Phase, Ruling, judge
from tutor.kernel.playout import Stuck, legal
from tutor.kernel.position import write
from tutor.kernel.seats import DECK, Seat, Side
from tutor.policies import policy_of
from tutor.teach.conversation.assist import Assist
from tutor.teach.tabletop import set_up, table_of
from tutor.teach.text.names import Names, seat_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.game import Game
    from tutor.kernel.history import Attempt, Record
    from tutor.kernel.moves import Move
    from tutor.kernel.view import Options
    from tutor.teach.text.tabletop import Tabletop

PATIENCE: Final = 1.0
"""Seconds that somebody who asked for advice waits for it at the most."""


@dataclass(frozen=True)
class MatchSetup:
    """How a practice game is played: where the learner sits, what chance starts from, how strong the program is."""

    seat: Seat = "P1"
    seed: int = 0
    level: int = 2
    assist: Assist = Assist.ASK
    hands: int = 0
    """Hands after which practice ends; 0 for a whole game."""
    warns: bool = True
    """Whether the learner is warned of a right that a move gives up."""
    names: tuple[str, ...] = ()
    """What the learner calls the others, in the order of turns."""


class Match:
    """One game; `record` is all of it."""

    def __init__(self, record: Record[Any], setup: MatchSetup) -> None:
        self.record = record
        self.setup = setup
        self.adviser = Adviser(record.game, setup.level)

    @property
    def game(self) -> Game[Any]:
        """Which game it is."""
        return self.record.game

    @property
    def seat(self) -> Seat:
        """Where the learner sits."""
        return self.setup.seat

    @property
    def names(self) -> Names:
        """What everybody is called, as the learner sees them."""
        state = self.record.state
        return names_at(self.game, state.players, state.options, self.seat, self.setup.names)

    @property
    def over(self) -> bool:
        """Whether the game has ended, or as many hands as were wanted."""
        return self.record.state.over or 0 < self.setup.hands <= hands_over(self.record)

    @property
    def due(self) -> bool:
        """Whether the learner may act now."""
        return self.record.state.chance is None and self.seat in self.record.state.turn and not self.over

    @property
    def between(self) -> bool:
        """Whether a hand has just ended and another one follows."""
        last = self.record.entries[-1:]
        ended = bool(last) and occurs(last[0].events, HAND_OVER) and not self.over
        return ended and self.held

    @property
    def held(self) -> bool:
        """Whether it was a hand that the last thing happened in (see `held_before_last`)."""
        return held_before_last(self.record)

    @property
    def shared(self) -> bool:
        """Whether others may act now as well."""
        return self.due and len(self.record.state.turn) > 1

    @property
    def standing(self) -> Mapping[Side, float]:
        """The score sheet; nothing before the first deal."""
        return self.game.standing(self.record.state) if self.record.entries or self.record.stage else {}

    @property
    def moment(self) -> tuple[Phase[Any, Any], Any]:
        """The decision that is due and what the learner sees; only while it is the learner's."""
        phase = self.game.due(self.record.state)
        return phase, phase.see(self.record.state, self.seat)

    @property
    def table(self) -> Tabletop:
        """The table as the learner sees it."""
        return set_up(self.game, table_of(self.game, self.record.state, self.seat), self.record)

    @property
    def position(self) -> str:
        """This moment in the fields of `tutor explain`."""
        return write(self.game, *self.moment)

    def earlier(self) -> Match | None:
        """The game at the last decision that the learner has made; None if there was none."""
        made = (at for at in range(len(self.record.entries) - 1, -1, -1) if self._made(at))
        at = next(made, None)
        return None if at is None else Match(cut(self.record, at), self.setup)

    def _made(self, at: int) -> bool:
        entry = self.record.entries[at]
        return entry.made and entry.seat == self.seat

    def judged(self, *asked: str) -> Judgement[Any]:
        """What the rules say about the learner's decision."""
        return judge(*self.moment, asked)

    def warn(self, wanted: bool) -> None:
        """From now on, with warnings or without."""
        self.setup = replace(self.setup, warns=wanted)

    def call(self, wanted: tuple[str, ...]) -> None:
        """From now on, the others by these names."""
        self.setup = replace(self.setup, names=wanted)

    def assist(self, wanted: Assist) -> None:
        """From now on, this much help."""
        self.setup = replace(self.setup, assist=wanted)

    # -- going on --------------------------------------------------------------------------------------

    def advance(self, *, waiting: bool = False) -> bool:
        """Let chance and the program act until the learner may, or a hand has ended; with `waiting` others go first.

        False if nobody did anything.
        """
        before, hands = len(self.record.entries), hands_over(self.record)
        while not self.over and hands_over(self.record) == hands:
            if self.record.state.chance is not None:
                self.record = history.play(self.record, DECK, self.game.shuffle(self.record.state, self.chance()))
                continue
            if self.due and not waiting and legal(self.game, self.record.state, self.seat):
                break
            seat = self._other()
            if seat is None and self.due:
                break
            if seat is None:
                raise Stuck(f"{self.game.name}: nobody can act in {self.record.state.phase}")
            move = self.adviser.advise(self.record, seat, self.chance()).move
            self.act(seat, move)
            waiting = False
        return len(self.record.entries) > before

    def act(self, seat: Seat, move: Move) -> None:
        """The program makes `move` for `seat`, and says first what there is to be said."""
        state = self.record.state
        said = policy_of(self.game).of(self.game.due(state)).announcement(state, seat, move)
        for one in (move,) if said is None else (said, move):
            self.record = history.play(self.record, seat, one)

    def _other(self) -> Seat | None:
        """Somebody else who can act now; any of them if several can."""
        state: Any = self.record.state
        seats = [seat for seat in state.turn if seat != self.seat]
        self.chance().shuffle(seats)
        return next((seat for seat in seats if legal(self.game, state, seat)), None)

    def chance(self, what: str = "") -> Random:
        """The generator for what is due now."""
        return Random(f"{self.setup.seed}:{len(self.record.states)}:{what}")

    def attempt(self, text: str) -> Ruling[Any]:
        """Try the learner's move: a legal one is made, a refused one is noted in the record."""
        done: Attempt[Any] = history.attempt(self.record, self.seat, text)
        self.record = done.record
        return done.ruling

    # -- going back ------------------------------------------------------------------------------------

    def undo(self) -> str:
        """Take the learner's last move back, and everything after it; the move, "" if there was none."""
        made = [entry for entry in self.record.entries if entry.made and entry.seat == self.seat]
        if not made:
            return ""
        self.record = history.undo(self.record, seat=self.seat)
        return made[-1].text

    def again(self, *, all_of_it: bool = False) -> None:
        """Back to the deal of this hand, or (`all_of_it`) of the first one.

        Of the hand before, if the learner has done nothing in this one.
        """
        begun = hand_begun(self.record)
        if all(entry.seat != self.seat for entry in self.record.entries[begun:]) and begun and not self.over:
            ends = [i for i in range(begun) if occurs(self.record.entries[i].events, HAND_OVER)]
            begun = hand_begun(self.record, ends[-1]) if ends else begun
        self.record = history.same_cards(self.record) if all_of_it else cut(self.record, begun)

    @property
    def gained(self) -> float:
        """What the learner's side has won or lost in this hand."""
        start = cut(self.record, hand_begun(self.record)).state
        return self._points(self.record.state) - self._points(start)

    def _points(self, state: Any) -> float:
        sheet: Mapping[Side, float] = self.game.standing(state)
        return sum(n for side, n in sheet.items() if self.seat in side.split("+"))

    # -- advice ----------------------------------------------------------------------------------------

    def advice(self) -> Advice:
        """What the learner had better do, as far as can be told from that seat."""
        budget = replace(STRONG.budget, seconds=PATIENCE)
        return Adviser(self.game, STRONG).advise(self.record, self.seat, self.chance("advice"), budget)


@lru_cache(maxsize=8)
def names_at(game: Game[Any], players: int, options: Options, seat: Seat, chosen: tuple[str, ...] = ()) -> Names:
    """What seats are called by whoever sits at `seat`."""
    sides, clockwise = game.sides(players, options), game.clockwise(options)
    return seat_names(game.seats(players), sides, seat, clockwise=clockwise, chosen=chosen)


# -- hands of a record ---------------------------------------------------------------------------------


def held_before_last(record: Record[Any]) -> bool:
    """Whether players held cards when the last thing happened: the coups of a bank are no hands."""
    state: Any = record.states[-2] if len(record.states) > 1 else record.state
    return any(record.game.held(state, seat) for seat in record.game.seats(state.players))


def hands_over(record: Record[Any]) -> int:
    """How many hands have been played to their end."""
    return sum(event.what == HAND_OVER for entry in record.entries for event in entry.events)


def hand_started(record: Record[Any], at: int | None = None) -> int:
    """Where the hand starts in which entry number `at` (by default the last one) was made: its deal."""
    last = len(record.entries) - 1 if at is None else at
    ends = (i for i in range(last - 1, -1, -1) if occurs(record.entries[i].events, HAND_OVER))
    return next(ends, -1) + 1


def hand_begun(record: Record[Any], at: int | None = None) -> int:
    """Where the play of the hand begins in which entry number `at` was made: the entry after its deal."""
    first = hand_started(record, at)
    while first < len(record.entries) and record.entries[first].seat == DECK:
        first += 1
    return first


def cut(record: Record[Any], entries: int) -> Record[Any]:
    """The record as it was after its first `entries` entries."""
    kept = record.entries[:entries]
    made = sum(entry.made for entry in kept)
    return replace(record, states=record.states[: made + 1], entries=kept)
