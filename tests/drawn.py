"""Tables for tests: the phrases on the table of a moment that a set-up describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.by_name import load
from tutor.kernel.game import Game
from tutor.kernel.position import read_view
from tutor.kernel.position_text import split
from tutor.teach.tables.tabletop import table_of
from tutor.teach.text.doc import Block, TableDrawing
from tutor.teach.text.marks import unmarked
from tutor.teach.text.names import seat_names
from tutor.ui.render_options import RenderOptions
from tutor.ui.styles import runs
from tutor.ui.table_parts import beside, cards_before, counted, grouped, sentences

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.kernel.seats import Seat
    from tutor.teach.text.tabletop import Tabletop

NO_BREAK: Final = "\xa0"


def staged(name: str, fields: str) -> Any:
    """The state of the game called `name` that these fields set up."""
    game = load(name)
    return game.setup.build(read_view(game, game.setup, split(fields.split())))


def played(game: Game[Any], state: Any, *moves: tuple[Seat, str]) -> Any:
    """`state` after these moves, each written as its player types it."""
    for seat, text in moves:
        phase = game.due(state)
        state, _ = game.play(state, seat, phase.read(phase.see(state, seat), text))
    return state


def told(name: str, state: Any, seat: Seat = "P1") -> dict[str, str]:
    """The phrases of the table as `seat` sees it, by name: facts, heaps, tallies (`points: you 3, Left 0`), and seats
    by what they are called (`Left`), each with what stands beside and before it.
    """
    game = load(name)
    sides = game.sides(state.players, state.options)
    names = seat_names(game.seats(state.players), sides, seat, clockwise=game.clockwise(state.options))
    table = table_of(game, state, seat)
    look = RenderOptions(suits="letters")
    phrases = {key: "".join(part for part, _ in runs(text, look, names)) for key, text in _phrases(table, names)}
    return {key: text.replace(NO_BREAK, " ") for key, text in phrases.items()}


def read(doc: Iterable[Block]) -> str:
    """What a document says, tables in sentences, with cards and seats in letters."""
    return unmarked("\n".join(part for block in doc for part in _parts(block))).replace(NO_BREAK, " ")


def _parts(block: Block) -> Iterable[str]:
    if isinstance(block, TableDrawing):
        return sentences(block.table, RenderOptions(suits="letters"))
    return [f"{getattr(block, 'label', '')} {getattr(block, 'text', '')}"]


def _phrases(table: Tabletop, names: Any) -> list[tuple[str, str]]:
    out = [(line.name, line.text) for line in table.facts]
    out += [(tally.name, counted(tally)) for tally in table.tallies]
    out += [(group.name, grouped(group)) for group in table.middle]
    out += [
        (names[place.seat], ", ".join(filter(None, (*beside(place), cards_before(place))))) for place in table.places
    ]
    return out
