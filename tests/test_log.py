"""The log over years and across machines: its own order, a summary that says what all events would, large exports."""

from __future__ import annotations

import io
import json
import os
import sqlite3
import tempfile
import tracemalloc
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.program import command
from tutor.teach.progress import export, upkeep
from tutor.teach.progress.derived import Progress
from tutor.teach.progress.events import BadEvents, LogEvent, checked
from tutor.teach.progress.logfile import LogFile
from tutor.teach.progress.store import NotSaved, Store, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def answer(number: int = 0, result: str = "good", **detail: Any) -> LogEvent:
    at = (NOON + timedelta(minutes=number)).isoformat()
    clause = f"tute.play.{number % 7}"
    return checked(
        LogEvent("answer", "tute", clause=clause, result=result, detail=detail, at=at, uuid=f"{number:032x}")
    )


def lesson(result: str) -> LogEvent:
    return LogEvent("lesson", "tute", "01", result=result)


def derived(progress: Progress) -> object:
    return (
        progress.lessons,
        progress.clauses,
        list(progress.learned),
        list(progress.played),
        list(progress.due_dates.items()),
        progress.last,
    )


# A new file


def test_a_new_file_is_whole_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "progress.sqlite"
    monkeypatch.setattr(os, "link", stopped)
    with pytest.raises(KeyboardInterrupt):
        LogFile(path)
    assert list(tmp_path.iterdir()) == []


def test_a_new_file_takes_the_place_of_none_that_another_program_has_just_made(tmp_path: Path) -> None:
    path, beside = tmp_path / "progress.sqlite", os.link
    with pytest.MonkeyPatch.context() as patched:

        def late(source: Path, target: Path) -> None:
            patched.setattr(os, "link", beside)
            other = open_store(tmp_path)
            other.add(lesson("started"))
            other.close()
            beside(source, target)

        patched.setattr(os, "link", late)
        store = Store(path)
    assert [event.result for event in store.events()] == ["started"]
    assert not store.take_warning()
    store.close()


def test_an_empty_file_is_told_as_a_damaged_one(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    path.write_bytes(b"")
    store = Store(path)
    assert "damaged" in store.take_warning()
    store.add(lesson("started"))
    assert store.saving
    store.close()


def test_a_damaged_page_is_found_before_it_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    store = open_store(tmp_path)
    store.merge(answer(number) for number in range(40))
    store.close()
    data = bytearray(path.read_bytes())
    leaf = next(at for at in range(0, len(data), 4096) if data[at] == 0x0D and data[at + 3 : at + 5] > b"\0\1")
    data[leaf + 6] ^= 64  # where the next cell would go: over another
    path.write_bytes(data)
    again = open_store(tmp_path)
    again.add(lesson("started"))
    assert again.saving
    assert "damaged" in again.take_warning()
    assert again.count() == 41
    again.close()


def test_a_damaged_table_of_the_summary_is_mended_with_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    store = open_store(tmp_path)
    store.add(lesson("finished"))
    store.close()
    data = path.read_bytes()
    assert data.count(b"place INTEGER") == 1
    path.write_bytes(data.replace(b"place INTEGER", b"placg INTEGER"))
    again = open_store(tmp_path)
    assert again.progress().lesson("tute", "01").finished
    assert "damaged" in again.take_warning()
    assert again.saving
    again.close()


def test_how_far_reading_all_of_the_log_has_come_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "MOST_SORTED", 10)
    monkeypatch.setattr(upkeep, "A_STEP", 4)
    store, told = open_store(tmp_path), list[tuple[int, int]]()
    store.told = lambda done, of: told.append((done, of))
    store.merge(answer(number) for number in range(14))
    store.progress()
    assert told == [(4, 14), (8, 14), (12, 14), (14, 14)]
    store.merge([answer(20)])
    store.progress()
    assert len(told) == 4, "what is new is added to what is known"
    store.close()


# Order


@pytest.mark.parametrize("back", [timedelta(seconds=1), timedelta(hours=3), timedelta(days=9000)])
def test_a_reset_counts_after_a_clock_that_went_back(tmp_path: Path, back: timedelta) -> None:
    before = open_store(tmp_path, clock=lambda: NOON)
    before.add(lesson("started"))
    before.add(lesson("finished"))
    before.close()
    after = open_store(tmp_path, clock=lambda: NOON - back)
    after.reset_lesson("tute", "01")
    assert not after.progress().lesson("tute", "01").finished
    after.add(lesson("started"))
    assert after.progress().lesson("tute", "01").running
    assert [event.result for event in after.events()] == ["started", "finished", "reset", "started"]
    other = open_store(tmp_path / "other")
    other.merge(export.loads(export.dumps(after.events())))
    assert derived(other.progress()) == derived(after.progress())
    assert export.dumps(other.events()) == export.dumps(after.events())


@pytest.mark.parametrize("year", [1, 1969, 1999, 2101, 9999])
def test_a_clock_that_was_never_set_or_is_far_off_keeps_the_order(tmp_path: Path, year: int) -> None:
    times = iter([NOON, *[datetime(year, 6, 1, tzinfo=UTC)] * 3])
    store = open_store(tmp_path, clock=lambda: next(times))
    for result in ("started", "finished", "reset", "started"):
        store.add(lesson(result))
    assert [event.result for event in store.events()] == ["started", "finished", "reset", "started"]
    assert export.loads(export.dumps(store.events())) == store.events()


def test_a_date_that_cannot_be_is_refused_and_harmless_where_it_is(tmp_path: Path) -> None:
    row = json.loads(export.dumps([answer(1)]))["events"][0] | {"at": "9999-12-31T23:59:59+00:00"}
    text = json.dumps({"schema": export.SCHEMA, "events": [row]})
    with pytest.raises(BadEvents, match="cannot be: it must be after 2000 and before 2100"):
        open_store(tmp_path).merge(export.loads(text))
    (tmp_path / "bad.json").write_text(text)
    refused = command("progress", "import", str(tmp_path / "bad.json"), home=tmp_path)
    assert (refused.returncode, refused.stdout) == (3, "")
    store = open_store(tmp_path)
    store.add(answer(2))
    assert store._file is not None
    store._file.add([replace(answer(3), at="9999-12-31T23:59:59.999999+00:00")])
    store.close()
    again = open_store(tmp_path)
    assert len(again.events()) == 1
    assert again.progress().due(NOON + timedelta(days=99999)) == ("tute.play.2",)
    assert command("progress", home=tmp_path).returncode == 0


def test_what_was_reviewed_in_the_future_is_due_now() -> None:
    """A clock that stood at 2090 for an hour does not put a rule off for a lifetime."""
    progress = Progress([answer(1), replace(answer(2), at="2090-01-01T00:00:00.000000+00:00")])
    assert progress.due(NOON + timedelta(hours=1)) == ("tute.play.2",)


# The summary


def event(kind: str, game: str, name: str, result: int) -> LogEvent:
    match kind:
        case "step":
            return LogEvent(kind, game, name, f"s{result}", "", ("first", "again", "skipped")[result])
        case "lesson":
            return LogEvent(kind, game, name, "", "", ("started", "finished", "reset")[result])
    return LogEvent(kind, game, "", "", f"{game}.{name}", ("good", "again", "easy")[result])


EVENTS = st.lists(
    st.builds(
        event,
        st.sampled_from(["step", "lesson", "answer"]),
        st.sampled_from(["tute", "truc"]),
        st.sampled_from("ab"),
        st.integers(0, 2),
    ),
    max_size=25,
)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(EVENTS, st.sampled_from(["on", "again", "merge", "clock"])), max_size=5))
def test_a_summary_says_what_all_events_would(rounds: list[tuple[list[LogEvent], str]]) -> None:
    """Whatever is added, by this program, the next one or another machine, in whatever order clocks have it."""
    often, upkeep.OFTEN = upkeep.OFTEN, 4
    try:
        with tempfile.TemporaryDirectory() as folder:
            home, now = Path(folder), [NOON]
            store = open_store(home, clock=lambda: now[-1])
            for events, then in rounds:
                for event in events:
                    now.append(now[-1] + timedelta(hours=7))
                    store.add(event)
                assert derived(store.progress()) == derived(Progress(store.events()))
                if then == "clock":
                    now.append(now[-1] - timedelta(days=50))
                elif then == "merge":
                    other = Store(None, clock=lambda: now[-1] - timedelta(days=2))
                    other.add(LogEvent("lesson", "tute", "a", result="reset"))
                    store.merge(other.events())
                elif then == "again":
                    store.close()
                    store = open_store(home, clock=lambda: now[-1])
                assert derived(store.progress()) == derived(Progress(store.events()))
    finally:
        upkeep.OFTEN = often


def test_what_is_known_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work of a start does not grow with the log: of 3,000 events it reads those after the last summary."""
    store = open_store(tmp_path)
    store.merge(answer(number) for number in range(3000))
    store.progress()
    for number in range(30):
        store.add(answer(number))
    store.close()
    read: list[int] = []
    since = LogFile.since

    def counted(file: LogFile, place: int) -> Iterator[tuple[int, LogEvent]]:
        for found in since(file, place):
            read.append(found[0])
            yield found

    monkeypatch.setattr(LogFile, "since", counted)
    monkeypatch.setattr(LogFile, "in_order", None)
    assert sum(one.tries for one in open_store(tmp_path).progress().clauses.values()) == 3030
    assert read == list(range(3001, 3031))


@pytest.mark.parametrize("damage", ["summary", "version", "rows", "place"])
def test_a_summary_in_doubt_is_made_again(tmp_path: Path, damage: str) -> None:
    store = open_store(tmp_path)
    store.merge(answer(number) for number in range(300))
    meant = derived(store.progress())
    store.close()
    with sqlite3.connect(tmp_path / "progress.sqlite") as db:
        place, data = db.execute("SELECT place, data FROM summary").fetchone()
        assert place == 300
        changed = {"summary": data[:-9] + b"x" + data[-8:], "version": bytes(16) + data[16:], "rows": b""}
        db.execute(
            "UPDATE summary SET data = ?, place = ?", (changed.get(damage, data), 7_000 if damage == "place" else 300)
        )
    db.close()
    again = open_store(tmp_path)
    assert derived(again.progress()) == meant
    assert not again.take_warning()


# Exports


def test_an_export_is_read_as_a_stream(tmp_path: Path) -> None:
    """Twenty thousand events, more than twice what an import once refused, without holding them."""

    def written() -> Iterator[str]:
        yield from export.pieces(answer(number, position="x" * 80) for number in range(20_000))

    path = tmp_path / "export.json"
    with path.open("w") as file:
        file.writelines(written())
    assert path.stat().st_size > 2_000_000
    tracemalloc.start()
    with path.open() as file:
        assert sum(1 for _ in export.read(file)) == 20_000
    assert tracemalloc.get_traced_memory()[1] < 3_000_000
    tracemalloc.stop()


class Dribble(io.StringIO):
    """Text that comes in pieces of this size, however much is asked for."""

    def __init__(self, text: str, size: int) -> None:
        super().__init__(text)
        self.size = size

    def read(self, _: int | None = -1) -> str:
        return super().read(self.size)


@pytest.mark.parametrize("indent", [None, 0, 3])
def test_an_export_may_be_laid_out_in_any_way(indent: int | None) -> None:
    events = [answer(number, seconds=number, deep={"a": [1, {"b": None}]}) for number in range(40)]
    data = json.loads(export.dumps(events))
    for order in (("schema", "events"), ("events", "schema")):
        text = json.dumps({"note": [1, {"events": []}], **{name: data[name] for name in order}}, indent=indent)
        assert export.loads("\n " + text + "\n\t") == events
        for size in (1, 7, 64):  # however the pieces fall
            assert list(export.read(Dribble(text, size))) == events


def test_nothing_is_taken_in_unless_all_is_sound(tmp_path: Path) -> None:
    rows = json.loads(export.dumps([answer(number) for number in range(50)]))["events"]
    store = open_store(tmp_path)
    for rest in (', {"kind": "party"}]}', "", "]", "]} and more", ', {"at": 7}]}'):
        text = f'{{"schema": "{export.SCHEMA}", "events": [{", ".join(map(json.dumps, rows))}{rest}'
        with pytest.raises(BadEvents):
            store.merge(export.read(io.StringIO(text)))
        assert store.events() == []
    assert store.saving


def test_problems_are_told_and_counted_beyond_twenty() -> None:
    rows = ", ".join(['{"kind": "party"}'] * 500)
    with pytest.raises(BadEvents) as why:
        export.loads(f'{{"schema": "{export.SCHEMA}", "events": [{rows}]}}')
    assert len(why.value.lines) == export.MOST_TOLD + 1
    assert why.value.lines[-1].startswith("and ")


def test_the_program_carries_what_an_import_once_refused(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    store = open_store(here)
    store.merge(answer(number, position="x" * 300) for number in range(3000))
    store.close()
    path = tmp_path / "mine.json"
    assert command("progress", "export", str(path), home=here).returncode == 0
    assert path.stat().st_size > 1_000_000
    taken = command("progress", "import", str(path), home=there)
    assert "3000 entries taken in" in taken.stdout, taken.stderr
    assert command("progress", "export", "-", home=there).stdout == path.read_text()
    assert "0 entries taken in" in command("progress", "import", "-", home=there, stdin=path.read_text()).stdout


# What is not on the disk


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")
@pytest.mark.parametrize("how", ["closed folder", "a file in the way", "full disk"])
def test_what_is_not_on_the_disk_is_not_reported_as_done(tmp_path: Path, how: str) -> None:
    home = tmp_path / "home"
    text = export.dumps([answer(number) for number in range(3)])
    if how == "full disk":
        store = open_store(home)
        assert store._file is not None
        store._file._db.execute("PRAGMA max_page_count = 1")
        with pytest.raises(NotSaved, match="disk is full"):
            store.merge(replace(answer(number), detail={"position": "x" * 9999}) for number in range(50))
        assert store.events() == []
        return
    if how == "closed folder" and os.geteuid() == 0:
        pytest.skip("permissions mean nothing to root")
    if how == "closed folder":
        home.mkdir(mode=0o555)
    else:
        home.write_text("in the way")
    for words in (("progress", "import", "-"), ("progress", "reset", "tute:1")):
        got = command(*words, home=home, stdin=text)
        assert (got.returncode, got.stdout) == (3, ""), got.stdout
        assert "cannot be saved" in got.stderr
