"""The table drawn: seats with their names, what lies before them, the middle, what lies beside, and the own hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Final

from tutor.teach.offers import Offers
from tutor.teach.text.doc import cleaned, mark
from tutor.teach.text.tabletop import Place, Tabletop
from tutor.teach.text.words import say
from tutor.ui import table_layout as lay
from tutor.ui.cards_svg import box, card, text, written
from tutor.ui.look import Look
from tutor.ui.marks import Span, seat, spans
from tutor.ui.table_layout import EDGE, Form
from tutor.ui.table_parts import BETWEEN, beside, counted, sentences

RAISED: Final = 14
"""How far a card that may be played stands out."""


def drawing(
    shown: Tabletop, offers: Offers, look: Look, names: Mapping[str, str], form: Form, *, titled: bool = False
) -> str:
    """The table as an svg element; its style is `table_style.STYLE`, which must stand in the page or beside it.

    One with a title stands alone: it says what a page would say below it.
    """
    return _Drawing(shown, offers, look, names, form, titled).made()


class _Drawing:
    """One drawing as it grows from top to bottom; `y` is how far it has come."""

    def __init__(
        self, shown: Tabletop, offers: Offers, look: Look, names: Mapping[str, str], form: Form, alone: bool
    ) -> None:
        self.shown, self.offers, self.form, self.names, self.alone = shown, offers, form, names, alone
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
        self._facts()
        self._table()
        self._hand()
        high = self.y - top
        felt = [
            box("felt", 3, top + 3, w - 6, high - 6, 26),
            box("inlay", 10, top + 10, w - 20, high - 20, 20),
        ]
        self._choices()
        view = f"0 0 {w:g} {self.y + 2:.0f}"
        heard = Look(plain=True, suits="words")
        told = (spans(sentence, heard, self.names) for sentence in sentences(self.shown, heard))
        about = " ".join("".join(span.text for span in pieces) for pieces in told)
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

    # -- the state line --------------------------------------------------------------------------------------

    def _facts(self) -> None:
        """The facts and counts along the upper edge, phrase by phrase."""
        most = self.form.width - 2 * EDGE - 12
        phrases = [line.text for line in self.shown.facts] + [counted(tally) for tally in self.shown.tallies]
        lines: list[list[Span]] = []
        for phrase in phrases:
            pieces = spans(phrase, self.look, self.names)
            wide = self._long(pieces)
            if lines and self._long(lines[-1]) + wide + lay.length(BETWEEN, 13) <= most:
                lines[-1] += [Span(BETWEEN), *pieces]
            else:
                lines += self._broken(pieces, most)
        for line in lines:
            self.y += 19
            said = written(line)
            self.parts.append(f'<text class="fact" x="{EDGE + 8}" y="{self.y:.1f}" font-size="13">{said}</text>')
        self.y += 10

    def _long(self, pieces: Iterable[Span]) -> float:
        return lay.length("".join(span.text for span in pieces), 13)

    def _broken(self, pieces: list[Span], most: float) -> list[list[Span]]:
        """A phrase in lines, broken at blanks."""
        lines: list[list[Span]] = [[]]
        for span in pieces:
            words = span.text.split(" ") if span.role == "" else [span.text]
            for at, word in enumerate(words):
                part = span._replace(text=word + (" " if at < len(words) - 1 else ""))
                if lines[-1] and self._long([*lines[-1], part]) > most:
                    lines.append([])
                lines[-1].append(part)
        return lines

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
            self.y += 2
            said = f"{group.label}: {group.text}" if group.text else group.label
            pieces = spans(said, self.look, self.names)
            self.inner += [self._caption(line) for line in self._broken(pieces, most)]
            cards = [c for heap in group.heaps for c in heap]
            for line in lay.fan(len(cards), size.wide, size.wide * 0.42, self.form.width, most):
                for x in line:
                    self.inner.append(card(cards.pop(0), x, self.y, size))
                self.y += size.high + 6

    def _caption(self, pieces: list[Span]) -> str:
        self.y += 18
        place = f'x="{self.form.width / 2:g}" y="{self.y - 5:.1f}" font-size="13" text-anchor="middle"'
        return f'<text class="caption" {place}>{written(pieces)}</text>'

    def _high(self, place: Place) -> float:
        return self._plaque_high(place) + self._lying_high(place) + 6

    def _plaque_high(self, place: Place) -> float:
        return 32 + 16 * len(self._notes(place))

    def _lying_high(self, place: Place) -> float:
        high = self.form.trick.high + (12 if place.best else 0) if place.cards else 0.0
        return high + (30 if place.said else 0)

    def _block(self, place: Place, x: float, y: float) -> Iterator[str]:
        yield from self._plaque(place, x, y)
        yield from self._lying(place, x, y + self._plaque_high(place))

    def _notes(self, place: Place) -> list[str]:
        """What is said below a name, in as many lines as it takes."""
        own = place is self.shown.places[0]
        room = self.form.width - 4 * EDGE if own else self.form.block + 10
        remarks = place.remarks[:-1] if place.best else place.remarks  # the last stands on the cards
        said = [text for text in (place.turn, *beside(place, calls=False), *remarks) if text]
        notes = [lay.short(self._words(text), 12, room) for text in said]
        lines = lay.breaks([lay.length(note, 12) for note in notes], room, lay.length(" · ", 12))
        return [" · ".join(notes[at] for at in line) for line in lines]

    def _words(self, said: str) -> str:
        return "".join(span.text for span in spans(said, self.look, self.names))

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
            for at, c in enumerate(place.cards):
                yield card(c, left + at * apart, y, size, "best" if place.best else "")
            if place.best:
                said = self._words(place.remarks[-1])
                wide = lay.length(said, 12) + 20
                yield box("ribbon", x - wide / 2, y + size.high - 9, wide, 20, 10)
                yield text(said, x, y + size.high + 5, 12, "ribbon-text")
            y += size.high + (12 if place.best else 0)
        if place.said:
            yield from self._bubble(place.said, x, y + 3)

    def _bubble(self, said: tuple[str, ...], x: float, y: float) -> Iterator[str]:
        pieces = spans(", ".join(said), self.look, self.names)
        shown = "".join(span.text for span in pieces)
        wide = min(self.form.block, lay.length(shown, 13) + 22)
        yield box("bubble", x - wide / 2, y, wide, 24, 8)
        inner = written(pieces) if lay.length(shown, 13) + 22 <= wide else escape(lay.short(shown, 13, wide - 16))
        yield f'<text class="said" x="{x:.1f}" y="{y + 16.5:.1f}" font-size="13" text-anchor="middle">{inner}</text>'

    # -- the hand, and moves that are no cards -----------------------------------------------------------------

    def _hand(self) -> None:
        hand = list(self.shown.held)
        if not hand:
            self.y += 10
            return
        size, usable = self.form.hand, self.shown.usable
        self.y += RAISED + 4 if usable is not None else 4
        every = lay.rows(len(hand), self.form, self.form.width - 2 * EDGE - 8)
        for number, line in enumerate(every):
            for x in line:
                c = hand.pop(0)
                up = RAISED if usable is not None and c in usable else 0
                self.parts.append(card(c, x, self.y - up, size, "" if usable is None or c in usable else "no"))
            self.y += size.high * 0.66 + RAISED + 6 if number < len(every) - 1 else size.high
        caption = self._words(self.shown.hand_label)
        if usable is not None and not usable.issuperset(self.shown.held):
            longer = f"{caption} · {say('picture.legend')}"
            caption = longer if lay.length(longer, 12) < self.form.width - 2 * EDGE else say("picture.legend")
        self.y += 20
        self.parts.append(text(caption, self.form.width / 2, self.y - 4, 12, "legend"))
        self.y += 14

    def _choices(self) -> None:
        """Bids, words and combinations as chips under the table."""
        if not self.offers.choices or (self.shown.hand and not self.alone):
            return
        self.y += 28
        self.parts.append(text(self.offers.heading, 6, self.y - 6, 14, "lead", "start"))
        chips = [(ok, spans(mark("m", said), self.look, self.names)) for said, ok in self.offers.choices]
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
        if self.offers.left_out > 0:
            self.y += 14
            self.parts.append(text(f"… {say('picture.more', n=self.offers.left_out)}", 6, self.y, 13, "lead", "start"))
            self.y += 6
