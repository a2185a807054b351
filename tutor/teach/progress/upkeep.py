"""Keep derived progress up to date with the log file, by reading only new events."""

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
"""The number of new events after which the summary is written again."""
MOST_SORTED = 5000
"""The most new events that are sorted in memory; with more, all events are read in order."""
A_STEP = 500
"""The number of events between two progress reports."""


class Upkeep:
    """The progress up to a place in the file, for incremental updates."""

    def __init__(self) -> None:
        self.progress = Progress()
        self._place = self._kept = 0

    def go_on(self, file: LogFile, told: Callable[[int, int], None]) -> None:
        """Update `progress` to the whole file; raises what reading raises.

        If all of it is read, calls `told` with the number of events read and of all.
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
        """Take in new events, if all are later than the known ones; gives whether they were."""
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
        with contextlib.suppress(OSError, sqlite3.Error):  # the summary will be computed again
            file.keep_summary(self._place, summary.written(self.progress))
            self._kept = self._place
