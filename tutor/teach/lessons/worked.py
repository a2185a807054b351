"""The work behind a question about a scene, for hints, wrong answers and reasons."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.events import HAND_OVER, SCORED, occurs
from tutor.kernel.working import Part, Sum, Working
from tutor.teach.lessons.scene import NoScene, Scene
from tutor.teach.questions.work import Other, Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tutor.kernel.events import Event

SHEET: Final = "standing."
"""How the path of a side's total on the score sheet begins."""


def work_of(scene: Scene, path: str) -> Work | None:
    """The work behind what is computed of a scene at `path`; None if it cannot be told."""
    if path.startswith(SHEET):
        return sheet(scene, path)
    if scene.result is not None:
        found = Work(scene.game, None, scene.result, path)
    else:
        try:
            phase, view = scene.seen()
        except NoScene:
            return None
        found = Work(scene.game, phase, view, path)
    try:
        return found if found.value is not None else None
    except Exception:  # the path may be one that only the whole game has
        return None


def finished_trick(scene: Scene) -> Work | None:
    """The work behind who has won the trick that was last finished in a whole game; None if it cannot be told."""
    if scene.record is None or scene.decided is None:
        return None
    event, record, seat = scene.decided, scene.record, scene.learner or scene.seats[0]
    made = [entry for entry in record.entries if entry.made]
    at = next((at for at in reversed(range(len(made))) if event in made[at].events), None)
    if at is None:
        return None
    before: Any = record.states[at]
    try:
        phase = scene.game.due(before)
        trick: Any = dataclasses.replace(phase.see(before, seat), trick=event.cards, hand=())
        found = Work(scene.game, phase, trick, "winner.seat")
        return found if found.value == (event.seat or "none") else None
    except Exception:  # a phase of another kind, or one that cannot be seen now
        return None


@dataclass(frozen=True)
class Sheet(Work):
    """The work behind a total on the score sheet: what stood there `before`, and the lines of the hand just ended.

    `view` is the table before the last move.
    """

    before: Mapping[str, float]
    now: Mapping[str, float]
    scored: tuple[Event, ...]

    @cached_property
    def workings(self) -> Mapping[str, Working]:
        """The sum of each side, where its lines come to what the sheet says."""
        return {f"{SHEET}{side}": one for side in self.now if (one := self._sum(side)).total == self.now[side]}

    @cached_property
    def value(self) -> Any:
        """The total."""
        return self.now[self.path.removeprefix(SHEET)]

    def beside(self) -> Iterator[tuple[str, Any]]:
        """The totals of the others."""
        yield from ((side, n) for side, n in self.now.items() if f"{SHEET}{side}" != self.path)

    @cached_property
    def others(self) -> tuple[Other, ...]:
        """None: a hand is not played again with something different."""
        return ()

    def _sum(self, side: str) -> Sum:
        had = self.before.get(side, 0)
        lines = [event for event in self.scored if event.seat == side]
        parts = [Part(e.facts["points"], e.clause, facts=e.facts, inner=e.how, to=side) for e in lines]
        return Sum(lines[-1].clause if lines else "", (*([Part(had, name="before")] if had else []), *parts))


def sheet(scene: Scene, path: str) -> Sheet | None:
    """The work behind the total at `path` after the last hand that was settled in a scene; None if none was."""
    if scene.record is None or path.removeprefix(SHEET) not in scene.game.standing(scene.record.state):
        return None
    game, record = scene.game, scene.record
    made = [entry for entry in record.entries if entry.made]
    settled = [at for at, entry in enumerate(made) if occurs(entry.events, SCORED)]
    if not settled:
        return None
    at = settled[-1]
    last, now = record.states[at], game.standing(record.states[at + 1])
    if not last.phase or now != game.standing(record.state):
        return None
    phase, scored = game.due(last), tuple(event for event in made[at].events if event.what == SCORED)
    view = phase.see(last, scene.learner or scene.seats[0])
    hand: Mapping[str, float] = next(
        (e.facts["scores"] for e in made[at].events if e.what == HAND_OVER and "scores" in e.facts), {}
    )
    sheets = [game.standing(last), game.standing(record.states[0])]
    if all(_some_of(scored, side, n - sheets[0].get(side, 0)) for side, n in now.items()):
        sheets.append({side: n - hand.get(side, 0) for side, n in now.items()})
    for before in sheets:  # a sheet that grows trick by trick has some of the lines already
        found = Sheet(game, phase, view, path, before, now, scored)
        if found.working is not None:
            return found
    return None


def _some_of(scored: Sequence[Event], side: str, gained: float) -> bool:
    """Whether some lines of a hand bring a side as much as its total has grown; not where hands won are counted."""
    sums: set[float] = {0}
    for event in scored:
        if event.seat == side:
            sums |= {n + event.facts["points"] for n in sums}
    return gained in sums
