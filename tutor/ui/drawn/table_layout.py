"""Where things stand in a drawing of the table: seats round it, cards in a fan, words in lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from tutor.ui.drawn.cards_svg import CardSize
from tutor.ui.marks import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True)
class Measures:
    """The measures of a drawing so wide: on a desk, or on a phone."""

    width: float
    name: str
    trick: CardSize
    hand: CardSize
    small: CardSize
    step: float
    """How much of each card in the hand shows beside the next one, at the least."""
    block: float
    """The width of a seat."""
    across: int
    """So many seats have room side by side along the upper edge."""
    name_size: float


WIDE: Final = Measures(720, "wide", CardSize(60, 86), CardSize(68, 98), CardSize(34, 48, False), 27, 130, 4, 14)
NARROW: Final = Measures(
    360, "narrow", CardSize(44, 63, False), CardSize(54, 78), CardSize(28, 40, False), 22, 104, 3, 12.5
)
EDGE: Final = 16


def rows(count: int, measures: Measures, most: float) -> list[list[float]]:
    """The left edges of `count` cards of the hand, row by row, each row centred."""
    return fan(count, measures.hand.wide, measures.step, measures.width, most)


def fan(count: int, wide: float, step: float, width: float, most: float) -> list[list[float]]:
    """The left edges of `count` cards, in as few rows as leave `step` of each card to be seen."""
    if not count:
        return []
    a_row = max(1, int((most - wide) / step) + 1)
    number = -(-count // a_row)
    shared = [count // number + (at < count % number) for at in range(number)]
    apart = min(wide + 7, (most - wide) / (shared[0] - 1)) if shared[0] > 1 else 0.0
    out = []
    for n in shared:
        left = (width - wide - apart * (n - 1)) / 2
        out.append([left + apart * at for at in range(n)])
    return out


class Box(NamedTuple):
    """Room that something takes: its left and upper edge, how wide and how high it is."""

    x: float
    y: float
    wide: float
    high: float

    def meets(self, other: Box) -> bool:
        """Whether the two overlap."""
        beside = self.x + self.wide <= other.x or other.x + other.wide <= self.x
        return not (beside or self.y + self.high <= other.y or other.y + other.high <= self.y)


def around(x: float, y: float, size: tuple[float, float]) -> Box:
    """A box so wide and high whose upper edge has its middle at (x, y)."""
    return Box(x - size[0] / 2, y, *size)


def below(y: float, x: float, size: tuple[float, float], taken: Iterable[Box]) -> float:
    """The first line from `y` down at which a box around `x` meets nothing that is there."""
    there = list(taken)
    while hit := [one for one in there if one.meets(around(x, y, size))]:
        y = max(one.y + one.high for one in hit) + 4
    return y


class Spot(NamedTuple):
    """The middle of the upper edge of a seat's block."""

    x: float
    y: float


def spots(measures: Measures, top: float, sizes: Sequence[tuple[float, float]]) -> list[Spot]:
    """The blocks of the other seats, clockwise from the left of whoever sits at the bottom, each so wide and high."""
    w, others = measures.width, len(sizes)
    side = max(measures.block / 2 + EDGE / 2, w * 0.15)
    if others < 3:
        return [Spot(w / 2, top)] if others == 1 else [Spot(x, top) for x in (w * 0.24, w * 0.76)][:others]
    column = max(1, -(-(others - measures.across) // 2))
    upper = sizes[column : others - column]
    step = min(max(w * 0.26, measures.block + 8), (w - 2 * side) / max(1, len(upper) - 1))
    row = [Spot(w / 2 + (at - (len(upper) - 1) / 2) * step, top) for at in range(len(upper))]
    apart = row[0].x - side >= measures.block
    down = top + max(high for _, high in upper) * (0.5 if apart else 1.0) + (0 if apart else 10)
    left = _column(side, down, sizes[:column][::-1])[::-1]
    return [*left, *row, *_column(w - side, down, sizes[others - column :])]


def _column(x: float, y: float, sizes: Sequence[tuple[float, float]]) -> list[Spot]:
    """Blocks one below the other."""
    return [Spot(x, y + sum(high + 8 for _, high in sizes[:at])) for at in range(len(sizes))]


def breaks(widths: Sequence[float], most: float, gap: float) -> list[list[int]]:
    """The numbers of things so wide, set side by side into lines no wider than `most`."""
    out: list[list[int]] = []
    used = 0.0
    for at, wide in enumerate(widths):
        if out and used + gap + wide <= most:
            out[-1].append(at)
            used += gap + wide
        else:
            out.append([at])
            used = wide
    return out


def length(said: str, size: float) -> float:
    """About how wide words are in a font of `size`; rather too much than too little."""
    return sum(0.4 if c in "iljt.,:;'|!1 ()" else 0.98 if c in "mwMW@♠♥♦♣+" else 0.68 for c in said) * size


def short(said: str, size: float, most: float) -> str:
    """`said` cut so that it fits."""
    if length(said, size) <= most:
        return said
    while said and length(said + "…", size) > most:
        said = said[:-1]
    return said.rstrip() + "…"


def long(pieces: Iterable[Span], size: float = 13) -> float:
    """Estimate the width of a phrase, in units of the drawing."""
    return length("".join(span.text for span in pieces), size)


def broken(pieces: Iterable[Span], most: float, size: float = 13) -> list[list[Span]]:
    """Break a phrase into lines at most `most` units wide: at blanks, never inside a card."""
    words: list[list[Span]] = [[]]
    for span in pieces:
        for at, part in enumerate([span.text] if span.role == "card" else span.text.split(" ")):
            words += [[]] if at else []
            words[-1] += [span._replace(text=part)] if part else []
    lines: list[list[Span]] = [words[0]]
    for word in words[1:]:
        longer = [*lines[-1], Span(" "), *word]
        lines[-1:] = [longer] if long(longer, size) <= most else [lines[-1], word]
    return lines
