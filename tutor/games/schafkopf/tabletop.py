"""What the table of Schafkopf shows: who plays alone, or that the hand is least, and the card points of each."""

from __future__ import annotations

from typing import Any, Final

from tutor.families.tabletop import SHEET
from tutor.families.tricks.tabletop import (
    ALL_CALLS,
    ALONE,
    BIDS,
    LAST,
    LEADER,
    PLAYING,
    SHOWN,
    TRICK,
    TRICKS_AGAINST,
    Past,
    against,
)
from tutor.games.schafkopf.score import level
from tutor.games.schafkopf.table import ALL, POINTS, WIDOW, WINS, SchafkopfState
from tutor.games.schafkopf.widow import TAKE, Discarding
from tutor.kernel.cards import Cards
from tutor.kernel.seats import Seat
from tutor.kernel.tabletop import Count, Facts, Heap, TableContext, fact, heap, pile, tally


def _contract(at: TableContext, declarer: Seat, past: Past) -> Facts | None:
    least = not declarer and at.phase == PLAYING
    return {"declarer": declarer, "need": WINS, "made": False, "lost": False} if declarer or least else None


def _so_far(at: TableContext, declarer: Seat, past: Past, state: SchafkopfState) -> Facts | None:
    """Also whether the declarer has the points for certain, or cannot have them, by what the player knows."""
    found = _contract(at, declarer, past)
    if not found or not declarer:
        return found
    has, most = _within(at, declarer, state)
    lost = most < WINS
    more = _left(has, most, declarer, state) if lost else {}
    return {**found, **more, "made": has >= WINS, "lost": lost}


def _within(at: TableContext, declarer: Seat, state: SchafkopfState) -> tuple[int, int]:
    """The fewest and the most card points that the declarer may end with, by what the player knows."""
    laid = POINTS.of(_laid(at, state.away, declarer) or ())
    counts = state.options.discards_count != "none"
    others = POINTS.of(state.won(against(at, declarer)[1])) + laid * (not counts)
    return POINTS.of(state.won(declarer)) + laid * counts, ALL - others


def _left(has: int, most: int, declarer: Seat, state: SchafkopfState) -> Facts:
    """What a hand that is lost may still cost the declarer: how much, with the fewest card points for that."""
    took = state.tricks(declarer)
    left = max(map(len, state.hands))
    more = {level(total, took + 1, state.options)[0]: total for total in range(most, has - 1, -1) if left}
    found = {level(has, took, state.options)[0]: has} | more
    return {"levels": {-worth: n for worth, n in found.items()}, "by_tricks": state.options.schwarz_test == "tricks"}


def _called(at: TableContext, bids: tuple[tuple[Seat, str], ...]) -> Facts | None:
    """In a position: what the calls have led to."""
    taker = next((seat for seat, word in bids if word == TAKE), "")
    return (
        {"declarer": taker, "need": WINS, "made": False, "lost": False} if taker or len(bids) >= len(at.seats) else None
    )


def _laying_away(at: TableContext, view: Any, declarer: Seat | None) -> Facts | None:
    return {"declarer": view.who, "need": WINS, "made": False, "lost": False} if isinstance(view, Discarding) else None


def _points(at: TableContext, state: SchafkopfState, declarer: Seat) -> Count | None:
    """Card points in tricks; with those of the cards laid away for the declarer, who alone knows them."""
    own = POINTS.of(_laid(at, state.away, declarer) or ()) * (state.options.discards_count != "none")
    won = {side: POINTS.of(state.won(side)) + own * (side == declarer) for side in against(at, declarer)}
    hidden = bool(declarer) and at.seat != declarer
    return Count(won, {"laid": own, "hidden": hidden}) if state.past or own else None


def _widow(at: TableContext, away: Cards, declarer: Seat) -> Heap | None:
    """The two cards in no trick, but for the declarer, who sees which they are."""
    known = declarer and at.seat == declarer
    return Heap((), {"declarer": declarer, "n": WIDOW}) if len(away) >= WIDOW and not known else None


def _laid(at: TableContext, away: Cards, declarer: Seat) -> Cards | None:
    return away[:WIDOW] if declarer and at.seat == declarer else None


TABLETOP: Final = (
    *SHEET,
    fact("trumps", make=lambda at: {}),
    fact("contract", "declarer", "past", "state", make=_so_far),
    fact("contract", "declarer", "past", make=_contract),
    fact("contract", "view", "declarer", make=_laying_away),
    fact("contract", "bids", make=_called),
    ALONE,
    TRICK,
    LEADER,
    BIDS,
    ALL_CALLS,
    tally("points", "state", "declarer", make=_points),
    TRICKS_AGAINST,
    heap("widow", "away", "declarer", make=_widow),
    LAST,
    pile("laid", "away", "declarer", make=_laid, lies=True),
    SHOWN,
)
