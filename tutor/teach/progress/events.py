"""Log events: the actions of a learner. The exchange format of logs is in `export`.

A log is append-only, and everything else is derived from it. The kinds of events:

| kind | result | needs | detail may hold |
| --- | --- | --- | --- |
| `step` | first, again, hinted, shown, skipped | game, lesson, step | `tries` (1: right at once), `hints`, `moves` |
| `answer` | good, hard, again, easy (`spacing.grade`) | game, clause | `seconds`, `where`, `position` |
| `slip` | none | game, clause | `position` and `move` as text |
| `lesson` | started, finished, reset, left | game, lesson | `moves` (left) |
| `setting` | none | | `name` and `value`, both needed |

`moves` of a step are the learner's own, with which the lesson went on: one move, or `SEAT:MOVE` for all of a free hand.
A lesson that is left in a free hand has those made so far, and the step; left after going back, the step.
`where` is lesson, drill, practice or review. In practice no question is asked, so answers from there weigh less (see
`spacing`).

A log has an order of its own: later entries happened later, even if the clock was set back. `at` is the time of the
clock, and `order` gives the order where that does not.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.echo import echoed
from tutor.kernel.faults import UserFault
from tutor.teach.text.marks import cleaned, cleaned_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MOST_MOVES: Final = 5_000
"""The most moves of a free hand that are accepted from the log."""
RESULTS: Mapping[str, frozenset[str]] = {
    "step": frozenset({"first", "again", "hinted", "shown", "skipped"}),
    "answer": frozenset({"good", "hard", "again", "easy"}),
    "slip": frozenset({""}),
    "lesson": frozenset({"started", "finished", "reset", "left"}),
}
"""The kinds of events, with the possible results of each."""

_NEEDED: Mapping[str, tuple[str, ...]] = {
    "step": ("game", "lesson", "step"),
    "answer": ("game", "clause"),
    "slip": ("game", "clause"),
    "lesson": ("game", "lesson"),
}

EARLIEST, LATEST = "2000", "2100"
"""The range of valid years."""


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One event. `at` (UTC, ISO 8601) and `uuid` are empty until the store has added it.

    `order` is a time later than all before it in the log; empty if `at` is later itself.
    """

    kind: str
    game: str = ""
    lesson: str = ""
    step: str = ""
    clause: str = ""
    result: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)
    at: str = ""
    uuid: str = ""
    order: str = ""

    @property
    def placed(self) -> tuple[str, str]:
        """The sorting key of log order."""
        return self.order or self.at, self.uuid

    @property
    def time(self) -> datetime:
        """The time of the event; raises ValueError before the store has set it."""
        return datetime.fromisoformat(self.at)


class BadEvents(UserFault, ValueError):
    """Events, or a file of events, are invalid; a line for each fault."""


def slip(game: str, clause: str, position: str, move: str, where: str) -> LogEvent:
    """The event of a wrong answer, or an illegal `move`, in a lesson, drill, review or practice game (`where`)."""
    return LogEvent("slip", game, clause=clause, detail={"position": position, "move": move[:200], "where": where})


def checked(event: LogEvent) -> LogEvent:
    """`event` normalized: no control characters, detail as JSON, time in UTC; raises BadEvents."""
    problems: list[str] = []
    if event.kind not in RESULTS:
        problems.append(f"kind: {echoed(event.kind)} is none of {', '.join(RESULTS)}")
    elif event.result not in RESULTS[event.kind]:
        problems.append(f"result: {echoed(event.result)} is none that {event.kind} may have")
    problems += [f"{name}: empty in an event of kind {event.kind}" for name in _missing(event)]
    detail: Mapping[str, Any] = {}
    try:
        detail = cleaned_whole(json.loads(json.dumps(event.detail, allow_nan=False)))
    except (TypeError, ValueError, RecursionError) as fault:
        problems.append(f"detail: {fault}")
    times = {"at": "", "order": ""}
    for name in times:
        try:
            times[name] = _possible(getattr(event, name))
        except BadEvents as bad:
            problems += [f"{name}: {problem}" for problem in bad.lines]
    if problems:
        raise BadEvents([cleaned(problem) for problem in problems])
    words = {name: cleaned_whole(getattr(event, name)) for name in ("game", "lesson", "step", "clause", "uuid")}
    return replace(event, detail=detail, **times, **words)


def _possible(time: str) -> str:
    """`time` normalized, "" for ""; raises BadEvents if it is invalid or out of range."""
    if not time:
        return ""
    try:
        kept = stamp(datetime.fromisoformat(time))
    except (ValueError, OverflowError):
        raise BadEvents([f"{echoed(time)} is not a time with its offset from UTC"]) from None
    if not EARLIEST <= kept < LATEST:
        raise BadEvents([f"{echoed(time)} cannot be: it must be after {EARLIEST} and before {LATEST}"])
    return kept


def _missing(event: LogEvent) -> list[str]:
    return [name for name in _NEEDED.get(event.kind, ()) if not getattr(event, name)]


def stamp(time: datetime) -> str:
    """`time` as text that sorts by time; raises ValueError if it has no UTC offset."""
    if time.tzinfo is None:
        raise ValueError("a time without its offset from UTC")
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def ordered(events: Iterable[LogEvent]) -> list[LogEvent]:
    """`events` in log order without duplicates; the result depends only on their set.

    Events without a time come first, in the order given.
    """
    once = {event.uuid or id(event): event for event in events}
    return sorted(once.values(), key=lambda event: event.placed)


def own_moves(event: LogEvent | None) -> tuple[str, ...]:
    """The learner's own moves in a log event; empty if they are not valid."""
    moves = event.detail.get("moves") if event is not None else None
    sound = isinstance(moves, list) and len(moves) <= MOST_MOVES and all(isinstance(move, str) for move in moves)
    return tuple(moves) if sound and moves else ()
