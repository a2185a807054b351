"""What the table of Twenty-Five shows: the odd trumps, the upcard or who took it, scores that count at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tutor.families.tabletop import HAND_NO, WON
from tutor.families.tricks.tabletop import LAST, TRICK, Past, trumps
from tutor.games.twenty_five.score import on_sheet
from tutor.games.twenty_five.table import GOAL, RANKING, TwentyFiveState
from tutor.kernel.cards import Card, Cards
from tutor.kernel.seats import Seat, after, from_
from tutor.kernel.tabletop import Count, Facts, Heap, TableContext, fact, heap, laid, note, pile, tally

TOP: Final = 4
"""The number of highest trumps shown: the three that may be withheld, and the next."""


def _score(at: TableContext, scores: tuple[float, ...], past: Past) -> Count:
    return Count(on_sheet(at.sides, scores, past), {"goal": GOAL})


def _tricks(at: TableContext, state: TwentyFiveState) -> Count | None:
    """The tricks of the sides that have any, for at a large table most have none."""
    won = {side: state.tricks(side) for side in at.sides}
    return Count({side: n for side, n in won.items() if n}) if state.past else None


def _leads(at: TableContext, leader: Seat, trick: Cards) -> Mapping[Seat, Facts] | None:
    """Who leads, shown from the deal on, so that it does not betray that somebody is asked about the upcard."""
    return {leader: {"led": bool(trick)}} if at.due else None


def _first(at: TableContext, trick: Cards, dealer: Seat) -> Mapping[Seat, Cards] | None:
    """In a position: cards already led, after which it is too late to rob."""
    return {s: (c,) for s, c in zip(from_(at.seats, after(at.seats, dealer)), trick, strict=False)} or None


def _robbed(at: TableContext, robber: Seat, upcard: Card | None) -> Facts | None:
    return {"robber": robber, "upcard": upcard} if robber else None


def _unplayed(at: TableContext, upcard: Card | None, trick: Cards, hand: Cards) -> Heap | None:
    """The upcard, unless it lies in the trick; it may have been robbed by whoever is to play."""
    lying = _upcard(at, None if upcard in trick else upcard)
    return lying and lying._replace(facts={"held": upcard in hand})


def _upcard(at: TableContext, upcard: Card | None, robber: Seat = "") -> Heap | None:
    return Heap(((upcard,),)) if upcard is not None and not robber else None


def _discard(at: TableContext, away: Cards, robber: Seat) -> Cards | None:
    return away[-1:] if robber and at.seat == robber else None


TABLETOP: Final = (
    HAND_NO,
    WON,
    tally("score", "scores", "past", make=_score),
    trumps(RANKING, TOP, "trump", "upcard"),
    trumps(RANKING, TOP, "upcard"),
    fact("robbed", "robber", "upcard", make=_robbed),
    TRICK,
    laid("trick", "dealer", make=_first),
    note("leader", "leader", "trick", make=_leads),
    tally("tricks", "state", make=_tricks),
    heap("upcard", "upcard", "robber", make=_upcard),
    heap("upcard", "upcard", "trick", "hand", make=_unplayed),
    heap("upcard", "upcard", make=_upcard),
    LAST,
    pile("discard", "away", "robber", make=_discard, lies=True),
)
