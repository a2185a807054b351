"""Tables on a terminal: aligned columns where they fit, else every row as `head: cell` pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.ui.look import Look
from tutor.ui.wrap import Line, flat, length, wrapped

INDENT, BETWEEN = 2, 2
LEAST = 18
"""Cells a column of prose may be narrowed to before the table gives up its columns, unless two lines of `FEW` do."""
FEW = 8


def table_lines(
    head: Sequence[Line], rows: Sequence[Sequence[Line]], right: Sequence[int], look: Look
) -> Iterator[Line]:
    """The lines of a table whose cells are runs; `right` are the columns aligned to the right."""
    count = max([len(head), *map(len, rows)], default=0)
    whole = [[*row, *([[]] * (count - len(row)))] for row in [head, *rows]]
    whole = [[flat(cell) for cell in row] for row in whole]
    widths = [max(length(row[at]) for row in whole) for at in range(count)]
    fitted = _fitted(widths, right, look.width - INDENT)
    if fitted is None:
        yield from _pairs(whole[0], whole[1:], look)
        return
    titled = any(whole[0])
    for at, row in enumerate(whole):
        if at or titled:
            yield from _row(row, fitted, right)
        if at == 0 and titled:
            rule = look.fit("─")
            yield [(" " * INDENT, ""), ((" " * BETWEEN).join(rule * width for width in fitted), "2")]


def _fitted(widths: list[int], right: Sequence[int], page: int) -> list[int] | None:
    """The widths of the columns, the widest ones narrowed as far as needed; None if that would go too far."""
    room = page - BETWEEN * (len(widths) - 1)
    if sum(widths) <= room:
        return widths
    prose = [at for at in range(len(widths)) if at not in right]
    widest = max((widths[at] for at in prose), default=0)
    for most in range(widest - 1, FEW - 1, -1):
        fitted = [min(width, most) if at in prose else width for at, width in enumerate(widths)]
        if sum(fitted) <= room:
            return fitted if most >= LEAST or widest <= 2 * most else None
    return None


def _row(row: Sequence[Line], widths: list[int], right: Sequence[int]) -> Iterator[Line]:
    cells = [wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
    for depth in range(max(map(len, cells), default=0)):
        line: Line = [(" " * INDENT, "")]
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            part = cell[depth] if depth < len(cell) else []
            pad = (" " * (width - length(part)), "")
            between = [(" " * BETWEEN, "")] if at else []
            line += [*between, pad, *part] if at in right else [*between, *part, pad]
        yield line


def _pairs(head: Sequence[Line], rows: Sequence[Sequence[Line]], look: Look) -> Iterator[Line]:
    """Each row as a small list: its first cell, then the others under it, each after its head."""
    for row in rows:
        first = True
        for name, cell in zip(head, row, strict=True):
            if not cell:
                continue
            indent = INDENT if first else INDENT * 2
            text: Line = [*name, (": ", name[-1][1]), *cell] if name else list(cell)
            lines = wrapped(text, look.width - indent - 2)
            for at, line in enumerate(lines):
                yield [(" " * (indent + (2 if at else 0)), ""), *line]
            first = False
