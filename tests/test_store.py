"""The log on disk: nothing that was added is lost, whatever happens to the program or the disk."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tutor.teach import logfile
from tutor.teach.events import BadEvents, Event
from tutor.teach.store import Store, data_dir, open_store

ROOT = Path(__file__).resolve().parent.parent
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs POSIX processes")


def step(name: str) -> Event:
    return Event("step", "tute", "01", name, result="first")


def names(store: Store) -> list[str]:
    return [event.step for event in store.events()]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "home"


@pytest.fixture
def path(home: Path) -> Path:
    """The file of a store that was used and left."""
    store = open_store(home)
    for number in range(200):
        store.add(step(str(number)))
    store.close()
    assert store.path is not None
    return store.path


def test_what_is_added_is_there_for_the_next_program(home: Path) -> None:
    store = open_store(home)
    kept = store.add(Event("answer", "tute", clause="tute.play.head", result="good", detail={"seconds": 2.5}))
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
    for event in (Event("step", "tute", "01", "a", result="perfect"), Event("answer", "tute", result="good")):
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
    text = there.export_json()
    assert (here.import_json(text), here.import_json(text)) == (1, 0)
    assert there.import_json(here.export_json()) == 1
    assert here.export_json() == there.export_json()
    here.reset_lesson("tute", "01")
    assert len(here.events()) == 3
    assert not here.progress().lesson("tute", "01").running


def test_the_log_only_grows(path: Path) -> None:
    db = sqlite3.connect(path)
    for statement in ("DELETE FROM event", "UPDATE event SET result = 'first'"):
        with pytest.raises(sqlite3.IntegrityError, match="only grows"):
            db.execute(statement)


# Versions


def test_an_older_file_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    added = ("ALTER TABLE event ADD COLUMN mood TEXT NOT NULL DEFAULT ''",)
    monkeypatch.setattr(logfile, "MIGRATIONS", (*logfile.MIGRATIONS, added))
    store = Store(path)
    store.add(step("new"))
    assert len(store.events()) == 201
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone() == (2,)


def test_a_newer_file_is_read_but_left_alone(path: Path) -> None:
    sqlite3.connect(path).execute("PRAGMA user_version = 99")
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
    bulky = Event("slip", "tute", clause="tute.play.head", detail={"position": "x" * 10_000, "move": "2H"})
    store.add(bulky)
    assert "disk is full" in store.take_warning()
    store.add(bulky)
    assert store.take_warning() == "", "said once"
    assert (len(store.events()), store.saving) == (3, False)
    db.execute("PRAGMA max_page_count = 100000")
    store.add(step("after"))
    assert store.saving
    assert len(open_store(home).events()) == 4


def forked(work: Callable[[], None]) -> int:
    """The process id of a child that does `work` and exits with 0 if nothing is raised."""
    child = os.fork()
    if child == 0:
        status = 1
        with contextlib.suppress(BaseException):
            work()
            status = 0
        os._exit(status)
    return child


def ended(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@needs_fork
@pytest.mark.parametrize("killed", [False, True])
def test_a_read_only_home_shows_what_was_and_remembers_what_is_done(path: Path, killed: bool) -> None:
    store = Store(path)
    store.add(step("old"))
    if not killed:
        store.close()
    with tempfile.TemporaryDirectory() as folder:  # pytest's own folders are closed to others
        home = Path(folder)
        for file in path.parent.iterdir():  # with the write-ahead log, if the last program could not tidy up
            shutil.copy(file, home)
            (home / file.name).chmod(0o444)
        home.chmod(0o555)

        def work() -> None:
            if os.geteuid() == 0:
                os.setuid(65534)  # permissions mean nothing to root
            store = open_store(home)
            store.add(step("new"))
            assert names(store) == [*map(str, range(200)), "old", "new"]
            assert "cannot be saved" in store.take_warning()

        try:
            assert ended(forked(work)) == 0
        finally:
            home.chmod(0o755)


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


def test_damage_deep_in_the_file_is_found_on_opening_and_the_rest_is_rescued(path: Path) -> None:
    data = bytearray(path.read_bytes())
    last = len(data) // 4096 - 1
    data[last * 4096 : last * 4096 + 64] = b"\xff" * 64
    path.write_bytes(data)
    store = Store(path)
    assert "damaged" in store.take_warning()
    assert 0 < len(store.events()) < 200
    assert Store(path).events() == store.events()


def test_rows_that_something_else_wrote_are_passed_over(path: Path) -> None:
    db = sqlite3.connect(path)
    for number, (at, detail) in enumerate([("never", "{}"), ("2026-01-01", "{}"), ("2026-01-01T00:00:00Z", "[")]):
        db.execute(
            "INSERT INTO event VALUES (?, ?, ?, 'answer', '', '', '', 'c', 'good', ?)", (None, number, at, detail)
        )
    db.commit()
    store = Store(path)
    assert len(store.events()) == 200
    assert store.progress().due_dates == {}


# Several programs, and programs that are killed

WRITER = """
import sys
from pathlib import Path
from tutor.teach.events import Event
from tutor.teach.store import open_store
store = open_store(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    kept = store.add(Event("step", "tute", sys.argv[2], str(number), result="first"))
    print(kept.uuid, flush=True)
print("warning:", store.take_warning(), flush=True)
"""


def writer(home: Path, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(home), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)


def test_two_programs_write_at_once(home: Path) -> None:
    both = [writer(home, name, 150) for name in ("mine", "yours")]
    said = [process.communicate(timeout=60)[0].split("\n") for process in both]
    assert [lines[-2] for lines in said] == ["warning: ", "warning: "]
    events = open_store(home).events()
    assert {event.uuid for event in events} == {line for lines in said for line in lines[:-2]}
    assert len(events) == 300


def test_two_open_stores_see_each_other(home: Path) -> None:
    here, there = open_store(home), open_store(home)
    here.add(step("a"))
    there.add(step("b"))
    assert names(here) == names(there) == ["a", "b"]


@needs_fork
def test_many_programs_that_find_a_damaged_file_put_it_aside_once(path: Path) -> None:
    path.write_bytes(b"x" * 5000)

    def work() -> None:
        store = Store(path)
        store.add(step("new"))
        assert store.saving

    children = [forked(work) for _ in range(6)]
    assert [ended(child) for child in children] == [0] * 6
    assert len(list(path.parent.glob("progress.broken-*.sqlite"))) == 1
    assert len(Store(path).events()) == 6


@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
@pytest.mark.parametrize("after", [1, 7, 40])
def test_kill_9_loses_nothing_that_was_added(home: Path, after: int) -> None:
    process = writer(home, "killed", 100_000)
    assert process.stdout is not None
    told = [process.stdout.readline().strip() for _ in range(after)]
    process.kill()
    told += process.stdout.read().split()
    process.wait(timeout=60)
    store = open_store(home)
    kept = {event.uuid for event in store.events()}
    assert {uuid for uuid in told if len(uuid) == 32} <= kept
    store.add(step("on"))
    assert store.saving
    assert not store.take_warning()


@needs_fork
def test_killed_at_any_point_of_a_write_it_is_whole_or_absent(home: Path) -> None:
    """SQLite calls us back every few instructions of its own machine; each time another child dies at another one."""
    absent = whole = 0
    for point in range(1, 200, 3):
        folder = home / str(point)

        def work(folder: Path = folder, point: int = point) -> None:
            store = open_store(folder)
            store.add(step("first"))
            left = itertools.count(point, -1)

            def die() -> int:
                if not next(left):
                    os.kill(os.getpid(), signal.SIGKILL)
                return 0

            assert store._file is not None
            store._file._db.set_progress_handler(die, 1)
            store.add(step("second"))

        assert ended(forked(work)) in (0, -signal.SIGKILL)
        store = open_store(folder)
        assert not store.take_warning()
        found = names(store)
        assert found in (["first"], ["first", "second"])
        absent, whole = absent + (len(found) == 1), whole + (len(found) == 2)
    assert absent
    assert whole


def test_a_folder_made_by_the_store_is_the_learner_s_own(home: Path) -> None:
    open_store(home)
    assert os.name != "posix" or stat.S_IMODE(home.stat().st_mode) & 0o077 == 0
