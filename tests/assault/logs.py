"""Logs to be ruined: events such as years of use give, and the bytes of a sound file of them."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tutor.teach.progress.derived import Progress
from tutor.teach.progress.events import LogEvent, checked
from tutor.teach.progress.store import Store

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def learned(count: int, seed: int = 0) -> list[LogEvent]:
    """Events as lessons, drills and practice give them, stamped as a store would."""
    chance, out = Random(seed), []
    for number in range(count):
        game, clause = chance.choice((("tute", "tute.play.head"), ("truc", "truc.bet.raise"), ("kaiser", "kaiser.x")))
        event = chance.choice(
            (
                LogEvent("step", game, "01", f"s{number % 9}", result="first", detail={"tries": 1, "moves": ["KH"]}),
                LogEvent("lesson", game, "01", result=chance.choice(("started", "finished", "reset"))),
                LogEvent("answer", game, clause=clause, result="good", detail={"where": "drill", "seconds": 2.5}),
                LogEvent("slip", game, clause=clause, detail={"position": f"hand=KH,{number}", "move": "2H"}),
            )
        )
        at = (START + timedelta(minutes=number)).isoformat()
        out.append(checked(replace(event, at=at, uuid=f"{chance.getrandbits(128):032x}")))
    return out


@cache
def sound(count: int = 40) -> tuple[bytes, tuple[LogEvent, ...]]:
    """The bytes of a file of the log with so many events, and those."""
    events = learned(count)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "progress.sqlite")
        store.merge(events)
        store.close()
        return (Path(folder) / "progress.sqlite").read_bytes(), tuple(events)


def derived(progress: Progress) -> Any:
    """All that is said of progress, to be compared."""
    return (
        progress.lessons,
        progress.clauses,
        list(progress.learned),
        list(progress.played),
        progress.due_dates,
        progress.last,
    )


def judged(path: Path, events: tuple[LogEvent, ...], *, least: int) -> None:
    """What a damaged file of these events comes to: nothing lost without a word, nothing made up, and it goes on."""
    store = Store(path)
    found = store.events()
    progress = derived(store.progress())
    said = store.take_warning()
    assert len(found) >= least, f"{len(found)} of {len(events)} events left"
    assert {event.uuid: event for event in events} | {event.uuid: event for event in found} == {
        event.uuid: event for event in events
    }, "an event is not what it was"
    if len(found) < len(events):
        assert "damaged" in said or "could not be read" in said, f"lost without a word: {said!r}"
    assert progress == derived(Progress(found))
    added = store.add(LogEvent("lesson", "tute", "02", result="started"))
    assert store.saving, f"nothing can be saved any more: {store.take_warning()}"
    store.close()
    again = Store(path)  # what only writing to the file comes upon may be found now, and is said now
    assert again.events() == sorted([*found, added], key=lambda event: event.placed)
    assert not (again.take_warning() and said), "said once"
    again.close()
