"""A practice game in progress, without words: the learner at one seat, the program at the others.

Chance events and the program's moves depend on the seed and the progress of the game, so a move undone and made again
gets the same answer, and a resumed game goes on as it would have.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from tutor.kernel import history
from tutor.kernel.cached import cached_property
from tutor.kernel.events import HAND_OVER, occurs
from tutor.kernel.judging import Judgement, Ruling, judge
from tutor.kernel.playout import Stuck, legal
from tutor.kernel.position import write
from tutor.kernel.seats import DECK, Seat, Side
from tutor.teach.conversation.assist import Assist
from tutor.teach.practice.asides import Listener
from tutor.teach.practice.no_choice import forced
from tutor.teach.tables.tabletop import set_up, table_of
from tutor.teach.text.names import Names, names_at

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tutor.advice import Advice, Adviser
    from tutor.advice.reasons.context import Reason
    from tutor.kernel.game import Game
    from tutor.kernel.history import Attempt, Record
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase
    from tutor.teach.text.tabletop import Tabletop


@dataclass(frozen=True)
class MatchSetup:
    """The settings of a practice game: the learner's seat, the seed, the program's level, and more."""

    seat: Seat = "P1"
    seed: int = 0
    level: int = 2
    assist: Assist = Assist.ASK
    hands: int = 0
    """The number of hands after which practice ends; 0 for a whole game."""
    warns: bool = True
    """Whether the learner is warned before a move gives up a right."""
    names: tuple[str, ...] = ()
    """Names chosen for the others, in the order of turns."""


class Match:
    """A practice game; `record` holds all of it."""

    def __init__(self, record: Record[Any], setup: MatchSetup) -> None:
        self.record = record
        self.setup = setup
        self._advice: tuple[Record[Any], Advice, tuple[Reason, ...]] | None = None
        self._table: tuple[Record[Any], Tabletop] | None = None

    @cached_property
    def adviser(self) -> Adviser:
        """Who chooses the program's moves."""
        from tutor.advice import Adviser  # loaded when the program is to move

        return Adviser(self.game, self.setup.level)

    @property
    def game(self) -> Game[Any]:
        """The game played."""
        return self.record.game

    @property
    def seat(self) -> Seat:
        """The learner's seat."""
        return self.setup.seat

    @property
    def names(self) -> Names:
        """The names of the seats as the learner sees them."""
        state = self.record.state
        return names_at(self.game, state.players, state.options, self.seat, self.setup.names)

    @property
    def listener(self) -> Listener:
        """Who is told what happened."""
        return Listener(self.seat, taken=self.setup.assist.hints)

    @property
    def over(self) -> bool:
        """Whether the game, or the wanted number of hands, has ended."""
        return self.record.state.over or 0 < self.setup.hands <= hands_over(self.record)

    @property
    def due(self) -> bool:
        """Whether the learner may act now."""
        return self.record.state.chance is None and self.seat in self.record.state.turn and not self.over

    @property
    def between(self) -> bool:
        """Whether a hand has just ended and another follows."""
        last = self.record.entries[-1:]
        ended = bool(last) and occurs(last[0].events, HAND_OVER) and not self.over
        return ended and self.held

    @property
    def held(self) -> bool:
        """Whether players held cards before the last entry (see `held_before_last`)."""
        return held_before_last(self.record)

    @property
    def shared(self) -> bool:
        """Whether others may act now too."""
        return self.due and len(self.record.state.turn) > 1

    @property
    def standing(self) -> Mapping[Side, float]:
        """The score sheet; empty before the first deal."""
        return self.game.standing(self.record.state) if self.record.entries or self.record.stage else {}

    @property
    def moment(self) -> tuple[Phase[Any, Any], Any]:
        """The phase due and the learner's view; only while the learner is to act."""
        phase = self.game.due(self.record.state)
        return phase, phase.see(self.record.state, self.seat)

    @property
    def table(self) -> Tabletop:
        """The table as the learner sees it."""
        if self._table is None or self._table[0] is not self.record:
            self._table = self.record, set_up(self.game, table_of(self.game, self.record.state, self.seat), self.record)
        return self._table[1]

    @property
    def position(self) -> str:
        """The decision as fields for `tutor explain`."""
        return write(self.game, *self.moment)

    def earlier(self) -> Match | None:
        """The game at the learner's last decision; None if there was none."""
        at = self.last_decided()
        return None if at is None else Match(history.cut(self.record, at), self.setup)

    def last_decided(self) -> int | None:
        """The number of the entry with the learner's last move that was not forced; None if there is none."""
        own = [at for at, entry in enumerate(self.record.entries) if entry.made and entry.seat == self.seat]
        return next((at for at in reversed(own) if not forced_at(self.record, at)), None)

    def judged(self, *asked: str) -> Judgement[Any]:
        """The judgement on the learner's decision, with rulings on the moves `asked`."""
        return judge(*self.moment, asked)

    def set(self, **wanted: Any) -> None:
        """Change these settings, by their names in `MatchSetup`."""
        self.setup = replace(self.setup, **wanted)

    # -- going on --------------------------------------------------------------------------------------

    def advance(self, *, waiting: bool = False, told: Callable[[], None] | None = None) -> bool:
        """Let chance and the program act until the learner has a choice, or a hand has ended.

        Gives False if nothing happened. A `forced` word is said for the learner, but where there is no help before a
        move. With `waiting`, others who may act go first. `told` is called before each time the program has to think.
        """
        before, hands = len(self.record.entries), hands_over(self.record)
        while not self.over and hands_over(self.record) == hands:
            if self.drew():
                continue
            if self.due and not waiting and legal(self.game, self.record.state, self.seat):
                word = forced(self.judged()) if self.setup.assist.hints else None
                if word is None:
                    break
                self.record = history.play(self.record, self.seat, word)
                continue
            try:
                seat = self.next_to_act(besides=self.seat)
            except Stuck:
                if self.due:
                    break
                raise
            if told is not None:
                told()
            self.act(seat, self.advised(seat).move)
            waiting = False
        return len(self.record.entries) > before

    def drew(self) -> bool:
        """Let chance decide, if that is due; gives whether it was."""
        if self.record.state.chance is None:
            return False
        self.record = history.play(self.record, DECK, self.game.shuffle(self.record.state, self.chance()))
        return True

    def next_to_act(self, besides: Seat = "") -> Seat:
        """A seat that can act now, a random one if several can, other than `besides`; raises Stuck if there is none."""
        state: Any = self.record.state
        seats: list[Seat] = [seat for seat in state.turn if seat != besides]
        self.chance().shuffle(seats)
        for seat in seats:
            if legal(self.game, state, seat):
                return seat
        raise Stuck(f"{self.game.name}: nobody can act in {state.phase}")

    def advised(self, seat: Seat) -> Advice:
        """What the program does at `seat`."""
        return self.adviser.advise(self.record, seat, self.chance())

    def act(self, seat: Seat, move: Move) -> None:
        """Make the program's `move` for `seat`, after its announcement, if any."""
        from tutor.policies import policy_of

        state = self.record.state
        said = policy_of(self.game).of(self.game.due(state)).announcement(state, seat, move)
        for one in (move,) if said is None else (said, move):
            self.record = history.play(self.record, seat, one)

    def chance(self, what: str = "") -> Random:
        """The random generator for the step due now."""
        return Random(f"{self.setup.seed}:{len(self.record.states)}:{what}")

    def attempt(self, text: str) -> Ruling[Any]:
        """Try the learner's move: make a legal one, note an illegal one in the record."""
        done: Attempt[Any] = history.attempt(self.record, self.seat, text)
        self.record = done.record
        return done.ruling

    # -- going back ------------------------------------------------------------------------------------

    def undo(self) -> tuple[str, bool]:
        """Undo the learner's last move that was not forced, and all after it.

        Gives the move, "" if there is none, and whether anything was made after it.
        """
        at = self.last_decided()
        if at is None:
            return "", False
        entry, *after = self.record.entries[at:]
        self.record = history.cut(self.record, at)
        return entry.text, any(one.made for one in after)

    def again(self, *, all_of_it: bool = False) -> None:
        """Go back to the deal of this hand, or with `all_of_it` to the first deal.

        If the learner has not moved in this hand, go back to the previous one.
        """
        begun = hand_begun(self.record)
        if all(entry.seat != self.seat for entry in self.record.entries[begun:]) and begun and not self.over:
            ends = [i for i in range(begun) if occurs(self.record.entries[i].events, HAND_OVER)]
            begun = hand_begun(self.record, ends[-1]) if ends else begun
        self.record = history.same_cards(self.record) if all_of_it else history.cut(self.record, begun)

    @property
    def gained(self) -> float:
        """What this hand brought the learner's side, with what was paid before its deal, as on the score sheet."""
        start = history.cut(self.record, hand_started(self.record)).state
        return self._points(self.record.state) - self._points(start)

    def _points(self, state: Any) -> float:
        return sum(n for side, n in self.game.standing(state).items() if self.seat in side.split("+"))

    # -- advice ----------------------------------------------------------------------------------------

    def advice(self) -> tuple[Advice, tuple[Reason, ...]]:
        """The adviser's advice for the learner's seat, with the reasons that are told for it.

        Both are the same as often as they are asked for at one decision.
        """
        from tutor.teach.practice.advising import advice_at, reasons_told

        if self._advice is None or self._advice[0] is not self.record:
            advice = advice_at(self.record, self.seat, self.setup.seed)
            why = reasons_told(self.record, self.seat, advice, self.chance("why"))
            self._advice = self.record, advice, why
        return self._advice[1:]


# -- hands of a record ---------------------------------------------------------------------------------


def held_before_last(record: Record[Any]) -> bool:
    """Whether players held cards before the last entry; in banking games nobody does."""
    state: Any = record.before_last
    return any(record.game.held(state, seat) for seat in record.game.seats(state.players))


def forced_at(record: Record[Any], at: int) -> bool:
    """Whether who moved in entry `at` had no choice but the word that it says."""
    return forced(record.game.judge(record.before(at), record.entries[at].seat)) is not None


def hands_over(record: Record[Any]) -> int:
    """The number of hands that have ended."""
    return sum(event.what == HAND_OVER for entry in record.entries for event in entry.events)


def hand_started(record: Record[Any], at: int | None = None) -> int:
    """The index of the first entry, the deal, of the hand of entry number `at` (default: the last)."""
    last = len(record.entries) - 1 if at is None else at
    ends = (i for i in range(last - 1, -1, -1) if occurs(record.entries[i].events, HAND_OVER))
    return next(ends, -1) + 1


def hand_begun(record: Record[Any], at: int | None = None) -> int:
    """The index of the first entry after the deal of the hand of entry number `at`."""
    first = hand_started(record, at)
    while first < len(record.entries) and record.entries[first].seat == DECK:
        first += 1
    return first
