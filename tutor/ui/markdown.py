"""Documents as Markdown (CommonMark, with the tables that GitHub and most others read)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tutor.teach.text.doc import Block, ColumnsBlock, Doc, Gap, Heading, Item, Para, Pre, TableDrawing, Tree
from tutor.teach.text.marks import cleaned
from tutor.ui.marks import Span, spans
from tutor.ui.render_options import RenderOptions
from tutor.ui.table_parts import hands_as_items, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~&$])")
_AT_START = re.compile(r"^([0-9]{0,9})([-+#=:.)])", re.MULTILINE)  # what would begin a list, a heading or a rule
_BARE_LINK = re.compile(r"(?i)\b(https?|ftp|www)([:.])")
_TONE_SIGN = {"good": "✓ ", "bad": "✗ ", "warn": "! "}


def to_markdown(doc: Doc, look: RenderOptions, names: Mapping[str, str]) -> str:
    """`doc` as Markdown, ending with a newline; of `look` only how suits are written matters."""
    unlimited = RenderOptions(suits=look.suits)
    out: list[str] = []
    before: Block | None = None
    for block in hands_as_items(doc, unlimited):
        if isinstance(block, Gap):
            continue
        if out and not (isinstance(block, Item) and isinstance(before, Item)):
            out.append("")
        out += _block(block, unlimited, names)
        before = block
    page = "\n".join(out) + "\n" if out else ""
    return page.encode("utf-8", "replace").decode("utf-8")  # half of a surrogate pair is no character


def _block(block: Block, look: RenderOptions, names: Mapping[str, str]) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"{'#' * max(1, min(block.level, 6))} {_line(block.text, look, names)}"
    elif isinstance(block, Para):
        said = _TONE_SIGN.get(block.tone, "") + _text(block.text, look, names)
        yield said.replace("\n", "\\\n")
    elif isinstance(block, Item):
        yield _item(block, look, names)
    elif isinstance(block, ColumnsBlock):
        yield from _table(block, look, names)
    elif isinstance(block, Pre):
        text = cleaned(block.text).rstrip("\n")
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
        yield f"{fence}\n{text}\n{fence}"
    elif isinstance(block, TableDrawing):
        yield from (f"- {_line(sentence, look, names)}" for sentence in sentences(block.table, look))
    elif isinstance(block, Tree):
        yield from ("  " * depth + "- " + _line(text, look, names) for depth, text in block.rows)


def _item(item: Item, look: RenderOptions, names: Mapping[str, str]) -> str:
    """`- ✓ **A♥** yes: It beats … (`tute.play.head`)`."""
    label = _line(item.label, look, names, bold=True)
    sign = {"yes": "✓ yes", "no": "✗ no"}.get(item.sign, "")
    head = " ".join(part for part in (label, sign) if part)
    clause = f"({_code(cleaned(item.clause))})" if item.clause else ""
    rest = " ".join(part for part in (_text(item.text, look, names).replace("\n", "\\\n  "), clause) if part)
    return "- " + (f"{head}: {rest}" if head and rest else head or rest)


def _table(table: ColumnsBlock, look: RenderOptions, names: Mapping[str, str]) -> Iterator[str]:
    count = max([len(table.head), *map(len, table.rows)], default=0)
    if not count:
        return

    def row(cells: tuple[str, ...]) -> str:
        shown = [_line(cell, look, names) for cell in cells] + [""] * (count - len(cells))
        return "| " + " | ".join(shown) + " |"

    yield row(table.head)
    yield "| " + " | ".join("---:" if at in table.right else "---" for at in range(count)) + " |"
    yield from (row(cells) for cells in table.rows)


def _text(text: str, look: RenderOptions, names: Mapping[str, str], *, stress: str = "**") -> str:
    """The marked `text` with its own line breaks."""
    lines = "".join(_span(span, stress) for span in spans(text.strip(), look, names)).split("\n")
    return _AT_START.sub(r"\1\\\2", "\n".join(line.strip() for line in lines if line.strip()))


def _line(text: str, look: RenderOptions, names: Mapping[str, str], *, bold: bool = False) -> str:
    said = " ".join(_text(text, look, names, stress="" if bold else "**").split())  # bold in bold is stars
    return f"**{said}**" if bold and said else said


def _span(span: Span, stress: str) -> str:
    if span.role == "clause":
        return _code(span.text)
    shown = _BARE_LINK.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", span.text))
    return f"{stress}{shown}{stress}" if span.role == "stress" and shown.strip() else shown


def _code(text: str) -> str:
    """`text` as code; what would end the code early is left out."""
    kept = text.replace("`", "").replace("|", "").replace("\n", " ").strip()
    return f"`{kept}`" if kept else ""
