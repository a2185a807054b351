"""How fast this machine is now: a loop of plain Python, by which runs on different machines can be compared."""

from __future__ import annotations

import platform
import statistics
import time
from typing import Any

LOOPS = 2_000_000


def spin() -> float:
    """Seconds of the processor for `LOOPS` additions."""
    begun = time.process_time()
    total = 0
    for number in range(LOOPS):
        total += number
    return time.process_time() - begun


def measure(rounds: int) -> dict[str, Any]:
    """The median of so many loops, and which Python did it."""
    return {"python": platform.python_version(), "spin_s": round(statistics.median(spin() for _ in range(rounds)), 4)}
