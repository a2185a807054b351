"""Playing the hands of a study: here, on all cores, or wherever an executor takes them; what is known when stopped."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from multiprocessing import active_children
from typing import TYPE_CHECKING, Final

from tutor.teach.studies.hands import StudyTally, played

if TYPE_CHECKING:
    from tutor.teach.studies.question import StudyQuestion

SHARES: Final = 48
"""Parts of the work for each of those who do it, at the least: so nobody waits long at the end, or when stopped."""
MOST: Final = 50
"""Hands in one part at the most."""
LOOK: Final = 0.2
"""Seconds between two looks whether somebody has had enough."""

Progress = Callable[[int], None]
"""Called with the number of hands that are newly done."""
Part = tuple[int, ...]
"""The numbers of some hands."""


class Stopped(KeyboardInterrupt):
    """Somebody has had enough; `tallies` are what is known so far."""

    def __init__(self, tallies: list[StudyTally]) -> None:
        super().__init__()
        self.tallies = tallies


class Missing(RuntimeError):
    """Whoever played some of the hands died over them, twice; `tallies` are what the others came to."""

    def __init__(self, tallies: list[StudyTally]) -> None:
        super().__init__()
        self.tallies = tallies


def study(
    question: StudyQuestion, hands: int, jobs: int, progress: Progress, executor: Executor | None = None
) -> list[StudyTally]:
    """The tallies of hands 0, 1, 2 … of the question. `executor` is whoever does the work, by default `jobs` processes.

    The same whoever does it. Raises `Stopped` with what is known when it is interrupted, `Missing` if hands are lost.
    """
    if executor is None and jobs == 1:
        return _alone(question, hands, progress)
    size = max(1, min(MOST, hands // (jobs * SHARES)))
    parts = [tuple(range(first, min(hands, first + size))) for first in range(0, hands, size)]
    work = _Work(question, progress)
    with _listening(work):
        lost = work.shared(executor, parts) if executor is not None else work.at_home(parts, jobs)
    if work.enough():
        raise Stopped(work.done)
    if lost:
        raise Missing(work.done)
    return work.done


class _Work:
    """What is done so far, and whether that is enough for whoever asked."""

    def __init__(self, question: StudyQuestion, progress: Progress) -> None:
        self.question, self.progress = question, progress
        self.done: list[StudyTally] = []
        self.interrupted = False

    def enough(self) -> bool:
        """Whether it has been interrupted."""
        return self.interrupted

    def at_home(self, parts: list[Part], jobs: int) -> list[Part]:
        """Have the parts played by processes of our own; those that nobody lived through.

        Where a process has died the rest goes to new ones. What was at work then is played once more, part by part,
        each by a process of its own.
        """
        left = self._pooled(parts, jobs)
        if left and not self.enough():
            left = self._pooled(left, jobs)
        lost: list[Part] = []
        for part in left:
            lost += self._pooled([part], 1)
        return lost

    def _pooled(self, parts: list[Part], jobs: int) -> list[Part]:
        """Have the parts played by so many processes; those that were not."""
        if self.enough():
            return parts
        pool = ProcessPoolExecutor(min(jobs, len(parts)), initializer=_deaf)
        left = self.shared(pool, parts)
        if self.enough():
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():  # what they are at is of no use to anybody
                process.terminate()
        pool.shutdown()
        return left

    def shared(self, executor: Executor, parts: list[Part]) -> list[Part]:
        """Have the parts played by whoever `executor` has; those that were not played."""
        waiting: dict[Future[list[StudyTally]], Part] = {}
        left: list[Part] = []
        with _unborn_deaf():
            for at, part in enumerate(parts):
                try:
                    waiting[executor.submit(played, self.question, list(part))] = part
                except BrokenExecutor:
                    left += parts[at:]
                    break
        while waiting and not self.enough():
            for future in wait(waiting, LOOK, FIRST_COMPLETED).done:
                part = waiting.pop(future)
                try:
                    self.done += future.result()
                except BrokenExecutor:
                    left.append(part)
                else:
                    self.progress(len(part))
        for future in waiting:
            future.cancel()
        return [*left, *waiting.values()]


def _alone(question: StudyQuestion, hands: int, progress: Progress) -> list[StudyTally]:
    done: list[StudyTally] = []
    try:
        for n in range(hands):
            done += played(question, [n])
            progress(1)
    except KeyboardInterrupt:
        raise Stopped(done) from None
    return done


@contextlib.contextmanager
def _listening(work: _Work) -> Iterator[None]:
    """Have Ctrl-C say that it is enough, and not break off whatever is being done in that moment."""

    def heard(*_: object) -> None:
        work.interrupted = True

    try:
        before = signal.signal(signal.SIGINT, heard)
    except ValueError:  # not the main thread: Ctrl-C is not for it
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _unborn_deaf() -> Iterator[None]:
    """Have the processes that are begun meanwhile hear no Ctrl-C from their first moment; ours waits until then."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _deaf() -> None:
    """Ctrl-C is for the one who asked, not for those who work."""
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
