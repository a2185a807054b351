"""What shows on the screen while an answer takes long: a sign, and no keys that are typed meanwhile."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any, Final, TextIO

from tutor.ui.write import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

AFTER: Final = 0.7
"""Seconds before the sign is shown; most answers come sooner."""
SIGN: Final = "One moment ..."


class BusySign:
    """Shows `SIGN` on `out` if the block that it is entered for takes longer than `AFTER`; gone when that ends."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self._lock = Lock()
        self._timer: Timer | None = None
        self._shown = False

    def __enter__(self) -> BusySign:
        self._timer = Timer(AFTER, self._show)
        self._timer.daemon = True
        self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the sign away, and let it not come any more."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._shown:
                self._shown = False
                say("\b" * len(SIGN) + " " * len(SIGN) + "\b" * len(SIGN), self.out)

    def _show(self) -> None:
        with self._lock:
            if self._timer is not None:
                self._shown = True
                say(SIGN, self.out)


@contextmanager
def unechoed(source: TextIO) -> Iterator[None]:
    """Let the terminal `source` not show what is typed while nobody reads it; the prompt shows it."""
    before, modes = _modes(source)
    try:
        yield
    finally:
        if before is not None:
            with suppress(OSError, ValueError, modes.error):
                modes.tcsetattr(source.fileno(), modes.TCSANOW, before)


def _modes(source: TextIO) -> tuple[list[Any] | None, Any]:
    """The modes of a terminal before it was told not to echo, and the module for them; None where there are none."""
    try:
        import termios
    except ImportError:  # on Windows, where nothing is echoed that nobody reads
        return None, None
    try:
        before = termios.tcgetattr(source.fileno())
        echo = before[3] & ~termios.ECHO
        termios.tcsetattr(source.fileno(), termios.TCSANOW, [*before[:3], echo, *before[4:]])
    except (OSError, ValueError, termios.error):  # no terminal
        return None, termios
    return before, termios
