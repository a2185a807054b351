"""A real terminal for tests: a program on a pty, its screen as a person would see it.

    with Terminal([sys.executable, "-m", "tutor", "learn", "tute"], columns=40, env={"NO_COLOR": "1"}) as screen:
        screen.ready("tute 1/8> ")
        screen.enter("hint")
        screen.until("trump")
        screen.ready("tute 1/8> ")
        assert screen.finish(CTRL_D) == 0

Nothing here sleeps: `until` reads until the text is on the screen and fails with the screen after 15 seconds.
Wait for the prompt before pressing keys: between two prompts a terminal is not in the program's hands, and takes
Ctrl-C and Ctrl-D for itself. The screen answers the program's question where its cursor is, without which no
toolbar is drawn.
"""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pexpect
import pyte

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 15.0
UP, DOWN, RIGHT, LEFT, TAB, CTRL_C, CTRL_D = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\t", "\x03", "\x04"
F1, F2 = "\x1bOP", "\x1bOQ"


class Terminal:
    """A program on a terminal of `columns` x `rows`.

    `env` adds to (None removes from) a clean environment with colours and UTF-8; without `answers` the terminal keeps
    silent when asked where its cursor is.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        columns: int = 80,
        rows: int = 24,
        env: Mapping[str, str | None] | None = None,
        cwd: str | Path = ROOT,
        answers: bool = True,
    ) -> None:
        kept = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "ACCESSIBLE", "COLUMNS", "LINES"}}
        wanted: dict[str, str | None] = {
            **kept,
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
            **(env or {}),
        }
        self.screen = pyte.HistoryScreen(columns, rows, history=5000, ratio=0.5)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.child: Any = pexpect.spawn(
            command[0],
            list(command[1:]),
            dimensions=(rows, columns),
            env={k: v for k, v in wanted.items() if v is not None},
            cwd=str(cwd),
            timeout=LIMIT,
            echo=True,
        )
        self.child.delaybeforesend = None
        if answers:
            self.screen.write_process_input = self.child.send  # type: ignore[method-assign, assignment]

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.child.close(force=True)

    def send(self, keys: str) -> None:
        """Press keys (see the names above)."""
        self.child.send(keys)

    def enter(self, line: str) -> None:
        """Type a line and Enter."""
        self.send(line + "\r")

    def pump(self, seconds: float = 0.05) -> bool:
        """Take in what the program has written; False once it has ended."""
        try:
            data = self.child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self.stream.feed(data)
        return True

    def until(self, wanted: str | Callable[[Terminal], object], limit: float = LIMIT) -> None:
        """Wait until a text is on the screen, or a function of this says yes; fails with the screen if not in time."""
        end = time.monotonic() + limit
        alive = True
        while True:
            if wanted in "\n".join(self.screen.display) if isinstance(wanted, str) else wanted(self):
                return
            if not alive or time.monotonic() > end:
                why = "the program ended" if not alive else f"not within {limit:g} s"
                raise AssertionError(f"{wanted!r}: {why}; the screen:\n{self.text}\n--- raw ---\n{self.raw[-2000:]!r}")
            alive = self.pump()

    def ready(self, prompt: str) -> None:
        """Wait until the cursor stands after `prompt` (with its blank) at the beginning of a row."""

        def waits(self: Terminal) -> bool:
            cursor = self.screen.cursor
            return bool(cursor.x == len(prompt) and self.screen.display[cursor.y].rstrip() == prompt.rstrip())

        self.until(waits)

    def finish(self, keys: str = "") -> int:
        """Press `keys`, wait for the program's end and give its exit status (128 + n if signal n ended it)."""
        if keys:
            self.send(keys)
        end = time.monotonic() + LIMIT
        while self.pump():
            assert time.monotonic() < end, f"the program did not end; the screen:\n{self.text}"
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else 128 + self.child.signalstatus)

    def resize(self, columns: int, rows: int | None = None) -> None:
        """Change the window; the program is told as by a real terminal."""
        rows = rows or self.screen.lines
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    @property
    def rows(self) -> list[str]:
        """The rows of the screen, without blanks at their ends."""
        return [row.rstrip() for row in self.screen.display]

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.rows).rstrip()

    @property
    def log(self) -> str:
        """Everything the program wrote since it started, escape sequences taken out."""
        return re.sub(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|[()][A-Z0-9]|[=>78])", "", self.raw.decode("utf-8", "replace"))
