"""One conversation, line by line, whoever types the lines: the prompt of a terminal or a pipe."""

from __future__ import annotations

import shutil
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final, TextIO

from tutor.kernel.echo import short
from tutor.teach.conversation.commands import HELP
from tutor.teach.conversation.session import Reply
from tutor.teach.text.doc import Doc, Gap, Heading, Item, Para, TableDrawing
from tutor.teach.text.marks import cleaned
from tutor.ui.marks import inline
from tutor.ui.render import laid_out, render
from tutor.ui.terminal.busy import BusySign
from tutor.ui.write import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor.teach.conversation.session import Session, Word
    from tutor.ui.items import Columns
    from tutor.ui.render_options import RenderOptions

LONGEST = 10_000
"""Characters a line may have; nobody types more, and nothing typed means that much."""

HOW_TO_LEAVE: Doc = (
    Para("Ctrl-C only clears the line. To leave, press Ctrl-D; what you have done is kept.", tone="dim"),
)
ENTER: Doc = (Para("Enter shows more, q leaves the rest out.", tone="dim"),)
LEAVES_OUT: Final = "q"
"""What leaves out the rest of a reply that waits for Enter, as in any pager."""
TOO_LONG: Doc = (
    Para(f"That line is too long to be an answer: {LONGEST:,} characters are the most I read.", tone="bad"),
)

BELOW: Final = 4
"""Lines of the screen that other things take: an empty line, the prompt, the toolbar, and what Enter does."""
LAST: Final = 1
"""The lines more that there is room for where Enter shows no more."""
LEAST: Final = 8
"""No part has to be shorter than this, however low the window is."""


class Turns:
    """Feeds lines to `session` and shows its replies on `out`; `over` once a reply ended it, `broken` if one failed.

    With `paged`, for a person at a screen, a reply that is longer than the screen waits for Enter after each screenful,
    with what was told before it was complete; `q` leaves the rest out, any other line is answered after it. While one
    takes long, a sign says so.
    """

    def __init__(self, session: Session, look: RenderOptions, out: TextIO, *, paged: bool = False) -> None:
        self.session, self.look, self.out = session, look, out
        self.paged = paged
        self.sign = BusySign(out)
        self.own_words: tuple[Word, ...] = ()
        """The commands of the prompt itself, which the help lists after the others."""
        self.rest: list[Doc] = []
        """What is still to be shown of the last reply."""
        self._laid: dict[Item, Columns] = {}
        """The columns of the lists in `rest`, which they keep over all screenfuls."""
        self._told = 0
        """Lines told of a reply that is not complete yet; the first, which says what was typed, may go."""
        self._kept: Doc = ()
        """What was told since the screen was full; it comes with the reply."""
        self.over = False
        self.broken = False
        self._drawn: tuple[Doc, str] = (), ""
        """The document whose lines were counted last, and its text."""
        self._apart = True  # whether what is shown next starts after an empty line, or at the top

    def begin(self) -> None:
        """Show the opening."""
        self.session.shown = self._tell
        self._take(self.session.begin())

    def answer(self, line: str) -> None:
        """Show the reply to one typed line, whatever it contains; before it, what is left of the last reply."""
        if self.rest and line.strip() == LEAVES_OUT:
            self._leave_out()
            return
        if self.rest:
            self._go_on(whole=bool(line.strip()))
            if not line.strip():
                return
            self.pause()
        self._told = -1 if line.strip() else 0
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
            told = f"Something is wrong in this program: I cannot answer that ({what})."
            reply = Reply((Para(told, tone="bad"),))
        self._take(reply._replace(doc=self._with_own(reply.doc)) if line.strip().lower() in HELP.words else reply)

    def _with_own(self, doc: Doc) -> Doc:
        """The help with the commands of the prompt itself behind its list, if it has one."""
        at = max((n + 1 for n, block in enumerate(doc) if isinstance(block, Item)), default=0)
        own = [Item(word.text, word.about) for word in self.own_words] if at else []
        return (*doc[:at], *own, *doc[at:])

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
        if text and _begins_apart(doc):
            self.pause()
        say(text, self.out)
        self._apart = self._apart and not text

    def _text(self, doc: Doc) -> str:
        before, self.look = self.look, self.look.refitted(self.out)
        if self.look != before:
            self._laid = {}
        return render(doc, self.look, self.session.names, self._laid)

    def _tell(self, doc: Doc) -> None:
        """Show part of a reply that is not complete yet, unless the screen is full."""
        lines = self._lines(doc) + _begins_apart(doc)
        if self.paged and (self._kept or self._told + lines > room()):
            self._kept = (*self._kept, *doc)
        else:
            self.sign.clear()
            self._show(doc)
            self._told += lines

    def _go_on(self, *, whole: bool) -> None:
        """Show the next screenful of what is left, or the `whole` rest."""
        while self.rest:
            self.pause()
            self._next(told=not whole)
            if not whole:
                return

    def _leave_out(self) -> None:
        """Show nothing of what is left but the last part, if that has a table and so asks something."""
        *_, last = self.rest
        self.rest = [last] if any(isinstance(block, TableDrawing) for block in last) else []
        self._go_on(whole=True)

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
        doc, above = (*self._kept, *reply.doc), max(0, self._told)
        self._kept, self._told, self._laid = (), 0, {}
        above += bool(above) and _begins_apart(doc)
        self.rest = [doc]
        if self.paged and not reply.over and above + self._lines(doc) > room() + LAST:
            self._laid = laid_out(doc, self.look, self.session.names)
            self.rest = screenfuls(doc, room(), self._lines, above)
        self._next()
        self.over = reply.over

    def _lines(self, part: Doc) -> int:
        self._drawn = part, self._text(part)
        return self._drawn[1].count("\n")


def _begins_apart(doc: Doc) -> bool:
    """Whether an empty line stands before a document, unless it is the first."""
    return bool(doc) and isinstance(doc[0], Gap | Heading)


def room() -> int:
    """How many lines of text fit on the terminal together with the prompt."""
    return max(LEAST, shutil.get_terminal_size().lines - BELOW)


def screenfuls(doc: Doc, most: int, lines: Callable[[Doc], int], above: int = 0) -> list[Doc]:
    """`doc` in parts that have at most `most` lines each, the last `LAST` more, as `lines` counts them; never empty.

    The last table and all below it, which usually asks something, stay together, and so do a heading and what follows
    it. A block that is too long by itself is a part of its own. The first part stands below `above` other lines, and
    has no block if there is room for none.
    """
    if above + lines(doc) <= most + LAST:
        return [doc]
    at = max((n for n, block in enumerate(doc) if isinstance(block, TableDrawing)), default=len(doc))
    at -= 0 if at == len(doc) else _headings(doc[:at])
    parts: list[Doc] = []
    part: Doc = ()
    for block in doc[:at]:
        if (part or above) and above + lines((*part, block)) > most:
            before = part[: len(part) - _headings(part)]
            if before or above:
                parts.append(before)
                part, above = part[len(before) :], 0
        part = (*part, block)
    if at < len(doc) and parts and lines((*part, *doc[at:])) <= most + LAST:
        return [*parts, (*part, *doc[at:])]
    parts += [part] if part or above else []
    return [*parts, doc[at:]] if at < len(doc) else parts or [doc]


def _headings(part: Doc) -> int:
    """How many headings `part` ends with."""
    return next((n for n, one in enumerate(reversed(part)) if not isinstance(one, Heading)), len(part))
