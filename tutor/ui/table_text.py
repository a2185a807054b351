"""The table in text: seats round the trick, the state line, the middle and the hand, for windows of any width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.teach.text.agree import called
from tutor.teach.text.marks import mark
from tutor.ui.styles import BOLD, CYAN, GREEN, runs
from tutor.ui.table_parts import BETWEEN, beside, cards_before, counted, grouped, hand_row, named
from tutor.ui.wrap import Line, broken_after, length, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tutor.teach.text.tabletop import SeatArea, SideTally, Tabletop
    from tutor.ui.render_options import RenderOptions

WIDE = 112
"""Smallest width, in cells, at which the score sheet stands beside the table."""
ROUND = 60
"""Below this width seats do not stand round the table but follow each other."""
WIDEST = 80
"""Greatest width of the table itself, in cells."""
GAP, SMALL_GAP = "   ", "  "
"""Between rows of a hand: suits, and ranks where a hand is held by rank."""
BAR = "|"
"""Between heaps."""
SHEET = 13
"""This many lines beside the table are always accepted."""
AIRY = 14
"""A table of no more lines than this has an empty line above the seats and above the hand."""
LABEL = 6
"""Labels of counts no longer than this are not broken."""


def table_lines(table: Tabletop, look: RenderOptions, names: Mapping[str, str]) -> Iterator[Line]:
    """The table as lines no wider than the window."""
    yield from _TableText(table, look, names).lines()


class _TableText:
    """A table drawn as lines of text for one width; `names` are what seats are called."""

    def __init__(self, table: Tabletop, look: RenderOptions, names: Mapping[str, str]) -> None:
        self.table, self.look, self.names = table, look, names
        self.width = min(look.width, WIDEST)

    def runs(self, text: str, style: str = "", *, typed: bool = False) -> Line:
        """Marked text as one line, however long."""
        return runs(named(self.table, text, typed=typed), self.look, self.names, style)

    def wrap(self, text: str, width: int, indent: int = 0, hang: int = 0, after: str = "") -> Iterator[Line]:
        """Marked text in lines, the later ones `hang` deeper, broken as far as possible only `after` these marks."""
        line, room = self.runs(text), width - indent - hang
        for one in after:
            line = broken_after(line, one, room)
        for at, part in enumerate(wrapped(line, room)):
            yield [(" " * (indent + (hang if at else 0)), ""), *part]

    def lines(self) -> Iterator[Line]:
        table = self.table
        beside_it = self.look.width >= WIDE and bool(table.tallies)
        facts = [mark("b", table.title), *(line.text for line in table.facts)]
        above = list(self.packed(facts))
        above += [] if beside_it else self.counts()
        around = list(self.around()) if self.look.width >= ROUND else list(self.in_a_row())
        around += self.middle()
        around += list(self.own()) if self.look.width >= ROUND else []
        hand = list(self.hand())
        airy = self.look.width >= ROUND and len(above) + len(around) + len(hand) <= AIRY
        air: list[Line] = [[]] if airy else []
        if beside_it:
            left = [*above, *air, *around]
            yield from _side_by_side(left, self.sheet(max(len(left), SHEET)), self.width + 4)
        else:
            yield from (*above, *air, *around)
        yield from (*(air if hand else ()), *hand)

    def packed(self, texts: Sequence[str]) -> Iterator[Line]:
        """Marked texts one after the other with dots between them, none of which ends or begins a line.

        A text too long for a line of its own goes on further in.
        """
        line: Line = []
        for text in texts:
            more = self.runs(f"{BETWEEN}{text}")
            if line and length(line) + length(more) <= self.width:
                line += more
                continue
            if line:
                yield line
            *full, line = self.wrap(text, self.width, 0, 0 if length(self.runs(text)) <= self.width else 2)
            yield from full
        if line:
            yield line

    def middle(self) -> Iterator[Line]:
        """What lies in the middle: a block, centred where the table is drawn round."""
        texts = [grouped(group) for group in self.table.middle]
        if self.look.width < ROUND:
            for text in texts:
                yield from self.wrap(text, self.width, 2, 2)
            return
        lines = [line for text in texts for line in self.balanced(text)]
        widest = max(map(length, lines), default=0)
        yield from ([(" " * ((self.width - widest) // 2), ""), *line] for line in lines)

    def balanced(self, text: str) -> list[Line]:
        """Marked text in as few lines as possible, these as narrow as possible, in steps of four cells."""
        full = list(self.wrap(text, self.width, 0, 2))
        if len(full) < 2:
            return full
        ways = (list(self.wrap(text, width, 0, 2)) for width in range(self.width // len(full) + 2, self.width, 4))
        best = next((way for way in ways if len(way) == len(full)), full)
        return [*map(_unbarred, best[:-1]), best[-1]]

    # -- the seats -------------------------------------------------------------------------------------

    def around(self) -> Iterator[Line]:
        """The other seats, clockwise from the left: up one side, along the top, down the other."""
        others = self.table.places[1:]
        side = 0 if len(others) == 1 else 1 if len(others) < 6 else 2
        left, top = others[:side][::-1], others[side : len(others) - side]
        right = others[len(others) - side :] if side else ()
        if top:
            yield from self.abreast([self.block(place, self.width // len(top)) for place in top])
        for a, b in zip(left, right, strict=True):
            third, half = self.width // 3, self.width // 2
            if max(len(self.block(place, third)) - len(self.block(place, half)) for place in (a, b)):
                yield from self.abreast([self.block(a, half), self.block(b, half)])
            else:
                yield from self.abreast([self.block(a, third), [], self.block(b, third)])

    def abreast(self, blocks: Sequence[list[Line]]) -> Iterator[Line]:
        """Blocks side by side, each in the middle of its share of the width."""
        share = self.width // len(blocks)
        for at in range(max(map(len, blocks))):
            line: Line = []
            for block in blocks:
                part = block[at] if at < len(block) else []
                before = (share - length(part)) // 2
                line += [(" " * before, ""), *part, (" " * (share - before - length(part)), "")]
            yield line

    def block(self, place: SeatArea, width: int) -> list[Line]:
        """A seat in a block: its name with what is said of it, and what lies before it."""
        parts = (self.name(place), self.shown(place))
        return [line for part in parts if part for line in wrapped(broken_after(part, ",", width - 2), width - 2)]

    def shown(self, place: SeatArea) -> Line:
        """What lies before a seat; colour, where there is any, marks who wins and whose turn it is."""
        return self.runs(cards_before(place), GREEN if place.best else CYAN if place.turn else "")

    def name(self, place: SeatArea) -> Line:
        """The seat with the phrases beside it."""
        notes = ", ".join(beside(place))
        name = self.runs(mark("s", place.seat), BOLD)
        return [*name, *self.runs(f" ({notes})")] if notes else name

    def own(self) -> Iterator[Line]:
        """The seat at the bottom, in one line where there is room: its name, whether it is to act, what lies there."""
        if not self.table.places:
            return
        place = self.table.places[0]
        shown = self.shown(place._replace(turn=""))
        if len(self.table.places) == 1 and not (shown or place.turn or beside(place)):
            return
        line = [*self.name(place), *(self.runs(f" {place.turn}", CYAN) if place.turn else [])]
        line += [(": " if place.cards or place.turn else " ", ""), *shown] if shown else []
        for part in wrapped(broken_after(line, ",", self.width), self.width):
            yield [(" " * ((self.width - length(part)) // 2), ""), *part]

    def in_a_row(self) -> Iterator[Line]:
        """All seats one after the other, a line each; those with nothing beside them share lines."""
        bare: Line = []
        for place in (*self.table.places[1:], *self.table.places[:1]):
            shown = cards_before(place)
            notes = ", ".join(beside(place))
            name = mark("b", called(place.seat, self.names))
            said = " ".join(part for part in (name, f"({notes})" if notes else "", shown) if part)
            full = length(bare) + len(BETWEEN) + length(self.runs(said)) > self.width
            if bare and (full or said != name):
                yield bare
                bare = []
            if said != name:
                yield from self.wrap(said, self.width, 0, 2, "),")
            else:
                bare = [*bare, *([(BETWEEN, "")] if bare else []), *self.runs(name)]
        if bare:
            yield bare

    # -- the counts and the hand -----------------------------------------------------------------------

    def counts(self) -> Iterator[Line]:
        """The counts above the table, a phrase each.

        In a narrow window sides that stand in the phrase before are not named again where that saves a line.
        """
        before: tuple[str, ...] = ()
        for tally in self.table.tallies:
            ways = [counted(tally)]
            if self.look.width < ROUND and before == _sides(tally):
                ways.append(counted(tally, called=False))
            before = _sides(tally)
            yield from min((list(self.wrap(way, self.width, 0, 2)) for way in ways), key=len)

    def sheet(self, height: int) -> list[Line]:
        """The counts beside the table in columns, a side a line; if that is too high, in a phrase each."""
        listed = list(self.listed())
        if len(listed) <= height:
            return listed
        return [line for tally in self.table.tallies for line in self.wrap(counted(tally), self.room, 0, 2)]

    @property
    def room(self) -> int:
        """Greatest width of the sheet beside the table, in cells."""
        return self.look.width - self.width - 4

    def listed(self) -> Iterator[Line]:
        """Counts of the same sides stand side by side as far as there is room."""
        waiting: list[SideTally] = []
        for tally in self.table.tallies:
            if waiting and not (_sides(tally) == _sides(waiting[0]) and self.width_of([*waiting, tally]) <= self.room):
                yield from self.columns(waiting)
                waiting = []
            waiting.append(tally)
        yield from self.columns(waiting)

    def width_of(self, tallies: Sequence[SideTally]) -> int:
        """How many cells these counts take side by side."""
        return self.names_width(tallies[0]) + sum(2 + self.column_width(tally) for tally in tallies)

    def names_width(self, tally: SideTally) -> int:
        """How many cells the longest name of a side takes."""
        return max((length(self.runs(mark("s", side))) for side, _ in tally.by), default=0)

    def column_width(self, tally: SideTally) -> int:
        """The longest word of the label, or number, below it; a short label stays in one line."""
        words = [length(self.runs(word)) for word in tally.label.split()]
        return max((*words, min(length(self.runs(tally.label)), LABEL), self.numbers_width(tally)))

    def numbers_width(self, tally: SideTally) -> int:
        """How many cells the longest number takes."""
        return max((length(self.runs(n)) for _, n in tally.by), default=0)

    def columns(self, tallies: Sequence[SideTally]) -> Iterator[Line]:
        """Counts of the same sides side by side, under their labels."""
        if not tallies:
            return
        first = self.names_width(tallies[0])
        if len(tallies) == 1:  # under its label, which need not be broken
            yield self.runs(tallies[0].label, BOLD)
            yield from self.numbers(tallies, first, [self.numbers_width(tallies[0])])
            return
        wide = [self.column_width(tally) for tally in tallies]
        heads = [wrapped(self.runs(t.label, BOLD), w) for t, w in zip(tallies, wide, strict=True)]
        tall = max(map(len, heads))
        for at in range(tall):
            line: Line = [(" " * first, "")]
            for head, w in zip(heads, wide, strict=True):
                part = head[at - tall + len(head)] if at >= tall - len(head) else []
                line += [(" " * (2 + w - length(part)), ""), *part]
            yield line
        yield from self.numbers(tallies, first, wide)

    def numbers(self, tallies: Sequence[SideTally], first: int, wide: Sequence[int]) -> Iterator[Line]:
        """A line for each side with its numbers, in columns of these widths."""
        for at, (side, _) in enumerate(tallies[0].by):
            name = self.runs(mark("s", side))
            line: Line = [*name, (" " * (first - length(name)), "")]
            for tally, w in zip(tallies, wide, strict=True):
                number = self.runs(tally.by[at][1])
                line += [(" " * (2 + w - length(number)), ""), *number]
            yield line

    def hand(self) -> Iterator[Line]:
        """The cards in hand, what is held together side by side."""
        if not self.table.hand:
            return
        label = self.runs(self.table.hand_label, BOLD)
        indent = length(label) + 2 if self.look.width >= ROUND else 2
        gap = GAP if any(row.suit or row.label for row in self.table.hand) else SMALL_GAP
        line: Line = [*label, ("  ", "")]
        used, fresh = length(line), True
        for row in self.table.hand:
            part = self.runs(hand_row(row, self.look), typed=True)
            if not fresh and used + len(gap) + length(part) > self.width:
                yield line
                line, used, fresh = [(" " * indent, "")], indent, True
            if fresh and used + length(part) > self.width:
                *full, last = wrapped(part, self.width - used)
                for piece in full:
                    yield [*line, *piece]
                    line = [(" " * indent, "")]
                line, fresh = [*line, *last], False
                used = length(line)
                continue
            line += [*([] if fresh else [(gap, "")]), *part]
            used, fresh = length(line), False
        yield line


def _unbarred(line: Line) -> Line:
    """The line without a bar at its end, where its break keeps heaps apart."""
    text, style = line[-1]
    return [*line[:-1], (text.rstrip().removesuffix(BAR).rstrip(), style)]


def _sides(tally: SideTally) -> tuple[str, ...]:
    return tuple(side for side, _ in tally.by)


def _side_by_side(left: list[Line], right: list[Line], at: int) -> Iterator[Line]:
    """Two columns, the second from cell `at` on."""
    for row in range(max(len(left), len(right))):
        line = left[row] if row < len(left) else []
        more = right[row] if row < len(right) else []
        yield [*line, (" " * (at - length(line)), ""), *more] if more else line
