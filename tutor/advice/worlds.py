"""Worlds: how the hidden cards may lie, seen from one seat.

`Game.dream` deals the cards afresh that a seat cannot see. What others have played tells more: a play is possible for
a hypothetical hand only if the duties allowed it then, and that is asked of the same `narrow` that rules on every move.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, MutableSequence, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from tutor.kernel.cards import Card, Cards
from tutor.kernel.duties import narrow
from tutor.kernel.game import Game
from tutor.kernel.history import Record
from tutor.kernel.moves import Move
from tutor.kernel.phase import Phase
from tutor.kernel.seats import DECK, Seat
from tutor.kernel.state import State

T = TypeVar("T")

TRIES: Final = 12
"""Deals tried for one world before the last of them is taken though it does not fit what was played."""
CHECK: Final = 60
"""The work of asking about one past play besides its candidates."""
MOST: Final = 4000
"""Candidates of one past play that are looked at; a play with more is believed whatever the hand."""


class Blind(Random):
    """A generator that sorts the cards it is to mix.

    So the order in which a game hands it the hidden cards cannot tell where they lie: what comes out depends on
    which cards are hidden and on the seed, on nothing else.
    """

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Mix `x` in place."""
        x[:] = _sorted(x)
        super().shuffle(x)

    def sample(self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None) -> list[T]:
        """`k` of the population."""
        return super().sample(_sorted(population), k, counts=counts)

    def choice(self, seq: Any) -> Any:
        """One of the sequence."""
        return super().choice(_sorted(seq))


def _sorted(values: Sequence[T]) -> list[T]:
    if all(isinstance(value, Card) for value in values):
        return sorted(values, key=lambda value: str(value))
    return list(values)


class World(NamedTuple):
    """A state that looks the same to the seat; `fits` says that everything played so far was possible in it."""

    state: Any
    fits: bool


@dataclass(eq=False, slots=True)
class _Played:
    """A past decision of another player that can be asked of a hypothetical hand."""

    seat: Seat
    phase: Phase[Any, Any]
    view: Any
    move: Move
    hand: Counter[Card]
    """What that player held then, less what he holds now: the cards he has shown since."""
    refused: int = 0


class Worlds:
    """Deals consistent with what `seat` has seen of a game."""

    def __init__(self, game: Game[Any], at: Record[Any] | State, seat: Seat, effort: int) -> None:
        """`effort` is the work that may be spent on past plays, in the units of `Budget`."""
        self.game, self.seat, self.effort = game, seat, effort
        self.state: Any = at.state if isinstance(at, Record) else at
        self.tried = 0
        self._past = list(past(at, seat)) if isinstance(at, Record) else []

    def world(self, seed: str) -> World:
        """One deal. If none that fits is found soon the last one is taken, and does not say that it fits."""
        for n in range(TRIES):
            self.tried += 1
            state = self.game.dream(self.state, self.seat, Blind(f"{seed}/{n}"))
            if not self._past or state is self.state:  # nothing is hidden any more
                return World(state, True)
            if self.effort <= 0:
                return World(state, False)
            if self._possible(state):
                return World(state, True)
        return World(state, False)

    def _possible(self, world: Any) -> bool:
        """Whether the duties allowed every past play; plays that have refused a deal before are asked first."""
        for played in self._past:
            hand = self._hand_then(played, world)
            if hand is None:
                continue
            view = dataclasses.replace(played.view, hand=self.game.pack.sort(hand))
            candidates = dict.fromkeys(islice(played.phase.candidates(view), MOST))
            self.effort -= CHECK + len(candidates)
            if len(candidates) == MOST:
                continue
            candidates.setdefault(played.move)
            if played.move not in narrow(played.phase.duties(view), view, candidates).legal:
                played.refused += 1
                self._past.sort(key=lambda other: -other.refused)
                return False
        return True

    def _hand_then(self, played: _Played, world: Any) -> list[Card] | None:
        """What that player held then, if this is what he holds now; None if it cannot be told."""
        held = _hand(played.phase, world, played.seat)
        if held is None:
            return None
        then = played.hand.copy()
        then.update(held)
        return None if any(n < 0 for n in then.values()) else list(then.elements())


def past(record: Record[Any], seat: Seat) -> Iterable[_Played]:
    """What others have done with the cards of this deal, latest first.

    A phase with a true `secret` is played face down: it tells nothing, nor does anything its player did before it,
    for some of the cards held then are unknown. Nor does a decision that rests on more than the hand and the table.
    """
    game, now = record.game, record.state
    steps: list[tuple[Any, Seat, Move]] = []
    made = 0
    for entry in record.entries:
        if not entry.made:
            continue
        state = record.states[made]
        made += 1
        if entry.seat == DECK:
            steps = []
        elif state.phase:
            steps.append((state, entry.seat, _move(game, state, entry.seat, entry.text)))
    silent = {seat}
    for state, who, move in reversed(steps):
        phase = game.due(state)
        if getattr(phase, "secret", False):
            silent.add(who)
        if who in silent:
            continue
        view, mine = phase.see(state, who), phase.see(state, seat)
        held = _hand(phase, now, who)
        if held is None or not isinstance(getattr(view, "hand", None), tuple):
            continue
        if dataclasses.replace(view, hand=()) != dataclasses.replace(mine, hand=()):
            continue
        shown = Counter(view.hand)
        shown.subtract(held)
        yield _Played(who, phase, view, move, shown)


def _move(game: Game[Any], state: Any, seat: Seat, text: str) -> Move:
    phase = game.due(state)
    return phase.read(phase.see(state, seat), text)


def _hand(phase: Phase[Any, Any], state: Any, seat: Seat) -> Cards | None:
    """What `seat` holds in `state`, whatever is due in it; None if this phase cannot tell."""
    try:
        hand = getattr(phase.see(state, seat), "hand", None)
    except Exception:  # asked at another moment than its own, a phase may find nothing to see
        return None
    return hand if isinstance(hand, tuple) and all(isinstance(c, Card) for c in hand) else None
