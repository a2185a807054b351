"""Where things stand in a drawing of the table: seats round it, cards in a fan, captions in a row. Numbers only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tutor.ui.cards_svg import Size


@dataclass(frozen=True)
class Form:
    """The measures of a drawing so wide: on a desk, or on a phone."""

    width: float
    name: str
    trick: Size
    hand: Size
    small: Size
    step: float
    """The least of a card in the hand that must be seen."""
    block: float
    """The width of a seat."""


WIDE: Final = Form(720, "wide", Size(60, 86), Size(68, 98), Size(34, 48, False), 27, 130)
NARROW: Final = Form(360, "narrow", Size(44, 63, False), Size(54, 78), Size(28, 40, False), 22, 104)
EDGE: Final = 16


def rows(count: int, form: Form, most: float) -> list[list[float]]:
    """The left edges of `count` cards of the hand, row by row, each row centred."""
    return fan(count, form.hand.wide, form.step, form.width, most)


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


@dataclass(frozen=True)
class Spot:
    """The middle of the upper edge of a seat's block."""

    x: float
    y: float


def spots(others: int, form: Form, top: float, high: Sequence[float]) -> list[Spot]:
    """The blocks of the other seats, clockwise from the left of whoever sits at the bottom; `high` is each's height."""
    w, side = form.width, max(form.block / 2 + EDGE / 2, form.width * 0.15)
    if others == 0:
        return []
    if others == 1:
        return [Spot(w / 2, top)]
    if others == 2:
        return [Spot(max(side, w * 0.24), top), Spot(min(w - side, w * 0.76), top)]
    upper = others - 2
    gap = min(w * 0.26, (w - 2 * side) / max(1, upper - 1)) if upper > 1 else 0.0
    between = [Spot(w / 2 + (at - (upper - 1) / 2) * gap, top) for at in range(upper)]
    apart = between[0].x - side >= form.block
    lowest = max(high[1:-1])
    down = top + (lowest * 0.5 if apart else lowest + 10)
    return [Spot(side, down), *between, Spot(w - side, down)]


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
