"""Every kind of command on every kind of terminal, and what may happen to one: interrupts, full disks, closed doors.

The commands are the real ones, on a pty or a pipe. Each must end with the exit status of the contract, without a
traceback, without escape sequences where none are wanted, and with no line wider than the window.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

import pytest

from tests.tables import LONG
from tests.terminal import CTRL_C, CTRL_D, ROOT, Terminal
from tutor.teach.progress.events import LogEvent
from tutor.teach.progress.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

pytestmark = pytest.mark.pty
TUTOR = (sys.executable, "-m", "tutor")
POSITION = ("trump=S", "trick=KH,4H", "hand=AH,2H,3S")
COMMANDS = {
    "learn": ("learn", "tute:3"),
    "practice": ("practice", "tute", "--seed", "1", "--level", "1"),
    "drill": ("drill", "tute", "--clause", "tute.play.head", "--count", "2", "--seed", "1"),
    "review": ("review",),
    "explain": ("explain", "tute", *POSITION),
    "rules": ("rules", "tute"),
}
TALKS = ("learn", "practice", "drill", "review")
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
TERMINALS: dict[str, tuple[int, dict[str, str], tuple[str, ...]]] = {
    "80 columns": (80, {}, ()),
    "40 columns": (40, {}, ()),
    "NO_COLOR": (80, {"NO_COLOR": "1"}, ()),
    "TERM=dumb": (80, {"TERM": "dumb"}, ()),
    "ASCII locale": (80, ASCII, ()),
    "--plain": (80, {}, ("--plain",)),
}
"""Columns, environment, options."""
PATIENCE = 40.0
"""Seconds that a busy machine may take."""
SOON = 8.0
"""Seconds after which a key that had no effect is pressed once more."""
PROMPT = re.compile(r"\S[^>\n]{0,40}> ")
STYLE = re.compile(rb"\x1b\[[0-9;]*m|\x1b\[\?[0-9]+[hl]")
COLOUR = re.compile(rb"\x1b\[[0-9;]*[349][0-9](;[0-9;]*)?m")
READLINE = re.compile(rb"\x1b\[\?2004[hl]")
"""What the system's line editing asks a terminal for; nothing of it is seen."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A learner's folder in which rules are due."""
    store = open_store(tmp_path / "home", clock=lambda: datetime(2020, 1, 1, tzinfo=UTC))
    for clause in ("tute.play.head", "tute.play.follow"):
        store.add(LogEvent("answer", "tute", clause=clause, result="again"))
    store.close()
    return tmp_path / "home"


@contextmanager
def opened(
    command: str, home: Path, columns: int = 80, env: dict[str, str] | None = None, options: tuple[str, ...] = ()
) -> Iterator[Terminal]:
    with Terminal(
        [*TUTOR, *options, *COMMANDS[command]],
        columns=columns,
        rows=50,
        env={"TUTOR_HOME": str(home), "PAGER": "cat", **(env or {})},
    ) as screen:
        yield screen


def asked(screen: Terminal) -> None:
    """Wait until the program waits for a line: the cursor stands behind a prompt and nothing else."""

    def waits(at: Terminal) -> bool:
        row = at.rows[at.screen.cursor.y] + " "
        return bool(PROMPT.fullmatch(row)) and at.screen.cursor.x == len(row)

    screen.until(waits, PATIENCE)


def told(screen: Terminal, line: str) -> None:
    """Type a line, and wait until it is answered and the next one is asked for."""
    asked(screen)
    screen.send(line)
    screen.until(f"> {line}", PATIENCE)
    screen.send("\r")
    asked(screen)


def cells(text: str) -> int:
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def too_wide(written: bytes, columns: int) -> list[str]:
    """Lines that do not fit; those that are drawn by moving the cursor (the prompt, the toolbar) draw themselves."""
    found = []
    for line in written.replace(b"\r", b"").split(b"\n"):
        text = STYLE.sub(b"", line).decode("utf-8", "replace")
        if "\x1b" not in text and "\x08" not in text and not PROMPT.match(text) and cells(text) > columns:
            found.append(text)
    return found


@pytest.mark.parametrize("terminal", list(TERMINALS)[:: 1 if LONG else 2])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_on_every_terminal(command: str, terminal: str, home: Path) -> None:
    columns, env, options = TERMINALS[terminal]
    with opened(command, home, columns, env, options) as screen:
        if command in TALKS:
            told(screen, "hint")
            assert "Hint 1 of" in screen.text
        assert screen.finish(CTRL_D if command in TALKS else "") == 0
        assert "Traceback" not in screen.log
        assert not too_wide(screen.raw, columns)
        if terminal in ("NO_COLOR", "TERM=dumb", "--plain"):
            assert not COLOUR.search(screen.raw)
        if terminal in ("TERM=dumb", "--plain"):
            assert b"\x1b" not in READLINE.sub(b"", screen.raw)
        if terminal == "ASCII locale":
            assert screen.log.isascii()
        if terminal == "80 columns" and command == "explain":
            assert COLOUR.search(screen.raw), "a terminal that has colours gets them"
        assert "K♥" in screen.log or "KH" in screen.log or command != "explain"


def piped(
    *words: str,
    home: Path | str,
    stdin: str = "",
    shell: str = "",
    limit: bool = False,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """The program without a terminal; `shell` goes behind it, with `limit` it cannot write to any file."""
    command = ["sh", "-c", f'"$0" "$@" {shell}', *TUTOR, *words] if shell else [*TUTOR, *words]
    return subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=ROOT,
        preexec_fn=(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))) if limit else None,
        env={k: v for k, v in os.environ.items() if k != "COLUMNS"} | {"TUTOR_HOME": str(home), **(env or {})},
    )


@pytest.mark.parametrize("columns", ["80", "40"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_in_a_pipe(command: str, columns: str, home: Path) -> None:
    got = piped(*COMMANDS[command], home=home, stdin="hint\nnonsense\n", env={"COLUMNS": columns})
    assert got.returncode in ((0, 1) if command in TALKS else (0,)), got.stderr
    assert got.stderr == ""
    assert "\x1b" not in got.stdout
    assert "\r" not in got.stdout
    assert not too_wide(got.stdout.encode(), int(columns))
    assert len(got.stdout.splitlines()) > 5


@pytest.mark.parametrize(
    "words",
    [
        COMMANDS["explain"],
        ("score", "tute", "won.P1+P3=AS,3S", "trump=S", "last=P1"),
        ("games",),
        ("compare", "tute", "botifarra"),
        ("progress",),
        ("check", str(ROOT / "tests/lessons/good/wide.toml")),
    ],
    ids=lambda words: words[0],
)
def test_json_is_json_wherever_it_goes(words: tuple[str, ...], home: Path) -> None:
    got = piped(*words, "--json", home=home, env={"COLUMNS": "40", **ASCII})
    assert got.stdout.isascii()
    if got.returncode == 3:  # what was asked could not be read: then nothing is answered
        assert not got.stdout
        assert got.stderr.startswith("tutor: ")
        return
    assert got.returncode == 0
    assert json.loads(got.stdout)
    assert len(got.stdout.splitlines()) == 1
    with Terminal([*TUTOR, *words, "--json"], columns=40, env={"TUTOR_HOME": str(home)}) as screen:
        assert screen.finish() == 0
        assert b"\x1b" not in screen.raw


# -- what may happen -----------------------------------------------------------------------------------


@pytest.mark.parametrize("terminal", ["80 columns", "--plain"])
@pytest.mark.parametrize("command", TALKS)
def test_an_interrupt_and_another_window_in_a_question(command: str, terminal: str, home: Path) -> None:
    columns, env, options = TERMINALS[terminal]
    with opened(command, home, columns, env, options) as screen:
        asked(screen)
        screen.send("half a line")
        screen.until("> half a line", PATIENCE)
        screen.send(CTRL_C)
        try:
            screen.until("To leave, press Ctrl-D", SOON)
        except AssertionError:  # the system's line editing sleeps through a signal that comes right after a key
            screen.send(CTRL_C)
            screen.until("To leave, press Ctrl-D", PATIENCE)
        asked(screen)
        screen.resize(50)
        before = len(screen.raw)
        told(screen, "help")
        assert len(screen.raw) > before + 500
        assert not too_wide(screen.raw[before:], 50)
        assert screen.finish(CTRL_D) == 0
        assert "Traceback" not in screen.log


@pytest.mark.parametrize("command", COMMANDS)
def test_nobody_reads_it(command: str, home: Path) -> None:
    """The reader of a pipe goes away, or there is no standard output from the beginning."""
    got = piped(*COMMANDS[command], home=home, stdin="hint\n" * 50, shell="| head -n 1")
    assert (got.returncode, got.stderr) == (0, "")
    got = piped(*COMMANDS[command], home=home, shell=">&-")
    assert "Traceback" not in got.stderr
    assert got.stdout == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_a_disk_that_is_full(command: str, home: Path) -> None:
    """What cannot be printed is one line and status 1; what cannot be saved is told, and the conversation goes on."""
    if Path("/dev/full").exists():
        got = piped(*COMMANDS[command], home=home, stdin="hint\n", shell="> /dev/full")
        assert (got.returncode, len(got.stderr.splitlines())) == (1, 1), got.stderr
        assert got.stderr.startswith("tutor: cannot write: ")
    got = piped(*COMMANDS[command], home=home, stdin="hint\n2H\nAH\n", limit=True)
    assert got.returncode in (0, 1), got.stderr
    assert "Traceback" not in got.stderr + got.stdout
    assert len(got.stdout.splitlines()) > 5


@pytest.mark.parametrize("command", COMMANDS)
def test_a_home_that_cannot_be_written(command: str) -> None:
    got = piped(*COMMANDS[command], home="/proc/nowhere", stdin="hint\n")
    assert got.returncode in (0, 1), got.stderr
    assert "Traceback" not in got.stderr + got.stdout
    assert got.stdout
