"""Documents: what the program says, independent of how it is rendered.

Everything the program says to a person is a `Doc`: a tuple of blocks whose text may hold *marks* for cards, seats and
clauses (`marks`). The renderers (terminal, linear text, HTML, SVG) turn blocks and marks into what their reader can
use: `K♥`, `KH` or "king of hearts" for the same mark. Only the `ui` package knows colours, widths or symbols.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tutor.teach.text.tabletop import HandRow, Tabletop


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

    `sign` is "yes" or "no" for a verdict, else ""; renderers do not show it by colour alone. If `below`, the text
    stands below the label and not beside it, as what is said of an answer.
    """

    label: str
    text: str = ""
    clause: str = ""
    sign: Literal["", "yes", "no"] = ""
    below: bool = False


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
    grouped: bool = False
    """Whether an empty first cell stands for the one above it."""


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
