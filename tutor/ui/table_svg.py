"""The table drawn: seats with their names, what lies before them, the middle, what lies beside, and the own hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from tutor.kernel.cards import Cards
from tutor.teach.picture import Group, Picture, Place
from tutor.teach.text.agree import spoken
from tutor.teach.text.doc import cleaned, mark
from tutor.teach.text.words import say
from tutor.ui import table_layout as lay
from tutor.ui.cards_svg import Size, box, card, suit, text, written
from tutor.ui.look import Look
from tutor.ui.marks import seat, spans
from tutor.ui.table_layout import EDGE, Form

RAISED: Final = 14
"""How far a card that may be played stands out."""


def drawing(shown: Picture, look: Look, names: Mapping[str, str], form: Form, *, titled: bool = False) -> str:
    """The table as an svg element; its style is `table_style.STYLE`, which must stand in the page or beside it.

    One with a title stands alone: it says what a page would say below it.
    """
    return _Drawing(shown, look, names, form, titled).made()


class _Drawing:
    """One drawing as it grows from top to bottom; `y` is how far it has come."""

    def __init__(self, shown: Picture, look: Look, names: Mapping[str, str], form: Form, alone: bool) -> None:
        self.shown, self.form, self.names, self.alone = shown, form, names, alone
        self.look = Look(suits="symbols", four_colour=look.four_colour)
        self.y = 0.0
        self.parts: list[str] = []

    def made(self) -> str:
        """The whole element."""
        w = self.form.width
        if self.alone:
            self.parts.append(text(lay.short(self.shown.title, 20, w), 4, 24, 20, "title", "start"))
            self.y = 36.0
        top = self.y
        self.y += EDGE
        self._aside()
        self._table()
        self._hand()
        high = self.y - top
        felt = [
            box("felt", 3, top + 3, w - 6, high - 6, 26),
            box("inlay", 10, top + 10, w - 20, high - 20, 20),
        ]
        self._choices()
        view = f"0 0 {w:g} {self.y + 2:.0f}"
        about = " ".join(cleaned(spoken(self.shown.about, self.names)).split())
        kind = f"board {self.form.name}" + (" four" if self.look.four_colour else "")
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" viewBox="{view}" role="img">',
                f"<title>{escape(cleaned(self.shown.title))}</title>",
                f"<desc>{escape(about)}</desc>",
                *([f'<rect class="page" width="{w:g}" height="{self.y + 2:.0f}"/>'] if self.alone else []),
                *felt, *self.parts, "</svg>",
            ]
        )  # fmt: skip

    # -- beside the table ------------------------------------------------------------------------------------

    def _aside(self) -> None:
        """Groups along the upper edge; as long as they are few they share their height with the seats."""
        groups = [one for group in self.shown.aside for one in _parted(group)]
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
        return small.wide + (len(heap) - 1) * self._apart(heap)

    def _apart(self, heap: Cards) -> float:
        wide = self.form.small.wide
        return wide + 3 if len(heap) < 4 else min(wide * 0.62, (self.form.width - 3 * EDGE - wide) / (len(heap) - 1))

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
                at += self._apart(heap)
            at += small.wide - self._apart(heap) + 8
        if group.suit:
            r = small.high * 0.45
            yield f'<circle class="token" cx="{x + r:.1f}" cy="{y + 18 + r:.1f}" r="{r:.1f}"/>'
            yield suit(group.suit, x + r, y + 18 + r, r * 1.15)
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
        return 32 + 16 * len(self._notes(place))

    def _lying_high(self, place: Place) -> float:
        high = self.form.trick.high + (12 if place.wins else 0) if place.cards else 0.0
        return high + (30 if place.said else 0)

    def _block(self, place: Place, x: float, y: float) -> Iterator[str]:
        yield from self._plaque(place, x, y)
        yield from self._lying(place, x, y + self._plaque_high(place))

    def _notes(self, place: Place) -> list[str]:
        """What is said below a name, in as many lines as it takes."""
        own = place is self.shown.places[0]
        room = self.form.width - 4 * EDGE if own else self.form.block + 10
        notes = [lay.short(note, 12, room) for note in [say("picture.turn")] * place.turn + list(place.notes)]
        lines = lay.breaks([lay.length(note, 12) for note in notes], room, lay.length(" · ", 12))
        return [" · ".join(notes[at] for at in line) for line in lines]

    def _plaque(self, place: Place, x: float, y: float) -> Iterator[str]:
        most = self.form.block - 16
        name = cleaned(seat(place.seat, self.names))
        name = name if name == place.seat else f"{name} · {place.seat}"
        name = lay.short(name[:1].upper() + name[1:], 14, most)
        wide = max(54.0, lay.length(name, 14) + 26)
        yield f'<g class="{"turn" if place.turn else "seat"}">'
        yield box("plaque", x - wide / 2, y, wide, 27, 13.5)
        yield text(name, x, y + 18.5, 14, "name")
        for at, line in enumerate(self._notes(place)):
            yield text(line, x, y + 41 + 16 * at, 12, "note")
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
                yield box("ribbon", x - wide / 2, y + size.high - 9, wide, 20, 10)
                yield text(said, x, y + size.high + 5, 12, "ribbon-text")
            y += size.high + (12 if place.wins else 0)
        if place.said:
            yield from self._bubble(place.said, x, y + 3)

    def _bubble(self, said: tuple[str, ...], x: float, y: float) -> Iterator[str]:
        shown = ", ".join(said)
        pieces = spans(", ".join(mark("m", one) for one in said), self.look, self.names)
        wide = min(self.form.block, lay.length(shown, 13) + 22)
        yield box("bubble", x - wide / 2, y, wide, 24, 8)
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
            self.y += size.high * 0.66 + RAISED + 6 if number < len(every) - 1 else size.high
        caption = self.shown.caption
        if judged and any(held.legal is False for held in self.shown.hand):
            longer = f"{caption} · {say('picture.legend')}"
            caption = longer if lay.length(longer, 12) < self.form.width - 2 * EDGE else say("picture.legend")
        self.y += 20
        self.parts.append(text(caption, self.form.width / 2, self.y - 4, 12, "legend"))
        self.y += 14

    def _choices(self) -> None:
        """Bids, words and combinations as chips under the table."""
        if not self.shown.choices or (self.shown.hand and not self.alone):
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


def _parted(group: Group) -> list[Group]:
    """A group as one for each of its heaps, so that they can stand in several lines."""
    return [Group(group.label if not at else "", (heap,)) for at, heap in enumerate(group.heaps)] or [group]
