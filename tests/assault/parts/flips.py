"""Bits that flip in the file of the log: one costs nothing, few cost no more events than they hit, and it is said."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.logs import judged, sound


def attempt(flips: list[tuple[int, int]]) -> None:
    """Read, say, go on."""
    data, events = sound()
    changed = bytearray(data)
    for at, bit in flips:
        changed[at % len(data)] ^= 1 << bit
    path = Path("flips") / "progress.sqlite"
    path.parent.mkdir(exist_ok=True)
    for old in path.parent.iterdir():
        old.unlink()
    path.write_bytes(changed)
    judged(path, events, least=len(events) if len(flips) == 1 else len(events) - 2 * len(flips))


SPOTS = st.one_of(
    st.integers(0, 99),  # the header
    st.builds(lambda page, at: 4096 * page + at, st.integers(0, 20), st.integers(0, 99)),  # where tables begin
    st.integers(0, 1 << 20),
)
PART = Part(
    "bits flipped in the file of the log",
    st.one_of(
        st.tuples(st.tuples(SPOTS, st.integers(0, 7))).map(list),
        st.lists(st.tuples(SPOTS, st.integers(0, 7)), min_size=2, max_size=5, unique=True),
    ),
    attempt,
    short=20,
    long=7_000,
)
