"""The log written out for another machine and read back, and what is refused on the way in."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.teach.progress.derived import Progress
from tutor.teach.progress.events import RESULTS, BadEvents, LogEvent, checked
from tutor.teach.progress.export import dumps, loads

if TYPE_CHECKING:
    import random

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def answer(at: str = "", uuid: str = "", **detail: Any) -> LogEvent:
    return LogEvent("answer", "tute", clause="tute.play.head", result="good", detail=detail, at=at, uuid=uuid)


WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf"]), min_size=1, max_size=8)
NAMES = st.sampled_from(["tute", "truc", "strange"])
DETAIL = st.dictionaries(WORDS, WORDS | st.integers() | st.booleans() | st.lists(WORDS, max_size=3), max_size=3)


@st.composite
def events(draw: st.DrawFn) -> LogEvent:
    kind = draw(st.sampled_from(sorted(RESULTS)))
    detail = draw(DETAIL)
    event = LogEvent(
        kind,
        draw(NAMES),
        draw(st.sampled_from(["01", "02"])),
        draw(st.sampled_from(["a", "b", "c"])),
        draw(st.sampled_from(["tute.a", "tute.b"])),
        draw(st.sampled_from(sorted(RESULTS[kind]))),
        detail,
        (START + timedelta(minutes=draw(st.integers(0, 60 * 24 * 30)))).isoformat(),
        f"{draw(st.integers(0, 2**128 - 1)):032x}",
    )
    return checked(event)


LOGS = st.lists(events(), max_size=30, unique_by=lambda event: event.uuid)


def derived(log: list[LogEvent]) -> object:
    progress = Progress(log)
    return progress.lessons, progress.clauses, list(progress.due_dates.items())


@settings(deadline=None)  # the first example loads the scheduler
@given(LOGS)
def test_an_export_reads_back_and_exports_the_same(some: list[LogEvent]) -> None:
    text = dumps(some)
    assert dumps(loads(text)) == text
    assert derived(loads(text)) == derived(some)
    json.loads(text)


@settings(deadline=None)  # the first example loads the scheduler
@given(LOGS, st.integers(0, 30), st.randoms())
def test_progress_does_not_depend_on_which_log_is_merged_into_which(
    some: list[LogEvent], cut: int, chance: random.Random
) -> None:
    mine, theirs = some[:cut], some[cut // 2 :]  # with some in common
    whole = derived([*mine, *theirs])
    assert derived([*theirs, *mine]) == whole
    mixed = [*mine, *theirs]
    chance.shuffle(mixed)
    assert derived(mixed) == whole


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not an export"),
        ("[]", "must hold"),
        ('{"schema": "tutor.progress/9", "events": []}', "tutor.progress/1"),
        ("[" * 100_000, "not an export"),
        ('{"schema": "tutor.progress/1", "events": [7]}', "event 1: not an object"),
    ],
)
def test_what_is_no_export_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadEvents, match=said):
        loads(text)


def test_every_fault_of_an_export_is_told() -> None:
    good = json.loads(dumps([answer(at=START.isoformat(), uuid="0" * 32)]))["events"][0]
    bad = [
        {**good, "kind": "party"},
        {**good, "at": "yesterday"},
        {**good, "at": "2026-03-01T12:00:00"},
        {**good, "uuid": "", "colour": "red"},
        {**good, "clause": 7},
        {**good, "detail": []},
        {**good, "result": "first", "clause": ""},
    ]
    with pytest.raises(BadEvents) as caught:
        loads(json.dumps({"schema": "tutor.progress/1", "events": [good, *bad]}))
    told = "\n".join(caught.value.lines)
    for number, words in enumerate(["kind", "at", "at", "colour", "clause", "detail", "result"], 2):
        assert f"event {number}: {words}" in told
    assert "event 5: uuid: empty" in told
    assert "event 8: clause: empty" in told


def test_an_event_is_kept_clean() -> None:
    event = checked(answer(position="\x1b[31mKH\x02\ud800", at_once=(1, 2)))
    assert event.detail == {"position": "[31mKH?", "at_once": [1, 2]}
    deep: list[Any] = []
    for _ in range(50):
        deep = [deep]
    for detail in ({"x": deep}, {"x": float("nan")}, {"x": object()}):
        with pytest.raises(BadEvents, match="detail"):
            checked(answer(**detail))
