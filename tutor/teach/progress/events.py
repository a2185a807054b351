"""Events: what the learner did, one thing each, and how a log of them is written for another machine.

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
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from tutor.kernel.echo import echoed
from tutor.teach.text.doc import cleaned

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

SCHEMA = "tutor.progress/1"
"""The name of the export format."""
_DEEPEST = 16


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `at` (UTC, ISO 8601) and `uuid` are empty until the store has taken it in."""

    kind: str
    game: str = ""
    lesson: str = ""
    step: str = ""
    clause: str = ""
    result: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)
    at: str = ""
    uuid: str = ""

    @property
    def time(self) -> datetime:
        """When it happened; ValueError before the store has said so."""
        return datetime.fromisoformat(self.at)


class BadEvents(ValueError):
    """Events, or a file of them, that cannot be taken in; `problems` lists everything wrong, one line each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


def setting(name: str, value: str) -> Event:
    """The event that says that the setting `name` is `value` from now on."""
    return Event("setting", detail={"name": name, "value": value})


def checked(event: Event) -> Event:
    """`event` as it is kept: without control characters, detail as JSON, time in UTC. BadEvents lists what is wrong."""
    problems: list[str] = []
    if event.kind not in RESULTS:
        problems.append(f"kind: {event.kind!r} is none of {', '.join(RESULTS)}")
    elif event.result not in RESULTS[event.kind]:
        problems.append(f"result: {event.result!r} is none that {event.kind} may have")
    problems += [f"{name}: empty in an event of kind {event.kind}" for name in _missing(event)]
    detail: Mapping[str, Any] = {}
    try:
        detail = _clean(json.loads(json.dumps(event.detail, allow_nan=False)))
    except (TypeError, ValueError, RecursionError) as fault:
        problems.append(f"detail: {fault}")
    at = ""
    try:
        at = stamp(event.time) if event.at else ""
    except (ValueError, OverflowError):
        problems.append(f"at: {echoed(event.at)} is no time with its offset from UTC")
    if problems:
        raise BadEvents([cleaned(problem) for problem in problems])
    words = {name: _clean(getattr(event, name)) for name in ("game", "lesson", "step", "clause", "uuid")}
    return replace(event, detail=detail, at=at, **words)


def _missing(event: Event) -> list[str]:
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


def ordered(events: Iterable[Event]) -> list[Event]:
    """`events` in the order in which they happened, the same for the same set of them, each once.

    Events that no store has stamped yet come first, in the order given.
    """
    once = {event.uuid or id(event): event for event in events}
    return sorted(once.values(), key=lambda event: (event.at, event.uuid))


_FIELDS = tuple(Event.__dataclass_fields__)


def _line(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, sort_keys=True)


def dumps(events: Iterable[Event]) -> str:
    """`events` as the text that `loads` reads: JSON, one event a line, so that two exports can be compared."""
    rows = (_line({name: getattr(event, name) for name in _FIELDS}) for event in ordered(events))
    return f'{{"schema": "{SCHEMA}", "events": [\n' + ",\n".join(rows) + "\n]}\n"


def loads(text: str) -> list[Event]:
    """The events of an export, in order of time; BadEvents lists everything that is wrong with it."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise BadEvents([f"this is no export of progress: {fault}"]) from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("events"), list):
        raise BadEvents([f"this is no export of progress: it must hold {SCHEMA!r} as schema, and a list of events"])
    events: list[Event] = []
    problems: list[str] = []
    for number, row in enumerate(data["events"], 1):
        try:
            events.append(_event(row))
        except BadEvents as bad:
            problems += [f"event {number}: {problem}" for problem in bad.problems]
    if problems:
        raise BadEvents(problems)
    return ordered(events)


def _event(row: Any) -> Event:
    if not isinstance(row, dict):
        raise BadEvents(["not an object"])
    problems = [f"{name}: no such field" for name in row if name not in _FIELDS]
    problems += [
        f"{name}: not a text" for name in _FIELDS if name != "detail" and not isinstance(row.get(name, ""), str)
    ]
    problems += [f"{name}: empty" for name in ("at", "uuid") if not row.get(name)]
    if not isinstance(row.get("detail", {}), dict):
        problems.append("detail: not an object")
    if problems:
        raise BadEvents([cleaned(problem) for problem in problems])
    return checked(Event(**row))
