"""Watching the program play: at its own pace on a terminal, where Enter pauses; all at once into a pipe."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from tutor.teach.text.doc import Para
from tutor.teach.text.words import say as words
from tutor.ui.console import Exit
from tutor.ui.terminal.turns import Turns
from tutor.ui.write import say

if TYPE_CHECKING:
    from tutor.teach.practice.watching import Watching
    from tutor.ui.render_options import RenderOptions

PACE = 1.5
"""Seconds between beats on a terminal."""


def watch(
    story: Watching,
    look: RenderOptions,
    stdin: TextIO | None = None,
    out: TextIO | None = None,
    pace: float = PACE,
) -> int:
    """Tell `story` to its end; the exit status. With a person at both ends Enter (or Ctrl-C) pauses it."""
    source, out = stdin or sys.stdin, out or sys.stdout
    person = source.isatty() and out.isatty()
    turns = Turns(story, look, out)
    try:
        turns.begin()
        if person:
            turns.show((Para(words("watch.keys"), "dim"),))
        while not story.over and not turns.over:
            turns.pause()
            turns.show(tuple(story.beat()))
            if person and not story.over and _wants_pause(source, pace):
                _paused(story, turns, source, out)
    except KeyboardInterrupt:
        say("\n", out)
        return Exit.INTERRUPTED
    return 0


def _paused(story: Watching, turns: Turns, source: TextIO, out: TextIO) -> None:
    """Answer commands until Enter is pressed or the story is over."""
    turns.show((Para(words("watch.paused"), "dim"),))
    while not turns.over and not story.over:
        say(turns.prompt, out)
        try:
            line = source.readline()
        except KeyboardInterrupt:
            line = ""
        if not line:
            say("\n", out)
            turns.leave()
            return
        if not line.strip():
            return
        turns.answer(line)


def _wants_pause(source: TextIO, seconds: float) -> bool:
    """Whether somebody presses Enter (or Ctrl-C) within so many seconds."""
    try:
        if not _ready(source, seconds):
            return False
        source.readline()
    except KeyboardInterrupt:
        say("\n", sys.stdout)
    return True


def _ready(source: TextIO, seconds: float) -> bool:
    """Whether a line can be read from a terminal within so many seconds."""
    with suppress(ImportError, OSError, ValueError):
        import select

        return bool(select.select([source], [], [], seconds)[0])
    time.sleep(seconds)  # a system that cannot tell: there Ctrl-C pauses
    return False
