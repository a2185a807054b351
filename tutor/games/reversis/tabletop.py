"""What the table of Reversis shows: pots and chips, the exchange, special cards, who strives for a reversis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from tutor.families.tabletop import HAND_NO, WON, counts
from tutor.families.tricks.tabletop import (
    LAST,
    LEADER,
    NO_TRUMPS,
    PLAYING,
    SHOWN,
    TRICK,
    TRICKS,
    Past,
)
from tutor.games.reversis.claims import Claim
from tutor.games.reversis.exchange import Exchange, Look
from tutor.games.reversis.table import POINTS, QUINOLA, Specials
from tutor.kernel.cards import Card, Cards
from tutor.kernel.seats import Seat, from_
from tutor.kernel.tabletop import Count, Facts, Heap, TableContext, fact, heap, note, pile, tally

if TYPE_CHECKING:
    from tutor.games.reversis.hands import ReversisState

BEFORE: Final = (Exchange.name, Look.name)
"""The phases before the first lead."""


def _pots(at: TableContext, pots: tuple[int, ...], remises: int, state: ReversisState) -> Heap | None:
    now = state.standing_pots
    return Heap((), {"pots": now.amounts, "remises": now.remises, "due": at.due}) if at.due or pots else None


def _given(at: TableContext, pots: tuple[int, ...]) -> Heap:
    return Heap((), {"pots": pots, "remises": 0, "due": at.due})


def _chips(at: TableContext, scores: tuple[float, ...], state: ReversisState) -> Count:
    return Count(state.chips)


def _points(at: TableContext, state: ReversisState) -> Count | None:
    return counts({seat: POINTS.of(state.won(seat)) for seat in at.seats})


def _specials(at: TableContext, events: Specials) -> Facts | None:
    """The special cards that have been played; in a hand those that were placed are paid and stand in the chips."""
    settled = tuple(one.card for one in events if one.how == "placed") if at.playing else ()
    return {"events": [one for one in events if one.card not in settled], "settled": settled} if events else None


def _number(at: TableContext, trick: Cards, view: Any) -> Facts | None:
    """In a position: the number of the trick, by the cards still held."""
    told = at.phase == PLAYING and not at.playing and view.turn and view.hand
    return {"number": view.number} if told else None


def _quinola(at: TableContext, trick: Cards, past: Past) -> Facts | None:
    """That the Quinola has not been played yet."""
    seen = QUINOLA in trick or any(QUINOLA in taken.cards for taken in past)
    return {"quinola": QUINOLA, "aside": False} if at.phase in (*BEFORE, PLAYING) and not seen else None


def _quinola_aside(at: TableContext, trick: Cards, past: Past, state: ReversisState) -> Facts | None:
    """The same; or, for whoever has seen it there, that it has been laid away."""
    shown = _quinola(at, trick, past)
    return None if shown is None else {**shown, "aside": QUINOLA in state.laid_away(at.seat)}


def _laid(at: TableContext, state: ReversisState) -> Cards | None:
    """The card out of play that the player has seen: laid away, or left face down."""
    return state.laid_away(at.seat) if at.phase == PLAYING else None


def _striver(at: TableContext, past: Past, state: ReversisState) -> Facts | None:
    broken = state.broken
    return {"striver": state.striver, "broken": broken.seat if broken else ""} if state.striver else None


def _exchange(at: TableContext, exchanged: int, kept: tuple[Seat, ...]) -> Mapping[Seat, Facts] | None:
    """Who has exchanged a card, who has kept the hand, who has still to choose."""
    if at.phase not in BEFORE:
        return None
    order = from_(at.seats, at.dealer)
    return {
        seat: {"done": n < exchanged, "kept": seat in kept, "deals": seat == at.dealer} for n, seat in enumerate(order)
    }


def _looked(at: TableContext, card: Card, seat: Seat) -> Heap | None:
    """The card that was not taken, for the player who may look at it."""
    return Heap(((card,),), {}) if not at.playing or at.seat == seat else None


def _licence(at: TableContext, taken: int, played: Cards, view: Any) -> Mapping[Seat, Facts] | None:
    """That the player to act need not follow suit, for that player alone."""
    mine = not at.playing or at.seat == view.turn
    return {view.turn: {}} if mine and view.turn and view.licensed else None


def _gone(at: TableContext, taken: int, played: Cards, view: Any) -> Mapping[Seat, Facts] | None:
    """In a position: what the player to act has won and played."""
    told = not at.playing and view.turn and (taken or played)
    return {view.turn: {"taken": taken, "played": played}} if told else None


def _party(at: TableContext, claims: Cards, seat: Seat) -> Mapping[Seat, Facts] | None:
    return {seat: {"claims": claims}} if at.phase == Claim.name else None


def _talon(at: TableContext, aside: tuple[Cards, ...]) -> Heap | None:
    """The talon, once it has been turned up."""
    return Heap((tuple(c for part in aside for c in part),), {}) if at.phase == Claim.name else None


TABLETOP: Final = (
    HAND_NO,
    WON,
    *NO_TRUMPS,
    fact("striver", "past", "state", make=_striver),
    fact("number", "trick", "view", make=_number),
    fact("specials", "events", make=_specials),
    fact("quinola", "trick", "past", "state", make=_quinola_aside, unplayed=True),
    fact("quinola", "trick", "past", make=_quinola, unplayed=True),
    tally("chips", "scores", "state", make=_chips),
    tally("points", "state", make=_points),
    TRICKS,
    TRICK,
    LEADER,
    note("exchange", "exchanged", "kept", make=_exchange),
    note("licence", "taken", "played", "view", make=_licence),
    note("gone", "taken", "played", "view", make=_gone),
    note("refused", "refused"),
    note("party", "claims", "seat", make=_party),
    heap("looked", "card", "seat", make=_looked),
    heap("talon", "aside", make=_talon),
    heap("pots", "pots", "remises", "state", make=_pots),
    heap("pots", "pots", make=_given),
    LAST,
    pile("laid", "state", make=_laid, lies=True),
    SHOWN,
)
