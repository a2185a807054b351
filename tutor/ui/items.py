"""Lists on a terminal: sign, label and text in their columns as far as the width allows; the clause ends the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tutor.teach.text.marks import cleaned
from tutor.ui.commands import copied
from tutor.ui.styles import BOLD, DIM, runs, verdict
from tutor.ui.wrap import Line, cells, flat, length, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tutor.teach.text.doc import Item
    from tutor.ui.render_options import RenderOptions

INDENT = 2
BETWEEN = " ·"
"""What ends a line of a label where another follows, and need not be seen there."""
PAGE = 100
"""Where the text ends in a wide window."""
NARROW = 60
"""Below this width labels stand on lines of their own if the whole list takes fewer lines so."""


class Columns(NamedTuple):
    """Where the parts of a list's rows stand: cells for sign and label, start and width of text.

    `bullet` stands where a sign would, in a list that has neither signs nor labels.
    """

    bullet: str
    sign: int
    label: int
    text: int
    width: int


def columns(items: Sequence[Item], look: RenderOptions, names: Mapping[str, str]) -> Columns:
    """The columns that suit all `items`.

    A label that would push the text too far right gets a line of its own, as one with its text below has; all of them
    do if half would, and in a narrow window if that makes the list shorter.
    """
    page = min(look.width, PAGE)
    labels = [length(_label(item, look, names)) for item in items]
    labels = [0 if item.below else n for item, n in zip(items, labels, strict=True)]
    signs = [cells(verdict(item.sign, look)[0]) for item in items]
    bullet = look.fit("•") if len(items) > 1 and not any(item.label for item in items) and not any(signs) else ""
    sign = max([cells(bullet), *signs])
    left = INDENT + sign + bool(sign)
    fitting = [one for one in labels if one and left + one + 2 <= max(16, page * 7 // 20)]
    label = max(fitting) if 2 * len(fitting) > sum(map(bool, labels)) else 0

    def standing(label: int) -> Columns:
        text = left + (label + 2 if any(labels) else 0)
        return Columns(bullet, sign, label, text, page - text)

    def height(at: Columns) -> int:
        return sum(1 for item in items for _ in item_lines(item, at, look, names))

    beside, below = standing(label), standing(0)
    return below if label and page < NARROW and height(below) < height(beside) else beside


def item_lines(item: Item, at: Columns, look: RenderOptions, names: Mapping[str, str]) -> Iterator[Line]:
    """The lines of one row."""
    sign, style = verdict(item.sign, look) if item.sign else (at.bullet, DIM)
    left = INDENT + at.sign + bool(at.sign)
    lead: Line = [(" " * INDENT, ""), (sign, style), (" " * (left - INDENT - cells(sign)), "")]
    label = _label(item, look, names)
    body = list(_body(item, at, look, names))
    if length(label) <= at.label and not (label and item.below):
        lead += [*label, (" " * (at.text - left - length(label)), "")]
    else:
        command = copied("".join(text for text, _ in label), look._replace(width=look.width - left))
        broken = [[(part, BOLD)] for part in command]
        if len(command) < 2:
            rows = item.label.split("\n")
            hang = INDENT if len(rows) > 1 else 0
            broken = [part for row in rows for part in _hung(row, hang, look, names, look.width - left)]
        yield [*lead, *broken[0]]
        yield from ([(" " * left, ""), *line] for line in broken[1:])
        lead = [(" " * at.text, "")]
        if not body:
            return
    yield [*lead, *(body[0] if body else [])]
    for line in body[1:]:  # a clause too long for its place starts further left rather than being cut in two
        yield [(" " * max(INDENT, at.text + min(0, at.width - length(line))), ""), *line]


def _hung(text: str, hang: int, look: RenderOptions, names: Mapping[str, str], width: int) -> Iterator[Line]:
    """The lines of a row of a label, the later ones so much further in."""
    for at, line in enumerate(wrapped(runs(text.removesuffix(BETWEEN), look, names, BOLD), width - hang)):
        yield [(" " * hang, ""), *line] if at and hang else line


def _body(item: Item, at: Columns, look: RenderOptions, names: Mapping[str, str]) -> Iterator[Line]:
    """The text with the clause at its end, in brackets."""
    clause = _clause(item, look)
    text = runs(item.text, look, names) if item.text else []
    if clause and cells(clause) + 2 <= at.width:
        text.append((f" ({clause})" if text else f"({clause})", DIM))
        clause = ""
    yield from wrapped(text, at.width) if text else ()
    if clause:
        yield from wrapped([(f"({clause})", DIM)], at.text + at.width - INDENT)


def _label(item: Item, look: RenderOptions, names: Mapping[str, str]) -> Line:
    return flat(runs(item.label, look, names, BOLD))


def _clause(item: Item, look: RenderOptions) -> str:
    return " ".join(look.fit(cleaned(item.clause)).split())
