"""The program run with anything, and what must hold of everything it says: in this process, or in one of its own."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from unittest import mock

from tests.program import ROOT
from tutor import cli

if TYPE_CHECKING:
    from collections.abc import Mapping

STATUSES: Final = frozenset({0, 1, 2, 3, 130})
"""What the contract has; 141 and 1 for writing are judged where somebody stops reading."""
LONGEST: Final = 1_000
"""Characters of one line of complaint."""
MOST: Final = 8_000
"""Characters of all complaints together."""
RAW: Final = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\ue000-\uf8ff]"
)
"""What moves a cursor, turns a line round or cannot be seen, and must never come out as it came in."""


_IMPOSSIBLE: Final = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Halves of characters that no argument has: bytes that are no UTF-8 come as those between."""


class Said(NamedTuple):
    """How the program ended and what it said."""

    status: int
    out: str
    err: str


def inside(*words: str, stdin: bytes = b"") -> Said:
    """`tutor` with `words` in this process: quick, and all it has learnt stays warm."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8", errors="surrogateescape")
    status = 0
    argv = ["tutor", *(_IMPOSSIBLE.sub("\udcff", word) for word in words)]
    with mock.patch.multiple(sys, argv=argv, stdin=given, stdout=out, stderr=err):
        try:
            cli.main()
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else 0 if left.code is None else 1
    for stream in (out, err):
        stream.flush()
    return Said(status, *(stream.buffer.getvalue().decode("utf-8", "replace") for stream in (out, err)))


def outside(*words: str, stdin: bytes | int | None = b"", limit: float = 60, **more: Any) -> Said:
    """`tutor` with `words` in a process of its own."""
    env = {**os.environ, **more.pop("env", {})}
    fed: dict[str, Any] = {"stdin": stdin} if isinstance(stdin, int | None) else {"input": stdin}
    got = subprocess.run(
        [sys.executable, "-m", "tutor", *words],
        capture_output=True,
        check=False,
        timeout=limit,
        cwd=ROOT,
        env=env,
        **fed,
        **more,
    )
    return Said(got.returncode, *(part.decode("utf-8", "replace") for part in (got.stdout, got.stderr)))


def in_order(said: Said, statuses: frozenset[int] = STATUSES) -> None:
    """Nothing of a traceback, nothing raw, nothing endless, a status of the contract; AssertionError says what not."""
    for stream in (said.out, said.err):
        assert "Traceback (most recent" not in stream, stream[-300:]
        assert "Exception ignored" not in stream, stream[-300:]
        hit = RAW.search(stream)
        assert hit is None, f"raw {hit[0]!r} in {stream[max(0, hit.start() - 40) : hit.end() + 40]!r}"
    assert said.status in statuses, f"status {said.status}: {said.err[-300:]}"
    for line in said.err.splitlines():
        assert len(line) <= LONGEST, f"{len(line)} characters in one line: {line[:80]}"
    assert len(said.err) <= MOST, f"{len(said.err)} characters of complaint: {said.err[:80]}"


@contextmanager
def environment(**values: str | None) -> Any:
    """Environment variables for a while; None takes one away."""
    kept: Mapping[str, str] = {name: value for name, value in values.items() if value is not None}
    with mock.patch.dict(os.environ, kept):
        for name, value in values.items():
            if value is None:
                os.environ.pop(name, None)
        yield
