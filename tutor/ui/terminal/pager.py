"""Long text at a terminal: through the reader's own pager, and only where somebody reads a screen at a time."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from tutor.ui.write import say

if TYPE_CHECKING:
    from collections.abc import Mapping

USUAL: Final = "less -FIRX"


def page(text: str, env: Mapping[str, str] | None = None) -> None:
    """Write `text` to standard output: paged if that is a terminal and the text is longer than its screen.

    The pager is `$PAGER`, else `less -FIRX`; where there is none, or it is empty, the text is simply written.
    """
    env = os.environ if env is None else env
    command = pager(text, env) if _at_terminal(env) else ()
    if not command or not _through(command, text, env):
        say(text)


def pager(text: str, env: Mapping[str, str]) -> tuple[str, ...]:
    """The words of the command that `text` should be read through; none if it fits on the screen."""
    import shlex
    import shutil

    if text.count("\n") < shutil.get_terminal_size().lines:
        return ()
    try:
        words = shlex.split(env.get("PAGER", USUAL))
    except ValueError:  # an open quotation mark
        words = shlex.split(USUAL)
    return tuple(words) if words and shutil.which(words[0]) else ()


def _at_terminal(env: Mapping[str, str]) -> bool:
    return sys.stdout is not None and sys.stdout.isatty() and env.get("TERM") != "dumb"


def _through(command: tuple[str, ...], text: str, env: Mapping[str, str]) -> bool:
    """Whether the pager could be started; that it was left early is no fault."""
    import subprocess

    try:
        reader = subprocess.Popen(command, stdin=subprocess.PIPE, env={"LESS": "FIRX", **env})
    except OSError:
        return False
    try:
        reader.communicate(text.encode(sys.stdout.encoding or "utf-8", "replace"))
    except KeyboardInterrupt:  # pagers take it for themselves
        with suppress(KeyboardInterrupt):
            reader.wait()
    return True
