"""The log on disk: nothing that was added is lost, whatever happens to the program or the disk."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from tutor.teach.progress import database, export
from tutor.teach.progress.event_rows import MIGRATIONS
from tutor.teach.progress.events import BadEvents, LogEvent
from tutor.teach.progress.store import Store, data_dir, open_store

if TYPE_CHECKING:
    from pathlib import Path


def step(name: str) -> LogEvent:
    return LogEvent("step", "tute", "01", name, result="first")


def names(store: Store) -> list[str]:
    return [event.step for event in store.events()]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "home"


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a store that was used and left."""
    store = open_store(tmp_path_factory.mktemp("used"))
    for number in range(200):
        store.add(step(str(number)))
    store.close()
    assert store.path is not None
    return store.path


@pytest.fixture
def path(home: Path, used: Path) -> Path:
    """The file of a copy of that store."""
    shutil.copytree(used.parent, home)
    return home / used.name


def test_what_is_added_is_there_for_the_next_program(home: Path) -> None:
    store = open_store(home)
    kept = store.add(LogEvent("answer", "tute", clause="tute.play.head", result="good", detail={"seconds": 2.5}))
    assert store.saving
    assert not store.take_warning()
    assert open_store(home).events() == [kept], "saved by now, with nothing closed"


def test_the_folder_is_the_environment_s_to_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path / "mine"))
    assert data_dir() == tmp_path / "mine"
    monkeypatch.setenv("TUTOR_HOME", "")
    assert data_dir().name == "tutor"
    monkeypatch.setenv("TUTOR_HOME", "~nobody-of-this-name/x")
    store = open_store()
    assert "cannot be saved" in store.take_warning()


def test_what_is_no_event_is_refused(home: Path) -> None:
    store = open_store(home)
    for event in (LogEvent("step", "tute", "01", "a", result="perfect"), LogEvent("answer", "tute", result="good")):
        with pytest.raises(BadEvents):
            store.add(event)
    with pytest.raises(BadEvents):
        store.merge([step("a")])
    assert store.events() == []


def test_events_stay_in_order_when_the_clock_is_set_back(home: Path) -> None:
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    times = iter([noon, noon, noon - timedelta(hours=1)])
    store = open_store(home, clock=lambda: next(times))
    for name in "abc":
        store.add(step(name))
    assert names(store) == ["a", "b", "c"]


def test_merging_is_idempotent_and_reset_keeps_the_log(home: Path, tmp_path: Path) -> None:
    here, there = open_store(home), open_store(tmp_path / "there")
    here.add(step("a"))
    there.add(step("b"))
    text = export.dumps(there.events())
    assert (here.merge(export.loads(text)), here.merge(export.loads(text))) == (1, 0)
    assert there.merge(export.loads(export.dumps(here.events()))) == 1
    assert export.dumps(here.events()) == export.dumps(there.events())
    here.reset_lesson("tute", "01")
    assert len(here.events()) == 3
    assert not here.progress().lesson("tute", "01").running


def test_the_log_only_grows(path: Path) -> None:
    db = sqlite3.connect(path)
    for statement in ("DELETE FROM entry", "UPDATE entry SET line = ''"):
        with pytest.raises(sqlite3.IntegrityError, match="only grows"):
            db.execute(statement)


# Versions


def test_an_older_file_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    added = ("ALTER TABLE entry ADD COLUMN mood TEXT NOT NULL DEFAULT ''",)
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, added))
    store = Store(path)
    store.add(step("new"))
    assert len(store.events()) == 201
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone() == (3,)


def test_a_newer_file_is_read_but_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as base:  # one that is closed later changes the file later
        base.execute("PRAGMA user_version = 99")
        base.execute(f"PRAGMA application_id = {0x7475_0000 + 99}")
    before = path.read_bytes()
    store = Store(path)
    store.add(step("new"))
    assert "newer version" in store.take_warning()
    assert len(store.events()) == 201
    store.close()
    assert path.read_bytes() == before
    assert list(path.parent.glob("*broken*")) == []


# Disks that fail


def test_with_no_place_to_save_the_conversation_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = open_store(tmp_path / "file" / "home")
    store.add(step("a"))
    assert names(store) == ["a"]
    assert not store.saving
    assert "forgotten when you leave" in store.take_warning()
    assert store.take_warning() == "", "said once"
    store.close()


def test_a_full_disk_keeps_events_waiting_and_saves_them_when_there_is_room(home: Path) -> None:
    store = open_store(home)
    store.add(step("before"))
    assert store._file is not None
    db = store._file._db
    db.execute("PRAGMA max_page_count = 1")  # SQLite answers as it does when the disk is full
    bulky = LogEvent("slip", "tute", clause="tute.play.head", detail={"position": "x" * 100_000, "move": "2H"})
    store.add(bulky)
    assert "disk is full" in store.take_warning()
    store.add(bulky)
    assert store.take_warning() == "", "said once"
    assert (len(store.events()), store.saving) == (3, False)
    db.execute("PRAGMA max_page_count = 100000")
    store.add(step("after"))
    assert store.saving
    assert len(open_store(home).events()) == 4


@pytest.mark.parametrize("damage", ["header", "all", "short", "no table", "text", "wrong columns"])
def test_a_damaged_file_is_put_aside_and_said_so(path: Path, damage: str) -> None:
    data = path.read_bytes()
    match damage:
        case "header":
            path.write_bytes(b"\0" * 100 + data[100:])
        case "all":
            path.write_bytes(bytes(byte ^ 0x5A for byte in data))
        case "short":
            path.write_bytes(data[: len(data) // 2])
        case "text":
            path.write_text("dear diary\n" * 500)
        case _:
            path.unlink()
            db = sqlite3.connect(path)
            db.execute("PRAGMA user_version = 1")
            if damage == "wrong columns":
                db.execute("CREATE TABLE event (id INTEGER, uuid TEXT)")
            db.close()
    broken = path.read_bytes()
    (path.parent / "progress.broken-1.sqlite").write_text("an earlier one")
    store = Store(path)
    store.add(step("new"))
    aside = path.parent / "progress.broken-2.sqlite"
    assert aside.name in store.take_warning()
    assert aside.read_bytes() == broken
    assert store.saving
    again = Store(path)
    assert not again.take_warning()
    assert names(again)[-1] == "new"


def test_damage_in_the_middle_of_a_session_loses_nothing_that_was_read(path: Path) -> None:
    store = Store(path)
    data = bytearray(path.read_bytes())
    for page in range(1, len(data) // 4096):
        data[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    path.write_bytes(data)
    store.add(step("new"))
    events = store.events()
    assert len(events) == 201
    store.close()
    again = Store(path)
    assert again.events() == events
    assert not again.take_warning()


def test_damage_deep_in_the_file_is_found_on_reading_and_the_rest_is_rescued(path: Path) -> None:
    data = bytearray(path.read_bytes())
    last = len(data) // 4096 - 1
    data[last * 4096 : last * 4096 + 64] = b"\xff" * 64
    path.write_bytes(data)
    store = Store(path)
    assert 190 < len(store.events()) <= 200
    assert "damaged" in store.take_warning()
    assert Store(path).events() == store.events()


def first_version(path: Path, *more: tuple[str, str]) -> None:
    """A file as the first version wrote it, with 50 events, and rows with `more` times and details."""
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as db:
        for statement in MIGRATIONS[0]:
            assert isinstance(statement, str)
            db.execute(statement)
        db.execute("PRAGMA user_version = 1")
        sound = [(f"2026-01-01T00:00:{number:02}.000000+00:00", '{"tries": 1}') for number in range(50)]
        for number, (at, detail) in enumerate([*sound, *more]):
            facts = (None, f"{number:032x}", at, str(number), detail)
            db.execute("INSERT INTO event VALUES (?, ?, ?, 'step', 'tute', '01', ?, '', 'first', ?)", facts)
        db.commit()


def test_a_file_of_the_first_version_is_carried_over(home: Path) -> None:
    path = home / "progress.sqlite"
    first_version(path)
    store = Store(path)
    assert names(store) == [str(number) for number in range(50)]
    assert not store.take_warning()
    assert store.progress().lesson("tute", "01").steps["7"].detail == {"tries": 1}
    store.add(step("new"))
    assert len(Store(path).events()) == 51


def test_rows_that_something_else_wrote_are_put_aside(home: Path) -> None:
    path = home / "progress.sqlite"
    never = ("never", "{}"), ("2026-01-01", "{}"), ("2026-01-01T00:00:00Z", "["), ("9999-12-31T00:00:00Z", "{}")
    first_version(path, *never)
    store = Store(path)
    assert "50 entries were saved" in store.take_warning()
    assert len(store.events()) == 50
    assert store.progress().due_dates == {}
    assert (home / "progress.broken-1.sqlite").exists()


def test_a_folder_made_by_the_store_is_the_learner_s_own(home: Path) -> None:
    open_store(home)
    assert os.name != "posix" or stat.S_IMODE(home.stat().st_mode) & 0o077 == 0
