"""Marks: cards, seats, clauses and moves in a text, for renderers to show their way.

A mark is the character STX, a kind letter, a value and ETX. Text from outside the program is cleaned of control
characters, so it cannot contain marks.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

OPEN, CLOSE = "\x02", "\x03"
NO_BREAK = "\u00a0"
"""The blank at which no line ends; it is shown as an ordinary one."""
SHORT: Final = 24
"""The most letters of words that are kept on one line."""
DEEPEST: Final = 16
"""The deepest nesting of values from outside."""
CALLED = "="
"""Separates the letters of a card from its name, in the mark of a card that has a name."""
MarkKind: TypeAlias = Literal["c", "s", "k", "m", "b"]
"""c a card (`KH`), s a seat or side (`P1`, `P1+P3`), k a clause id, m a move in text form, b stressed words."""

_MARK = re.compile(f"{OPEN}([cskmb])([^{OPEN}{CLOSE}]*){CLOSE}")
_CONTROL = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff\U000f0000-\U0010fffd]"
)
"""Control, bidirectional, invisible and private-use characters, but not the joiners ZWJ and ZWNJ."""


def mark(kind: MarkKind, value: str) -> str:
    """`value` marked as a card, seat, clause, move or stressed words, to be put into a block's text."""
    return f"{OPEN}{kind}{value}{CLOSE}"


def split(text: str) -> list[tuple[str, str]]:
    """`text` as (kind, value) pieces in order; kind is `""` for ordinary words."""
    out: list[tuple[str, str]] = []
    at = 0
    for hit in _MARK.finditer(text):
        if hit.start() > at:
            out.append(("", text[at : hit.start()]))
        out.append((hit.group(1), hit.group(2)))
        at = hit.end()
    if at < len(text):
        out.append(("", text[at:]))
    return out


def replaced(text: str, kind: MarkKind, by: Callable[[str, str, str], str]) -> str:
    """`text` with each mark of `kind` replaced by `by(value, text before, text after)`."""
    if f"{OPEN}{kind}" not in text:
        return text

    def put(hit: re.Match[str]) -> str:
        own = hit.group(1) == kind
        return by(hit.group(2), text[: hit.start()], text[hit.end() :]) if own else hit.group(0)

    return _MARK.sub(put, text)


def bound(text: str) -> str:
    """`text` with no-break spaces between cards, which are played together and stay on one line."""
    return text.replace(f"{CLOSE} {OPEN}c", f"{CLOSE}{NO_BREAK}{OPEN}c")


def in_one_piece(text: str) -> str:
    """A few plain words with no-break spaces; any other text as it is."""
    return text.replace(" ", NO_BREAK) if OPEN not in text and len(text) <= SHORT else text


@lru_cache(1000)
def unmarked(text: str) -> str:
    """`text` with every mark replaced by its value, in canonical letters, and with ordinary blanks."""
    plain = _MARK.sub(lambda hit: letters(hit.group(2)) if hit.group(1) == "c" else hit.group(2), text)
    return plain.replace(NO_BREAK, " ")


def letters(card: str) -> str:
    """The letters in the value of a card's mark, without its name."""
    return card.partition(CALLED)[0]


def cards_in(text: str) -> set[str]:
    """The letters of all cards that `text` names, also in moves."""
    named = (one for kind, value in split(text) if kind in "cm" for one in re.split(r"[+:,]", value) if kind)
    return {letters(one) for one in named}


def cleaned(text: str) -> str:
    """`text` from outside without control and invisible characters, such as escapes; newline and tab stay."""
    return text if text.isascii() and text.isprintable() else re.sub(_CONTROL, "", text)


def cleaned_whole(value: Any) -> Any:
    """A value of TOML or JSON with all its texts `cleaned`, and without lone surrogates.

    Raises RecursionError if it is nested more than `DEEPEST`.
    """
    return _cleaned(value, 0)


def _cleaned(value: Any, depth: int) -> Any:
    if depth > DEEPEST:
        raise RecursionError(f"nested more than {DEEPEST} deep")
    if isinstance(value, str):
        return cleaned(value.encode("utf-8", "replace").decode("utf-8"))
    if isinstance(value, list):
        return [_cleaned(one, depth + 1) for one in value]
    if isinstance(value, dict):
        return {_cleaned(name, 0): _cleaned(one, depth + 1) for name, one in value.items()}
    return value
