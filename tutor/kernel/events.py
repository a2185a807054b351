"""Events: what happened, in the past tense, as values. Score lines: why somebody got points.

`what` names the kind of event; words for it stand in the templates (kinds every game may use) or in the game's
own rulebook data (kinds of its own). Facts hold only cards, seats, numbers, words and tuples or mappings of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from tutor.kernel.cards import Cards
from tutor.kernel.seats import Seat, Side
from tutor.kernel.working import Part, Step, Sum

NO_FACTS: Final[Mapping[str, Any]] = MappingProxyType({})


class Event(NamedTuple):
    """Something that happened: `what` ("trick won"), to or by whom, with which cards, by which clause.

    `how` is how points came about, where that is a sum.
    """

    what: str
    seat: Seat | Side = ""
    cards: Cards = ()
    clause: str = ""
    facts: Mapping[str, Any] = NO_FACTS
    how: Sum | None = None


class ScoreLine(NamedTuple):
    """Points for one side and why: the clause and the facts of its sentence. A total is only ever a sum of lines.

    `how` is how the points come about, where they are not simply what the clause gives.
    """

    to: Side
    points: float
    clause: str
    facts: Mapping[str, Any] = NO_FACTS
    how: Sum | None = None


def line_step(line: ScoreLine) -> Step:
    """The step of a working that says why this line brings what it does."""
    facts = {"to": line.to, "points": line.points, "clause": line.clause, "facts": line.facts}
    return Step("line", facts)


def worked(to: Side, how: Sum, clause: str, facts: Mapping[str, Any] = NO_FACTS) -> ScoreLine:
    """A line whose points are what a sum comes to."""
    return ScoreLine(to, how.total, clause, facts, how)


def scored(line: ScoreLine) -> Event:
    """The event of a score line."""
    return Event("scored", line.to, (), line.clause, {**line.facts, "points": line.points}, line.how)


class Settlement(NamedTuple):
    """The settling of a hand: points by side, the lines they are sums of, and the outcome by the contract's keys."""

    scores: Mapping[Side, float]
    lines: tuple[ScoreLine, ...]
    outcome: Mapping[str, Any]


def settled(sides: tuple[Side, ...], lines: tuple[ScoreLine, ...], outcome: Mapping[str, Any]) -> Settlement:
    """A settlement whose scores are the sums of `lines` for each of `sides`; `outcome` holds at least hand and game."""
    scores: dict[Side, float] = dict.fromkeys(sides, 0)
    for line in lines:
        scores[line.to] += line.points
    return Settlement(scores, lines, outcome)


def sums(done: Settlement) -> dict[Side, Sum]:
    """How each side's points come about: a part for each line."""
    clause = done.outcome.get("clause", "")
    parts = [Part(x.points, x.clause, facts=x.facts, inner=x.how, to=x.to) for x in done.lines]
    return {side: Sum(clause, tuple(part for part in parts if part.to == side)) for side in done.scores}
