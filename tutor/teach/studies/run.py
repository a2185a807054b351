"""Playing the hands of a study: here, on all cores, or wherever an executor takes them; what is known when stopped."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from multiprocessing import active_children
from typing import Final

from tutor.teach.studies.hands import Tally, played
from tutor.teach.studies.question import Question

SHARES: Final = 48
"""Parts of the work for each of those who do it, at the least: so nobody waits long at the end, or when stopped."""
MOST: Final = 50
"""Hands in one part at the most."""

Progress = Callable[[int], None]
"""Called with the number of hands that are newly done."""


class Stopped(KeyboardInterrupt):
    """Somebody has had enough; `tallies` are what is known so far."""

    def __init__(self, tallies: list[Tally]) -> None:
        super().__init__()
        self.tallies = tallies


def study(
    question: Question, hands: int, jobs: int, progress: Progress, executor: Executor | None = None
) -> list[Tally]:
    """The tallies of hands 0, 1, 2 … of the question. `executor` is whoever does the work, by default `jobs` processes.

    The same whoever does it. Raises `Stopped` with what is known when it is interrupted.
    """
    if executor is None and jobs == 1:
        return _alone(question, hands, progress)
    pool = executor or ProcessPoolExecutor(jobs, initializer=_deaf)
    size = max(1, min(MOST, hands // (jobs * SHARES)))
    done: list[Tally] = []
    waiting: dict[Future[list[Tally]], int] = {}
    try:
        for first in range(0, hands, size):
            numbers = range(first, min(hands, first + size))
            waiting[pool.submit(played, question, list(numbers))] = len(numbers)
        for future in as_completed(waiting):
            done += future.result()
            progress(waiting[future])
    except KeyboardInterrupt:
        for future in waiting:
            future.cancel()
        if executor is None:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():  # what they are at is of no use to anybody
                process.terminate()
        raise Stopped(done) from None
    if executor is None:
        pool.shutdown()
    return done


def _alone(question: Question, hands: int, progress: Progress) -> list[Tally]:
    done: list[Tally] = []
    try:
        for n in range(hands):
            done += played(question, [n])
            progress(1)
    except KeyboardInterrupt:
        raise Stopped(done) from None
    return done


def _deaf() -> None:
    """Ctrl-C is for the one who asked, not for those who work."""
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
