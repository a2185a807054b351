"""Text in a drawn table: its estimated width, and breaking it into lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.ui.marks import Span
from tutor.ui.table_layout import length

if TYPE_CHECKING:
    from collections.abc import Iterable


def long(pieces: Iterable[Span], size: float = 13) -> float:
    """Estimate the width of a phrase, in units of the drawing."""
    return length("".join(span.text for span in pieces), size)


def broken(pieces: Iterable[Span], most: float, size: float = 13) -> list[list[Span]]:
    """Break a phrase into lines at most `most` units wide: at blanks, never inside a card."""
    words: list[list[Span]] = [[]]
    for span in pieces:
        for at, part in enumerate([span.text] if span.role == "card" else span.text.split(" ")):
            words += [[]] if at else []
            words[-1] += [span._replace(text=part)] if part else []
    lines: list[list[Span]] = [words[0]]
    for word in words[1:]:
        longer = [*lines[-1], Span(" "), *word]
        lines[-1:] = [longer] if long(longer, size) <= most else [lines[-1], word]
    return lines
