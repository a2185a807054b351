"""Run a session with a person at a terminal, or through a pipe."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

from tutor.ui.console import Exit
from tutor.ui.terminal.busy import unechoed
from tutor.ui.terminal.pipe import run_plain
from tutor.ui.terminal.turns import Turns
from tutor.ui.write import say

if TYPE_CHECKING:
    from pathlib import Path

    from tutor.teach.conversation.session import Session
    from tutor.ui.render_options import RenderOptions


def talk(
    session: Session,
    look: RenderOptions,
    *,
    history_path: Path | None = None,
    toolbar: bool = True,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Hold `session` until it is over or the learner leaves, and return the exit status.

    At the prompt of a terminal that is 0, or 130 if interrupted while not at the prompt; else, and for plain text, it
    is line by line (`run_plain`). Lines are remembered in `history_path` (only while it runs if that is None or cannot
    be used). The library for the prompt, which takes longer to load than all the rest, comes after the opening words.
    """
    source, out = stdin or sys.stdin, stdout or sys.stdout
    if look.plain or not (source.isatty() and out.isatty()):
        return run_plain(session, look, source, out)
    turns = Turns(session, look, out, paged=True)
    try:
        with unechoed(source):
            turns.begin()
            if not turns.over:
                from tutor.ui.terminal.repl import Repl

                Repl(turns, history_path, toolbar).run()
    except KeyboardInterrupt:
        say("\n", out)
        return Exit.INTERRUPTED
    return 0
