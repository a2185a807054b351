"""What `tutor doctor` finds out about the terminal, and how all findings are shown."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from tutor.teach.doctor import Finding
from tutor.teach.text.doc import Doc, Heading, Item
from tutor.teach.text.words import say
from tutor.ui.render_options import NARROWEST, SYMBOLS, RenderOptions, can_encode, columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def around(look: RenderOptions) -> Iterator[Finding]:
    """How this output can be read."""
    symbols = can_encode(SYMBOLS, look.encoding)
    yield Finding("encoding", say("doctor.encoding", encoding=look.encoding, symbols=symbols))
    width = columns(sys.stdout, os.environ)[0]
    narrow = width < NARROWEST
    yield Finding("width", say("doctor.width", width=width, narrow=narrow, narrowest=NARROWEST), not narrow)
    terminal = sys.stdout is not None and sys.stdout.isatty()
    yield Finding("colours", say("doctor.colours", on=look.colour, plain=look.plain, terminal=terminal))
    yield Finding("suits", say("doctor.suits", kind=look.suits))


def doctor_doc(found: Iterable[Finding]) -> Doc:
    """A line for each finding."""
    lines = [
        Item(
            say("doctor.name", what=one.what),
            say("doctor.line", good=one.good, text=one.text),
            sign="yes" if one.good else "no",
        )
        for one in found
    ]
    return (Heading("tutor doctor", 1), *lines)
