"""Run a session with a person at a terminal, or through a pipe."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

from tutor.ui.pipe import run_plain

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tutor.teach.conversation.session import Session
    from tutor.ui.render_options import RenderOptions


def talk(
    session: Session,
    look: RenderOptions,
    names: Mapping[str, str],
    *,
    history_path: Path | None = None,
    toolbar: bool = True,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Hold `session` and return the exit status: at the prompt of a terminal, else (and for plain text) line by line.

    Only the former loads the library for it, which takes longer than all the rest.
    """
    source, out = stdin or sys.stdin, stdout or sys.stdout
    if look.plain or not (source.isatty() and out.isatty()):
        return run_plain(session, look, names, source, out)
    from tutor.ui.repl import run

    return run(session, look, names, history_path=history_path, toolbar=toolbar, stdin=source, stdout=out)
