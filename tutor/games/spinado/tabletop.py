"""What the table of Spinado shows: the run and the next card, the pots, chips, the dead hand, cards left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from tutor.families.tabletop import CARDS_LEFT
from tutor.games.spinado.table import PACK, PAIRS, RISING, Playing, Plays, dead_size
from tutor.kernel.cards import Card, Cards
from tutor.kernel.seats import Seat
from tutor.kernel.tabletop import BySuit, Count, Facts, Heap, TableContext, fact, heap, laid, note, tally

if TYPE_CHECKING:
    from tutor.games.spinado.chips import Takers
    from tutor.games.spinado.hands import SpinadoState

ARRANGEMENT: Final = BySuit(lambda c: RISING.index(c.rank))
"""By suits, each in the order of runs (`spinado.rank`)."""


# -- chips ---------------------------------------------------------------------------------------------------


def _pots(at: TableContext, matrimony: int, intrigue: int, state: SpinadoState) -> Facts | None:
    left = state.pots.left if at.due else {"matrimony": matrimony, "intrigue": intrigue}
    full, game = {pot: n for pot, n in left.items() if n}, state.pots.game if at.due else 0
    return {"left": full, "game": game} if full or game else None


def _chips(at: TableContext, chips: tuple[int, ...], state: SpinadoState) -> Count:
    return Count(state.holdings)


def _took(at: TableContext, takers: Takers) -> Mapping[Seat, Facts] | None:
    if not at.due:
        return None
    return {seat: {"pots": tuple(pot for pot, who in takers if who == seat)} for _, seat in takers} or None


# -- cards ---------------------------------------------------------------------------------------------------


def _run(at: TableContext, run: Plays, view: Any) -> Heap | None:
    return Heap((tuple(c for _, cards in run for c in cards),), {"next": view.next}) if run and at.due else None


def _before_seats(at: TableContext, run: Plays) -> Mapping[Seat, Cards] | None:
    if not at.due:
        return None
    return {seat: tuple(c for who, cards in run for c in cards if who == seat) for seat, _ in run} or None


def _starts(at: TableContext, view: Any, leader: Seat) -> Mapping[Seat, Facts] | None:
    return {view.starts: {"led": False}} if isinstance(view, Playing) and view.starts else None


def _played(at: TableContext, played: Plays) -> Heap | None:
    return Heap(_by_suit(c for _, cards in played for c in cards)) if played and at.due else None


def _by_suit(cards: Iterable[Card]) -> tuple[Cards, ...]:
    return tuple(row.cards for row in ARRANGEMENT.rows(tuple(cards), PACK))


def _courts(at: TableContext, played: Plays, run: Plays) -> Mapping[Seat, Facts] | None:
    """Cards of a pair played in earlier runs, as long as the other card has not been played."""
    rules: Any = at.options
    if not at.due or rules.pairs_must_be_adjacent:
        return None
    gone = {c for _, cards in (*played, *run) for c in cards}
    wanted = {c for pair in PAIRS.values() for c in pair if not gone.issuperset(pair)}
    out: dict[Seat, Cards] = {}
    for seat, cards in played:
        out[seat] = (*out.get(seat, ()), *(c for c in cards if c in wanted))
    return {seat: {"courts": cards} for seat, cards in out.items() if cards} or None


def _dead(at: TableContext, shown: Cards, dead: Cards) -> Heap | None:
    return _face_down(shown, len(dead)) if at.due else None


def _known_dead(at: TableContext, hand: Cards, dead: Cards, view: Any) -> Heap:
    return _face_down(dead, dead_size(len(at.seats)))


def _face_down(known: Cards, number: int) -> Heap:
    cards = tuple(c for row in _by_suit(known) for c in row)
    return Heap((cards,) if cards else (), {"known": len(known), "hidden": number - len(known)})


TABLETOP: Final = (
    fact("pots", "matrimony", "intrigue", "state", make=_pots),
    fact("previous", "previous"),
    fact("hand_no", "number"),
    tally("score", "chips", "state", make=_chips),
    heap("run", "run", "view", make=_run),
    heap("played", "played", make=_played),
    heap("dead", "shown", "dead", make=_dead),
    heap("dead", "hand", "dead", "view", make=_known_dead),
    laid("run", make=_before_seats),
    note("leader", "view", "leader", make=_starts),
    note("took", "takers", make=_took),
    note("courts", "played", "run", make=_courts),
    CARDS_LEFT,
)
