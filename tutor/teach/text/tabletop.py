"""A card table ready to be drawn: facts, seats with their cards, the middle, tallies, the hand.

All words are marked text (see `doc`), and every drawing (text, sentences, JSON, HTML, SVG) shows the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tutor.kernel.cards import Card, Cards
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tutor.kernel.seats import Seat, Side


class Line(NamedTuple):
    """A phrase with the name of its entry."""

    name: str
    text: str


class SeatArea(NamedTuple):
    """A seat: notes beside it, its calls, the cards before it, and whether they win."""

    seat: Seat
    notes: tuple[Line, ...] = ()
    said: tuple[str, ...] = ()
    """Calls as marked text, in order."""
    cards: Cards = ()
    remarks: tuple[str, ...] = ()
    """Phrases about the cards: that they were led, what they count, that they win."""
    turn: str = ""
    """Words for the seat to act; empty for others."""
    best: bool = False
    """Whether its cards are winning or have won the trick."""


class MiddleCards(NamedTuple):
    """Cards in the middle, in heaps, with a label and a phrase."""

    name: str
    label: str
    heaps: tuple[Cards, ...] = ()
    text: str = ""


class SideTally(NamedTuple):
    """A count for each side, with its label."""

    name: str
    label: str
    by: tuple[tuple[Side, str], ...]
    goal: float | None = None
    """The target of a side, if that is a number."""


class HandRow(NamedTuple):
    """A row of a hand; `label` if it needs one (trumps), `suit` if all cards share one."""

    cards: Cards
    label: str = ""
    suit: str = ""


class Tabletop(NamedTuple):
    """The whole table. `places` begin with the seat at the bottom and go round clockwise."""

    title: str
    facts: tuple[Line, ...] = ()
    places: tuple[SeatArea, ...] = ()
    middle: tuple[MiddleCards, ...] = ()
    tallies: tuple[SideTally, ...] = ()
    hand: tuple[HandRow, ...] = ()
    hand_label: str = ""
    """The label of the hand."""
    usable: frozenset[Card] | None = None
    """The playable cards of the hand; None if that is not to be shown."""
    odd: tuple[tuple[str, str, str], ...] = ()
    """Names of odd cards: letters, name, and name with letters (`red joker (X1)`)."""

    def noted(self, notes: Callable[[SeatArea], Iterable[Line]]) -> Tabletop:
        """The table with these `notes` beside each seat."""
        return self._replace(places=tuple(place._replace(notes=tuple(notes(place))) for place in self.places))

    def rewritten(self, by: Callable[[str], str]) -> Tabletop:
        """The table with `by` applied to each phrase."""

        def lines(some: tuple[Line, ...]) -> tuple[Line, ...]:
            return tuple(Line(line.name, by(line.text)) for line in some)

        def texts(some: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(map(by, some))

        places = tuple(
            place._replace(notes=lines(place.notes), said=texts(place.said), remarks=texts(place.remarks))
            for place in self.places
        )
        middle = tuple(group._replace(label=by(group.label), text=by(group.text)) for group in self.middle)
        tallies = tuple(tally._replace(label=by(tally.label)) for tally in self.tallies)
        return self._replace(facts=lines(self.facts), places=places, middle=middle, tallies=tallies)

    @property
    def held(self) -> Cards:
        """The cards of the hand in order."""
        return tuple(c for row in self.hand for c in row.cards)

    @property
    def empty(self) -> bool:
        """Whether no card lies there and nobody has said anything."""
        return not (self.middle or self.hand or any(place.cards or place.said for place in self.places))


def phrases(table: Tabletop) -> Iterator[tuple[str, str]]:
    """Every phrase on the table, as (name, text)."""
    for line in (*table.facts, *(note for place in table.places for note in place.notes)):
        yield line.name, line.text
    for tally in table.tallies:
        yield tally.name, tally.label
    for group in table.middle:
        if group.label:
            yield group.name, group.label
        if group.text:
            yield f"{group.name}_text", group.text


def as_json(table: Tabletop) -> dict[str, Any]:
    """The table as a JSON object: cards and seats in canonical letters, phrases without marks."""
    out: dict[str, Any] = _plain(table)
    return out | {"usable": None if table.usable is None else sorted(c.text for c in table.usable)}


def _plain(value: Any) -> Any:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, str):
        return unmarked(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {key: _plain(part) for key, part in value._asdict().items()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value if isinstance(value, int | float | bool | None) else None
