"""Moves that are no cards, drawn as chips under a table: bids, words and combinations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.teach.text.marks import mark
from tutor.teach.text.words import say
from tutor.ui.drawn import table_layout as lay
from tutor.ui.drawn.cards_svg import box, text, written
from tutor.ui.marks import Span, spans

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

    from tutor.teach.rulings.offers import Offers
    from tutor.ui.render_options import RenderOptions


def chips(
    offers: Offers, look: RenderOptions, names: Mapping[str, str], wide: float, y: float
) -> tuple[list[Markup], float]:
    """The chips from the line `y` down, and how far down they come; `wide` is the width of the drawing."""
    y += 28
    out = [text(offers.heading, 6, y - 6, 14, "lead", "start")]
    moves = [(ok, spans(mark("m", said), look, names)) for said, ok in offers.choices]
    widths = [lay.long(pieces, 14) + 44 for _, pieces in moves]
    for line in lay.breaks(widths, wide - 8, 8):
        x = 4.0
        for at in line:
            ok, pieces = moves[at]
            broad, off = min(widths[at], wide - 8), "" if ok else " off"
            said = written([Span("✓ " if ok else "✗ "), *pieces])
            out += [box(f"chip{off}", x, y + 2, broad, 30, 15), text(said, x + 14, y + 22, 14, f"move{off}", "start")]
            x += broad + 8
        y += 38
    if offers.left_out > 0:
        y += 14
        out.append(text(f"… {say('picture.more', n=offers.left_out)}", 6, y, 13, "lead", "start"))
        y += 6
    return out, y
