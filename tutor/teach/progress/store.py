"""The store: the log of what the learner did, kept on disk whatever happens next.

`open_store` never fails and `Store.add` never fails for want of a disk. In a read-only home events are kept in memory;
with no space left they wait there, and saving is tried again with every further event; a damaged file is put aside and
a new one begun. Each of these is said once, by `take_warning`.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tutor.teach.progress.derived import Progress
from tutor.teach.progress.events import BadEvents, Event, checked, dumps, loads, ordered, stamp
from tutor.teach.progress.logfile import LogFile, damaged, replaced, rescued


def say(block: str, **facts: object) -> str:
    """A sentence of the templates; they are loaded when something goes wrong, not before."""
    from tutor.teach.text.words import say as said

    return said(block, **facts)


def data_dir() -> Path:
    """The folder for what the learner did: `TUTOR_HOME` if set, else this system's usual one. It need not exist yet."""
    home = os.environ.get("TUTOR_HOME")
    if home:
        return Path(home).expanduser()
    from platformdirs import user_data_path  # not needed where TUTOR_HOME is set, and not for free

    return user_data_path("tutor", appauthor=False)


def open_store(home: Path | None = None, *, clock: Callable[[], datetime] | None = None) -> Store:
    """The store in the folder `home` (default: `data_dir()`), made if need be. Never raises; see `take_warning`."""
    try:
        path = (home or data_dir()) / "progress.sqlite"
    except (OSError, RuntimeError) as fault:  # `~` where there is no home
        store = Store(None, clock=clock)
        store.warning = say("store.no_disk", why=str(fault))
        return store
    return Store(path, clock=clock)


class Store:
    """A log on disk at `path`, or in memory only (None). Several threads and several programs may use it at once."""

    def __init__(self, path: Path | None = None, *, clock: Callable[[], datetime] | None = None) -> None:
        self.path = path
        self.warning = ""
        """What the learner should be told about saving; `take_warning` reads and clears it."""
        self._said: set[str] = set()
        self._clock = clock or (lambda: datetime.now(UTC))
        self._last = ""
        self._known: dict[str, Event] = {}
        self._waiting: list[Event] = []
        self._file: LogFile | None = None
        self._place = 0
        self._lock = threading.RLock()
        if path is not None:
            self._attach(path)
            self._save()

    @property
    def saving(self) -> bool:
        """Whether everything added so far is on disk."""
        return self._file is not None and not self._waiting

    def take_warning(self) -> str:
        """What the learner should be told about saving, once; `""` until something else goes wrong."""
        text, self.warning = self.warning, ""
        return text

    def add(self, event: Event) -> Event:
        """Take in something that happened now; returns it with its time and uuid, once it is on disk.

        Raises BadEvents for what is no event, and nothing else: a disk that fails is `take_warning`'s to tell.
        """
        with self._lock:
            kept = checked(replace(event, at=self._now(), uuid=os.urandom(16).hex()))
            self._keep([kept])
        return kept

    def merge(self, events: Iterable[Event]) -> int:
        """Take in events of another store, and say how many were new. BadEvents if one lacks its time or uuid."""
        others = [checked(event) for event in events]
        if not all(event.at and event.uuid for event in others):
            raise BadEvents(["an event of another store must have its time and its uuid"])
        with self._lock:
            self._read()
            new = {event.uuid: event for event in others if event.uuid not in self._known}
            self._keep(list(new.values()))
        return len(new)

    def events(self) -> list[Event]:
        """Everything in the log, also what other programs have added meanwhile, in order of time."""
        with self._lock:
            self._read()
            return ordered(self._known.values())

    def progress(self) -> Progress:
        """What follows from the log as it is now."""
        return Progress(self.events())

    def reset_lesson(self, game: str, lesson: str) -> Event:
        """Make a lesson one that was never done. The log keeps what was, and what is known of its clauses stays."""
        return self.add(Event("lesson", game, lesson, result="reset"))

    def export_json(self) -> str:
        """The whole log as text, for another machine or to keep: see `import_json`."""
        return dumps(self.events())

    def import_json(self, text: str) -> int:
        """Merge an export, and say how many events were new. BadEvents if it is none; then nothing is taken in."""
        return self.merge(loads(text))

    def close(self) -> None:
        """Try once more to save what is waiting, and let go of the file."""
        with self._lock:
            self._save()
            self._detach()

    def _now(self) -> str:
        # What one program does stays in order even if the clock is set back meanwhile, or is too coarse to tell.
        now = stamp(self._clock())
        if now <= self._last:
            now = stamp(datetime.fromisoformat(self._last) + timedelta(microseconds=1))
        self._last = now
        return now

    def _warn(self, kind: str, text: str) -> None:
        """Have `text` told, unless something of this kind was."""
        if kind not in self._said:
            self._said.add(kind)
            self.warning = text

    def _keep(self, events: list[Event]) -> None:
        self._known.update((event.uuid, event) for event in events)
        self._waiting += events
        self._save()

    def _save(self) -> None:
        if self._file is None or not self._waiting:
            return
        try:
            try:
                self._file.add(self._waiting)
            except sqlite3.Error as fault:
                self._recover(fault).add(self._waiting)
        except (OSError, sqlite3.Error) as fault:
            self._warn("not now", say("store.not_now", why=str(fault)))
        else:
            self._waiting = []
            self._said.discard("not now")

    def _read(self) -> None:
        if self._file is None:
            return
        try:
            try:
                self._load(self._file)
            except sqlite3.Error as fault:
                self._recover(fault)
        except (OSError, sqlite3.Error) as fault:
            self._warn("not read", say("store.not_read", why=str(fault)))
        self._save()

    def _load(self, file: LogFile) -> None:
        for place, event in file.since(self._place):
            self._place = place
            self._known.setdefault(event.uuid, event)

    def _recover(self, fault: sqlite3.Error) -> LogFile:
        """A sound file in the place of a damaged one, with all that is known waiting for it; else raises `fault`."""
        if self.path is None or not damaged(fault):
            raise fault
        self._detach()
        self._attach(self.path)
        if self._file is None:
            raise fault
        self._waiting = list(self._known.values())
        return self._file

    def _attach(self, path: Path) -> None:
        self._place = 0
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                self._file = LogFile(path)
                self._load(self._file)
            except sqlite3.Error as fault:
                if not damaged(fault):
                    raise
                self._detach()
                self._replace(path)
        except (OSError, sqlite3.Error) as fault:
            self._detach()
            self._known.update((event.uuid, event) for event in rescued(path))
            self._warn("no disk", say("store.no_disk", why=str(fault)))

    def _replace(self, path: Path) -> None:
        self._place = 0
        self._file, events, aside = replaced(path)
        self._known.update((event.uuid, event) for event in events)
        if aside is not None:
            self._waiting = list(self._known.values())
            facts = {"name": aside.name, "folder": str(aside.parent), "n": len(self._known)}
            self._warn("replaced", say("store.replaced", **facts))
        self._load(self._file)

    def _detach(self) -> None:
        if self._file is not None:
            with contextlib.suppress(sqlite3.Error):
                self._file.close()
        self._file = None
