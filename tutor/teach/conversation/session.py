"""What every conversation with a learner has in common: lesson, practice hand, drill, review.

A session is fed one typed line at a time and answers with a document. It knows no terminal, so the
REPL, a pipe and a test drive it the same way. Whatever must not be lost is saved before `tell` returns.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor.teach.text.doc import Doc


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer: what to show, and whether the conversation is over with it."""

    doc: Doc
    over: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """Something that completion may offer: the text to type and a few words about it.

    Words never depend on what is legal or right, only on what can be typed: all cards in hand, all
    bids there are, all commands. So completion gives nothing away.
    """

    text: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """What the toolbar says, left to right: `("Strange", "lesson 3/8", "step 2 of 7")`. Empty hides it."""

    parts: tuple[str, ...] = field(default=())
    keys: tuple[tuple[str, str], ...] = field(default=())
    """Keys with the commands that they type, of those that are there now: `("f1", "help")`."""


class Session(Protocol):
    """A conversation. `begin` is called once, then `tell` for each line, until it is over or the learner leaves."""

    def begin(self) -> Reply:
        """The opening words, up to the first question."""
        ...

    def tell(self, line: str) -> Reply:
        """Answer one line (stripped; may be empty: plain Enter). Never raises for anything a learner can type."""
        ...

    def leave(self) -> Reply:
        """Said when the learner leaves early (Ctrl-D, end of input): what is saved and how to come back."""
        ...

    @property
    def prompt(self) -> str:
        """What the prompt says before its `> `, e.g. `strange 3/8`."""
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


@runtime_checkable
class Telling(Protocol):
    """A session that has something to say before it is done: `shown` shows it at once, and no reply says it again."""

    shown: Callable[[Doc], None] | None
    """None if nobody wants to hear it early; then it is part of the reply."""
