"""Writing to standard output so that no reader, however it behaves, sees a traceback."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import IO, NoReturn, TextIO

CLOSED = 141
"""The exit status when the reader has gone away: what a shell shows for a program that a closed pipe ended."""


def prepare(stream: TextIO) -> None:
    """Make `stream` take any text: what its encoding lacks becomes `?`, and lines end with a bare newline."""
    if isinstance(stream, TextIOWrapper):
        with suppress(OSError, ValueError):  # closed
            stream.reconfigure(errors="replace", newline="\n")


def say(text: str, stream: TextIO | None = None) -> None:
    """Write `text` to `stream` (standard output) and flush it.

    A reader that has gone away ends the program quietly (`SystemExit` with `CLOSED`), as `tutor rules tute | head`
    should; a full disk ends it with one line on standard error and status 1.
    """
    out = sys.stdout if stream is None else stream
    if out is None or not text:
        return
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        try:
            out.write(text)
        except UnicodeEncodeError:
            encoding = out.encoding or "ascii"
            out.write(text.encode(encoding, "replace").decode(encoding, "replace"))
        out.flush()
    except OSError as fault:
        exit_unwritable(fault, out)


def exit_unwritable(fault: OSError, out: TextIO) -> NoReturn:
    """Leave because `out` takes nothing more."""
    _abandon(out)
    if isinstance(fault, BrokenPipeError):
        raise SystemExit(CLOSED) from None
    with suppress(OSError, ValueError):
        sys.stderr.write(f"tutor: cannot write: {fault.strerror or fault}\n")
    raise SystemExit(1) from None


def write_all(file: IO[str]) -> None:
    """Write all of `file`, however long it is, to standard output, as `say` does."""
    prepare(sys.stdout)
    file.seek(0)
    while piece := file.read(1 << 16):
        say(piece)


def _abandon(out: TextIO) -> None:
    """Send what is still buffered nowhere, so that closing down does not stumble over it again."""
    with suppress(AttributeError, OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, out.fileno())
        os.close(nowhere)
