"""The computation (`Computation`) behind a question about a scene, for hints, causes of mistakes and reasons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.events import HAND_OVER, PAID, POT_TAKEN, SCORED, TRICK_WON, occurs, paid_to
from tutor.kernel.working import HAND, Part, Standing, Sum, Working
from tutor.teach.drills.results import as_shown
from tutor.teach.lessons.scene import NoScene, Scene
from tutor.teach.questions.computation import Computation, Variant
from tutor.teach.results.sums import opened

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tutor.kernel.events import Event

SHEET: Final = "standing."
"""The beginning of the path of a side's total on the score sheet."""
WINNERS: Final = "winners"
"""The path of who has won the game."""
ENDING: Final = "outcome.game"
"""The path of the same in the result of a hand."""


def computation_of(scene: Scene, path: str) -> Computation | None:
    """The computation of a scene's value at `path`; None if it is not available."""
    if path.startswith(SHEET):
        return sheet_total(scene, path)
    if path == WINNERS:
        return game_won(scene)
    if scene.result is not None:
        found = Computation(scene.game, None, as_shown(scene.game, scene.result), path)
    else:
        try:
            phase, view = scene.seen()
        except NoScene:
            return None
        found = Computation(scene.game, phase, view, path)
    try:
        return found if found.value is not None else None
    except Exception:  # the path may exist for whole games only, or of the trick that has just been finished
        return finished_trick(scene, path)


def finished_trick(scene: Scene, path: str = "winner.seat") -> Computation | None:
    """The computation of `path` for the trick that was last finished in a whole game; None if it cannot be told."""
    done, decided = scene.finished(), scene.decided
    if done is None or decided is None:
        return None
    found = Computation(scene.game, *done, path)
    try:
        value = found.value
    except Exception:  # the path is not of a trick, or not of this one
        return None
    winner = decided.seat if decided.what == TRICK_WON else "none"
    return found if path != "winner.seat" or value == winner else None


@dataclass(frozen=True)
class GameWon(Computation):
    """The computation behind who has won the game, from the result of its last hand.

    The totals are held against each other with the lines of the hand; how each line comes about, its page shows.
    """

    @cached_property
    def workings(self) -> Mapping[str, Working]:
        """Those of the result, with totals of lines."""
        found, one = super().workings, super().working
        if not isinstance(one, Standing):
            return found
        return {**found, ENDING: one._replace(sums={who: opened(own, deep=False) for who, own in one.sums.items()})}


@dataclass(frozen=True)
class HandTold(Computation):
    """The computation behind who has won, where what the hand brings each side has been told."""

    @cached_property
    def workings(self) -> Mapping[str, Working]:
        """Those of the result, with the hand as one part of each total."""
        return {path: with_hand_told(one) for path, one in super().workings.items()}


def with_hand_told(one: Working) -> Working:
    """The working with nothing said of how what the hand brings comes about, if it is a standing."""
    if not isinstance(one, Standing):
        return one

    def bare(total: Sum) -> Sum:
        return total._replace(
            parts=tuple(part._replace(inner=None) if part.name == HAND else part for part in total.parts)
        )

    return one._replace(sums={side: bare(total) for side, total in one.sums.items()}, premises=())


def game_won(scene: Scene) -> GameWon | None:
    """The computation behind who has won the game that a scene has come to the end of; None if it cannot be told."""
    from tutor.teach.drills.moments import heard  # drills are made of scenes

    game, record = scene.game, scene.record
    if record is None or not record.state.over:
        return None
    last = next(entry for entry in reversed(record.entries) if entry.made)
    before: Any = record.before_last
    with heard(game) as results:
        game.play(before, last.seat, game.due(before).read(game.due(before).see(before, last.seat), last.text))
        won = list(game.winners(record.state))
    found = GameWon(game, None, results[-1], ENDING) if results else None
    return found if found is not None and found.value == won else None


@dataclass(frozen=True)
class SheetTotal(Computation):
    """The computation behind a total on the score sheet: what stood there `before`, and the `lines` that came since.

    `view` is the table before the last move.
    """

    before: Mapping[str, float]
    now: Mapping[str, float]
    lines: tuple[Event, ...]

    @cached_property
    def workings(self) -> Mapping[str, Working]:
        """The sum of each side whose lines add up to its total."""
        return {f"{SHEET}{side}": one for side in self.now if (one := self._sum(side)).total == self.now[side]}

    @property
    def brings(self) -> bool:
        """Whether anything came to what stood there before."""
        side = self.path.removeprefix(SHEET)
        return any(_brought(event, side) is not None for event in self.lines)

    @cached_property
    def value(self) -> Any:
        """The total."""
        return self.now[self.path.removeprefix(SHEET)]

    def values_of_others(self) -> Iterator[tuple[str, Any]]:
        """The totals of the others."""
        yield from ((side, n) for side, n in self.now.items() if f"{SHEET}{side}" != self.path)

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """Empty, as a hand is not replayed with differences."""
        return ()

    def _sum(self, side: str) -> Sum:
        had = self.before.get(side, 0)
        parts = tuple(part for event in self.lines if (part := _brought(event, side)) is not None)
        return Sum(parts[-1].clause if parts else "", ((Part(had, name="before"),) if had else ()) + parts)


def _brought(event: Event, side: str) -> Part | None:
    """What an event brings a side: points, a payment made at once, or a pot; None if that is nothing of the kind."""
    if event.what == SCORED and event.seat == side:
        return Part(event.facts["points"], event.clause, facts=event.facts, inner=event.how, to=side)
    if event.what == PAID and paid_to(event, side):
        return Part(paid_to(event, side), event.clause)
    if event.what == POT_TAKEN and event.seat == side:
        return Part(event.facts["chips"], event.clause)
    return None


def sheet_total(scene: Scene, path: str) -> SheetTotal | None:
    """The computation of the total at `path`, after the last hand that was settled or of all since the scene was set.

    None if it does not come to what the sheet says.
    """
    if scene.record is None or path.removeprefix(SHEET) not in scene.standing:
        return None
    found = [one for one in (*_of_last_hand(scene, path), *_of_all(scene, path)) if one.working is not None]
    return next((one for one in found if one.brings), found[0] if found else None)


def _of_last_hand(scene: Scene, path: str) -> Iterator[SheetTotal]:
    """The lines of the hand settled last, on what may have stood there before."""
    game, record = scene.game, scene.record
    assert record is not None
    made = [entry for entry in record.entries if entry.made]
    at = next((at for at in reversed(range(len(made))) if occurs(made[at].events, SCORED)), None)
    if at is None:
        return
    last, now, events = record.states[at], game.standing(record.states[at + 1]), made[at].events
    if not last.phase or now != scene.standing:
        return
    lines = tuple(event for event in events if event.what == SCORED)
    hand: Mapping[str, float] = next(
        (e.facts["scores"] for e in events if e.what == HAND_OVER and "scores" in e.facts), {}
    )
    sheets = [game.standing(last), game.standing(record.states[0])]
    if all(_some_of(lines, side, n - sheets[0].get(side, 0)) for side, n in now.items()):
        sheets.append({side: n - hand.get(side, 0) for side, n in now.items()})
    phase = game.due(last)
    view = phase.see(last, scene.learner or scene.seats[0])
    for before in sheets:  # a sheet that is updated trick by trick includes some of the lines already
        found = SheetTotal(game, phase, view, path, before, now, lines)
        if found.working is not None:
            yield found
            return


def _of_all(scene: Scene, path: str) -> Iterator[SheetTotal]:
    """All that was scored, paid or taken from a pot since the scene was set, where that is something."""
    game, record = scene.game, scene.record
    assert record is not None
    side = path.removeprefix(SHEET)
    lines = tuple(event for event in record.events if event.what in (SCORED, PAID, POT_TAKEN))
    last: Any = next((state for state in reversed(record.states) if state.phase and state.chance is None), None)
    if last is None or all(_brought(event, side) is None for event in lines):
        return
    phase, before = game.due(last), game.standing(record.states[0])
    view = phase.see(last, scene.learner or scene.seats[0])
    yield SheetTotal(game, phase, view, path, before, scene.standing, lines)


def _some_of(scored: Sequence[Event], side: str, gained: float) -> bool:
    """Whether some of a side's lines add up to what its total gained; not so where the sheet counts hands."""
    sums: set[float] = {0}
    for event in scored:
        if event.seat == side:
            sums |= {n + event.facts["points"] for n in sums}
    return gained in sums
