"""The head of a lesson, which lists show."""

from __future__ import annotations

from typing import NamedTuple


class Headline(NamedTuple):
    """The head of a lesson, read without checking its steps."""

    id: str
    title: str
    goal: str
    minutes: int
    contrast: str = ""
    """The game that the learner must know, if the lesson is about differences."""
    clauses: tuple[str, ...] = ()
    """The rules it teaches."""
