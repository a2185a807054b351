"""The table as data: what everybody may see of a game, and where on a table it lies.

A game lists *entries*: each has a name (for its words: the rulebook or `templates/table.j2`), the names of the fields
it reads, and a function of their values. Fields are looked up in the state of a game in progress, or else in the view;
an entry whose fields are not all there is left out. Of several entries with one name the first whose fields are there
is taken. `teach.tabletop` makes a `Tabletop` of them, from which all drawings are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from tutor.kernel.cards import Card, Cards, Pack
from tutor.kernel.fields import field_names
from tutor.kernel.state import State
from tutor.kernel.working import NOTHING

if TYPE_CHECKING:
    from tutor.kernel.seats import Seat, Side
    from tutor.kernel.view import Options

Facts = Mapping[str, Any]
"""Values for the sentence of an entry."""


class Area(Enum):
    """Where an entry lies on the table, and so what its function returns (None for nothing to show)."""

    FACT = "fact"
    """The state line: the facts of a phrase (`trumps ♥`)."""
    NOTE = "note"
    """Beside seats: the facts of a short phrase for each seat (`dealer`, `7 cards`)."""
    SAID = "said"
    """Beside seats: what each has called, in order, as texts of moves."""
    LAID = "laid"
    """Before seats: the cards each has played to the trick or round; an empty tuple is a pass."""
    REMARK = "remark"
    """With the cards before seats: the facts of a short phrase for each (`3 + 8 = 11`)."""
    HEAP = "heap"
    """The middle: a `Heap`."""
    TALLY = "tally"
    """The count of each side: a `Count`."""
    PILE = "pile"
    """What this seat may look through by the rules, asked for by a command: `Cards`."""


class TableContext(NamedTuple):
    """The table an entry is made for: its seats, sides and house rules, and the seat that looks ("" for nobody)."""

    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]
    options: Options
    dealer: Seat
    seat: Seat
    playing: bool
    """Whether a game is in progress, so that fields come from its state and the sizes of hands are known."""
    phase: str = ""
    """The name of the phase that is due; empty before a deal and once the game is over."""

    @property
    def due(self) -> bool:
        """Whether somebody is to act."""
        return bool(self.phase)


class Heap(NamedTuple):
    """Heaps of cards in the middle, and the facts of the phrase that goes with them.

    `loose` are cards in no order of their own, which are sorted as in a hand.
    """

    heaps: tuple[Cards, ...] = ()
    facts: Facts = NOTHING
    loose: bool = False


class Count(NamedTuple):
    """A number (or a word, such as a contract) for each side, and the facts of its label (a target, for example)."""

    by: Mapping[Side, float | str]
    facts: Facts = NOTHING


class TableEntry(NamedTuple):
    """One thing on the table. `make` gets a `TableContext` and the values of `fields`; its result depends on `area`."""

    name: str
    area: Area
    fields: tuple[str, ...]
    make: Callable[..., Any]
    unplayed: bool = False
    """Whether it tells of cards that are still to be played, so that it no longer holds when one of them is."""
    lies: bool = False
    """Whether a pile is drawn with the heaps, for the seat that may look through it."""
    reckoned: bool = False
    """Whether it follows from what else is shown by the rules, so that drills leave it to the learner."""


def fact(
    name: str,
    *fields: str,
    make: Callable[..., Facts | None] | None = None,
    unplayed: bool = False,
    reckoned: bool = False,
) -> TableEntry:
    """A phrase of the state line. Without `make` its facts are the fields by name, if the first has a value."""

    def named(at: TableContext, *values: Any) -> Facts | None:
        return dict(zip(fields, values, strict=True)) if values[0] not in (None, "", (), {}, False) else None

    return TableEntry(name, Area.FACT, fields, make or named, unplayed, reckoned=reckoned)


def note(
    name: str,
    *fields: str,
    make: Callable[..., Mapping[Seat, Facts] | None] | None = None,
    unplayed: bool = False,
    reckoned: bool = False,
) -> TableEntry:
    """A short phrase beside some seats. Without `make` the first field is the seat it stands beside, if any."""

    def named(at: TableContext, *values: Any) -> Mapping[Seat, Facts] | None:
        return {values[0]: dict(zip(fields, values, strict=True))} if values[0] in at.seats else None

    return TableEntry(name, Area.NOTE, fields, make or named, unplayed, reckoned=reckoned)


def said(*fields: str, make: Callable[..., Mapping[Seat, tuple[str, ...]] | None] | None = None) -> TableEntry:
    """What seats have called. Without `make` the field holds pairs of seat and call, in order."""

    def calls(at: TableContext, made: Iterable[tuple[Seat, str]]) -> Mapping[Seat, tuple[str, ...]]:
        return said_by(made)

    return TableEntry("said", Area.SAID, fields, make or calls)


def said_by(calls: Iterable[tuple[Seat, str]]) -> Mapping[Seat, tuple[str, ...]]:
    """The calls of each seat, in order."""
    out: dict[Seat, tuple[str, ...]] = {}
    for seat, text in calls:
        out[seat] = (*out.get(seat, ()), text)
    return out


def laid(*fields: str, make: Callable[..., Mapping[Seat, Cards] | None]) -> TableEntry:
    """The cards that lie before seats."""
    return TableEntry("laid", Area.LAID, fields, make)


def remark(name: str, *fields: str, make: Callable[..., Mapping[Seat, Facts] | None]) -> TableEntry:
    """A short phrase beside the cards of some seats; one named `counts` explains more than their sum."""
    return TableEntry(name, Area.REMARK, fields, make)


def heap(name: str, *fields: str, make: Callable[..., Heap | None] | None = None) -> TableEntry:
    """Cards in the middle. Without `make` the first field is a card, cards or heaps, and facts are as for `fact`."""

    def lying(at: TableContext, *values: Any) -> Heap | None:
        heaps = tuple(_heaps(values[0]))
        return Heap(heaps, dict(zip(fields, values, strict=True))) if heaps else None

    return TableEntry(name, Area.HEAP, fields, make or lying)


def tally(name: str, *fields: str, make: Callable[..., Count | None] | None = None) -> TableEntry:
    """A number for each side. Without `make` the field is a mapping by seat or side, or a tuple in the sides' order."""

    def counted(at: TableContext, value: Any) -> Count | None:
        by = value if isinstance(value, Mapping) else dict(zip(at.sides, value, strict=False))
        return Count(by) if by else None

    return TableEntry(name, Area.TALLY, fields, make or counted)


def pile(name: str, *fields: str, make: Callable[..., Cards | None], lies: bool = False) -> TableEntry:
    """Cards that the seat may look through, when it asks; those that it laid away lie (`lies`) on its table."""
    return TableEntry(name, Area.PILE, fields, make, lies=lies)


def _heaps(value: Any) -> Iterator[Cards]:
    if isinstance(value, Card):
        yield (value,)
    elif isinstance(value, tuple) and value:
        if isinstance(value[0], Card):
            yield value
        else:
            yield from (tuple(part) for part in value if part)


class CardRow(NamedTuple):
    """Cards of a hand that are held together; `suit` is the suit they share, `trump` whether they are trumps."""

    cards: Cards
    suit: str = ""
    trump: bool = False


def alternating(suits: Iterable[str]) -> str:
    """The suits in one order, in which red and black alternate while all four are held.

    The order stays when a suit is gone: a hand that is sorted anew while it is played is hard to read.
    """
    held = set(suits)
    return "".join(s for s in "SHCD" if s in held)


class Arrangement:
    """How hands are sorted; `fields` are what that depends on (trumps), looked up like those of an entry.

    This one sorts by suits with colours alternating, each suit in the pack's order, jokers last.
    """

    fields: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    """Fields to look up where `fields` are not there (the card turned up, in a position without trumps)."""

    def rows(self, held: Cards, pack: Pack, *values: Any) -> tuple[CardRow, ...]:
        """The cards in sorted rows; `values` are those of `fields`, none if they are not known."""
        by: dict[str, list[Card]] = {}
        for c in pack.sort(held):
            by.setdefault("" if c.joker else c.suit, []).append(c)
        rows = [CardRow(tuple(by[s]), s) for s in alternating(by)]
        return (*rows, CardRow(tuple(by[""]))) if "" in by else tuple(rows)


class BySuit(Arrangement):
    """By suits with colours alternating; within a suit by `key`, from low to high; jokers last."""

    def __init__(self, key: Callable[[Card], Any]) -> None:
        self.key = key

    def rows(self, held: Cards, pack: Pack, *values: Any) -> tuple[CardRow, ...]:
        """A row for each suit."""
        return tuple(CardRow(tuple(sorted(row.cards, key=self.key)), row.suit) for row in super().rows(held, pack))


class ByRank(Arrangement):
    """By `key`, from low to high, as in climbing games; each row holds the cards of one rank."""

    def __init__(self, key: Callable[[Card], Any]) -> None:
        """`key` sorts from low to high."""
        self.key = key

    def rows(self, held: Cards, pack: Pack, *values: Any) -> tuple[CardRow, ...]:
        """A row for each rank."""
        return tuple(CardRow(tuple(same)) for _, same in groupby(sorted(held, key=self.key), key=lambda c: c.rank))


# -- looking fields up -------------------------------------------------------------------------------------


def looked_up(names: tuple[str, ...], *sources: Any) -> tuple[Any, ...] | None:
    """The values of the fields `names` from the first of `sources` that has them all; None if none has.

    The name `view` means the second source itself; `state` means the first, if it is the state of a game.
    """
    own = {"view": sources[1]} if len(sources) > 1 and sources[1] is not None else {}
    if sources and isinstance(sources[0], State):
        own["state"] = sources[0]
    wanted = [name for name in names if name not in own]
    for source in sources:
        if source is not None and all(name in field_names(source.__class__) for name in wanted):
            return tuple([own[name] if name in own else getattr(source, name) for name in names])
    return None
