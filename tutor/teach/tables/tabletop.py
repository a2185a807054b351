"""The table as a seat sees it, of a game in progress or a position; after a card; and piles to look through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.judging import Judgement
from tutor.kernel.phase import Phase
from tutor.kernel.seats import Seat
from tutor.kernel.tabletop import Area, looked_up
from tutor.teach.tables.tabletop_builder import RUN, TabletopBuilder, due_in, table_context
from tutor.teach.text.marks import mark

if TYPE_CHECKING:
    from collections.abc import Collection

    from tutor.kernel.cards import Cards
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.state import State
    from tutor.teach.text.tabletop import Line, SeatArea, Tabletop


LEFT: Final = "left"
"""The name of the note how many cards somebody holds."""
TO_BEAT: Final = "to_beat"
"""The name of the heap that repeats the play to be beaten."""
PILE: Final = "pile"
"""The name of the heap on which cards are played."""
HOW_FAR: Final = ("hand_no", "coup")
"""Names of phrases with the progress of a game, which say nothing about the hand."""


def tabletop(
    game: Game[Any],
    seat: Seat,
    *,
    phase: Phase[Any, Any] | None = None,
    view: Any = None,
    state: State | None = None,
    found: Judgement[Any] | None = None,
    telling: bool = True,
) -> Tabletop:
    """The table as `seat` ("" for an onlooker) sees it, of a game in progress (`state`), a position (`view`), or both.

    `found` is the judgement on the decision, given if the drawing may show which cards are legal. Without `telling`
    the table leaves out what follows from the cards (best card, values, next player), as it may be asked.
    """
    return TabletopBuilder(game, seat, phase, view, state, telling).made(found)


def table_of(game: Game[Any], state: Any, seat: Seat) -> Tabletop:
    """The table of a game in progress as `seat` sees it."""
    if not state.phase or state.chance is not None or not state.turn:
        return tabletop(game, seat, state=state)
    phase = game.due(state)
    view = phase.see(state, seat if seat in state.turn else state.turn[0])
    return tabletop(game, seat, phase=phase, view=view, state=state)


def set_up(game: Game[Any], table: Tabletop, record: Record[Any]) -> Tabletop:
    """The table without the number of the hand, if the game was set up in mid-play without one."""
    if not record.stage:
        return table
    begun = record.states[0]
    untold = {e.name for e in game.tabletop if e.name in HOW_FAR and looked_up(e.fields[:1], begun) == (1,)}
    return table._replace(facts=tuple(line for line in table.facts if line.name not in untold))


def laid(game: Game[Any], table: Tabletop, seat: Seat, cards: Cards) -> Tabletop:
    """The table with `cards` that `seat` has just played, but nothing that follows from them.

    What it told of these cards as still to be played is removed. Where the middle repeats the play to be beaten, these
    cards replace it; the cards that the seat played in the round before are removed. A run in the middle is extended.
    """
    unplayed = {entry.name for entry in game.tabletop if entry.unplayed}
    shown = {mark("c", c.text) for c in cards}

    def stands(line: Line) -> bool:
        return line.name not in unplayed or not any(one in line.text for one in shown)

    beaten = tuple(
        cards and group.name != RUN and any((place.cards,) == group.heaps for place in table.places)
        for group in table.middle
    )

    def then(place: SeatArea) -> SeatArea:
        lying = () if any(beaten) else place.cards
        there = (*lying, *cards) if place.seat == seat else place.cards
        remarks = place.remarks[:-1] if place.best else place.remarks
        notes = tuple(filter(stands, place.notes))
        return place._replace(cards=there, remarks=remarks, notes=notes, best=False, turn="")

    places = tuple(map(then, table.places))
    middle = tuple(
        group._replace(heaps=(cards,), text="")
        if gone
        else group._replace(heaps=((*group.heaps[0], *cards),), text="")
        if group.name == RUN and group.heaps
        else group
        for group, gone in zip(table.middle, beaten, strict=True)
    )
    own = bool(table.places) and table.places[0].seat == seat
    rows_ = tuple(row._replace(cards=tuple(c for c in row.cards if c not in cards)) for row in table.hand)
    hand = tuple(row for row in rows_ if row.cards) if own else table.hand
    return table._replace(facts=tuple(filter(stands, table.facts)), places=places, middle=middle, hand=hand)


def counted_as(table: Tabletop, after: Tabletop, seats: Collection[Seat]) -> Tabletop:
    """The table with the pile, and what `seats`, who have played, have left, as in `after`."""
    left = {
        place.seat: note for place in after.places if place.seat in seats for note in place.notes if note.name == LEFT
    }
    piles = {group.name: group for group in after.middle if group.name == PILE}

    table = table.noted(lambda place: (left.get(place.seat, n) if n.name == LEFT else n for n in place.notes))
    return table._replace(middle=tuple(piles.get(group.name, group) for group in table.middle))


def with_nothing_to_beat(table: Tabletop) -> Tabletop:
    """The table of a round that is over: nobody has to beat what lies there."""
    return table._replace(middle=tuple(group for group in table.middle if group.name != TO_BEAT))


def without_counts(table: Tabletop, seats: Collection[Seat]) -> Tabletop:
    """The table of a hand that is over, without what `seats`, who have played, had left before."""
    return table.noted(lambda place: (note for note in place.notes if note.name != LEFT or place.seat not in seats))


def pile_of(game: Game[Any], state: Any, seat: Seat, name: str) -> Cards | None:
    """The cards of the pile `name` that `seat` may look through; None if the game has no such pile."""
    at = table_context(game, state, seat, due_in(state), playing=True)
    for entry in game.tabletop:
        if entry.area is Area.PILE and entry.name == name:
            values = looked_up(entry.fields, state)
            if values is not None:
                return tuple(entry.make(at, *values) or ())
    return None


def piles_of(game: Game[Any]) -> tuple[str, ...]:
    """The names of the piles that players of this game may look through."""
    return tuple(dict.fromkeys(entry.name for entry in game.tabletop if entry.area is Area.PILE))
