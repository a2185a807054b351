"""Lessons of strangers in a process of their own, which may take so much time and memory and no more.

A sentence of a lesson pays for what it does (`meter`), so this is the second wall: whatever else a file makes slow or
large ends that process, and we say so. Time is counted by the system, or, where it cannot, waited for; memory is
bounded where the system can.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from importlib import import_module
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.teach.conversation.session import Reply, Status, Word
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from multiprocessing.connection import Connection

resource: Any
try:
    import resource
except ImportError:  # Windows
    resource = None

SECONDS: Final = 5
"""Seconds of work that proving a lesson, or one answer of it, may take."""
THOROUGH: Final = 20
"""The same for `tutor check`, which takes a lesson in every way."""
WAIT: Final = 6
"""Times as long as that we wait, where the system counts seconds of work: others may keep the machine busy."""
MEGABYTES: Final = 120
"""Memory that a lesson may take, besides the 80 that the program takes anyway."""


class TooMuch(RuntimeError):
    """A lesson took more time or memory than it may; its process is gone."""


class Apart:
    """A process of its own that calls functions for us, each within limits; it begins with the first call."""

    def __init__(self, seconds: int = SECONDS) -> None:
        self.seconds = seconds
        self._process: Any = None
        self._line: Connection | None = None
        self._calls = 0
        self._owner = os.getpid()

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        """What `function` gives there. Raises `TooMuch`; a fault of ours there is a RuntimeError here."""
        if self._owner != os.getpid():  # a fork of ours has the line, but the process is not its child
            self._process, self._line, self._owner = None, None, os.getpid()
        try:
            line = self._line or self._begun()
            self._calls += 1
            line.send((self._calls, function, args, self.seconds))
            done, value = self._answer(line)
        except (EOFError, OSError):
            raise self._ended() from None
        if not done:
            raise RuntimeError(value)
        return value

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None

    def _begun(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        if not self._line.poll(self.seconds * WAIT):  # it says when it is there
            raise EOFError
        self._line.recv()
        return self._line

    def _answer(self, line: Connection) -> tuple[bool, Any]:
        """What the last call came to; whatever a call came to that was broken off is passed over."""
        if not line.poll(self.seconds * WAIT if resource is not None else self.seconds):
            raise EOFError
        number, done, value = line.recv()
        return (done, value) if number == self._calls else self._answer(line)

    def _ended(self) -> TooMuch:
        """What there is to say of a process that ended, or must."""
        self.close()
        return TooMuch(say("course.too_much", seconds=self.seconds, megabytes=MEGABYTES + 80))


def _serve(line: Connection) -> None:
    """The process: it answers calls until nobody asks any more."""
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    import_module("tutor.teach.check.lesson")  # what is always needed is there before memory is counted
    _limit_memory()
    try:
        line.send("here")
        while True:
            number, function, args, seconds = line.recv()
            _limit_time(seconds)
            line.send((number, *_done(function, args)))
    except (EOFError, OSError, MemoryError):  # nobody asks any more, or nothing more can be relied on
        os._exit(1)


def _done(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[bool, Any]:
    """What a call gives, or what it raised; MemoryError is raised."""
    try:
        return True, function(*args)
    except MemoryError:
        raise
    except Exception as why:
        return False, f"{type(why).__name__}: {why}"


def _limit_memory() -> None:
    if resource is None:
        return
    with contextlib.suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        most = pages * resource.getpagesize() + MEGABYTES * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _limit_time(seconds: int) -> None:
    if resource is None:
        return
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(time.process_time()) + seconds, most))


# -- a lesson there ------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """A reply, and how the session stands after it."""

    reply: Reply
    prompt: str
    status: Status
    words: tuple[Word, ...]
    faults: int
    names: Mapping[str, str]


class Bounded:
    """The session of a stranger's lesson, held in a process of its own; raises `NoLesson` if the lesson is not good."""

    def __init__(self, path: Path, store: Path | None) -> None:
        from tutor.teach.lessons.course import NoLesson

        self._apart = Apart()
        try:
            found = self._apart.call(_open, path, store)
        except TooMuch as why:
            raise NoLesson([str(why)], broken=True) from None
        if isinstance(found, list):
            self._apart.close()
            raise NoLesson(found, broken=True)
        self._now: Shown = found

    def begin(self) -> Reply:
        """The opening words."""
        return self._asked("begin")

    def tell(self, line: str) -> Reply:
        """Answer one line; the conversation is over if that takes too much."""
        return self._asked("tell", line)

    def leave(self) -> Reply:
        """Said when the learner leaves early."""
        return self._asked("leave")

    def _asked(self, what: str, *args: str) -> Reply:
        from tutor.teach.text.doc import Para

        try:
            self._now = self._apart.call(_told, what, *args)
        except TooMuch as why:
            return Reply((Para(str(why), "bad"),), over=True)
        if self._now.reply.over:
            self._apart.close()
        return self._now.reply

    @property
    def prompt(self) -> str:
        """What the prompt says."""
        return self._now.prompt

    @property
    def status(self) -> Status:
        """What the toolbar shows."""
        return self._now.status

    @property
    def faults(self) -> int:
        """Wrong answers so far."""
        return self._now.faults

    @property
    def names(self) -> Mapping[str, str]:
        """What seats are called now."""
        return self._now.names

    def words(self) -> tuple[Word, ...]:
        """What completion may offer."""
        return self._now.words


_session: Any = None
"""The session of this process, if it is one that holds a stranger's lesson."""


def _open(path: Path, store: Path | None) -> Shown | list[str]:
    """Prove a lesson and hold it ready; its faults if it has any."""
    global _session
    from tutor.teach.lessons.course import NoLesson, foreign
    from tutor.teach.progress.store import Store

    try:
        _session = foreign(path, Store(store))
    except NoLesson as why:
        return list(why.faults)
    return _shown(Reply(()))


def _told(what: str, *args: str) -> Shown:
    return _shown(getattr(_session, what)(*args))


def _shown(reply: Reply) -> Shown:
    held = _session
    return Shown(reply, held.prompt, held.status, held.words(), held.faults, dict(held.names))


def proven(path: Path) -> Any:
    """What is found in a lesson's file, with everything that is wrong with it; for a process of its own."""
    from tutor.teach.check.diagnostics import Diagnostics
    from tutor.teach.check.lesson import check_lesson

    findings = Diagnostics()
    check_lesson(findings, path, own=False, thorough=True)
    return findings
