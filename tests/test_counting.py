"""Long work shows how far it has come, to somebody who watches; a pipe gets nothing of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from tests.program import ROOT, command

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.pty
GOOD = sorted(map(str, (ROOT / "tests/lessons/good").glob("*.toml")))
LONG = {
    "check": (("check", *GOOD), len(GOOD)),
    "simulate": (("simulate", "kaiser", "--hands", "6", "--jobs", "1", "--seed", "1"), 6),
    "export": (("export", "truc", "--tsv", os.devnull, "--count", "1"), 0),
}


def watched(words: tuple[str, ...], home: Path) -> str:
    """What standard error shows where it is a terminal."""
    ours, theirs = os.openpty()
    env = {**os.environ, "TUTOR_HOME": str(home), "TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(
        [sys.executable, "-m", "tutor", *words],
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    ):
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # the other end is closed
            while part := os.read(ours, 4096):
                shown += part
    os.close(ours)
    return shown.decode("utf-8", "replace")


@pytest.mark.parametrize("name", LONG)
def test_a_count_and_the_time_left(name: str, tmp_path: Path) -> None:
    words, number = LONG[name]
    shown = watched(words, tmp_path)
    counts = re.findall(r"(\d+)/(\d+)", shown)
    assert counts, shown
    assert len({of for _, of in counts}) == 1
    if number:
        assert (str(number), str(number)) in counts
        assert ("0", str(number)) in counts, "before anything is done somebody already sees what there is to do"


def test_nothing_in_a_pipe(tmp_path: Path) -> None:
    assert command(*LONG["simulate"][0], home=tmp_path).stderr == ""
