"""Ctrl-C, a hang-up or the order to end, at any moment from the first on, in commands that take a while."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Final

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.judged import RAW
from tests.program import ROOT

COMMANDS: Final = (
    ("simulate", "kaiser", "--hands=3000", "--jobs=2"),
    ("simulate", "tute", "--hands=400", "--jobs=1"),
    ("games",),
    ("learn", "tute:2"),
    ("practice", "truc", "--watch"),
    ("check", "lessons/truc"),
    ("explain", "tute", "trump=S", "hand=KH,2S"),
    ("batch",),
    ("drill", "strange"),
    ("export", "truc", "--tsv", os.devnull),
    ("progress",),
    ("practice", "strange", "--new"),
)
SIGNALS: Final = (signal.SIGINT, signal.SIGINT, signal.SIGINT, signal.SIGTERM)
LATE: Final = 20.0
"""Seconds in which a program that has been told to end must have ended."""


def attempt(given: tuple[tuple[str, ...], int, int, bool]) -> None:
    """The program ends soon and without a traceback; only Python itself may show one, before it has come to ours."""
    words, number, delay, twice = given
    child = subprocess.Popen(
        [sys.executable, "-X", "faulthandler", "-m", "tutor", *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        time.sleep(delay / 1000)
        for _ in range(1 + twice):
            os.killpg(child.pid, number)  # as a terminal does: all its processes hear it
            time.sleep(0.02 * twice)
        out, err = (part.decode("utf-8", "replace") for part in child.communicate(timeout=LATE))
    except ProcessLookupError:
        out, err = (part.decode("utf-8", "replace") for part in child.communicate(timeout=LATE))
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
    if "Traceback" in err and f"{ROOT}/tutor/" not in err:
        return
    assert "Traceback" not in out + err, err[-600:]
    assert "Exception ignored" not in err, err[-600:]
    assert not RAW.search(out + err)
    assert child.returncode in {0, 1, 130, -number}, (child.returncode, err[-300:])


PART = Part(
    "Ctrl-C and other signals at any moment",
    st.tuples(
        st.sampled_from(COMMANDS),
        st.sampled_from(SIGNALS),
        st.one_of(st.integers(0, 150), st.integers(0, 3_000)),
        st.booleans(),
    ),
    attempt,
    short=6,
    long=1_000,
)
