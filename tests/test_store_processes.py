"""Stores in real processes: several at once, killed ones, and one that may not write."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tutor.teach.progress.events import LogEvent
from tutor.teach.progress.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs POSIX processes")


def step(name: str) -> LogEvent:
    return LogEvent("step", "tute", "01", name, result="first")


def names(store: Store) -> list[str]:
    return [event.step for event in store.events()]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "home"


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
def test_a_read_only_home_shows_what_was_and_remembers_what_is_done(home: Path, killed: bool) -> None:
    store = open_store(home)
    store.add(step("old"))
    if not killed:
        store.close()
    with tempfile.TemporaryDirectory() as folder:  # pytest's own folders are closed to others
        closed = Path(folder)
        for file in home.iterdir():  # with the write-ahead log, if the last program could not tidy up
            shutil.copy(file, closed)
            (closed / file.name).chmod(0o444)
        closed.chmod(0o555)

        def work() -> None:
            if os.geteuid() == 0:
                os.setuid(65534)  # permissions mean nothing to root
            store = open_store(closed)
            store.add(step("new"))
            assert names(store) == ["old", "new"]
            assert "cannot be saved" in store.take_warning()

        try:
            assert ended(forked(work)) == 0
        finally:
            closed.chmod(0o755)


WRITER = """
import sys
from pathlib import Path
from tutor.teach.progress.events import LogEvent
from tutor.teach.progress.store import open_store
store = open_store(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    kept = store.add(LogEvent("step", "tute", sys.argv[2], str(number), result="first"))
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
def test_many_programs_that_find_a_damaged_file_put_it_aside_once(home: Path) -> None:
    home.mkdir(parents=True)
    path = home / "progress.sqlite"
    path.write_bytes(b"x" * 5000)

    def work() -> None:
        store = Store(path)
        store.add(step("new"))
        assert store.saving

    children = [forked(work) for _ in range(6)]
    assert [ended(child) for child in children] == [0] * 6
    assert len(list(home.glob("progress.broken-*.sqlite"))) == 1
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
