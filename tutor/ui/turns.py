"""One conversation, line by line, whoever types the lines: the prompt of a terminal or a pipe."""

from __future__ import annotations

import shutil
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final, TextIO

from tutor.kernel.echo import short
from tutor.teach.text.doc import Doc, Heading, Para, TableDrawing
from tutor.teach.text.marks import cleaned
from tutor.ui.busy import BusySign
from tutor.ui.marks import inline
from tutor.ui.render import render
from tutor.ui.write import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor.teach.conversation.session import Reply, Session
    from tutor.ui.render_options import RenderOptions

LONGEST = 10_000
"""Characters a line may have; nobody types more, and nothing typed means that much."""

HOW_TO_LEAVE: Doc = (Para("Ctrl-C only clears the line. To leave, press Ctrl-D; your place is kept.", tone="dim"),)
ENTER: Doc = (Para("Enter shows more.", tone="dim"),)
TOO_LONG: Doc = (
    Para(f"That line is too long to be an answer: {LONGEST:,} characters are the most I read.", tone="bad"),
)

BELOW: Final = 4
"""Lines of the screen that other things take: an empty line, the prompt, the toolbar, and what Enter does."""
LEAST: Final = 8
"""No part has to be shorter than this, however low the window is."""


class Turns:
    """Feeds lines to `session` and shows its replies on `out`; `over` once a reply ended it, `broken` if one failed.

    With `paged`, for a person at a screen, a reply that is longer than the screen waits for Enter after each screenful;
    a line typed meanwhile is answered after the rest. While one takes long, a sign says so.
    """

    def __init__(self, session: Session, look: RenderOptions, out: TextIO, *, paged: bool = False) -> None:
        self.session, self.look, self.out = session, look, out
        self.paged = paged
        self.sign = BusySign(out)
        self.rest: list[Doc] = []
        """What is still to be shown of the last reply."""
        self.over = False
        self.broken = False
        self._drawn: tuple[Doc, str] = (), ""
        """The document whose lines were counted last, and its text."""
        self._apart = True  # whether what is shown next starts after an empty line, or at the top

    def begin(self) -> None:
        """Show the opening."""
        self.session.shown = self.show
        self._take(self.session.begin())

    def answer(self, line: str) -> None:
        """Show the reply to one typed line, whatever it contains; before it, what is left of the last reply."""
        if self.rest:
            self._go_on(whole=bool(line.strip()))
            if not line.strip():
                return
            self.pause()
        if len(line) > LONGEST:
            self.show(TOO_LONG)
            return
        try:
            with self.sign if self.paged else nullcontext():
                reply = self.session.tell(cleaned(line).strip())
        except Exception as fault:  # a fault of ours must not cost the learner the session
            import logging

            logging.getLogger("tutor").debug("answering %r failed", line, exc_info=True)
            self.broken = True
            what = short(f"{type(fault).__name__}: {fault}", 200)
            self.show((Para(f"Something is wrong in this program: I cannot answer that ({what}).", tone="bad"),))
        else:
            self._take(reply)

    def leave(self) -> None:
        """Show what is said to somebody who leaves early."""
        self._take(self.session.leave())
        self.over = True

    def show(self, doc: Doc) -> None:
        """Show a document at the width the output has now."""
        self.sign.clear()
        self._go_on(whole=True)
        self._show(doc)

    def _show(self, doc: Doc) -> None:
        counted, text = self._drawn
        self._drawn = (), ""
        if counted is not doc:
            text = self._text(doc)
        say(text, self.out)
        self._apart = self._apart and not text

    def _text(self, doc: Doc) -> str:
        self.look = self.look.refitted(self.out)
        return render(doc, self.look, self.session.names)

    def _go_on(self, *, whole: bool) -> None:
        """Show the next screenful of what is left, or the `whole` rest."""
        while self.rest:
            self.pause()
            self._next(told=not whole)
            if not whole:
                return

    def _next(self, *, told: bool = True) -> None:
        """Show the next part of what is left, and if `told` that more follows."""
        self._show(self.rest.pop(0))
        if self.rest and told:
            self._show(ENTER)

    def pause(self) -> None:
        """Put one empty line between what was shown and the next prompt."""
        if not self._apart:
            say("\n", self.out)
            self._apart = True

    @property
    def prompt(self) -> str:
        """The prompt, with its sign and a blank."""
        return inline(self.session.prompt, self.look, self.session.names) + "> "

    def _take(self, reply: Reply) -> None:
        self._go_on(whole=True)
        self.rest = self._screenfuls(reply.doc) if self.paged and not reply.over else [reply.doc]
        self._next()
        self.over = reply.over

    def _screenfuls(self, doc: Doc) -> list[Doc]:
        def lines(part: Doc) -> int:
            self._drawn = part, self._text(part)
            return self._drawn[1].count("\n")

        return screenfuls(doc, room(), lines)


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
