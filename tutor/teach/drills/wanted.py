"""Which drills of a clause a series still wants: no question again, and none that is near one before."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tutor.teach.drills.repeats import alike, near, round_due, shape, situation, spoken
from tutor.teach.questions import Question, WhichClause

if TYPE_CHECKING:
    from tutor.teach.drills.drill import Drill
    from tutor.teach.drills.moments import Moment


def marks(clause: str, moment: Moment, question: Question) -> tuple[tuple[str, ...], ...]:
    """Keys that identify a drill as repeated: its position and prompt; its rule, sort and answer."""
    return (
        (moment.position, question.prompt),
        (clause, shape(question), question.answer()),
    )


def sorts(question: Question) -> tuple[str, ...]:
    """Keys that may become too frequent: the sort of question, the situation, the decision in which calls are made.

    Also, in a climbing game, what has to be beaten.
    """
    return shape(question), situation(question), spoken(question), round_due(question)


@dataclass(frozen=True)
class Wanted:
    """Which drills of a clause are wanted: not those `seen`, of sorts in `often`, or nearly the same as in `asked`.

    If `apart`, those that would teach little more than one before (`near`) are not, either.
    If the clause is `told`, questions that ask for it are wanted only if there are no others.
    """

    clause: str
    seen: Set[tuple[str, ...]]
    told: bool = False
    often: Set[str] = frozenset()
    asked: Sequence[Question] = ()
    new: bool = True
    apart: bool = False

    def fresh(self, moment: Moment, question: Question) -> bool:
        """Whether the question is acceptable."""
        there, again = marks(self.clause, moment, question)
        if there in self.seen or any(alike(question, other) for other in self.asked):
            return False
        if self.apart and any(near(question, other, new=self.new) for other in self.asked):
            return False
        return self.told or (again not in self.seen and self.often.isdisjoint(sorts(question)))

    def best(self, drill: Drill) -> bool:
        """Whether the drill is good enough to end the search."""
        again = marks(self.clause, drill.moment, drill.question)[1]
        asks_rule = self.told and isinstance(drill.question, WhichClause)
        return again not in self.seen and not asks_rule and self.often.isdisjoint(sorts(drill.question))
