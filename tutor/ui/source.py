"""Reading what people hand over: files, standard input, lines of a batch. Bounded, and never a traceback."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from tutor.kernel.echo import short
from tutor.kernel.faults import UserFault
from tutor.teach.text.marks import cleaned

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST: Final = 1_000_000
"""Characters a file or standard input may have."""


class UnreadableSource(UserFault, ValueError):
    """A file or stream that cannot be read; the message says which and why."""


def read_file(name: str) -> str:
    """The text of a file, or of standard input for `-`, without control characters; raises `UnreadableSource`."""
    where = "standard input" if name == "-" else short(name, 120)
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(LARGEST + 1)
    except (OSError, ValueError) as why:
        reason = getattr(why, "strerror", None) or why
        raise UnreadableSource(f"{where}: cannot be read ({reason})") from None
    if len(raw) > LARGEST:
        raise UnreadableSource(f"{where}: longer than {LARGEST:,} bytes")
    try:
        return cleaned(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnreadableSource(f"{where}: is no UTF-8 text") from None


@contextmanager
def opened(name: str) -> Iterator[TextIO]:
    """A file, or standard input for `-`, as a stream of text of any size.

    Raises `UnreadableSource` if it cannot be read, now or while somebody reads.
    """
    where = "standard input" if name == "-" else name
    if name == "-" and (sys.stdin is None or sys.stdin.closed):
        raise UnreadableSource(f"{where}: cannot be read (it is closed)")
    try:
        raw = sys.stdin.buffer if name == "-" else Path(name).expanduser().open("rb")
        with raw, TextIOWrapper(raw, "utf-8-sig") as stream:
            yield stream
    except UnicodeDecodeError:
        raise UnreadableSource(f"{where}: is no UTF-8 text") from None
    except (OSError, RuntimeError) as why:  # no such file, no such home
        reason = getattr(why, "strerror", None) or why
        raise UnreadableSource(f"{where}: cannot be read ({reason})") from None


def lines(stream: TextIO) -> Iterator[str]:
    """The lines of `stream` as they come, junk bytes replaced; a line that is too long is cut, not kept in memory.

    Raises `UnreadableSource` if it can be read no further.
    """
    while piece := _line(stream):
        whole = piece
        while piece and not piece.endswith(b"\n"):  # skip the rest of an overlong line
            piece = _line(stream)
        yield whole.decode("utf-8", "replace")


def _line(stream: TextIO) -> bytes:
    try:
        return stream.buffer.readline(LARGEST)
    except OSError as why:
        raise UnreadableSource(f"standard input: cannot be read ({why.strerror or why})") from None
