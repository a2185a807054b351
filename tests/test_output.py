"""Finding out what an output can show, and writing to it whatever becomes of it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.terminal import ROOT
from tutor.cli.shared import Counting
from tutor.ui.render_options import RenderOptions
from tutor.ui.write import CLOSED, prepare, say


class Screen(io.StringIO):
    """A stream that says it is a terminal, in an encoding of its own."""

    def __init__(self, encoding: str = "utf-8", tty: bool = True) -> None:
        super().__init__()
        self.named, self.tty = encoding, tty

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.named

    def isatty(self) -> bool:
        return self.tty


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({}, RenderOptions(80, True, False, "symbols")),
        ({"COLUMNS": "100"}, RenderOptions(100, True, False, "symbols")),
        ({"COLUMNS": "7"}, RenderOptions(40, True, False, "symbols")),
        ({"COLUMNS": "9999"}, RenderOptions(200, True, False, "symbols")),
        ({"COLUMNS": "x"}, RenderOptions(80, True, False, "symbols")),
        ({"NO_COLOR": "1"}, RenderOptions(80, False, False, "symbols")),
        ({"NO_COLOR": ""}, RenderOptions(80, True, False, "symbols")),
        ({"TERM": "dumb"}, RenderOptions(80, False, True, "letters")),
        ({"ACCESSIBLE": "1"}, RenderOptions(80, False, True, "words")),
        ({"ACCESSIBLE": "0"}, RenderOptions(80, True, False, "symbols")),
    ],
)
def test_the_look_is_found_in_the_environment(env: dict[str, str], expected: RenderOptions) -> None:
    assert RenderOptions.detect(Screen(), env) == expected


def test_what_is_asked_for_wins() -> None:
    assert RenderOptions.detect(Screen(tty=False), {}) == RenderOptions(80, False)
    assert RenderOptions.detect(Screen(tty=False), {}, colour=True).colour
    assert not RenderOptions.detect(Screen(), {}, colour=False).colour
    assert RenderOptions.detect(Screen(), {}, plain=True) == RenderOptions(80, False, True, "letters")
    assert RenderOptions.detect(Screen(), {"TERM": "dumb"}, plain=False, suits="symbols") == RenderOptions(
        80, False, False, "symbols"
    )
    assert RenderOptions.detect(Screen(), {"ACCESSIBLE": "1"}, suits="letters").suits == "letters"
    assert RenderOptions.detect(Screen("ascii"), {}).suits == "letters"
    assert RenderOptions.detect(Screen("latin-1"), {}, suits="symbols").suits == "letters"
    assert RenderOptions.detect(Screen("no-such-encoding"), {}).suits == "letters"
    assert RenderOptions.detect(Screen(), {"COLUMNS": "100"}, width=60, four_colour=True) == RenderOptions(
        60, True, four_colour=True
    )
    closed = Screen()
    closed.close()
    assert RenderOptions.detect(closed, {}) is not None


class Broken(io.StringIO):
    """A stream whose writes fail."""

    def __init__(self, fault: OSError) -> None:
        super().__init__()
        self.fault = fault

    def write(self, text: str) -> int:
        raise self.fault


def test_writing_survives_its_reader(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as gone:
        say("x", Broken(BrokenPipeError(32, "Broken pipe")))
    assert gone.value.code == CLOSED
    with pytest.raises(SystemExit) as full:
        say("x", Broken(OSError(28, "No space left on device")))
    assert full.value.code == 1 and capsys.readouterr().err == "tutor: cannot write: No space left on device\n"
    say("printed\r\n")
    assert capsys.readouterr().out == "printed\n"


def test_writing_what_the_encoding_lacks() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    say("K♥\r\n", stream)
    assert raw.getvalue() == b"K?\n"
    prepare(stream)
    stream.write("♥")
    stream.flush()
    assert raw.getvalue() == b"K?\n?"


@pytest.mark.parametrize(("target", "status", "complaint"), [("pipe", CLOSED, b""), ("/dev/full", 1, b"tutor: cannot")])
def test_a_closed_or_full_output_ends_without_a_traceback(target: str, status: int, complaint: bytes) -> None:
    code = "from tutor.ui.write import say\nfor _ in range(20000): say('x' * 50 + chr(10))"
    if target == "pipe":
        reading, writing = os.pipe()
        os.close(reading)
    elif os.path.exists(target):  # noqa: PTH110
        writing = os.open(target, os.O_WRONLY)
    else:
        pytest.skip(f"no {target} here")
    try:
        done = subprocess.run(
            [sys.executable, "-c", code], stdout=writing, stderr=subprocess.PIPE, cwd=ROOT, timeout=30
        )
    finally:
        os.close(writing)
    assert done.returncode == status and done.stderr.startswith(complaint) and b"Traceback" not in done.stderr


def ran(command: str, home: Path, stream: str, path: str, how: int) -> subprocess.CompletedProcess[str]:
    """The program with one `stream` of it being `path`, opened `how`; what it says on the others."""
    opened = os.open(path, how)
    streams: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, stream: opened}
    try:
        return subprocess.run(
            [sys.executable, "-m", "tutor", *command.split()],
            **streams,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            timeout=60,
            text=True,
            env={**os.environ, "TUTOR_HOME": str(home)},
        )
    finally:
        os.close(opened)


@pytest.mark.parametrize("command", ["--help", "--version", "practice --help"])
@pytest.mark.parametrize(("path", "how"), [("/dev/full", os.O_WRONLY), (os.devnull, os.O_RDONLY)])
def test_help_that_cannot_be_written_says_so(command: str, path: str, how: int, tmp_path: Path) -> None:
    """Onto a full disk, and into a stream that is open for reading only."""
    if not Path(path).exists():
        pytest.skip(f"no {path}")
    done = ran(command, tmp_path, "stdout", path, how)
    assert done.returncode == 1 and done.stderr.startswith("tutor: cannot write: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["batch", "explain tute -", "replay -", "progress import -"])
def test_input_that_cannot_be_read_ends_in_a_sentence(command: str, tmp_path: Path) -> None:
    """Standard input is open for writing only."""
    done = ran(command, tmp_path, "stdin", os.devnull, os.O_WRONLY)
    assert done.returncode == 3 and done.stdout == ""
    assert done.stderr.startswith("tutor: standard input: cannot be read (") and len(done.stderr.splitlines()) == 1


def test_a_conversation_that_cannot_listen_ends_as_at_its_end(tmp_path: Path) -> None:
    done = ran("practice tute --new", tmp_path, "stdin", os.devnull, os.O_WRONLY)
    assert done.returncode == 0 and "Nothing was played yet." in done.stdout and done.stderr == ""


def test_long_work_is_counted_for_somebody_who_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    for tty, of in ((True, 1200), (True, None), (False, 1200)):
        screen = Screen(tty=tty)
        monkeypatch.setattr(sys, "stderr", screen)
        with Counting(lambda: "Reading") as counting:
            assert list(counting.each(range(1200), of)) == list(range(1200))
        assert ("Reading" in screen.getvalue()) is tty
        assert ("1000" in screen.getvalue()) is tty
        assert ("1200/1200" in screen.getvalue()) is (tty and of is not None)
