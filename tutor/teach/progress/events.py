"""Events: what the learner did, one thing each. How a log is written for another machine is in `export`.

A log only ever grows, and everything else is derived from it. What the kinds of event hold:

| kind | result | needs | detail may hold |
| --- | --- | --- | --- |
| `step` | first, again, hinted, shown, skipped | game, lesson, step | `tries` (1: right at once), `hints`, `moves` |
| `answer` | good, hard, again, easy (`spacing.grade`) | game, clause | `seconds`, `where`, `position` |
| `slip` | none | game, clause | `position` and `move` as text |
| `lesson` | started, finished, reset | game, lesson | |
| `setting` | none | | `name` and `value`, both needed |

`moves` of a step are the learner's own, with which the lesson went on: one move, or `SEAT:MOVE` for all of a hand
played freely. `where` is lesson, drill, practice or review. In practice the learner is not asked anything, so an
answer from there weighs less: see `spacing`.

A log has an order of its own: what comes later in it happened later, even if the clock was set back meanwhile. `at` is
what the clock said, and where that does not tell the order, `order` does.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tutor.kernel.echo import echoed
from tutor.teach.text.doc import cleaned

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

RESULTS: Mapping[str, frozenset[str]] = {
    "step": frozenset({"first", "again", "hinted", "shown", "skipped"}),
    "answer": frozenset({"good", "hard", "again", "easy"}),
    "slip": frozenset({""}),
    "lesson": frozenset({"started", "finished", "reset"}),
    "setting": frozenset({""}),
}
"""The kinds of event, and the results that each may have."""

_NEEDED: Mapping[str, tuple[str, ...]] = {
    "step": ("game", "lesson", "step"),
    "answer": ("game", "clause"),
    "slip": ("game", "clause"),
    "lesson": ("game", "lesson"),
    "setting": (),
}

EARLIEST, LATEST = "2000", "2100"
"""The years between which anything can have happened."""
_DEEPEST = 16


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One thing that happened. `at` (UTC, ISO 8601) and `uuid` are empty until the store has taken it in.

    `order` is a time later than that of everything before it in the log, and empty if `at` is one.
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
        """Its place among others: events are in order if these are."""
        return self.order or self.at, self.uuid

    @property
    def time(self) -> datetime:
        """When it happened; ValueError before the store has said so."""
        return datetime.fromisoformat(self.at)


class BadEvents(ValueError):
    """Events, or a file of them, that cannot be taken in; `problems` lists everything wrong, one line each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


def setting(name: str, value: str) -> LogEvent:
    """The event that says that the setting `name` is `value` from now on."""
    return LogEvent("setting", detail={"name": name, "value": value})


def checked(event: LogEvent) -> LogEvent:
    """`event` as it is kept: without control characters, detail as JSON, time in UTC. BadEvents lists what is wrong."""
    problems: list[str] = []
    if event.kind not in RESULTS:
        problems.append(f"kind: {echoed(event.kind)} is none of {', '.join(RESULTS)}")
    elif event.result not in RESULTS[event.kind]:
        problems.append(f"result: {echoed(event.result)} is none that {event.kind} may have")
    problems += [f"{name}: empty in an event of kind {event.kind}" for name in _missing(event)]
    detail: Mapping[str, Any] = {}
    try:
        detail = _clean(json.loads(json.dumps(event.detail, allow_nan=False)))
    except (TypeError, ValueError, RecursionError) as fault:
        problems.append(f"detail: {fault}")
    times = {"at": "", "order": ""}
    for name in times:
        try:
            times[name] = _possible(getattr(event, name))
        except BadEvents as bad:
            problems += [f"{name}: {problem}" for problem in bad.problems]
    if problems:
        raise BadEvents([cleaned(problem) for problem in problems])
    words = {name: _clean(getattr(event, name)) for name in ("game", "lesson", "step", "clause", "uuid")}
    return replace(event, detail=detail, **times, **words)


def _possible(time: str) -> str:
    """`time` in the form that is kept, empty if it is; BadEvents if it is no time, or none that can be."""
    if not time:
        return ""
    try:
        kept = stamp(datetime.fromisoformat(time))
    except (ValueError, OverflowError):
        raise BadEvents([f"{echoed(time)} is no time with its offset from UTC"]) from None
    if not EARLIEST <= kept < LATEST:
        raise BadEvents([f"{echoed(time)} cannot be: it must be after {EARLIEST} and before {LATEST}"])
    return kept


def _missing(event: LogEvent) -> list[str]:
    missing = [name for name in _NEEDED.get(event.kind, ()) if not getattr(event, name)]
    if event.kind == "setting" and not {"name", "value"} <= set(event.detail):
        missing.append("detail")
    return missing


def stamp(time: datetime) -> str:
    """`time` in the one form that sorts as text; ValueError if it does not say its offset from UTC."""
    if time.tzinfo is None:
        raise ValueError("a time without its offset from UTC")
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def _clean(value: Any, depth: int = 0) -> Any:
    """`value` (as JSON gives it) fit to be kept and printed: no control characters, no halves of characters."""
    if depth > _DEEPEST:
        raise ValueError(f"nested more than {_DEEPEST} deep")
    if isinstance(value, str):
        return cleaned(value.encode("utf-8", "replace").decode("utf-8"))
    if isinstance(value, list):
        return [_clean(one, depth + 1) for one in value]
    if isinstance(value, dict):
        return {_clean(name): _clean(one, depth + 1) for name, one in value.items()}
    return value


def ordered(events: Iterable[LogEvent]) -> list[LogEvent]:
    """`events` in the order in which they happened, the same for the same set of them, each once.

    Events that no store has stamped yet come first, in the order given.
    """
    once = {event.uuid or id(event): event for event in events}
    return sorted(once.values(), key=lambda event: event.placed)
