"""The store: the learner's log on disk, robust against failures.

`open_store` never fails, and `Store.add` does not fail for disk errors. With a read-only home events stay in memory; on
a full disk they wait there, and saving is retried with every event; a damaged file is set aside and salvaged into a new
one. `take_warning` reports each of these once. Imported events are on disk when `merge` returns, or it raises.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from heapq import merge as merged
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tutor.kernel.faults import UserFault
from tutor.teach.progress.database import damaged
from tutor.teach.progress.derived import Progress
from tutor.teach.progress.events import EARLIEST, LATEST, BadEvents, LogEvent, checked, ordered, stamp
from tutor.teach.progress.logfile import LogFile
from tutor.teach.progress.salvage import replaced, rescued
from tutor.teach.progress.upkeep import Upkeep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")
_JOLT = timedelta(seconds=2)
"""Up to this much of a step back the clock is taken for coarse, not set back."""


class NotSaved(UserFault):
    """Events could not be written to disk; the message says why."""


def say(block: str, **facts: object) -> str:
    """A sentence of the templates, loaded only when something goes wrong."""
    from tutor.teach.text.words import say as said

    return said(block, **facts)


def data_dir() -> Path:
    """The data folder: `TUTOR_HOME` if set, else the system's usual one. It may not exist yet."""
    home = os.environ.get("TUTOR_HOME")
    if home:
        return Path(home).expanduser()
    from platformdirs import user_data_path  # slow to import, and not needed if TUTOR_HOME is set

    return user_data_path("tutor", appauthor=False)


def log_path(home: Path | None = None) -> Path:
    """The log file in `home` (default: `data_dir()`); raises OSError or RuntimeError if there is no home."""
    return (home or data_dir()) / "progress.sqlite"


def open_store(home: Path | None = None, *, clock: Callable[[], datetime] | None = None) -> Store:
    """Open or create the store in `home` (default: `data_dir()`). Never raises; see `take_warning`."""
    try:
        path = log_path(home)
    except (OSError, RuntimeError) as fault:  # `~` without a home folder
        store = Store(None, clock=clock)
        store._warn("no_disk", fault)
        return store
    return Store(path, clock=clock)


class Store:
    """A log on disk at `path`, or only in memory (None). Threads and processes may share it."""

    def __init__(self, path: Path | None = None, *, clock: Callable[[], datetime] | None = None) -> None:
        self.path = path
        self.warning = ""
        """A warning about saving for the learner; `take_warning` returns and clears it."""
        self.fault = ""
        """The last fault of saving."""
        self.told: Callable[[int, int], None] = lambda done, of: None
        """Called with the number of events read and of all, when the whole log is read."""
        self._said: set[str] = set()
        self._clock = clock or (lambda: datetime.now(UTC))
        self._last = ""
        self._waiting: list[LogEvent] = []
        """Events not on disk yet."""
        self._own: list[LogEvent] = []
        """Events added by this process that are on disk."""
        self._file: LogFile | None = None
        self._upkeep = Upkeep()
        self._lock = threading.RLock()
        if path is not None:
            self._attach(path)

    @property
    def saving(self) -> bool:
        """Whether everything added so far is on disk."""
        return self._writable is not None and not self._waiting

    @property
    def failing(self) -> bool:
        """Whether something added cannot be brought to disk."""
        return bool(self.fault) and not self.saving

    @property
    def _writable(self) -> LogFile | None:
        return self._file if self._file is not None and self._file.writable else None

    def take_warning(self) -> str:
        """The warning about saving, once; "" until another fault."""
        text, self.warning = self.warning, ""
        return text

    def add(self, event: LogEvent) -> LogEvent:
        """Add an event that happens now; gives it with its time and uuid, once it is on disk.

        Raises only BadEvents, for an invalid event; `take_warning` reports disk errors.
        """
        with self._lock:
            at, order = self._now()
            kept = checked(replace(event, at=at, order=order, uuid=os.urandom(16).hex()))
            self._waiting.append(kept)
            self._save()
        return kept

    def merge(self, events: Iterable[LogEvent]) -> int:
        """Add events of another store, all or none; gives the number of new ones.

        Raises BadEvents if one is invalid or lacks its time or uuid, NotSaved if they cannot be written to disk.
        """
        with self._lock:
            if self.path is None:
                known = {event.uuid for event in self._waiting}
                new = {event.uuid: event for event in map(_of_another, events) if event.uuid not in known}
                self._waiting += new.values()
                self._last = max([self._last, *(event.placed[0] for event in new.values())])
                return len(new)
            file = self._sound()
            try:
                return file.add(map(_of_another, events))
            except sqlite3.Error as fault:
                raise NotSaved(say("store.not_kept", why=str(fault))) from None

    def read(self, use: Callable[[Iterator[LogEvent]], T]) -> T:
        """The result of `use` on an iterator of all events in log order, including those of other processes.

        It is called again from the beginning if a damaged file had to be replaced.
        """
        with self._lock:
            return self._reading(lambda file: use(self._all(file)))

    def _all(self, file: LogFile | None) -> Iterator[LogEvent]:
        waiting = {event.uuid: event for event in ordered(self._waiting)}
        there = file.in_order() if file is not None else iter(())
        told = (event for event in there if event.uuid not in waiting)
        return merged(told, waiting.values(), key=lambda event: event.placed)

    def events(self) -> list[LogEvent]:
        """All events in log order."""
        return self.read(list)

    def count(self) -> int:
        """The number of events."""
        with self._lock:
            there = self._reading(lambda file: file.count() if file is not None else 0)
            return there + len(self._waiting)

    def progress(self) -> Progress:
        """The progress derived from the current log."""
        with self._lock:
            self._reading(lambda file: self._upkeep.go_on(file, self.told) if file is not None else None)
            made = self._upkeep.progress.copy()
            if self._waiting and min(event.placed for event in self._waiting) < made.last:
                return self.read(Progress)
            for event in ordered(self._waiting):
                made.take(event)
            return made

    def reset_lesson(self, game: str, lesson: str) -> LogEvent:
        """Reset a lesson to not done. The log and the progress in its clauses stay."""
        return self.add(LogEvent("lesson", game, lesson, result="reset"))

    def close(self) -> None:
        """Try once more to save waiting events, and close the file."""
        with self._lock:
            self._save()
            self._detach()

    def _now(self) -> tuple[str, str]:
        """The time of an event that happens now, and its `order` if the log has later times."""
        last = self._last
        with contextlib.suppress(OSError, sqlite3.Error):
            last = max(last, self._file.last() if self._file is not None else "")
        last = last if last < LATEST else ""
        now = stamp(self._clock())
        if not EARLIEST <= now < LATEST:  # the clock was never set
            now = last or f"{EARLIEST}-01-01T00:00:00.000000+00:00"
        order = ""
        if now <= last:
            before = datetime.fromisoformat(last)
            order = stamp(before + timedelta(microseconds=1))
            if before - datetime.fromisoformat(now) < _JOLT:  # the clock is coarse
                now, order = order, ""
        self._last = order or now
        return now, order

    def _warn(self, block: str, fault: Exception) -> None:
        """Set the warning `block` about `fault`, unless it was given before."""
        self.fault = getattr(fault, "strerror", None) or str(fault)
        if block not in self._said:
            self._said.add(block)
            self.warning = say(f"store.{block}", why=self.fault)

    def _save(self) -> None:
        if self._writable is None or not self._waiting:
            return
        try:
            try:
                self._writable.add(self._waiting)
            except sqlite3.Error as fault:
                self._recover(fault).add(self._waiting)
            self._own += self._waiting
            self._waiting = []
            if self._writable.moved():  # another process found it damaged: our events may be only in the old file
                self._attach_again().add(self._own)
        except (OSError, sqlite3.Error) as fault:
            self._warn("not_now", fault)
        else:
            self._said.discard("not_now")

    def _reading(self, read: Callable[[LogFile | None], T]) -> T:
        """The result of `read` on the file, repaired if needed; on None if there is no file."""
        try:
            try:
                return read(self._file)
            except sqlite3.Error as fault:
                return read(self._recover(fault))
        except sqlite3.Error as fault:
            self._warn("not_read", fault)
            return read(None)

    def _sound(self) -> LogFile:
        """The undamaged file; raises NotSaved if it cannot be written to."""
        self._reading(lambda file: file.check() if file is not None else None)
        if self._writable is None:
            raise NotSaved(say("store.not_kept", why=self.fault))
        return self._writable

    def _recover(self, fault: sqlite3.Error) -> LogFile:
        """Replace a damaged file by a sound one; raises `fault` if it is another kind of fault."""
        if self.path is None or not damaged(fault):
            raise fault
        writable = self._writable is not None
        self._detach()
        if not writable:
            self._waiting += rescued(self.path)
            raise fault
        try:
            self._replace(self.path)
        except OSError as why:
            raise sqlite3.OperationalError(str(why)) from None
        file = self._writable
        if file is None:
            raise fault
        file.add(self._own)
        return file

    def _attach_again(self) -> LogFile:
        self._detach()
        assert self.path is not None
        self._attach(self.path)
        if self._writable is None:
            raise sqlite3.OperationalError("the file is gone")
        return self._writable

    def _attach(self, path: Path) -> None:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                self._file = LogFile(path)
            except sqlite3.Error as fault:
                if not damaged(fault):
                    raise
                self._replace(path)
        except (OSError, sqlite3.Error) as fault:
            self._detach()
            self._warn("no_disk", fault)
            self._only_read(path)

    def _only_read(self, path: Path) -> None:
        """Use the events of a file that is read-only or of another version."""
        try:
            self._file = LogFile(path, writable=False)
        except (OSError, sqlite3.Error):
            self._waiting += rescued(path)

    def _replace(self, path: Path) -> None:
        done = replaced(path)
        self._file = LogFile(path)
        if done.aside is not None:
            facts = {"name": done.aside.name, "folder": str(done.aside.parent)}
            self.warning = say("store.replaced", n=done.saved, mended=done.mended, lost=done.lost, **facts)

    def _detach(self) -> None:
        if self._file is not None:
            with contextlib.suppress(sqlite3.Error):
                self._file.close()
        self._file = None
        self._upkeep = Upkeep()


def _of_another(event: LogEvent) -> LogEvent:
    kept = checked(event)
    if not kept.at or not kept.uuid:
        raise BadEvents(["an event of another store must have its time and its uuid"])
    return kept
