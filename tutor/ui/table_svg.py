"""The table drawn: seats with their names, what lies before them, the middle, what lies beside, and the own hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from tutor.kernel.cards import Cards
from tutor.teach.doc import cleaned, mark
from tutor.teach.names import spoken
from tutor.teach.picture import Group, Picture, Place
from tutor.teach.words import say
from tutor.ui import table_layout as lay
from tutor.ui.cards_svg import Size, card, suit, text, written
from tutor.ui.look import Look
from tutor.ui.marks import seat, spans
from tutor.ui.table_layout import EDGE, Form

RAISED: Final = 14
"""How far a card that may be played stands out."""
STYLE: Final = """
.board { --felt: #2c7457; --deep: #1d5540; --rim: #174433; --on: #fff; --mild: #d5e8de; --face: #fffefb; --edge: #c9c4ba;
  --black: #1d1c22; --red: #c01f2e; --blue: #1d4fb8; --green: #17703a; --gold: #ffd166; --dark: #0d2b20; --no: #c3ccc5;
  --ink: #1c1b1a; --soft: #5f5b57; --yes: #1b6e36; display: block; width: 100%; height: auto;
  font-family: system-ui, "Segoe UI", Roboto, sans-serif; }
@media (prefers-color-scheme: dark) { .board { --felt: #1f4d3c; --deep: #143529; --rim: #0d241b; --on: #f3f0ea;
  --mild: #b4cdc1; --face: #f1eee6; --edge: #8d897f; --no: #93a199; --gold: #f2c14e; --ink: #ece8e2; --soft: #aaa49c;
  --yes: #7fd396; } }
.board .felt { fill: var(--felt); stroke: var(--rim); stroke-width: 5; }
.board .inlay { fill: none; stroke: var(--on); stroke-opacity: .13; stroke-width: 1.5; }
.board .pool { fill: var(--deep); fill-opacity: .55; }
.board .paper { fill: var(--face); stroke: var(--edge); stroke-width: .8; }
.board .card { filter: drop-shadow(0 1.5px 2px rgb(0 0 0 / .32)); }
.board .ink, .board .rank, .board .court { fill: var(--black); }
.board .ink.H, .board .rank.H, .board .court.H, .board .ink.D, .board .rank.D, .board .court.D { fill: var(--red); }
.board.four .ink.D, .board.four .rank.D, .board.four .court.D { fill: var(--blue); }
.board.four .ink.C, .board.four .rank.C, .board.four .court.C { fill: var(--green); }
.board .rank { font-weight: 700; } .board .court { font-family: Georgia, "Times New Roman", serif; font-weight: 700; }
.board .frame { fill: none; stroke: var(--black); stroke-opacity: .35; stroke-width: 1; }
.board .frame.H, .board .frame.D { stroke: var(--red); stroke-opacity: .4; }
.board .no .paper { fill: var(--no); } .board .no .ink, .board .no .rank, .board .no .court, .board .no .frame { opacity: .5; }
.board .bar circle { fill: var(--dark); stroke: var(--face); stroke-width: 1.2; }
.board .bar path { stroke: #fff; stroke-width: 2; stroke-linecap: round; }
.board .ok { fill: var(--gold); }
.board .best .paper { stroke: var(--gold); stroke-width: 4; } .board .ahead .paper { stroke: var(--gold);
  stroke-width: 2.5; stroke-dasharray: 5 3; }
.board .ribbon { fill: var(--gold); } .board .ribbon-text { fill: #2b2100; font-weight: 700; }
.board .plaque { fill: var(--dark); fill-opacity: .62; } .board .turn .plaque { stroke: var(--gold); stroke-width: 2; }
.board .name { fill: #fff; font-weight: 650; } .board .note { fill: var(--mild); } .board .turn .note { fill: var(--gold); }
.board .caption { fill: var(--mild); letter-spacing: .02em; } .board .value { fill: var(--on); font-weight: 700; }
.board .token { fill: var(--face); stroke: var(--edge); }
.board .bubble { fill: var(--face); } .board .said { fill: var(--black); font-weight: 600; }
.board .said .H, .board .said .D { fill: var(--red); }
.board .title { fill: var(--ink); font-weight: 700; } .board .lead { fill: var(--ink); font-weight: 650; }
.board .legend { fill: var(--mild); }
.board .chip { fill: none; stroke: var(--yes); stroke-width: 1.5; } .board .chip.off { stroke: var(--soft);
  stroke-dasharray: 3 3; }
.board .move { fill: var(--ink); font-weight: 600; } .board .move .H, .board .move .D { fill: var(--red); }
.board .move.off, .board .move.off tspan { fill: var(--soft); }
@media (prefers-color-scheme: dark) { .board .move .H, .board .move .D { fill: #ff8a8a; } }
""".strip()


def drawing(shown: Picture, look: Look, names: Mapping[str, str], form: Form, *, titled: bool = False) -> str:
    """The table as an svg element; its style is `STYLE`, which must stand in the page or beside it."""
    return _Drawing(shown, look, names, form).made(titled)


class _Drawing:
    """One drawing as it grows from top to bottom; `y` is how far it has come."""

    def __init__(self, shown: Picture, look: Look, names: Mapping[str, str], form: Form) -> None:
        self.shown, self.form, self.names = shown, form, names
        self.look = Look(suits="symbols", four_colour=look.four_colour)
        self.y = 0.0
        self.parts: list[str] = []

    def made(self, titled: bool) -> str:
        """The whole element."""
        w = self.form.width
        if titled:
            self.parts.append(text(lay.short(self.shown.title, 20, w), 4, 24, 20, "title", "start"))
            self.y = 36.0
        top = self.y
        self.y += EDGE
        self._aside()
        self._table()
        self._hand()
        high = self.y - top
        felt = [
            f'<rect class="felt" x="3" y="{top + 3:.1f}" width="{w - 6:g}" height="{high - 6:.1f}" rx="26"/>',
            f'<rect class="inlay" x="10" y="{top + 10:.1f}" width="{w - 20:g}" height="{high - 20:.1f}" rx="20"/>',
        ]
        self._choices()
        about = " ".join(cleaned(spoken(self.shown.about, self.names)).split())
        kind = f"board {self.form.name}" + (" four" if self.look.four_colour else "")
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" viewBox="0 0 {w:g} {self.y + 2:.0f}" role="img">',
                f"<title>{escape(cleaned(self.shown.title))}</title>",
                f"<desc>{escape(about)}</desc>",
                *felt, *self.parts, "</svg>",
            ]
        )  # fmt: skip

    # -- beside the table ------------------------------------------------------------------------------------

    def _aside(self) -> None:
        """Groups along the upper edge; as long as they are few they share their height with the seats."""
        groups = self.shown.aside
        if not groups:
            self.y += 6
            return
        widths = [self._wide(group) for group in groups]
        lines = lay.breaks(widths, self.form.width - 2 * EDGE - 8, 14)
        start = self.y + 4
        for line in lines:
            x = EDGE + 6.0
            for at in line:
                self.parts += self._group(groups[at], x, start, widths[at])
                x += widths[at] + 14
            start += self.form.small.high + 26
        alone = len(lines) == 1 and sum(widths) + 14 * len(widths) < (self.form.width - self.form.block) / 2 - EDGE
        roomy = len(self.shown.places) in (1, 2) or (len(self.shown.places) > 3 and self.form.name == "wide")
        self.y = self.y + 6 if alone and roomy else start

    def _heap_wide(self, heap: Cards) -> float:
        small = self.form.small
        return small.wide + (len(heap) - 1) * small.wide * 0.62

    def _wide(self, group: Group) -> float:
        inner = sum(self._heap_wide(heap) for heap in group.heaps) + 8 * max(0, len(group.heaps) - 1)
        worded = lay.length(lay.short(group.text, 15, 150), 15)
        return max(inner, worded, lay.length(group.label, 12), self.form.small.wide if group.suit else 0)

    def _group(self, group: Group, x: float, y: float, wide: float) -> Iterator[str]:
        small = self.form.small
        yield text(group.label, x, y + 10, 12, "caption", "start")
        at = x
        for heap in group.heaps:
            for c in heap:
                yield card(c, at, y + 16, small)
                at += small.wide * 0.62
            at += small.wide * 0.38 + 8
        if group.suit:
            middle = small.high / 2
            yield f'<circle class="token" cx="{x + middle * 0.9:.1f}" cy="{y + 16 + middle:.1f}" r="{middle * 0.9:.1f}"/>'
            yield suit(group.suit, x + middle * 0.9, y + 16 + middle, middle * 1.05)
        elif group.text and not group.heaps:
            yield text(lay.short(group.text, 15, 150), x, y + 32, 15, "value", "start")

    # -- the seats and the middle ----------------------------------------------------------------------------

    def _table(self) -> None:
        own, others = self.shown.places[0], self.shown.places[1:]
        high = [self._high(place) for place in others]
        found = lay.spots(len(others), self.form, self.y, high)
        start = self.y
        drawn: list[str] = []
        low = upper = start
        for place, spot, tall in zip(others, found, high, strict=True):
            drawn += self._block(place, spot.x, spot.y)
            low = max(low, spot.y + tall)
            upper = max(upper, spot.y + tall) if abs(spot.x - self.form.width / 2) < self.form.block else upper
        self.y = low + 8 if self.form.name == "narrow" and self.shown.middle else upper
        self._middle()
        if own.cards or own.said:
            self.y = max(self.y, low - (self._high(own) if self.form.width > 500 or len(others) != 2 else 0)) + 6
            drawn += self._lying(own, self.form.width / 2, self.y)
            self.y += self._lying_high(own) + 6
        self.y = max(self.y + 8, low + 6)
        pool = (start + self.y) / 2
        rx, ry = self.form.width * 0.3, max(20.0, (self.y - start) * 0.42)
        self.parts.append(
            f'<ellipse class="pool" cx="{self.form.width / 2:g}" cy="{pool:.1f}" rx="{rx:.1f}" ry="{ry:.1f}"/>'
        )
        self.parts += [*self.inner, *drawn]
        self.parts += self._plaque(own, self.form.width / 2, self.y)
        self.y += self._plaque_high(own) + 6

    def _middle(self) -> None:
        """What lies in the middle, row by row, each under its caption."""
        self.inner: list[str] = []
        size = self.form.trick
        most = self.form.width - (2 * self.form.block + 60 if len(self.shown.places) > 2 else 2 * EDGE + 20)
        most = most if self.form.name == "wide" else self.form.width - 2 * EDGE - 8
        for group in self.shown.middle:
            self.y += 20
            said = f"{group.label}: {group.text}" if group.text else group.label
            self.inner.append(text(said, self.form.width / 2, self.y - 5, 13, "caption"))
            cards = [c for heap in group.heaps for c in heap]
            for line in lay.fan(len(cards), size.wide, size.wide * 0.42, self.form.width, most):
                for x in line:
                    self.inner.append(card(cards.pop(0), x, self.y, size))
                self.y += size.high + 6

    def _high(self, place: Place) -> float:
        return self._plaque_high(place) + self._lying_high(place) + 6

    def _plaque_high(self, place: Place) -> float:
        return 28 + (16 if self._notes(place) else 0) + 4

    def _lying_high(self, place: Place) -> float:
        high = self.form.trick.high + (12 if place.wins else 0) if place.cards else 0.0
        return high + (30 if place.said else 0)

    def _block(self, place: Place, x: float, y: float) -> Iterator[str]:
        yield from self._plaque(place, x, y)
        yield from self._lying(place, x, y + self._plaque_high(place))

    def _notes(self, place: Place) -> str:
        return " · ".join([say("picture.turn")] * place.turn + list(place.notes))

    def _plaque(self, place: Place, x: float, y: float) -> Iterator[str]:
        most = self.form.block - 16
        name = cleaned(seat(place.seat, self.names))
        name = name if name == place.seat else f"{name} · {place.seat}"
        name = lay.short(name[:1].upper() + name[1:], 14, most)
        wide = max(54.0, lay.length(name, 14) + 26)
        yield f'<g class="{"turn" if place.turn else "seat"}">'
        yield f'<rect class="plaque" x="{x - wide / 2:.1f}" y="{y:.1f}" width="{wide:.1f}" height="27" rx="13.5"/>'
        yield text(name, x, y + 18.5, 14, "name")
        notes = self._notes(place)
        if notes:
            room = self.form.width - 2 * EDGE if place is self.shown.places[0] else self.form.block + 14
            yield text(lay.short(notes, 12, room), x, y + 41, 12, "note")
        yield "</g>"

    def _lying(self, place: Place, x: float, y: float) -> Iterator[str]:
        """The cards before a seat and what it said, from the line `y` down, around `x`."""
        size, count = self.form.trick, len(place.cards)
        if place.cards:
            apart = min(size.wide + 4, max(12.0, (self.form.block - size.wide) / (count - 1))) if count > 1 else 0.0
            left = x - (size.wide + apart * (count - 1)) / 2
            won = place.wins == say("picture.wins")
            state = ("best" if won else "ahead") if place.wins else ""
            for at, c in enumerate(place.cards):
                yield card(c, left + at * apart, y, size, state)
            if place.wins:
                said = f"★ {place.wins}" if won else place.wins
                wide = lay.length(said, 12) + 20
                yield f'<rect class="ribbon" x="{x - wide / 2:.1f}" y="{y + size.high - 9:.1f}" width="{wide:.1f}" height="20" rx="10"/>'
                yield text(said, x, y + size.high + 5, 12, "ribbon-text")
            y += size.high + (12 if place.wins else 0)
        if place.said:
            yield from self._bubble(place.said, x, y + 3)

    def _bubble(self, said: tuple[str, ...], x: float, y: float) -> Iterator[str]:
        shown = ", ".join(said)
        pieces = spans(", ".join(mark("m", one) for one in said), self.look, self.names)
        wide = min(self.form.block, lay.length(shown, 13) + 22)
        yield f'<rect class="bubble" x="{x - wide / 2:.1f}" y="{y:.1f}" width="{wide:.1f}" height="24" rx="8"/>'
        inner = written(pieces) if lay.length(shown, 13) + 22 <= wide else escape(lay.short(shown, 13, wide - 16))
        yield f'<text class="said" x="{x:.1f}" y="{y + 16.5:.1f}" font-size="13" text-anchor="middle">{inner}</text>'

    # -- the hand, and moves that are no cards -----------------------------------------------------------------

    def _hand(self) -> None:
        hand = list(self.shown.hand)
        if not hand:
            self.y += 10
            return
        size: Size = self.form.hand
        judged = any(held.legal is not None for held in hand)
        self.y += RAISED + 4 if judged else 4
        every = lay.rows(len(hand), self.form, self.form.width - 2 * EDGE - 8)
        for number, line in enumerate(every):
            for x in line:
                held = hand.pop(0)
                up = RAISED if held.legal else 0
                self.parts.append(card(held.card, x, self.y - up, size, "no" if held.legal is False else ""))
            self.y += size.high * 0.66 + RAISED if number < len(every) - 1 else size.high
        caption = self.shown.caption
        if judged and any(held.legal is False for held in self.shown.hand):
            caption = f"{caption} · {say('picture.legend')}"
        self.y += 20
        self.parts.append(text(caption, self.form.width / 2, self.y - 4, 12, "legend"))
        self.y += 14

    def _choices(self) -> None:
        """Bids, words and combinations as chips under the table."""
        if not self.shown.choices:
            return
        self.y += 28
        self.parts.append(text(self.shown.heading, 6, self.y - 6, 14, "lead", "start"))
        chips = [(ok, spans(mark("m", said), self.look, self.names)) for said, ok in self.shown.choices]
        widths = [lay.length("".join(s.text for s in pieces), 14) + 44 for _, pieces in chips]
        most = self.form.width - 8
        for line in lay.breaks(widths, most, 8):
            x = 4.0
            for at in line:
                ok, pieces = chips[at]
                wide, off = min(widths[at], most), "" if ok else " off"
                self.parts.append(
                    f'<rect class="chip{off}" x="{x:.1f}" y="{self.y + 2:.1f}" width="{wide:.1f}" height="30" rx="15"/>'
                    f'<text class="move{off}" x="{x + 14:.1f}" y="{self.y + 22:.1f}" font-size="14">'
                    f"{'✓' if ok else '✗'} {written(pieces)}</text>"
                )
                x += wide + 8
            self.y += 38
        if self.shown.left_out > 0:
            self.y += 14
            self.parts.append(text(f"… {say('picture.more', n=self.shown.left_out)}", 6, self.y, 13, "lead", "start"))
            self.y += 6
