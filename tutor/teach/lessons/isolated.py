"""Run untrusted lessons in a separate process with limits on time and memory.

This is the second line of defence, after the bounds on single sentences (`meter`): a file that is slow or large in any
other way ends the process, and that is reported. CPU time is limited by the system, elsewhere by waiting; memory is
limited where the system can.
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
"""CPU seconds for proving a lesson, or for one reply."""
THOROUGH: Final = 20
"""The same for `tutor check`, which drives a lesson in every way."""
WAIT: Final = 6
"""The factor for the wait where the system limits CPU time, as the machine may be busy."""
MEGABYTES: Final = 120
"""Memory for a lesson, besides about 80 for the program."""


class TooMuch(RuntimeError):
    """A lesson exceeded its time or memory; its process has been ended."""


class LimitedProcess:
    """A separate process that calls functions within limits; started by the first call."""

    def __init__(self, seconds: int = SECONDS) -> None:
        self.seconds = seconds
        self._process: Any = None
        self._line: Connection | None = None
        self._calls = 0
        self._owner = os.getpid()

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call `function` in the process. Raises `TooMuch`; any other exception there becomes a RuntimeError."""
        if self._owner != os.getpid():  # a fork has the connection, but the process is not its child
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
        if not self._line.poll(self.seconds * WAIT):  # the process reports that it is ready
            raise EOFError
        self._line.recv()
        return self._line

    def _answer(self, line: Connection) -> tuple[bool, Any]:
        """The result of the last call; skips results of interrupted calls."""
        if not line.poll(self.seconds * WAIT if resource is not None else self.seconds):
            raise EOFError
        number, done, value = line.recv()
        return (done, value) if number == self._calls else self._answer(line)

    def _ended(self) -> TooMuch:
        """End the process, and give the exception that says why."""
        self.close()
        return TooMuch(say("course.too_much", seconds=self.seconds, megabytes=MEGABYTES + 80))


def _serve(line: Connection) -> None:
    """The main function of the process: answer calls until the connection closes."""
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    import_module("tutor.teach.check.lesson")  # import what is always needed before memory is limited
    _limit_memory()
    try:
        line.send("here")
        while True:
            number, function, args, seconds = line.recv()
            _limit_time(seconds)
            line.send((number, *_done(function, args)))
    except (EOFError, OSError, MemoryError):  # the connection is closed, or memory is exhausted
        os._exit(1)


def _done(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[bool, Any]:
    """(True, result) of a call, or (False, exception); MemoryError is raised."""
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
    """A reply, with the state of the session after it."""

    reply: Reply
    prompt: str
    status: Status
    words: tuple[Word, ...]
    faults: int
    names: Mapping[str, str]


class IsolatedSession:
    """The session of an untrusted lesson, run in a separate process; raises `NoLesson` if the lesson has faults."""

    def __init__(self, path: Path, store: Path | None) -> None:
        from tutor.teach.lessons.course import NoLesson

        self.shown = None
        self._process = LimitedProcess()
        try:
            found = self._process.call(_open, path, store)
        except TooMuch as why:
            raise NoLesson([str(why)], broken=True) from None
        if isinstance(found, list):
            self._process.close()
            raise NoLesson(found, broken=True)
        self._show(found)

    def begin(self) -> Reply:
        """The opening words."""
        return self._asked("begin")

    def tell(self, line: str) -> Reply:
        """Reply to one line; ends the conversation if that exceeds the limits."""
        return self._asked("tell", line)

    def leave(self) -> Reply:
        """The reply when the learner leaves early."""
        return self._asked("leave")

    def _asked(self, what: str, *args: str) -> Reply:
        from tutor.teach.text.doc import Para

        try:
            reply = self._show(self._process.call(_told, what, *args))
        except TooMuch as why:
            return Reply((Para(str(why), "bad"),), over=True)
        if reply.over:
            self._process.close()
        return reply

    def _show(self, now: Shown) -> Reply:
        """Keep the state of the session for whoever asks, and give the reply."""
        reply, self.prompt, self.status, self._words, self.faults, self.names = now
        return reply

    def words(self) -> tuple[Word, ...]:
        """The entries for completion."""
        return self._words


_session: Any = None
"""In the separate process: the session of the lesson."""


def _open(path: Path, store: Path | None) -> Shown | list[str]:
    """Prove a lesson and begin its session; gives its faults if it has any."""
    global _session
    from tutor.teach.lessons.course import NoLesson, foreign
    from tutor.teach.progress.store import Store

    try:
        _session = foreign(path, Store(store))
    except NoLesson as why:
        return list(why.lines)
    return _shown(Reply(()))


def _told(what: str, *args: str) -> Shown:
    return _shown(getattr(_session, what)(*args))


def _shown(reply: Reply) -> Shown:
    held = _session
    return Shown(reply, held.prompt, held.status, held.words(), held.faults, dict(held.names))


def proven(path: Path) -> Any:
    """The diagnostics of a lesson's file; to be called in a separate process."""
    from tutor.teach.check.diagnostics import Diagnostics
    from tutor.teach.check.lesson import check_lesson

    findings = Diagnostics()
    check_lesson(findings, path, own=False, thorough=True)
    return findings
