"""Documents: what the program says, independent of how it is rendered.

Everything the program says to a person is a `Doc`: a tuple of blocks whose text may hold *marks* for cards, seats and
clauses. The renderers (terminal, linear text, HTML, SVG) turn blocks and marks into what their reader can use: `K♥`,
`KH` or "king of hearts" for the same mark. Only the `ui` package knows colours, widths or symbols.

A mark is the character STX, a kind letter, a value and ETX. Text from outside the program is cleaned of control
characters, so it cannot contain marks.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:  # its phrases are made of marks, so it stands above
    from collections.abc import Callable, Iterable

    from tutor.teach.text.tabletop import HandRow, Tabletop

OPEN, CLOSE = "\x02", "\x03"
CALLED = "="
"""Separates the letters of a card from its name, in the mark of a card that has a name."""
MarkKind: TypeAlias = Literal["c", "s", "k", "m", "b"]
"""c a card (`KH`), s a seat or side (`P1`, `P1+P3`), k a clause id, m a move in text form, b stressed words."""

_MARK = re.compile(f"{OPEN}([cskmb])([^{OPEN}{CLOSE}]*){CLOSE}")
_CONTROL = re.compile(
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


@lru_cache(1000)
def unmarked(text: str) -> str:
    """`text` with every mark replaced by its value, in canonical letters."""
    return _MARK.sub(lambda hit: letters(hit.group(2)) if hit.group(1) == "c" else hit.group(2), text)


def letters(card: str) -> str:
    """The letters in the value of a card's mark, without its name."""
    return card.partition(CALLED)[0]


def cleaned(text: str) -> str:
    """`text` from outside without control and invisible characters, such as escapes; newline and tab stay."""
    return _CONTROL.sub("", text)


class Heading(NamedTuple):
    """A title line; level 1 opens a screen, level 2 a part of it."""

    text: str
    level: int = 2


class Para(NamedTuple):
    """A paragraph, wrapped to the width; `tone` gives its meaning, not its look."""

    text: str
    tone: Literal["", "good", "bad", "dim", "warn", "ask"] = ""
    indent: int = 0


class Item(NamedTuple):
    """An item of a list: a short label, a text about it, and the clause it is based on.

    `sign` is "yes" or "no" for a verdict, else ""; renderers do not show it by colour alone.
    """

    label: str
    text: str = ""
    clause: str = ""
    sign: Literal["", "yes", "no"] = ""


class ColumnsBlock(NamedTuple):
    """A table of columns; linear renderers print each row as `head: cell` pairs.

    A row of one cell is a title for those that follow.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    """The numbers of columns that are aligned to the right."""
    folds: bool = False
    """Whether the second half may be shown beside the first, in a wide window."""


class Pre(NamedTuple):
    """Verbatim text to be copied (a command, a record, TOML): not wrapped, without marks."""

    text: str


class Tree(NamedTuple):
    """A tree as (depth, text) rows; each row is a child of the nearest shallower one before it."""

    rows: tuple[tuple[int, str], ...]


class TableDrawing(NamedTuple):
    """A card table, drawn by each renderer its way."""

    table: Tabletop


class HandsBlock(NamedTuple):
    """Hands one below the other: each with the name of its owner and its rows of cards."""

    hands: tuple[tuple[str, tuple[HandRow, ...]], ...]
    odd: tuple[tuple[str, str], ...] = ()
    """Names of odd cards, as (letters, name)."""


class Gap(NamedTuple):
    """Empty lines."""

    lines: int = 1


Block: TypeAlias = Heading | Para | Item | ColumnsBlock | Pre | Tree | TableDrawing | HandsBlock | Gap
Doc: TypeAlias = tuple[Block, ...]


def rewritten(blocks: Iterable[Block], by: Callable[[str], str]) -> tuple[Block, ...]:
    """`blocks` with `by` applied to each text in order, except verbatim ones."""
    out: list[Block] = []
    for block in blocks:
        match block:
            case Heading() | Para():
                out.append(block._replace(text=by(block.text)))
            case Item():
                out.append(block._replace(label=by(block.label), text=by(block.text)))
            case ColumnsBlock():
                out.append(block._replace(rows=tuple(tuple(by(cell) for cell in row) for row in block.rows)))
            case Tree():
                out.append(block._replace(rows=tuple((depth, by(text)) for depth, text in block.rows)))
            case TableDrawing():
                out.append(TableDrawing(block.table.rewritten(by)))
            case _:
                out.append(block)
    return tuple(out)
