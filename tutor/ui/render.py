"""Documents as text: on a terminal, or as plain linear text.

Colours only ever repeat what words, signs or places say already. Headings get air by themselves; otherwise
blocks follow each other closely, and empty lines are never doubled.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from tutor.teach.text.doc import Block, ColumnsBlock, Doc, Gap, Heading, Item, Para, Pre, TableDrawing, Tree
from tutor.teach.text.marks import NO_BREAK, cleaned
from tutor.ui import table_text
from tutor.ui.commands import copied
from tutor.ui.items import columns, item_lines
from tutor.ui.linear import linear
from tutor.ui.styles import BOLD, CYAN, DIM, runs, tone, tone_sign
from tutor.ui.table import table_lines
from tutor.ui.table_parts import hands_as_items
from tutor.ui.wrap import Line, length, painted, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tutor.ui.items import Columns
    from tutor.ui.render_options import RenderOptions

PROSE = 80
"""The longest line of prose, however wide the window is: longer ones are hard to read."""

_SET_IN: Final = rf"^(?:{NO_BREAK}{NO_BREAK}(?:\d\. )?|\d\. )"
"""How a line begins that is set in, or has a number."""
TREE_TEXT: Final = 24
"""The cells that a row of a tree has beside its branches, if it needs so many."""
BRANCHES: Final = {3: ("└─ ", "├─ ", "│  ", "   "), 2: ("└ ", "├ ", "│ ", "  "), 1: ("└", "├", "│", " ")}
"""By the cells of a level: the branch of a last row, of another, past rows that follow, and past none."""
_GOES_ON: Final = str.maketrans("├└─", "│  ")
"""Branches beside a row's second line."""


def render(
    doc: Doc, look: RenderOptions, names: Mapping[str, str], laid: Mapping[Item, Columns] = MappingProxyType({})
) -> str:
    """`doc` as text for `look`, seats called by `names`; ends with one newline (an empty document is empty).

    If it is part of another document, `laid` says in which columns its lists stand there.
    """
    out: list[str] = []
    blocks = tuple(hands_as_items(doc, look))
    for lines in linear(blocks, look, names) if look.plain else _terminal(blocks, look, names, laid):
        for line in lines:
            if line or (out and out[-1]):
                out.append(line)
    while out and not out[-1]:
        out.pop()
    return "\n".join(out) + "\n" if out else ""


def laid_out(doc: Doc, look: RenderOptions, names: Mapping[str, str]) -> dict[Item, Columns]:
    """In which columns each row of a list stands in `doc`."""
    lists = ([block for block in blocks if isinstance(block, Item)] for blocks in _clusters(hands_as_items(doc, look)))
    return {item: at for items in lists if items for at in [columns(items, look, names)] for item in items}


def _terminal(
    doc: Doc, look: RenderOptions, names: Mapping[str, str], laid: Mapping[Item, Columns]
) -> Iterator[list[str]]:
    """The lines of each block."""
    before: Block | None = None
    for blocks in _clusters(doc):
        rows = [block for block in blocks if isinstance(block, Item)]
        items = laid.get(rows[0]) if rows else None
        items = items or columns(rows, look, names)
        for block in blocks:
            if isinstance(block, Pre):  # at the left edge and in lines as they are: it is to be copied
                whole = (look.fit(line) for line in cleaned(block.text).split("\n"))
                lines = [[(part, CYAN)] for line in whole for part in copied(line, look)]
            elif isinstance(block, Item):
                lines = list(item_lines(block, items, look, names))
            else:
                lines = list(_block(block, before, look, names))
            yield [painted(line, colour=look.colour) for line in lines]
            before = block


def _clusters(doc: Iterable[Block]) -> Iterator[list[Block]]:
    """Blocks that are laid out together: lists that only headings and gaps part share their columns.

    Rows with labels and rows without are lists of their own.
    """
    cluster: list[Block] = []
    waiting: list[Block] = []  # may turn out to be inside the list
    for block in doc:
        if isinstance(block, Item):
            if waiting and isinstance(cluster[-1], Item) and bool(cluster[-1].label) != bool(block.label):
                yield cluster
                cluster = []
            cluster += [*waiting, block]
            waiting = []
        elif cluster and (isinstance(block, Gap) or (isinstance(block, Heading) and block.level > 1)):
            waiting.append(block)
        else:
            yield from ([cluster] if cluster else [])
            yield [*waiting, block]
            cluster, waiting = [], []
    yield from ([[*cluster, *waiting]] if cluster or waiting else [])


def _block(block: Block, before: Block | None, look: RenderOptions, names: Mapping[str, str]) -> Iterator[Line]:
    if isinstance(block, Heading):
        yield []
        title = wrapped(runs(block.text, look, names, BOLD), min(PROSE, look.width))
        yield from title
        if block.level == 1:
            yield [(look.fit("─") * max(map(length, title)), DIM)]
    elif isinstance(block, Para):
        yield from _para(block, look, names, again=isinstance(before, Para) and before.tone == block.tone)
    elif isinstance(block, ColumnsBlock):
        head = [runs(text, look, names, BOLD) for text in block.head]
        rows = [[runs(text, look, names) for text in row] for row in block.rows]
        yield from table_lines(head, rows, block.right, look, folds=block.folds)
    elif isinstance(block, Tree):
        yield from _tree(block, look, names)
    elif isinstance(block, TableDrawing):
        yield from table_text.table_lines(block.table, look, names)
    elif isinstance(block, Gap):
        yield []


def _tree(block: Tree, look: RenderOptions, names: Mapping[str, str]) -> Iterator[Line]:
    """The rows of a tree, with branches as wide as leave room for the words."""
    depths = [depth for depth, _ in block.rows]
    texts = [runs(text, look, names) for _, text in block.rows]
    width = min(PROSE, look.width)
    needed = [min(TREE_TEXT, length(text)) for text in texts]
    fits = (step for step in BRANCHES if all(step * d + n <= width for d, n in zip(depths, needed, strict=True)))
    for text, branch in zip(texts, branches(depths, next(fits, min(BRANCHES))), strict=True):
        for at, line in enumerate(wrapped(text, max(1, width - len(branch)))):
            yield [(look.fit(branch if at == 0 else branch.translate(_GOES_ON)), DIM), *line]


def branches(depths: list[int], step: int = max(BRANCHES)) -> Iterator[str]:
    """The lines that connect the rows of a tree, drawn before each row, `step` cells for each level."""
    last, other, through, past = BRANCHES[step]
    for at, depth in enumerate(depths):
        out = ""
        for level in range(1, depth + 1):
            rest = depths[at + 1 :]
            shallower = next((i for i, other in enumerate(rest) if other < level), len(rest))
            goes_on = level in rest[:shallower]
            out += (other if goes_on else last) if level == depth else (through if goes_on else past)
        yield out


def _para(block: Para, look: RenderOptions, names: Mapping[str, str], *, again: bool) -> Iterator[Line]:
    """A paragraph; a verdict has its sign before its first line, unless the paragraph before had it `again`."""
    sign, style = tone_sign(block.tone, look)
    indent = max(0, min(block.indent, look.width // 4))
    hang = indent + (2 if sign else 0)
    width = min(PROSE, look.width) - hang
    for at, line in enumerate(_hung(block.text, width, look, names, tone(block.tone))):
        lead: Line = [(" " * hang, "")]
        if sign and at == 0 and not again:
            lead = [(" " * indent, ""), (sign, style), (" ", "")]
        yield [*lead, *line] if line else []


def _hung(text: str, width: int, look: RenderOptions, names: Mapping[str, str], style: str) -> Iterator[Line]:
    """The lines of a text; what is set in or has a number goes on below its first word."""
    if not re.search(_SET_IN, text, re.MULTILINE):
        yield from wrapped(runs(text, look, names, style), width)
        return
    for part in text.split("\n"):
        found = re.match(_SET_IN, part)
        begun = found.group() if found else ""
        for at, line in enumerate(wrapped(runs(part.removeprefix(begun), look, names, style), width - len(begun))):
            yield [(" " * len(begun) if at else begun, style), *line]
