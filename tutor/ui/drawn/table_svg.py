"""The table drawn: seats with their names, what lies before them, the middle, what lies beside, and the own hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from tutor.teach.text.agree import called
from tutor.teach.text.marks import cleaned
from tutor.teach.text.words import say
from tutor.ui.drawn import table_layout as lay
from tutor.ui.drawn.cards_svg import box, card, text, written
from tutor.ui.drawn.markup import element
from tutor.ui.drawn.table_chips import chips
from tutor.ui.drawn.table_layout import EDGE, Measures, broken, long
from tutor.ui.drawn.table_style import STYLE
from tutor.ui.marks import Span, spans
from tutor.ui.render_options import RenderOptions
from tutor.ui.table_parts import BETWEEN, beside, captioned, counted, named, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.cards import Cards
    from tutor.teach.rulings.offers import Offers
    from tutor.teach.text.tabletop import MiddleCards, SeatArea, Tabletop

RAISED: Final = 14
"""How far a playable card is raised, in units of the drawing."""
MANY: Final = 8
"""Heaps of more cards than this in all are drawn small."""
HEAPS_APART: Final = 18
"""Between heaps that lie side by side."""
PILED: Final = 0.46
"""Visible part of a covered card, as a share of its height."""


class Drawing:
    """The table as an svg element, which grows from top to bottom; `y` is how far it has come.

    Its style is `table_style.STYLE`, which must stand in the page. One that stands `alone` has a title, brings its
    style, and says what a page would say below it.
    """

    def __init__(
        self,
        shown: Tabletop,
        offers: Offers,
        look: RenderOptions,
        names: Mapping[str, str],
        measures: Measures,
        *,
        alone: bool = False,
    ) -> None:
        self.shown, self.offers, self.measures, self.names, self.alone = shown, offers, measures, names, alone
        self.look = RenderOptions(suits="symbols", four_colour=look.four_colour)
        self.y = 0.0
        self.parts: list[Markup] = []

    def made(self) -> Markup:
        """The whole element."""
        w = self.measures.width
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
        more: list[Markup] = []
        if self.offers.choices and (self.alone or not self.shown.hand):
            more, self.y = chips(self.offers, self.look, self.names, w, self.y)
        view = f"0 0 {w:g} {self.y + 2:.0f}"
        heard = RenderOptions(plain=True, suits="words")
        told = (spans(sentence, heard, self.names) for sentence in sentences(self.shown, heard))
        about = " ".join("".join(span.text for span in pieces) for pieces in told)
        kind = f"board {self.measures.name}" + (" four" if self.look.four_colour else "")
        page = {"class_": "page", "width": f"{w:g}", "height": f"{self.y + 2:.0f}"}
        parts = [
            *([element("style", Markup(f"\n{STYLE}\n"))] if self.alone else []),
            element("title", cleaned(self.shown.title)),
            element("desc", about),
            *([element("rect", **page)] if self.alone else []),
            *felt,
            *self.parts,
            *more,
        ]
        lines = Markup("\n").join(["", *parts, ""])
        return element("svg", lines, xmlns="http://www.w3.org/2000/svg", class_=kind, viewBox=view, role="img")

    # -- the state line --------------------------------------------------------------------------------------

    def _facts(self) -> None:
        """The facts and counts along the upper edge, phrase by phrase."""
        most = self.measures.width - 2 * EDGE - 12
        phrases = [line.text for line in self.shown.facts] + [counted(tally) for tally in self.shown.tallies]
        lines: list[list[Span]] = []
        for phrase in phrases:
            pieces = self._spans(phrase)
            wide = long(pieces)
            if lines and long(lines[-1]) + wide + lay.length(BETWEEN, 13) <= most:
                lines[-1] += [Span(BETWEEN), *pieces]
            else:
                lines += broken(pieces, most)
        for line in lines:
            self.y += 19
            self.parts.append(text(written(line), EDGE + 8, self.y, 13, "fact", "start"))
        self.y += 10

    # -- the seats and the middle ----------------------------------------------------------------------------

    def _table(self) -> None:
        """Others round the table, the middle where nobody's cards lie, then the seat at the bottom."""
        own, others = self.shown.places[0], self.shown.places[1:]
        middle, start = self.measures.width / 2, self.y
        sizes = [self._size(place) for place in others]
        found = lay.spots(self.measures, start, sizes)
        self.taken = [lay.around(*spot, size) for spot, size in zip(found, sizes, strict=True)]
        low = max((box.y + box.high for box in self.taken), default=start)
        drawn: list[Markup] = []
        for place, spot in zip(others, found, strict=True):
            drawn.append(self._block(place, spot.x, spot.y))
        drawn += map(self._group, self.shown.middle)
        bottom: list[Markup] = []
        if own.cards or own.said:
            size = self._lying_size(own)
            self.y = lay.below(self.y + 6, middle, size, self.taken) + size[1] + 6
            bottom += self._lying(own, middle, self.y - size[1] - 6)
        self.y = max(self.y + 8, low + 6)
        pool = {"cx": middle, "cy": (start + self.y) / 2, "rx": self.measures.width * 0.3}
        pool["ry"] = max(20.0, (self.y - start) * 0.42)
        self.parts.append(element("ellipse", class_="pool", **{name: f"{at:.1f}" for name, at in pool.items()}))
        self.parts += drawn
        bottom.append(self._plaque(own, middle, self.y))
        self.parts.append(element("g", *bottom, data_seat=own.seat))
        self.y += self._plaque_size(own)[1] + 6

    def _group(self, group: MiddleCards) -> Markup:
        """What lies in the middle together: a caption, then its heaps side by side as far as there is room."""
        w, many = self.measures.width, len(group.heaps) > 1 and sum(map(len, group.heaps)) > MANY
        size = self.measures.small if many else self.measures.trick
        most = w - (
            2 * self.measures.block + 60 if len(self.shown.places) > 3 and self.measures is lay.WIDE else 2 * EDGE
        )
        caption = broken(self._spans(captioned(group)), most)
        heaps: list[Cards] = list(group.heaps)
        if all(len(heap) == 1 for heap in heaps):  # cards, not heaps
            heaps = [tuple(c for heap in heaps for c in heap)] if heaps else []
        fans = [lay.fan(len(heap), size.wide, size.wide * 0.42, 0, most) for heap in heaps]
        wides = [2 * max((-line[0] for line in fan), default=0) for fan in fans]
        lines = lay.breaks(wides, most, HEAPS_APART)
        tall = sum(max(len(fans[at]) for at in line) for line in lines) * (size.high + 6)
        broad = max((sum(wides[at] + HEAPS_APART for at in line) - HEAPS_APART for line in lines), default=0)
        wide = max([broad, *(long(line) for line in caption)])
        self.y = lay.below(self.y, w / 2, (wide, 20 + 18 * len(caption) - 18 + tall), self.taken)
        drawn: list[Markup] = []
        for line in caption:
            self.y += 18
            drawn.append(text(written(line), w / 2, self.y - 5, 13, "caption"))
        for line_ in lines:
            left = w / 2 - (sum(wides[at] + HEAPS_APART for at in line_) - HEAPS_APART) / 2
            for at in line_:
                spots = ((x, row) for row, xs in enumerate(fans[at]) for x in xs)
                lying = (
                    card(c, left + wides[at] / 2 + x, self.y + row * (size.high + 6), size)
                    for c, (x, row) in zip(heaps[at], spots, strict=True)
                )
                drawn.append(element("g", *lying, class_="heap"))
                left += wides[at] + HEAPS_APART
            self.y += max(len(fans[at]) for at in line_) * (size.high + 6)
        self.y += 2
        return element("g", *drawn, data_group=group.name)

    def _size(self, place: SeatArea) -> tuple[float, float]:
        plaque, lying = self._plaque_size(place), self._lying_size(place)
        return max(plaque[0], lying[0]), plaque[1] + lying[1] + 6

    def _plaque_size(self, place: SeatArea) -> tuple[float, float]:
        notes = self._notes(place)
        wide = max([self._name(place)[1], *(lay.length(note, 12) for note in notes)])
        return wide, 32 + 16 * len(notes)

    def _lying_size(self, place: SeatArea) -> tuple[float, float]:
        size, lines, said = self.measures.trick, self._fan(place), self._said(place)
        wide = max([*(-2 * line[0] for line in lines), *(long(s) + 22 for s in said), 0])
        high = size.high + (len(lines) - 1) * size.high * PILED + (12 if place.best else 0) if lines else 0.0
        return wide, high + (14 + 16 * len(said) if said else 0)

    def _fan(self, place: SeatArea) -> list[list[float]]:
        """The left edges of the cards before a seat, around its middle, row by row."""
        size, others = self.measures.trick, len(self.shown.places) - 1
        own = place is self.shown.places[0]
        beside = 2 * self.measures.block if others > 2 and self.measures is lay.WIDE else 0.0
        most = self.measures.width - 2 * EDGE - 8 - beside if own else self.measures.block + 8
        return lay.fan(len(place.cards), size.wide, size.wide * (0.42 if own else 0.3), 0, most)

    def _block(self, place: SeatArea, x: float, y: float) -> Markup:
        lying = self._lying(place, x, y + self._plaque_size(place)[1])
        return element("g", self._plaque(place, x, y), *lying, data_seat=place.seat)

    def _notes(self, place: SeatArea) -> list[str]:
        """What is said below a name, in as many lines as it takes."""
        room = self.measures.width - 4 * EDGE if place is self.shown.places[0] else self.measures.block + 8
        remarks = place.remarks[:-1] if place.best else place.remarks  # the last stands on the cards
        said = filter(None, (place.turn, *beside(place, calls=False), *remarks))
        out: list[str] = []
        for note in map(self._words, said):
            if out and lay.length(f"{out[-1]}{BETWEEN}{note}", 12) <= room:
                out[-1] += BETWEEN + note
            else:
                out += ["".join(span.text for span in line) for line in broken([Span(note)], room, 12)]
        return out

    def _words(self, said: str) -> str:
        return "".join(span.text for span in self._spans(said))

    def _spans(self, said: str) -> list[Span]:
        return spans(named(self.shown, said), self.look, self.names)

    def _name(self, place: SeatArea) -> tuple[str, float]:
        """What a seat is called, with its letter and number where all have room for it, and how wide that is drawn."""
        size, pad = self.measures.name_size, 26 if self.measures.name_size > 13 else 18
        most = self.measures.block + 8 - pad
        names = {one.seat: cleaned(called(one.seat, self.names)) for one in self.shown.places}
        longer = {one: name if name == one else f"{name}{BETWEEN}{one}" for one, name in names.items()}
        if all(lay.length(name, size) <= most for name in longer.values()):
            names = longer
        name = names[place.seat]
        shown = lay.short(name[:1].upper() + name[1:], size, most)
        return shown, max(54.0, lay.length(shown, size) + pad)

    def _plaque(self, place: SeatArea, x: float, y: float) -> Markup:
        name, wide = self._name(place)
        plate = box("plaque", x - wide / 2, y, wide, 27, 13.5)
        notes = [text(line, x, y + 41 + 16 * at, 12, "note") for at, line in enumerate(self._notes(place))]
        title = text(name, x, y + 18.5, self.measures.name_size, "name")
        return element("g", plate, title, *notes, class_="turn" if place.turn else "seat")

    def _lying(self, place: SeatArea, x: float, y: float) -> Iterator[Markup]:
        """The cards before a seat and what it said, from the line `y` down, around `x`."""
        size, cards = self.measures.trick, list(place.cards)
        for row, line in enumerate(self._fan(place)):
            for left in line:
                yield card(cards.pop(0), x + left, y + row * size.high * PILED, size, "best" if place.best else "")
        y += self._lying_size(place)[1]
        said = self._said(place)
        if said:
            high = 8 + 16 * len(said)
            wide = max(map(long, said)) + 22
            yield box("bubble", x - wide / 2, y - high - 3, wide, high, 8)
            for at, pieces in enumerate(said):
                yield text(written(pieces), x, y - high + 13.5 + 16 * at, 13, "said")
            y -= high + 6
        if place.best:
            won = self._words(place.remarks[-1])
            wide = lay.length(won, 12) + 20
            yield box("ribbon", x - wide / 2, y - 21, wide, 20, 10)
            yield text(won, x, y - 7, 12, "ribbon-text")

    def _said(self, place: SeatArea) -> list[list[Span]]:
        """The calls of a seat, broken into lines."""
        pieces = self._spans(", ".join(place.said))
        return broken(pieces, self.measures.block - 14) if pieces else []

    # -- the hand ---------------------------------------------------------------------------------------------

    def _hand(self) -> None:
        hand = list(self.shown.held)
        if not hand:
            self.y += 10
            return
        size, usable = self.measures.hand, self.shown.usable
        drawn: list[Markup] = []
        self.y += RAISED + 4 if usable is not None else 4
        every = lay.rows(len(hand), self.measures, self.measures.width - 2 * EDGE - 8)
        for number, line in enumerate(every):
            for x in line:
                c = hand.pop(0)
                up = RAISED if usable is not None and c in usable else 0
                drawn.append(card(c, x, self.y - up, size, "" if usable is None or c in usable else "no"))
            self.y += size.high * 0.66 + RAISED + 6 if number < len(every) - 1 else size.high
        self.parts.append(element("g", *drawn, class_="hand"))
        caption = self._words(self.shown.hand_label)
        if usable is not None and not usable.issuperset(self.shown.held):
            longer = f"{caption} · {say('picture.legend')}"
            caption = longer if lay.length(longer, 12) < self.measures.width - 2 * EDGE else say("picture.legend")
        self.y += 20
        self.parts.append(text(caption, self.measures.width / 2, self.y - 4, 12, "legend"))
        self.y += 14
