"""Standard streams that are closed, full, broken, or full of anything, for every command that reads or writes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Final

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.judged import Said, in_order
from tests.assault.texts import hostile
from tests.program import ROOT

COMMANDS: Final = (
    ("batch",),
    ("learn", "tute:2"),
    ("learn",),
    ("practice", "tute", "--new"),
    ("drill", "strange", "--count=2"),
    ("review",),
    ("replay", "-"),
    ("explain", "tute", "-"),
    ("explain", "tute", "trump=S", "hand=KH,2S"),
    ("score", "tute", "-"),
    ("rules", "truc"),
    ("progress", "import", "-"),
    ("progress", "export", "-"),
    ("record", "-"),
    ("games",),
    ("simulate", "tute", "-", "--hands=2", "--jobs=1"),
    ("practice", "truc", "--record", "-"),
    ("practice", "truc", "--watch", "--hands=1", "--level=1"),
    ("--help",),
    ("--version",),
    (),
    ("doctor",),
)
INPUTS: Final = ("given", "closed", "folder", "writing")
OUTPUTS: Final = ("kept", "closed", "full", "gone", "reading")
CLOSED = 141


def _opened(how: str, number: int) -> int | None:
    """What stands for a stream in the child; None if it is to be closed."""
    ways = {
        "folder": ("/", os.O_RDONLY),
        "writing": (os.devnull, os.O_WRONLY),
        "reading": (os.devnull, os.O_RDONLY),
        "full": ("/dev/full", os.O_WRONLY),
    }
    if how in ways:
        return os.open(*ways[how])
    if how == "gone":
        ours, theirs = os.pipe()
        os.close(ours)
        return theirs
    return None if how == "closed" else number


def attempt(given: tuple[tuple[str, ...], str, str, str, bytes]) -> None:
    """No traceback on whatever can still be read, and a status that says whether it could be said."""
    words, into, out, err, text = given

    def shut() -> None:
        """Close streams of the child before it is the program."""
        for number, how in enumerate((into, out, err)):
            if how == "closed":
                os.close(number)

    opened = [_opened(how, subprocess.PIPE) for how in (into, out, err)]
    try:
        child = subprocess.Popen(
            [sys.executable, "-m", "tutor", *words],
            cwd=ROOT,
            stdin=opened[0] or None,
            stdout=opened[1] or None,
            stderr=opened[2] or None,
            preexec_fn=shut,
        )
        said = child.communicate(text if into == "given" else None, timeout=60)
    finally:
        for number in opened:
            if number is not None and number >= 0:
                os.close(number)
    shown = [(part or b"").decode("utf-8", "replace") for part in said]
    in_order(Said(0, *shown))
    usual = {0, 1, 2, 3}
    assert child.returncode in usual | ({CLOSED} if "gone" in (out, err) else set()), (child.returncode, shown)


PART = Part(
    "standard streams that are closed, full, broken or full of anything",
    st.tuples(
        st.sampled_from(COMMANDS),
        st.sampled_from(INPUTS),
        st.sampled_from(OUTPUTS),
        st.sampled_from(OUTPUTS),
        st.lists(hostile(), max_size=6).map(lambda lines: "\n".join(lines).encode("utf-8", "surrogatepass")),
    ),
    attempt,
    short=6,
    long=2_000,
)
