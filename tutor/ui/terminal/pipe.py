"""Conversations without a screen: lines from a pipe or a file, or from a person who wants no more than lines.

Nothing is redrawn and no library is loaded for it, so it suits scripts, speech and the dumbest terminal.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager, nullcontext, suppress
from typing import IO, TYPE_CHECKING, Any, TextIO

from tutor.teach.text.marks import cleaned
from tutor.ui.console import Exit
from tutor.ui.terminal.complete import SEPARATORS, offered, suggest, tail
from tutor.ui.terminal.turns import HOW_TO_LEAVE, LONGEST, Turns
from tutor.ui.write import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tutor.teach.conversation.session import Session
    from tutor.ui.render_options import RenderOptions

_ECHOED = 200  # characters of a line that a transcript repeats


def run_plain(session: Session, look: RenderOptions, source: TextIO, out: TextIO) -> int:
    """Hold `session` over `source` and `out`; the exit status.

    From a pipe every line is repeated after its prompt, so that the output reads like a conversation; the status is 1
    if there was a wrong answer, else 0. With a person at both ends it is 0. 130 if interrupted.
    """
    turns = Turns(session, look, out)
    person = source.isatty() and out.isatty()
    read = _typed(source, out) if person else _piped(source, out)
    told = False
    try:
        with _tab_completes(session) if person else nullcontext():
            turns.begin()
            while not turns.over:
                turns.pause()
                try:
                    line = read(turns.prompt)
                except KeyboardInterrupt:
                    if not person:
                        raise
                    say("\n", out)
                    if not told:
                        turns.show(HOW_TO_LEAVE)
                    told = True
                    continue
                if line is None:
                    turns.leave()
                else:
                    turns.answer(line)
    except KeyboardInterrupt:
        say("\n", out)
        return Exit.INTERRUPTED
    return 1 if turns.broken or (session.faults and not person) else 0


def _piped(source: TextIO, out: TextIO) -> Callable[[str], str | None]:
    """A reader of lines that shows prompt and line in `out`; only the prompt if a terminal shows the line itself."""
    typed = source.isatty()

    def read(prompt: str) -> str | None:
        if typed:
            say(prompt, out)
        line = _line(source)
        if line is None:
            say("\n" if typed else "", out)
        elif not typed:
            shown = cleaned(line).expandtabs(1)
            say((prompt + (shown if len(shown) <= _ECHOED else shown[:_ECHOED] + "...")).rstrip() + "\n", out)
        return line

    return read


def _line(source: TextIO) -> str | None:
    """The next line without its end, None if there is none to be had; bytes that are no text become U+FFFD."""
    raw: IO[bytes] | None = getattr(source, "buffer", None)
    stream: IO[Any] = raw or source
    most = LONGEST * 4 + 2  # four bytes a character: whatever is longer than this is longer than `LONGEST`
    try:
        got = rest = stream.readline(most)
        while len(rest) == most and rest[-1:] not in (b"\n", "\n"):  # so the next line starts where a line starts
            rest = stream.readline(most)
    except OSError:  # it was never meant for reading, or has gone away
        return None
    if not got:
        return None
    encoding = source.encoding or "utf-8"
    text = got if isinstance(got, str) else got.decode("utf-8" if encoding.lower() in _ASCII else encoding, "replace")
    return text.rstrip("\r\n").removeprefix("\ufeff")


_ASCII = {"ascii", "us-ascii", "ansi_x3.4-1968", "646"}  # UTF-8 reads all of it, and more


def _typed(source: TextIO, out: TextIO) -> Callable[[str], str | None]:
    """A reader for a person at a terminal, with whatever line editing the system has."""

    def read(prompt: str) -> str | None:
        if source is not sys.stdin or out is not sys.stdout:
            say(prompt, out)
            return _line(source)
        try:
            return input(prompt)
        except EOFError:
            say("\n", out)
            return None
        except ValueError:  # not text in this encoding, or a NUL
            return "\ufffd"

    return read


@contextmanager
def _tab_completes(session: Session) -> Iterator[None]:
    """Let the system's line editing, if there is any, offer the session's words."""
    try:
        import readline
    except ImportError:
        yield
        return

    def complete(text: str, state: int) -> str | None:
        with suppress(Exception):  # an exception here would be printed into the line being typed
            before = readline.get_line_buffer()[: readline.get_endidx()]
            words = offered(session.words(), session.names)
            fitting = [word.text for word in suggest(before, words) if tail(before, word) == text]
            return fitting[state] if state < len(fitting) else None
        return None

    earlier, delimiters = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(complete)
    readline.set_completer_delims(SEPARATORS)
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(earlier)
        readline.set_completer_delims(delimiters)
