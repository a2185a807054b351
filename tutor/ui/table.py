"""Tables on a terminal: aligned columns where they fit, the last below the others, or rows as `head: cell` pairs."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, TypeAlias

from tutor.ui.wrap import Line, flat, length, word_length, wrapped

if TYPE_CHECKING:
    from tutor.ui.render_options import RenderOptions

INDENT, BETWEEN = 2, 2
LEAST = 18
"""Cells a column of prose may be narrowed to before the table gives up its columns, unless two lines of `FEW` do."""
FEW = 8
Rows: TypeAlias = Sequence[Sequence[Line]]


def table_lines(
    head: Sequence[Line], rows: Rows, right: Sequence[int], look: RenderOptions, *, folds: bool = False
) -> Iterator[Line]:
    """The lines of a table whose cells are runs; `right` are the columns aligned to the right.

    A row of one cell is a title over those that follow. With `folds` the second half stands beside the first if both
    fit, and in a narrow window the columns stand closer.
    """
    count = max([len(head), *map(len, rows)], default=0)
    titles = {at for at, row in enumerate(rows, 1) if len(row) == 1 < count}
    whole = [[*row, *([[]] * (count - len(row)))] for row in [head, *rows]]
    whole = [[flat(cell) for cell in row] for row in whole]
    cells = [row for at, row in enumerate(whole) if at not in titles]
    widths = [max(length(row[at]) for row in cells) for at in range(count)]
    page = look.width - INDENT
    if folds and (2 * (sum(widths) + count - 1) + BETWEEN <= page):
        yield from _folded(whole, titles, widths, right, look)
        return
    between = 1 if folds and sum(widths) + BETWEEN * (count - 1) > page else BETWEEN
    narrow = _headed(cells, widths, right, page - between * (count - 1))
    fitted = _fitted(cells, narrow, right, page - between * (count - 1))
    if fitted is not None:
        for line in _grid(whole, titles, fitted, right, look, between):
            yield [(" " * INDENT, ""), *line]
        return
    if not titles and count - 1 not in right and 2 * (sum(narrow[:-1]) + between * (count - 1)) <= page:
        yield from _with_last_below(whole, narrow, right, look)
        return
    some = _fitting(narrow, page) if not titles and {*right} >= {*range(1, count)} else ()
    if len(some) < 2:
        yield from _pairs(whole, titles, look)
    for at, columns in enumerate(some if len(some) > 1 else ()):
        yield from [[]] if at else []
        part = [[row[column] for column in columns] for row in whole]
        for line in _grid(part, (), [narrow[column] for column in columns], range(1, len(columns)), look, BETWEEN):
            yield [(" " * INDENT, ""), *line]


def _headed(rows: Rows, widths: list[int], right: Sequence[int], room: int) -> list[int]:
    """The widths of the columns, those of numbers narrowed as far as needed by breaking their heads between words."""
    least = [max(word_length(row[at]) for row in rows) if at in right else widths[at] for at in range(len(widths))]
    for most in range(max((width for at, width in enumerate(widths) if at in right), default=0), 0, -1):
        narrowed = [max(low, min(width, most)) for low, width in zip(least, widths, strict=True)]
        if sum(narrowed) <= room:
            return [n if at in right else width for at, (n, width) in enumerate(zip(narrowed, widths, strict=True))]
    return least


def _fitting(widths: list[int], room: int) -> list[list[int]]:
    """The columns in groups that fit on a page, each behind the first column; none if one column does not."""
    out: list[list[int]] = []
    for at in range(1, len(widths)):
        used = sum(BETWEEN + widths[other] for other in out[-1][1:]) if out else 0
        if out and widths[0] + used + BETWEEN + widths[at] <= room:
            out[-1].append(at)
        else:
            out.append([0, at])
    return out if all(widths[0] + BETWEEN + widths[at] <= room for at in range(1, len(widths))) else []


def _grid(
    whole: Rows, titles: Container[int], widths: list[int], right: Sequence[int], look: RenderOptions, gap: int
) -> Iterator[Line]:
    """The lines of head and rows in columns of these widths."""
    for at, row in enumerate(whole):
        if at in titles:
            yield from wrapped(row[0], sum(widths) + gap * (len(widths) - 1))
        elif at or any(row):
            yield from _row(row, widths, right, gap)
        if at == 0 and any(row):
            rule = look.fit("─")
            yield [((" " * gap).join(rule * width for width in widths), "2")]


def _with_last_below(whole: Rows, widths: list[int], right: Sequence[int], look: RenderOptions) -> Iterator[Line]:
    """The columns but for the last, which stands behind them where it fits, else in lines of its own below."""
    before = sum(widths[:-1]) + BETWEEN * (len(widths) - 1)
    room = look.width - INDENT - before
    widths = [*widths[:-1], min(room, widths[-1])]
    for at, row in enumerate(whole):
        fits = length(row[-1]) <= room
        shown = row if fits else [*row[:-1], []]
        for line in (
            _grid([shown], (), widths, right, look, BETWEEN) if at == 0 else _row(shown, widths, right, BETWEEN)
        ):
            yield [(" " * INDENT, ""), *line]
        for line in () if fits else wrapped(row[-1], look.width - INDENT * 2):
            yield [(" " * INDENT * 2, ""), *line]


def _folded(
    whole: Rows, titles: set[int], widths: list[int], right: Sequence[int], look: RenderOptions
) -> Iterator[Line]:
    """The table in two halves side by side, each with the head; a title that is cut off from its rows comes again."""
    middle = 1 + len(whole) // 2
    middle -= middle - 1 in titles
    again = max((at for at in titles if at < middle), default=0) if middle not in titles else 0
    left = whole[:middle]
    second = [whole[0], *([whole[again]] if again else []), *whole[middle:]]
    shift = middle - (2 if again else 1)
    lower = {at - shift for at in titles if at >= middle} | ({1} if again else set())
    halves = [list(_grid(half, there, widths, right, look, 1)) for half, there in ((left, titles), (second, lower))]
    width = sum(widths) + len(widths) - 1
    for one, other in zip_longest(*halves, fillvalue=[]):
        yield [(" " * INDENT, ""), *one, (" " * (width + BETWEEN - length(one)), ""), *other]


def _fitted(rows: Rows, widths: list[int], right: Sequence[int], room: int) -> list[int] | None:
    """The widths of the columns, the widest ones narrowed as far as needed; None if that would go too far.

    No column is narrower than its longest word.
    """
    if sum(widths) <= room:
        return widths
    words = [max(word_length(row[at]) for row in rows) for at in range(len(widths))]
    prose = [at for at in range(len(widths)) if at not in right]
    widest = max((widths[at] for at in prose), default=0)
    for most in range(widest - 1, FEW - 1, -1):
        fitted = [max(words[at], min(width, most)) if at in prose else width for at, width in enumerate(widths)]
        if sum(fitted) <= room:
            return fitted if most >= LEAST or widest <= 2 * most else None
    return None


def _row(row: Sequence[Line], widths: list[int], right: Sequence[int], gap: int) -> Iterator[Line]:
    cells = [wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
    for depth in range(max(map(len, cells), default=0)):
        line: Line = []
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            part = cell[depth] if depth < len(cell) else []
            pad = (" " * (width - length(part)), "")
            between = [(" " * gap, "")] if at else []
            line += [*between, pad, *part] if at in right else [*between, *part, pad]
        yield line


def _pairs(whole: Rows, titles: Container[int], look: RenderOptions) -> Iterator[Line]:
    """Each row as a small list: its first cell, then the others under it, each after its head."""
    for at, row in enumerate(whole[1:], 1):
        first = True
        head = [[]] * len(row) if at in titles else whole[0]
        for name, cell in zip(head, row, strict=True):
            if not cell:
                continue
            indent = INDENT if first else INDENT * 2
            text: Line = [*name, (": ", name[-1][1]), *cell] if name else list(cell)
            lines = wrapped(text, look.width - indent - 2)
            for depth, line in enumerate(lines):
                yield [(" " * (indent + (2 if depth else 0)), ""), *line]
            first = False
