"""A practice game as it is played: the learner at one seat, the program at the others. Knows no words.

Chance and the program's moves depend on the seed and on how far the game has gone, so a move taken back and made
again is answered the same way, and a game resumed goes on as it would have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from tutor.advice import STRONG, Advice, Adviser
from tutor.advice.past import hand_of
from tutor.kernel import history
from tutor.kernel.cards import Cards
from tutor.kernel.game import Game
from tutor.kernel.history import Attempt, Record
from tutor.kernel.phase import Judgement, Phase, Ruling, judge
from tutor.kernel.playout import Stuck, legal
from tutor.kernel.position import write
from tutor.kernel.seats import DECK, Seat, Side
from tutor.teach.conversation.assist import Assist

PATIENCE: Final = 1.0
"""Seconds that somebody who asked for advice waits for it at the most."""


@dataclass(frozen=True)
class Setup:
    """How a practice game is played: where the learner sits, what chance starts from, how strong the program is."""

    seat: Seat = "P1"
    seed: int = 0
    level: int = 2
    assist: Assist = Assist.ASK


class Match:
    """One game; `record` is all of it."""

    def __init__(self, record: Record[Any], setup: Setup) -> None:
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
    def over(self) -> bool:
        """Whether the game has ended."""
        over: bool = self.record.state.over
        return over

    @property
    def due(self) -> bool:
        """Whether the learner may act now."""
        return self.record.state.fate is None and self.seat in self.record.state.turn

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
    def hand(self) -> Cards:
        """What the learner holds, also where no rule asks for it."""
        hands = (hand_of(phase, self.record.state, self.seat) for phase in (self.moment[0], *self.game.phases))
        return next((hand for hand in hands if hand), ())

    @property
    def position(self) -> str:
        """This moment in the fields of `tutor explain`."""
        return write(self.game, *self.moment)

    def judged(self, *asked: str) -> Judgement[Any]:
        """What the rules say about the learner's decision."""
        return judge(*self.moment, asked)

    def assist(self, wanted: Assist) -> None:
        """From now on, this much help."""
        self.setup = replace(self.setup, assist=wanted)

    # -- going on --------------------------------------------------------------------------------------

    def advance(self, *, waiting: bool = False) -> bool:
        """Let chance and the program act until the learner may; with `waiting` others go first. False if nobody did."""
        before = len(self.record.entries)
        while not self.over:
            if self.record.state.fate is not None:
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
            self.record = history.play(self.record, seat, move)
            waiting = False
        return len(self.record.entries) > before

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

    def again(self) -> None:
        """Back to the first deal."""
        self.record = history.same_cards(self.record)

    # -- advice ----------------------------------------------------------------------------------------

    def advice(self) -> Advice:
        """What the learner had better do, as far as can be told from that seat."""
        budget = replace(STRONG.budget, seconds=PATIENCE)
        return Adviser(self.game, STRONG).advise(self.record, self.seat, self.chance("advice"), budget)
