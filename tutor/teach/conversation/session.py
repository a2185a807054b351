"""The protocol of sessions (lesson, practice, drill, review) as the user interface sees them.

A session takes one typed line at a time and replies with a document. It knows no terminal, so the REPL, a pipe and a
test drive it the same way. Data that must not be lost is saved before `tell` returns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tutor.teach.text.doc import Doc


class Reply(NamedTuple):
    """A reply: the document to show, and whether the conversation has ended."""

    doc: Doc
    over: bool = False


class Word(NamedTuple):
    """An entry for completion: the text to type and a short description.

    Entries do not depend on what is legal or right, only on what can be typed (all cards in hand, all bids, all
    commands), so completion gives nothing away.
    """

    text: str
    about: str = ""


class Status(NamedTuple):
    """The parts of the toolbar from left to right: `("Strange", "lesson 3/8", "step 2 of 7")`; empty hides it."""

    parts: tuple[str, ...] = ()
    keys: tuple[tuple[str, str], ...] = ()
    """Keys and the available commands that they type: `("f1", "help")`."""


class Session(Protocol):
    """A conversation. Call `begin` once, then `tell` for each line, until it is over or the learner leaves."""

    shown: Callable[[Doc], None] | None
    """Shows a document before the reply is complete, which then omits it; None to have everything in the reply."""

    def begin(self) -> Reply:
        """The opening words, up to the first question."""
        ...

    def tell(self, line: str) -> Reply:
        """Reply to one stripped line, which may be empty (Enter). Never raises, whatever the line."""
        ...

    def leave(self) -> Reply:
        """The reply when the learner leaves early (Ctrl-D, end of input): what is saved and how to resume."""
        ...

    @property
    def prompt(self) -> str:
        """The text of the prompt before its `> `, e.g. `strange 3/8`."""
        ...

    @property
    def names(self) -> Mapping[str, str]:
        """What seats are called at this moment."""
        ...

    @property
    def status(self) -> Status:
        """What the toolbar shows now."""
        ...

    def words(self) -> tuple[Word, ...]:
        """What completion may offer now."""
        ...

    @property
    def faults(self) -> int:
        """Wrong answers so far; a piped session's exit status is 1 if there are any."""
        ...
