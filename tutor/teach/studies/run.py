"""Play the hands of a study, in local processes or by any executor; partial results when interrupted."""

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
"""The least number of parts of the work for each worker, which keeps waits at the end and at interrupts short."""
MOST: Final = 50
"""The most hands in one part."""
LOOK: Final = 0.2
"""Seconds between two checks for an interrupt."""

Progress = Callable[[int], None]
"""Called with the number of hands done since the last call."""
Part = tuple[int, ...]
"""The numbers of the hands in one part of the work."""


class Stopped(KeyboardInterrupt):
    """The study was interrupted; `tallies` are the results so far."""

    def __init__(self, tallies: list[StudyTally]) -> None:
        super().__init__()
        self.tallies = tallies


class Missing(RuntimeError):
    """Some hands could not be played, as their processes died; `tallies` are the results of the others."""

    def __init__(self, tallies: list[StudyTally]) -> None:
        super().__init__()
        self.tallies = tallies


def study(
    question: StudyQuestion, hands: int, jobs: int, progress: Progress, executor: Executor | None = None
) -> list[StudyTally]:
    """The tallies of hands 0, 1, 2 … of the question, played by `executor`, by default `jobs` processes.

    The result does not depend on the executor. Raises `Stopped` when interrupted, `Missing` if hands are lost.
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
    """The results so far, and whether the user has interrupted."""

    def __init__(self, question: StudyQuestion, progress: Progress) -> None:
        self.question, self.progress = question, progress
        self.done: list[StudyTally] = []
        self.interrupted = False

    def enough(self) -> bool:
        """Whether the study has been interrupted."""
        return self.interrupted

    def at_home(self, parts: list[Part], jobs: int) -> list[Part]:
        """Play the parts in local processes; gives those that failed.

        If a process dies, the parts not begun go to new ones; those in progress are tried once more, each in a process
        of its own.
        """
        left = self._pooled(parts, jobs)
        if left and not self.enough():
            left = self._pooled(left, jobs)
        lost: list[Part] = []
        for part in left:
            lost += self._pooled([part], 1)
        return lost

    def _pooled(self, parts: list[Part], jobs: int) -> list[Part]:
        """Play the parts in `jobs` processes; gives those that were not finished."""
        if self.enough():
            return parts
        pool = ProcessPoolExecutor(min(jobs, len(parts)), initializer=_deaf)
        left = self.shared(pool, parts)
        if self.enough():
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():  # their results are not needed any more
                process.terminate()
        pool.shutdown()
        return left

    def shared(self, executor: Executor, parts: list[Part]) -> list[Part]:
        """Play the parts by `executor`; gives those that were not finished."""
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
    """Within this context Ctrl-C only marks the work as interrupted, instead of raising."""

    def heard(*_: object) -> None:
        work.interrupted = True

    try:
        before = signal.signal(signal.SIGINT, heard)
    except ValueError:  # not the main thread, which alone receives Ctrl-C
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _unborn_deaf() -> Iterator[None]:
    """Within this context processes are started with SIGINT blocked; this one's is delivered at the end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _deaf() -> None:
    """Ignore SIGINT in a worker process."""
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
