"""What every question has in common."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tutor.teach.conversation.session import Word
    from tutor.teach.text.doc import Block


@dataclass(frozen=True)
class Grade:
    """What became of an answer: `right`, or wrong with reasons; `understood` is False for what is no answer at all.

    `beside` is what is right as well but is not what is asked for.
    """

    right: bool
    doc: tuple[Block, ...]
    understood: bool = True
    beside: bool = False


class Question(Protocol):
    """Something asked of a learner."""

    clause: str
    """The clause that the answer rests on."""

    @property
    def prompt(self) -> str:
        """What is asked."""
        ...

    def words(self) -> tuple[Word, ...]:
        """What may be typed; never only what is right."""
        ...

    def grade(self, answer: str) -> Grade:
        """Judge an answer."""
        ...

    def ladder(self) -> tuple[str, ...]:
        """Five hints, the last of which is the answer."""
        ...

    def solution(self) -> tuple[Block, ...]:
        """The right answer and why."""
        ...

    def answer(self) -> str:
        """A right answer as it would be typed."""
        ...


def tokens(text: str) -> list[str]:
    """An answer split at blanks, commas and "and"."""
    return [part for part in re.split(r"[\s,;]+", text) if part and part.lower() != "and"]
