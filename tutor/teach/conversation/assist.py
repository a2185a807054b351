"""How much help there is before a move: four levels, from seeing what is legal to none at all.

At every level a slip is answered with the ruling, for that is how one learns; what differs is what comes before.
"""

from __future__ import annotations

from enum import StrEnum


class Assist(StrEnum):
    """A level of help."""

    FULL = "full"
    """The legal moves are shown with every decision."""
    MARK = "mark"
    """They are shown when asked for."""
    ASK = "ask"
    """There are hints, and a slip is explained."""
    NONE = "none"
    """A slip is explained, and nothing before."""

    @property
    def shows(self) -> bool:
        """Whether what is legal stands there unasked."""
        return self is Assist.FULL

    @property
    def lists(self) -> bool:
        """Whether `legal` answers before a move is tried."""
        return self in (Assist.FULL, Assist.MARK)

    @property
    def hints(self) -> bool:
        """Whether `hint` answers."""
        return self is not Assist.NONE


def assist_of(word: str) -> Assist | None:
    """The level called `word`; None if there is none."""
    return next((level for level in Assist if level.value == word.strip().lower()), None)
