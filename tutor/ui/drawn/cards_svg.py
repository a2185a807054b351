"""Cards, suits and written moves as SVG: shapes of our own, so that a card looks the same wherever it is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from markupsafe import Markup

from tutor.ui.drawn.markup import element

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card
    from tutor.ui.marks import Span

_STEM: Final = "C1.2 8 2.6 10 4.2 11L-4.2 11C-2.6 10 -1.2 8 -1.2 "
SHAPES: Final = {
    "H": "M0 10.5C-15 0 -12 -10 -5.8 -10C-2.8 -10 -.9 -8 0 -5.8C.9 -8 2.8 -10 5.8 -10C12 -10 15 0 0 10.5Z",
    "D": "M0 -11.5C2.4 -7 5.2 -3.2 8.8 0C5.2 3.2 2.4 7 0 11.5C-2.4 7 -5.2 3.2 -8.8 0C-5.2 -3.2 -2.4 -7 0 -11.5Z",
    "S": f"M0 -11.5C3 -6.2 10.4 -3.2 10.4 2.8C10.4 7.6 4 9 1.2 4.6{_STEM}4.6C-4 9 -10.4 7.6 -10.4 2.8"
    "C-10.4 -3.2 -3 -6.2 0 -11.5Z",
    "C": f"M1.2 3{_STEM}3Z M0 -11.4a4.9 4.9 0 1 0 .01 0Z M-5.6 -3.2a4.9 4.9 0 1 0 .01 0Z M5.6 -3.2a4.9 4.9 0 1 0 .01 0Z"
    "M-2 -3H2V4H-2Z",
}
"""Suits around the origin, some 22 units high."""
_STAR: Final = "M0 -10L2.6 -3.4L9.7 -3.1L4.2 1.3L6.1 8.1L0 4.2L-6.1 8.1L-4.2 1.3L-9.7 -3.1L-2.6 -3.4Z"

_L, _M, _R = 0.31, 0.5, 0.69
_PIPS: Final = {
    "A": [(_M, 0.5)],
    "2": [(_M, 0.2), (_M, 0.8)],
    "3": [(_M, 0.2), (_M, 0.5), (_M, 0.8)],
    "4": [(_L, 0.2), (_R, 0.2), (_L, 0.8), (_R, 0.8)],
    "5": [(_L, 0.2), (_R, 0.2), (_M, 0.5), (_L, 0.8), (_R, 0.8)],
    "6": [(_L, 0.2), (_R, 0.2), (_L, 0.5), (_R, 0.5), (_L, 0.8), (_R, 0.8)],
    "7": [(_L, 0.2), (_R, 0.2), (_M, 0.35), (_L, 0.5), (_R, 0.5), (_L, 0.8), (_R, 0.8)],
    "8": [(_L, 0.2), (_R, 0.2), (_M, 0.35), (_L, 0.5), (_R, 0.5), (_M, 0.65), (_L, 0.8), (_R, 0.8)],
    "9": [(x, y) for y in (0.19, 0.397, 0.603, 0.81) for x in (_L, _R)] + [(_M, 0.5)],
    "T": [(x, y) for y in (0.19, 0.397, 0.603, 0.81) for x in (_L, _R)] + [(_M, 0.295), (_M, 0.705)],
}


class CardSize(NamedTuple):
    """How large a card is drawn; `pips` says whether its face is drawn in full."""

    wide: float
    high: float
    pips: bool = True


def suit(letter: str, x: float, y: float, high: float, kind: str = "ink") -> Markup:
    """A suit `high` units high around (x, y)."""
    place = f"translate({x:.1f} {y:.1f}) scale({high / 23:.3f})"
    return element("path", class_=f"{kind} {letter}", d=SHAPES[letter], transform=place)


def text(said: str, x: float, y: float, size: float, kind: str = "", anchor: str = "middle") -> Markup:
    """Words at (x, y)."""
    return element("text", said, class_=kind, x=f"{x:.1f}", y=f"{y:.1f}", font_size=f"{size:g}", text_anchor=anchor)


def card(c: Card, x: float, y: float, size: CardSize, state: str = "") -> Markup:
    """A card whose upper left corner is (x, y); `state` is `no` for one that may not be played, `best` for a winner."""
    place = f"translate({x:.1f} {y:.1f})"
    return element("g", *_face(c, size, state), class_=f"card {state}".strip(), data_card=c.text, transform=place)


def _face(c: Card, size: CardSize, state: str) -> Iterator[Markup]:
    w, h = size.wide, size.high
    r = w * 0.1
    yield element("rect", class_="paper", width=f"{w:g}", height=f"{h:g}", rx=f"{r:.1f}")
    index = min(w * 0.3, 19)
    across = index * 0.72
    rank = "10" if c.rank == "T" else c.rank
    if c.joker:
        yield _star(c.text, across, index, index / 22)
        yield _star(c.text, w / 2, h / 2, w / 36)
    elif c.suit not in SHAPES:  # a game that looks at ranks alone
        yield text(rank, across, index * 1.12, index * (0.92 if rank == "10" else 1.08), "rank")
        yield text(rank, w * 0.77, h * 0.9, w * (0.29 if rank == "10" else 0.42), "rank")
    else:
        yield text(rank, across, index * 1.12, index * (0.92 if rank == "10" else 1.08), f"rank {c.suit}")
        if size.pips:
            yield suit(c.suit, across, index * 1.78, index * 0.8)
            yield from _middle(c, w, h)
        else:
            yield suit(c.suit, w * 0.36, h * 0.68, w * 0.46)
    if state == "no":
        at = min(h * 0.68, index * 3.0) if size.pips else h * 0.6
        k = index * 0.5
        d = k * 0.42
        cross = element("path", d=f"M{-d:.1f} {-d:.1f}L{d:.1f} {d:.1f}M{d:.1f} {-d:.1f}L{-d:.1f} {d:.1f}")
        place = f"translate({across:.1f} {at:.1f})"
        yield element("g", element("circle", r=f"{k:.1f}"), cross, class_="bar", transform=place)


def _middle(c: Card, w: float, h: float) -> Iterator[Markup]:
    """The face: pips as they lie on a card, or a framed letter."""
    if c.rank in _PIPS:
        for px, py in _PIPS[c.rank]:
            x, high = w * (0.21 + 0.76 * px), w * (0.46 if c.rank == "A" else 0.175)
            shape = suit(c.suit, x, h * py, high)
            yield element("g", shape, transform=f"rotate(180 {x:.1f} {h * py:.1f})") if py > 0.5 else shape
        return
    x, y, fw, fh = w * 0.36, h * 0.14, w * 0.52, h * 0.72
    yield box(f"frame {c.suit}", x, y, fw, fh, w * 0.05)
    yield text(c.rank, x + fw / 2, y + fh * 0.5, w * 0.44, f"court {c.suit}")
    yield suit(c.suit, x + fw / 2, y + fh * 0.76, w * 0.24)


def _star(name: str, x: float, y: float, scale: float) -> Markup:
    """The sign of a joker, the big one red."""
    kind = "H" if name == "X1" else "S"
    place = f"translate({x:.1f} {y:.1f}) scale({scale:.2f})"
    return element("path", class_=f"ink {kind}", d=_STAR, transform=place)


def box(kind: str, x: float, y: float, wide: float, high: float, round_: float) -> Markup:
    """A rectangle with round corners."""
    place = {"x": x, "y": y, "width": wide, "height": high, "rx": round_}
    return element("rect", class_=kind, **{name: f"{at:.1f}" for name, at in place.items()})


def written(pieces: list[Span]) -> Markup:
    """Spans of marked text as the content of a text element."""
    return Markup().join(
        element("tspan", span.text, class_=span.suit) if span.role == "card" and span.suit else span.text
        for span in pieces
    )
