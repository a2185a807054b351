"""Clocks that stand, leap and go back, over several programs and machines: the log keeps its order."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.logs import derived
from tutor.teach.progress import export
from tutor.teach.progress.derived import Progress
from tutor.teach.progress.events import LogEvent
from tutor.teach.progress.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import Callable

TIMES = st.one_of(
    st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)),
    st.datetimes(),
    st.sampled_from([datetime.min, datetime.max]),
).map(lambda time: time.replace(tzinfo=UTC))
EVENTS = st.sampled_from(
    [LogEvent("lesson", "tute", "01", result=result) for result in ("started", "finished", "reset")]
    + [LogEvent("answer", "tute", clause="tute.play.head", result=result) for result in ("good", "again")]
    + [LogEvent("slip", "truc", clause="truc.bet.raise", detail={"position": "x", "move": "2H"})]
    + [LogEvent("step", "tute", "01", "a", result="first")]
)


def at(time: datetime) -> Callable[[], datetime]:
    """A clock that stands."""
    return lambda: time


def attempt(given: list[tuple[datetime, LogEvent, bool]]) -> None:
    """Events stay in the order in which they were added; another machine has the same; nothing is due beyond reason."""
    home = Path("clocks")
    for old in home.glob("*"):
        old.unlink()
    store, added = open_store(home), []
    for time, event, anew in given:
        if anew:
            store.close()
            store = open_store(home, clock=at(time))
        store._clock = at(time)
        added.append(store.add(event))
        assert store.saving
    assert store.events() == added
    progress = derived(store.progress())
    assert progress == derived(Progress(added))
    assert bool(given[-1][1].result == "reset") <= (not store.progress().lesson("tute", "01").started)
    now = datetime(2031, 1, 1, tzinfo=UTC) + timedelta(days=40_000)
    assert set(store.progress().due(now)) == set(store.progress().clauses)
    text = export.dumps(store.events())
    store.close()
    other = Store(None)
    other.merge(export.loads(text))
    assert derived(other.progress()) == progress
    assert export.dumps(other.events()) == text


PART = Part(
    "clocks that stand, leap and go back",
    st.lists(st.tuples(TIMES, EVENTS, st.booleans()), min_size=1, max_size=12),
    attempt,
    short=20,
    long=4_000,
)
