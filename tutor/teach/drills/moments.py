"""Moments to ask about: decisions, complete tricks and results, from random games and from patterns.

Games are played at random, or sensibly, that is by the rollout heuristics with some random moves. Everything follows
from the generator that is passed in.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.cards import Card
from tutor.kernel.duties import Trace, narrow
from tutor.kernel.field_types import Whole
from tutor.kernel.fields import Spec, specs
from tutor.kernel.judging import Judgement, judge
from tutor.kernel.phase import Phase
from tutor.kernel.playout import Stuck, playout
from tutor.kernel.position import read_question, read_view, write
from tutor.kernel.position_text import BadPosition, split
from tutor.kernel.seats import PLACE
from tutor.kernel.view_types import HandView, LedView, TrickOnTable
from tutor.teach.drills.patterns import NoFit, filled
from tutor.teach.lessons.scene import Scene
from tutor.teach.rulings.ruling import house_rule_values

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tutor.kernel.events import Event, Settlement
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State
    from tutor.kernel.view import Options

SCORE = "score"
"""The phase name in the text of a result."""


LIKELY: Final = 4
"""Random targets and numbers of hands are at least the default divided by this."""
FEW: Final = 8
"""Options with a default below this may have any value."""


@dataclass(frozen=True)
class Moment:
    """A decision, a complete trick (nobody acts), or a result (without phase), as seen by `seat`."""

    game: Game[Any]
    view: Any
    phase: Phase[Any, Any] | None = None
    seat: str = ""

    @cached_property
    def found(self) -> Trace[Any]:
        """The trace of the duties over the candidates; over none when nobody acts."""
        assert self.phase is not None
        candidates = tuple(self.phase.candidates(self.view)) if self.due else ()
        return narrow(self.phase.duties(self.view), self.view, candidates)

    @cached_property
    def due(self) -> bool:
        """Whether a player is to act."""
        return self.phase is not None and self.phase.actor(self.view) is not None

    @cached_property
    def settled(self) -> Settlement:
        """The settlement of a result."""
        settlement: Settlement = self.game.scoring.settle(self.view)
        return settlement

    def judged(self, *asked: str) -> Judgement[Any]:
        """The judgement on the decision, with rulings on the moves `asked`."""
        assert self.phase is not None
        return judge(self.phase, self.view, asked)

    @property
    def scene(self) -> Scene:
        """The moment as a scene of a lesson."""
        if self.phase is None:
            return Scene(self.game, self.seat, result=self.view)
        return Scene(self.game, self.seat, self.phase, self.view)

    @property
    def position(self) -> str:
        """The moment as the text of a position, which `at` reads."""
        if self.phase is not None:
            return write(self.game, self.phase, self.view)
        fields = self.view.text(self.game.usual)
        return " ".join([f"phase={SCORE}", *(f"{name}={text}" for name, text in fields.items())])


def at(game: Game[Any], position: str) -> Moment:
    """The moment that the text of a position describes; raises BadPosition."""
    pairs = split(position.split())
    if ("phase", SCORE) in pairs:
        return Moment(game, read_view(game, game.scoring, [pair for pair in pairs if pair[0] != "phase"]))
    question = read_question(game, pairs)
    return Moment(game, question.view, question.phase, _seat(question.phase, question.view))


def _seat(phase: Phase[Any, Any], view: Any) -> str:
    """The seat that is asked: the one to act, else the last to have played, else the first."""
    leader, actor = view.leader if isinstance(view, LedView) else None, phase.actor(view)
    last = view.seats[view.seats.index(leader) - 1] if leader in view.seats else view.seats[0]
    return actor if actor is not None and actor in PLACE else str(last)


class DrillTable(NamedTuple):
    """The number of players and the house rules of a game."""

    players: int
    options: Options


def usual_table(game: Game[Any]) -> DrillTable:
    """The usual number of players, with default house rules."""
    return DrillTable(game.usual, game.options())


def other_tables(game: Game[Any]) -> list[DrillTable]:
    """Tables with other numbers of players and default house rules, then tables with one house rule changed."""
    usual = game.options()
    found = [DrillTable(n, usual) for n in game.players if n != game.usual]
    for name, spec in specs(game.options).items():
        for value in _numbers(spec) if isinstance(spec.kind, Whole) else house_rule_values(game, name):
            options = replace(usual, **{name: value})
            may = [n for n in (game.usual, *game.players) if not any(game.problems(n, options))]
            found += [DrillTable(may[0], options)] if may and value != spec.default else []
    return found


def tables_named(game: Game[Any], text: str) -> list[DrillTable]:
    """Those of the other tables whose changed house rule `text` names, as `option tie` or `tie=last_trick`."""
    named = {name for name in specs(game.options) if re.search(rf"\b{name}\b", text)}
    usual = game.options()
    played = {table: table.options.changed() for table in other_tables(game) if table.options != usual}
    return [
        table
        for table, changed in played.items()
        if named & changed.keys()
        and all(f"{name}=" not in text or f"{name}={v}" in text for name, v in changed.items())
    ]


def _numbers(spec: Spec) -> list[int]:
    """Other values of a house rule that is a number: its lowest, and half the usual one."""
    kind = spec.kind
    if not isinstance(kind, Whole) or kind.low is None:
        return []
    usual = int(spec.default) if isinstance(spec.default, int | float) else kind.low
    half = max(kind.low, usual // 2)
    likely = (half if kind.high is None else min(half, kind.high), kind.low)
    return [n for n in dict.fromkeys(likely) if usual < FEW or LIKELY * n >= usual]


def random_game(game: Game[Any], table: DrillTable, rng: Random, most: int, chance: float = 1.0) -> Iterator[Moment]:
    """The moments of a random game in order: decisions, complete tricks, results of hands; at most `most` steps.

    `chance` is the share of random moves; the others follow the rollout heuristic, if there is one.
    """
    for seen in random_play(game, table, rng, most, chance):
        if isinstance(seen, Moment):
            yield seen


def random_play(
    game: Game[Any], table: DrillTable, rng: Random, most: int, chance: float = 1.0
) -> Iterator[Moment | tuple[Event, ...]]:
    """The moments of `random_game`, with the events of each deal and move in between."""
    state = game.begin(table.players, table.options, rng.choice(game.seats(table.players)[: table.players]))
    player = _Player(game, rng, chance)
    plies = playout(game, state, rng, most + 1, player)
    for _ in range(most):
        player.here = None
        try:
            with heard(game) as results:
                ply = next(plies, None)
        except Stuck:
            return
        if ply is None:
            return
        here: Moment | None = player.here
        if here is not None:
            yield here
            full = completed(here, ply.move)
            if full is not None:
                yield full
        yield ply.events
        yield from (Moment(game, result) for result in results if here is not None)


class _Player:
    """Chooses the moves of all seats, and keeps the last decision as `here`."""

    def __init__(self, game: Game[Any], rng: Random, chance: float) -> None:
        self._game, self._rng, self._chance = game, rng, chance
        self.here: Moment | None = None

    def __call__(self, state: State) -> tuple[Seat, Move]:
        """The seat that moves in `state`, and its move."""
        phase, rng = self._game.due(state), self._rng
        for seat in rng.sample(state.turn, len(state.turn)):
            view = phase.see(state, seat)
            here = Moment(self._game, view, phase, seat)
            if phase.actor(view) is not None and here.found.legal:
                self.here = here
                chance = self._chance
                return seat, rng.choice(here.found.legal) if chance == 1 else _sensible(here, state, rng, chance)
        raise Stuck(f"{self._game.name}: no legal move in {state.phase}")


def _sensible(here: Moment, state: Any, rng: Random, chance: float) -> Move:
    """The move of the rollout heuristic; a random one with probability `chance`, or if there is no heuristic."""
    from tutor.policies import policy_of  # slow to load
    from tutor.policies.base import EAGER

    game, phase, legal = here.game, here.phase, here.found.legal
    assert phase is not None
    if len(legal) > 1 and rng.random() >= chance:
        policy = policy_of(game).of(phase)
        wise = policy.rollout_move(state, here.seat, here.view, legal, game.allies(state, here.seat), rng)
        if wise is not None:
            return wise
        legal = policy.plausible(state, here.seat, legal)
    active = [move for move in legal if move.cards]
    return rng.choice(active if 0 < len(active) < len(legal) and rng.random() < EAGER else legal)


@contextmanager
def heard(game: Game[Any]) -> Iterator[list[Any]]:
    """Within this context, collect the views of results that the game passes to its scoring."""
    kind: Any = type(game.scoring)
    settle, results = kind.settle, []

    def listening(scoring: Any, view: Any) -> Settlement:
        results.append(view)
        settlement: Settlement = settle(scoring, view)
        return settlement

    kind.settle = listening
    try:
        yield results
    finally:
        kind.settle = settle


def completed(here: Moment, move: Move) -> Moment | None:
    """The complete trick after `move`; None if the trick is incomplete or the game has none."""
    phase = here.phase
    trick = here.view.trick if isinstance(here.view, TrickOnTable) else None
    if phase is None or trick is None or len(trick) + 1 < here.view.players or not move.cards:
        return None
    single = all(isinstance(part, Card) for part in trick) and len(move.cards) == 1
    fields: dict[str, Any] = {"trick": (*trick, move.card if single else move.cards)}
    if isinstance(here.view, HandView):
        fields["hand"] = ()
    view = replace(here.view, **fields)
    if phase.actor(view) is not None or not phase.winner_clause(view) or any(phase.problems(view)):
        return None
    return Moment(here.game, view, phase, here.seat)


def patterned(game: Game[Any], pattern: str, phase: str, rng: Random) -> Moment | None:
    """A moment made from a pattern; None if the random filling is no position, or one that play never leads to."""
    named = f"phase={phase} {pattern}" if phase and "phase=" not in pattern else pattern
    try:
        here = at(game, filled(named, game, rng))
    except (BadPosition, NoFit):
        return None
    return None if any((here.phase or game.scoring).unreachable(here.view)) else here
