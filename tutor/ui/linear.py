"""Documents as plain linear text: one thing after another, for speech, braille, pipes and dumb terminals.

Nothing is said by its place: a list row is `label: text (clause)`, a table row its heads and cells in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.teach.text.doc import Block, ColumnsBlock, Doc, Gap, Heading, Item, Para, Pre, TableDrawing, Tree
from tutor.teach.text.marks import cleaned
from tutor.ui.marks import spans
from tutor.ui.styles import whole
from tutor.ui.table_parts import sentences
from tutor.ui.wrap import painted, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.ui.render_options import RenderOptions


def linear(doc: Doc, look: RenderOptions, names: Mapping[str, str]) -> Iterator[list[str]]:
    """The lines of each block of `doc`, wrapped at the width; continued rows of a list are indented by two."""
    speaker = _Linear(look, names)
    for block in doc:
        yield from speaker.block(block)


class _Linear:
    """How one reader is spoken to."""

    def __init__(self, look: RenderOptions, names: Mapping[str, str]) -> None:
        self.look, self.names = look, names

    def _said(self, text: str) -> str:
        return "".join(whole(span) for span in spans(text, self.look, self.names)).strip()

    def _lines(self, text: str, indent: int = 0) -> list[str]:
        found = [painted(line, colour=False) for line in wrapped([(text, "")], self.look.width - indent)]
        return found[:1] + [(" " * indent + line).rstrip() for line in found[1:]]

    def block(self, block: Block) -> Iterator[list[str]]:
        match block:
            case Heading():
                yield ["", *self._lines(self._said(block.text))]
            case Para():
                yield self._lines(self._said(block.text))
            case Item():
                clause = " ".join(self.look.fit(cleaned(block.clause)).split())
                yield self._lines(_item(self._said(block.label), self._said(block.text), clause, block.sign), 2)
            case ColumnsBlock():
                yield from self._table(block)
            case Pre():
                yield [self.look.fit(line).rstrip() for line in cleaned(block.text).split("\n")]
            case Tree():
                for depth, text in block.rows:
                    yield ["  " * depth + line for line in self._lines(f"- {self._said(text)}", 2)]
            case TableDrawing():
                said = map(self._said, sentences(block.table, self.look))
                yield from (self._lines(text[:1].upper() + text[1:], 2) for text in said)
            case Gap():
                yield [""]

    def _table(self, table: ColumnsBlock) -> Iterator[list[str]]:
        head = [self._said(text) for text in table.head]
        above = ""
        for row in table.rows:
            above = (row and row[0]) or above
            row = (above, *row[1:]) if row and table.grouped else row
            titles = len(row) == 1 < len(head)
            yield self._lines(_row([] if titles else head, [self._said(text) for text in row]), 2)


def _item(label: str, text: str, clause: str, sign: str) -> str:
    verdict = f"{sign}." if sign and text else sign
    said = " ".join(part for part in (verdict, text) if part)
    head = f"{label}: {said}" if label and said else label or said
    if sign and not label:
        head = head[:1].upper() + head[1:]
    return f"{head} ({clause})".strip() if clause else head


def _row(head: list[str], row: list[str]) -> str:
    """`Seat: Left; points: 12.`; a cell without a head stands alone and an empty cell is left out."""
    heads = head + [""] * (len(row) - len(head))
    pairs = [f"{name}: {cell}" if name else cell for name, cell in zip(heads, row, strict=False) if cell]
    return "; ".join(pair.rstrip(".") for pair in pairs) + "." if pairs else ""
