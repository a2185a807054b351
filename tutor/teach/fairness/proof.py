"""Prove that a question is fair: changing what is not shown does not change the answer.

The question is asked again at positions that differ in a few facts but look the same; if another answer is right there,
the question is unfair.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.phase import Phase
from tutor.kernel.view_types import HandView
from tutor.teach.fairness.variations import Change, changes, possible, together
from tutor.teach.lessons.scene import NoScene
from tutor.teach.text.words import TemplateError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from random import Random

    from tutor.kernel.game import Game
    from tutor.kernel.view import PositionSchema
    from tutor.teach.questions import Question


DRAWN: Final = frozenset({"hand", "trick"})
"""Fields that every table draws card by card, so that other values always look different."""
QUICK: Final = 24
THOROUGH: Final = 100
"""Numbers of pairs of facts that are tried besides every single fact."""


@dataclass(frozen=True)
class Case:
    """A question about a view, with functions to ask it about other views."""

    game: Game[Any]
    schema: PositionSchema[Any]
    view: Any
    pose: Callable[[Any], Question | None]
    """The same question about another view; None if it cannot be asked there."""
    read: Callable[[Any], Any]
    """What is shown with the question about another view."""


def undecided(case: Case, rng: Random, pairs: int = QUICK) -> tuple[str, ...]:
    """The facts that decide the answer but are not shown; empty if the question is fair."""
    try:
        posed = case.pose(case.view)
    except (LookupError, NoScene):  # it needs a whole game, not just a position
        posed = None
    if posed is None:
        return ()
    deciding = _Deciding(case, posed)
    alone = list(changes(case.game, case.view, rng))
    for change in alone:
        if deciding.is_so(change):
            return change.facts
    for _ in range(pairs if len(alone) > 1 else 0):
        both = together(*rng.sample(alone, 2))
        if both is not None and deciding.is_so(both):
            return both.facts
    return ()


class _Deciding:
    """Tells whether an invisible change of the view changes the right answer."""

    def __init__(self, case: Case, posed: Question) -> None:
        self.case, self.prompt, self.right = case, posed.prompt, posed.answer_key
        self.shown = case.read(case.view)
        held = isinstance(case.view, HandView) and case.view.hand
        self.phase = case.schema if isinstance(case.schema, Phase) and held else None
        self.holder = self._holder(case.view)

    def _holder(self, view: Any) -> object:
        """The seat whose hand is shown."""
        try:
            return self.phase.actor(view) if self.phase is not None else None
        except Exception:  # the view is impossible
            return None

    def is_so(self, change: Change) -> bool:
        case = self.case
        if self.phase is not None and DRAWN.intersection(change.fields):
            return False
        view = replace(case.view, **change.fields)
        if self._holder(view) != self.holder:
            return False
        again = asked_otherwise(case.pose, view, self.right)
        if again is None or again.prompt != self.prompt or not possible(case.game, case.schema, view):
            return False
        try:
            return bool(case.read(view) == self.shown)
        except TemplateError:  # a sentence fails for the other view
            return False


def asked_otherwise(pose: Callable[[Any], Question | None], view: Any, right: Hashable) -> Question | None:
    """The question about another view, if it can be asked there and its answer is not `right`."""
    try:
        again = pose(view)
        return None if again is None or again.answer_key == right else again
    except Exception:  # many of these views are impossible, and may raise anything
        return None
