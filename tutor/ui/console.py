"""What every command needs of the terminal: how to read it, how to write to it, how to say what went wrong."""

from __future__ import annotations

import os
import sys
from enum import IntEnum
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, NoReturn

from tutor.kernel.echo import short
from tutor.teach.text.names import NOBODY
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions, Suits, is_terminal
from tutor.ui.wrap import cells, painted, wrapped
from tutor.ui.write import prepare, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tutor.teach.text.doc import Doc

LONGEST: Final = 800
"""Most characters shown of one error message."""
MOST: Final = 40
"""Most error messages shown."""


class Exit(IntEnum):
    """Exit codes; scripts rely on them."""

    ANSWERED = 0
    ILLEGAL = 1
    FAILED = 1
    USAGE = 2
    UNREADABLE = 3
    INTERRUPTED = 130


class Console(NamedTuple):
    """Where a command writes."""

    look: RenderOptions

    def show(self, doc: Doc, names: Mapping[str, str] = NOBODY) -> None:
        """Write a document to standard output."""
        say(render(doc, self.look, names))


def console(
    *,
    plain: bool | None = None,
    colour: bool | None = None,
    suits: Suits | Literal["auto"] = "auto",
    four_colour: bool = False,
) -> Console:
    """The console as asked for, otherwise as standard output and the environment allow."""
    prepare(sys.stdout)
    prepare(sys.stderr)
    look = RenderOptions.detect(
        sys.stdout, os.environ, plain=plain, colour=colour, suits=suits, four_colour=four_colour
    )
    return Console(look)


def fail(messages: Iterable[str], code: Exit) -> NoReturn:
    """Write each message to standard error on a line of its own and leave with `code`."""
    complain([f"tutor: {' '.join(message.split())}" for message in messages])
    raise SystemExit(int(code))


def complain(lines: Sequence[str]) -> None:
    """Write lines to standard error: everything in them visible, the longest cut in the middle, and no endless list.

    On a terminal they are broken between words, and go on further in.
    """
    prepare(sys.stderr)
    more = len(lines) - MOST
    said = [short(line, LONGEST) for line in lines[:MOST]] + ([f"tutor: and {more} more"] if more > 0 else [])
    if is_terminal(sys.stderr):
        look = RenderOptions.detect(sys.stderr, os.environ)
        said = [part for line in said for part in _broken(look.fit(line), look.width)]
    say("".join(f"{line}\n" for line in said), sys.stderr)


def _broken(text: str, width: int) -> list[str]:
    if cells(text) <= width:
        return [text]
    return ["  " * bool(at) + painted(line, colour=False) for at, line in enumerate(wrapped([(text, "")], width - 2))]
