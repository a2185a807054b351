"""Documents as plain linear text: one thing after another, for speech, braille, pipes and dumb terminals.

Nothing is said by its place: a list row is `label: text (clause)`, a table row its heads and cells in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tutor.teach.text.doc import Doc, Drawn, Gap, Heading, Item, Para, Pre, Table, Tree, cleaned
from tutor.ui.marks import spans
from tutor.ui.render_options import RenderOptions
from tutor.ui.styles import whole
from tutor.ui.table_parts import sentences
from tutor.ui.wrap import painted, wrapped


def linear(doc: Doc, look: RenderOptions, names: Mapping[str, str]) -> Iterator[list[str]]:
    """The lines of each block of `doc`, wrapped at the width; continued rows of a list are indented by two."""

    def said(text: str) -> str:
        return "".join(whole(span) for span in spans(text, look, names)).strip()

    def lines(text: str, indent: int = 0) -> list[str]:
        found = [painted(line, colour=False) for line in wrapped([(text, "")], look.width - indent)]
        return found[:1] + [(" " * indent + line).rstrip() for line in found[1:]]

    for block in doc:
        if isinstance(block, Heading):
            yield ["", *lines(said(block.text))]
        elif isinstance(block, Para):
            yield lines(said(block.text))
        elif isinstance(block, Item):
            clause = " ".join(look.fit(cleaned(block.clause)).split())
            yield lines(_item(said(block.label), said(block.text), clause, block.sign), 2)
        elif isinstance(block, Table):
            head = [said(text) for text in block.head]
            for row in block.rows:
                titles = len(row) == 1 < len(head)
                yield lines(_row([] if titles else head, [said(text) for text in row]), 2)
        elif isinstance(block, Pre):
            yield [look.fit(line).rstrip() for line in cleaned(block.text).split("\n")]
        elif isinstance(block, Tree):
            for depth, text in block.rows:
                yield ["  " * depth + line for line in lines(f"- {said(text)}", 2)]
        elif isinstance(block, Drawn):
            for sentence in sentences(block.table, look):
                text = said(sentence)
                yield lines(text[:1].upper() + text[1:], 2)
        elif isinstance(block, Gap):
            yield [""]


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
