"""The levels of help before a move, from showing the legal moves to none.

Mistakes are answered with a ruling at every level.
"""

from __future__ import annotations

from enum import StrEnum


class Assist(StrEnum):
    """A level of help."""

    FULL = "full"
    """The legal moves are shown with every decision."""
    MARK = "mark"
    """The legal moves are shown on request."""
    ASK = "ask"
    """There are hints."""
    NONE = "none"
    """There is no help before a move."""

    @property
    def shows(self) -> bool:
        """Whether the legal moves are shown unasked."""
        return self is Assist.FULL

    @property
    def lists(self) -> bool:
        """Whether the command `legal` is available before a move is tried."""
        return self in (Assist.FULL, Assist.MARK)

    @property
    def hints(self) -> bool:
        """Whether the command `hint` is available."""
        return self is not Assist.NONE


def assist_of(word: str) -> Assist | None:
    """The level called `word`; None if there is none."""
    return next((level for level in Assist if level.value == word.strip().lower()), None)
