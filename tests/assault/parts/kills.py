"""`kill -9` at any moment of adding, importing, exporting, saving and mending: whole or not there, and nothing lost."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.logs import learned, sound
from tests.assault.parts.saves import saved
from tutor.kernel.by_name import load
from tutor.teach.practice.saves import Saves
from tutor.teach.progress import export
from tutor.teach.progress.events import LogEvent
from tutor.teach.progress.store import open_store
from tutor.teach.text.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable

HOME: Final = Path("kills")
MANY: Final = 1_500


def adds(told: int) -> None:
    """Add events, and say of each that it was kept."""
    store = open_store(HOME)
    for _ in range(MANY):
        os.write(told, store.add(LogEvent("lesson", "tute", "01", result="started")).uuid.encode())


def imports(told: int) -> None:
    """Import many events, and say so."""
    os.write(told, f"{open_store(HOME).merge(learned(MANY, 1)):032}".encode())


def exports(told: int) -> None:
    """Export again and again."""
    store = open_store(HOME)
    for _ in range(MANY):
        store.read(lambda events: write_whole(HOME / "mine.json", export.pieces(events)))


def saves(told: int) -> None:
    """Save a game again and again."""
    found = Saves(load("kaiser"))
    game = found.latest()
    assert game is not None
    found.go_on(game)
    for _ in range(MANY):
        found.save(game.match)


def mends(told: int) -> None:
    """Find the log damaged, and mend it."""
    open_store(HOME).events()


WORK: Final[dict[str, Callable[[int], None]]] = {
    "adds": adds,
    "imports": imports,
    "exports": exports,
    "saves": saves,
    "mends": mends,
}


def attempt(given: tuple[str, int]) -> None:
    """What was said to be kept is there, and all else is whole or absent."""
    name, delay = given
    shutil.rmtree(HOME, ignore_errors=True)
    data, events = sound()
    save, _ = saved("kaiser")
    os.environ["TUTOR_HOME"] = str(HOME.absolute())
    (HOME / "games").mkdir(parents=True)
    (HOME / "games" / "kaiser-20260101T000000-00000000.record").write_bytes(save)
    at = data.index(b"event ") + 40
    (HOME / "progress.sqlite").write_bytes(
        data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] if name == "mends" else data
    )
    told = killed(WORK[name], delay)
    store = open_store(HOME)
    found = store.events()
    said = store.take_warning()
    assert not said or name == "mends", said
    assert {event.uuid for event in events} <= {event.uuid for event in found}, "something that was there is lost"
    if name == "adds":
        assert told <= {event.uuid for event in found}, "something that was said to be kept is lost"
    if name == "imports":
        assert len(found) - len(events) in ({MANY} if told else {0, MANY}), "half of it was taken in"
    if name == "exports" and (HOME / "mine.json").exists():
        assert len(export.loads((HOME / "mine.json").read_text("utf-8"))) == len(events)
    assert Saves(load("kaiser")).latest() is not None
    store.add(LogEvent("lesson", "tute", "01", result="started"))
    assert store.saving
    store.close()


def killed(work: Callable[[int], None], delay: int) -> set[str]:
    """What a child had said when it was killed, that many tenths of a millisecond after it began."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            signal.setitimer(signal.ITIMER_REAL, 0)
            work(theirs)
        os._exit(0)
    os.close(theirs)
    time.sleep(delay / 10_000)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(ours, "rb") as pipe:
        text = pipe.read().decode()
    return {text[at : at + 32] for at in range(0, len(text), 32)}


PART = Part(
    "kill -9 while something is added, imported, exported, saved or mended",
    st.tuples(st.sampled_from(list(WORK)), st.one_of(st.integers(0, 600), st.integers(0, 6_000))),
    attempt,
    short=8,
    long=600,
)
