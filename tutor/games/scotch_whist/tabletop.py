"""What the table of Scotch Whist shows: the card turned up, honours still out, points of the hand, and the target."""

from __future__ import annotations

from typing import Final

from tutor.families.tabletop import counts, sheet_to
from tutor.families.tricks.tabletop import PLAY, Past, trumps
from tutor.games.scotch_whist.table import (
    PACK,
    POINTS,
    RANKING,
    TARGET,
    ScotchWhistState,
    pack_for,
    trick_score,
)
from tutor.kernel.cards import Card, Cards
from tutor.kernel.tabletop import Count, Facts, TableContext, fact, tally


def _turned_up(at: TableContext, upcard: Card | None, past: Past = ()) -> Facts | None:
    """The upcard, until the first trick has been taken."""
    return {"upcard": upcard} if upcard and not past else None


def _still_out(at: TableContext, trump: str, hands: tuple[Cards, ...], trick: Cards) -> Facts | None:
    """The trump honours in hands and on the table, with their points."""
    held = {*trick, *(c for hand in hands for c in hand)}
    worth = {c: n for c, n in POINTS[trump].values.items() if c in held}
    return {"honours": dict(sorted(worth.items(), key=lambda pair: -pair[1]))} if worth else None


def _without(at: TableContext) -> Facts | None:
    out = PACK.rest(pack_for(len(at.seats)).cards)
    return {"cards_out": out} if out else None


def _points(at: TableContext, state: ScotchWhistState, trump: str) -> Count | None:
    """The points each player will be credited with for the tricks won so far."""
    n = len(at.seats)
    return counts({seat: POINTS[trump].of(state.won(seat)) + trick_score(state.tricks(seat), n) for seat in at.seats})


TABLETOP: Final = (
    *sheet_to(TARGET),
    trumps(RANKING, 2, "trump", "upcard"),
    fact("turned_up", "upcard", "past", make=_turned_up),
    fact("turned_up", "upcard", make=_turned_up),
    fact("still_out", "trump", "hands", "trick", make=_still_out, unplayed=True),
    fact("without", make=_without),
    *PLAY,
    tally("hand_points", "state", "trump", make=_points),
)
