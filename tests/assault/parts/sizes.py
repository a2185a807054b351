"""Inputs that are far too large: arguments, lines, files and streams, to everything that reads one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.judged import in_order, inside

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

PIECES: Final = (
    "KH,",
    "KH+",
    "hand=KH ",
    "a=1 ",
    "(",
    "[",
    '{"a":',
    '"',
    "\\",
    "9",
    "A",
    "\n",
    "\t",
    "# x\n",
    "P1 KH\n",
    "[[step]]\n",
    "♠",
    "\x00",
    "a.b.",
    "- ",
    "=",
    "explain tute trump=S hand=KH\n",
    "option a=1\n",
    "\u202e",
    '{"at": 1},',
    "tutor1:",
    "%7B",
)
HEADS: Final = (
    "",
    "trump=S hand=",
    '{"hand": "',
    "tutor-record 1\n",
    "tutor-record 1\ngame tute\n",
    "tutor1:",
    'format = 1\ngame = "tute"\n',
    '{"schema": "tutor.progress/1", "events": [',
    "explain tute ",
)
READERS: Final = (
    ("explain", "tute", "@large"),
    ("explain", "tute", "-"),
    ("score", "tute", "@large"),
    ("batch",),
    ("replay", "large"),
    ("replay", "-"),
    ("learn", "./large"),
    ("check", "large"),
    ("record", "large"),
    ("progress", "import", "large"),
    ("practice", "tute", "--deal", "large"),
    ("practice", "tute", "--record", "large"),
    ("drill", "strange", "--count=1"),
    ("learn", "tute:2"),
    ("simulate", "tute", "@large", "--hands=2", "--jobs=1"),
    ("explain", "{}"),
    ("explain", "tute", "{}"),
    ("explain", "tute", "trump=S", "hand=KH", "--move", "{}"),
    ("rules", "tute", "{}"),
    ("learn", "{}"),
    ("drill", "tute", "--clause", "{}"),
    ("practice", "tute", "--names", "{}"),
    ("practice", "tute", "--option", "{}"),
    ("replay", "tutor1:{}"),
    ("games", "{}"),
    ("{}",),
)
ARGUMENT: Final = 100_000
"""Characters that systems let an argument have."""
ANSWERING: Final = frozenset({"batch", "learn", "drill"})
"""Commands that answer every line of what they are given."""
ANSWERED: Final = 30_000
"""Characters of questions, each of which is answered."""
MEGABYTES: Final = 250
"""Memory that may come on top of what this process has had; an answer to the largest input stays far below."""


def _peak() -> float:
    """Megabytes that this process has had at the most."""
    if resource is None:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def attempt(given: tuple[tuple[str, ...], str, str, int]) -> None:
    """It is refused or answered, shortly, and memory does not grow with it."""
    words, head, piece, size = given
    if words[0] in ANSWERING and piece.endswith("\n"):
        size = min(size, ANSWERED)
    text = head + piece * (size // len(piece))
    raw = text.encode("utf-8")
    Path("large").write_bytes(raw)
    short = text.replace("\x00", "")[:ARGUMENT]
    before = _peak()
    in_order(inside(*(word.replace("{}", short) for word in words), stdin=raw))
    assert _peak() - before < MEGABYTES, f"{_peak() - before:.0f} MB"


def _sizes() -> st.SearchStrategy[Any]:
    return st.one_of(st.integers(1_000, 60_000), st.integers(60_000, 3_000_000))


PART = Part(
    "inputs far too large, for everything that reads one",
    st.tuples(st.sampled_from(READERS), st.sampled_from(HEADS), st.sampled_from(PIECES), _sizes()),
    attempt,
    short=12,
    long=3_000,
)
