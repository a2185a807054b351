"""The parts of a table as marked text, shared by every drawing that is made of words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tutor.teach.text.doc import Block, Doc, HandsBlock, Item
from tutor.teach.text.marks import CALLED, CLOSE, NO_BREAK, OPEN, mark, replaced
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.cards import Cards
    from tutor.teach.text.tabletop import HandRow, MiddleCards, SeatArea, SideTally, Tabletop
    from tutor.ui.render_options import RenderOptions

BETWEEN = " · "
SHORT = 6
"""Up to this many cards of a heap stand in one line."""
_BESIDE: Final = re.compile(f"[ {NO_BREAK}]{OPEN}c([^{CLOSE}]*)")
"""The card beside one, in the text behind it."""


def cards(held: Cards) -> str:
    """Cards side by side."""
    return " ".join(mark("c", c.text) for c in held)


def heaps(group: MiddleCards, apart: str = " | ") -> str:
    """The cards of a group, heap by heap; short heaps are not broken."""
    return apart.join(cards(heap).replace(" ", NO_BREAK if len(heap) <= SHORT else " ") for heap in group.heaps)


def grouped(group: MiddleCards, apart: str = " | ") -> str:
    """A group in the middle: its label, its cards, its phrase, which may begin with a comma or semicolon."""
    lying = heaps(group, apart)
    return _with_phrase(f"{group.label}: {lying}" if group.label and lying else group.label or lying, group)


def captioned(group: MiddleCards) -> str:
    """What is said of a group whose cards are drawn."""
    return _with_phrase(group.label, group)


def _with_phrase(shown: str, group: MiddleCards) -> str:
    return f"{shown}{'' if group.text[:1] in (',', ';', ':') else ' '}{group.text}" if group.text else shown


def counted(tally: SideTally, *, called: bool = True) -> str:
    """A tally in one phrase: `tricks: you and Partner 3, Left and Right 1`.

    Unless `called` the sides are those of the phrase before: `tricks in that order: 3, 1`.
    """
    if called:
        return f"{tally.label}: {sides(tally)}"
    return say("table.in_that_order", what=tally.label, them=", ".join(n for _, n in tally.by))


def sides(tally: SideTally) -> str:
    """Each side with its count."""
    between = "; " if any(side.count("+") > 1 for side, _ in tally.by) else ", "  # sides that are lists themselves
    return between.join(f"{mark('s', side)}{NO_BREAK}{n}" for side, n in tally.by)


def cards_before(place: SeatArea) -> str:
    """What lies before a seat and what that is (`9♠ led, best so far`), or that it is to act."""
    said = remarked(place)
    between = " " if place.remarks else ", "
    return f"{cards(place.cards)}{between if place.cards and said else ''}{said}"


def remarked(place: SeatArea) -> str:
    """What is said of the cards before a seat, and that it is to act."""
    return ", ".join(part for part in (*place.remarks, place.turn) if part)


def beside(place: SeatArea, *, calls: bool = True) -> list[str]:
    """The phrases beside a seat, with its calls or without."""
    own = [note.text for note in place.notes]
    return [*own, *place.said] if calls else own


def hand_row(row: HandRow, look: RenderOptions) -> str:
    """Cards that are held together: suit and ranks where the suit can be seen from one sign, else card by card."""
    if row.suit and look.suits == "symbols":
        shown = f"{mark('c', row.suit)} " + " ".join(mark("c", c.rank) for c in row.cards)
    else:
        shown = cards(row.cards)
    return f"{row.label} {shown}" if row.label else shown


def named(table: Tabletop, text: str, *, typed: bool = False) -> str:
    """`text` with odd cards by their names, `typed` with the letters that are typed for them: `red joker (X1)`."""
    return renamed(text, {letters: full if typed else name for letters, name, full in table.odd})


def renamed(text: str, names: Mapping[str, str]) -> str:
    """`text` with `names` for the cards of these letters."""
    if not names:
        return text
    return replaced(text, "c", lambda c, *_: mark("c", f"{c}{CALLED}{names[c]}" if c in names else c))


def hands_as_items(doc: Doc, look: RenderOptions) -> Iterator[Block]:
    """`doc` with hands as rows of a list."""
    for block in doc:
        if isinstance(block, HandsBlock):
            for whose, rows in block.hands:
                between = NO_BREAK + BETWEEN[1:] if any(row.suit or row.label for row in rows) else " "
                held = between.join(hand_row(row, look).replace(" ", NO_BREAK) for row in rows)
                yield Item(whose, _commas(renamed(held, dict(block.odd))))
        else:
            yield block


def _commas(text: str) -> str:
    """`text` with a comma between two cards of which one has a name: `big blooper, little blooper, 3D`."""

    def put(value: str, _: str, after: str) -> str:
        following = _BESIDE.match(after)
        named_one = following is not None and CALLED in f"{value}{following[1]}"
        return mark("c", value) + ("," if named_one else "")

    return replaced(text, "c", put)


def sentences(table: Tabletop, look: RenderOptions) -> Iterator[str]:
    """The table in short sentences, always in this order: facts, counts, seats, the middle, the hand."""
    yield from (named(table, sentence) for sentence in _told(table))
    if table.hand:
        hand = f"{table.hand_label}: {'; '.join(hand_row(row, look) for row in table.hand)}."
        yield named(table, hand, typed=look.suits != "words")


def _told(table: Tabletop) -> Iterator[str]:
    yield f"{table.title}."
    yield from (f"{line.text}." for line in table.facts)
    yield from (f"{counted(tally)}." for tally in table.tallies)
    for place in table.places:
        parts = [part for part in (", ".join(beside(place)), cards_before(place)) if part]
        if parts:
            yield f"{mark('s', place.seat)}: {'; '.join(parts)}."
    yield from (f"{grouped(group, '; ')}." for group in table.middle)
