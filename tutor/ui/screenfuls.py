"""Long text at the prompt of a terminal, a screen at a time."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

from tutor.teach.text.doc import Doc, Heading, TableDrawing

if TYPE_CHECKING:
    from collections.abc import Callable

BELOW: Final = 4
"""Lines of the screen that other things take: an empty line, the prompt, the toolbar, and what Enter does."""
LEAST: Final = 8
"""No part has to be shorter than this, however low the window is."""


def room() -> int:
    """How many lines of text fit on the terminal together with the prompt."""
    return max(LEAST, shutil.get_terminal_size().lines - BELOW)


def screenfuls(doc: Doc, most: int, lines: Callable[[Doc], int]) -> list[Doc]:
    """`doc` in parts that have at most `most` lines each, as `lines` counts them; never empty.

    The last table and all below it, which usually asks something, stay together, and so do a heading and what follows
    it. A block that is too long by itself is a part of its own.
    """
    if lines(doc) <= most:
        return [doc]
    at = max((n for n, block in enumerate(doc) if isinstance(block, TableDrawing)), default=len(doc))
    parts: list[Doc] = []
    part: Doc = ()
    for block in doc[:at]:
        headed = bool(part) and isinstance(part[-1], Heading)
        if part and not headed and lines((*part, block)) > most:
            parts.append(part)
            part = ()
        part = (*part, block)
    parts += [part] if part else []
    return [*parts, doc[at:]] if at < len(doc) else parts or [doc]
