"""What follows from the file of the log, kept up to date without reading all of it again."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING

from tutor.teach.progress import summary
from tutor.teach.progress.derived import Progress
from tutor.teach.progress.events import ordered

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor.teach.progress.logfile import LogFile

OFTEN = 200
"""Events after which the summary is written down anew."""
MOST_SORTED = 5000
"""New events that are sorted in memory; with more, all are read in order."""
A_STEP = 500
"""Events after which it is told how many are read."""


class Upkeep:
    """The progress up to a place in the file, and how to go on from there."""

    def __init__(self) -> None:
        self.progress = Progress()
        self._place = self._kept = 0

    def go_on(self, file: LogFile, told: Callable[[int, int], None]) -> None:
        """Have `progress` say what follows from the whole file; raises what reading raises.

        Where all of it is read anew, `told` hears how many events are read, and of how many.
        """
        if not self._place:
            self._begin(file)
        there = file.count()
        if there == self._place:
            return
        if not self._added(file, there):
            progress = Progress()
            for done, event in enumerate(file.in_order(), 1):
                progress.take(event)
                if there > MOST_SORTED and (not done % A_STEP or done == there):
                    told(done, there)
            self.progress, self._place, self._kept = progress, there, -OFTEN
        if self._place - self._kept >= OFTEN and self._place >= OFTEN:
            self._keep(file)

    def _begin(self, file: LogFile) -> None:
        place, kept = file.summary()
        found = summary.read(kept)
        if found is not None:
            self.progress, self._place, self._kept = found, place, place

    def _added(self, file: LogFile, there: int) -> bool:
        """Take in what is new, if all of it happened after what is known."""
        if not 0 < there - self._place <= MOST_SORTED:
            return False
        tail = list(file.since(self._place))
        events = ordered(event for _, event in tail)
        if events[0].placed < self.progress.last:
            return False
        for event in events:
            self.progress.take(event)
        self._place = tail[-1][0]
        return True

    def _keep(self, file: LogFile) -> None:
        self.progress.schedule.settle()
        with contextlib.suppress(OSError, sqlite3.Error):  # then it is worked out again the next time
            file.keep_summary(self._place, summary.written(self.progress))
            self._kept = self._place
