"""What the table of Solo shows: the game and what it needs, the ace called and whose it is once that is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tutor.families.tabletop import SHEET, counts
from tutor.families.tricks.tabletop import CALLING, LAST, LEADER, PLAYING, SHOWN, TRICK, Past, against, trumps
from tutor.games.solo.bidding import Calls
from tutor.games.solo.naming import Naming
from tutor.games.solo.table import KINDS, NEEDED, POINTS, RANKING, Rules, SoloState, played_by
from tutor.kernel.cards import Card, Cards
from tutor.kernel.seats import PLACE, Seat
from tutor.kernel.tabletop import Count, Facts, TableContext, fact, note, tally

TOP: Final = 3
"""The two queens and the seven between them."""
HIDDEN: Final = ""


def _level(level: int) -> Facts:
    """The kind of game of a level, and whether it is in color."""
    return {"kind": KINDS[(level - 1) // 2], "in_color": level % 2 == 0}


def _color(at: TableContext) -> Facts | None:
    assert isinstance(at.options, Rules)
    return {"color": at.options.color} if at.due and at.phase != PLAYING else None


def _bidding(at: TableContext, view: Any) -> Facts | None:
    """Who holds the bid at which level, and the level asked about."""
    if not isinstance(view, Calls) or not view.now.holder:
        return None
    now = view.now
    return {"holder": now.holder, "asked": _level(now.asked) if now.asked else None, **_level(now.level)}


def _to_name(at: TableContext, view: Any, level: int | None, declarer: Seat) -> Facts | None:
    """What the declarer may name: at least the level reached, or a simple game if all have passed."""
    return {"declarer": declarer, "forced": not level, **_level(level or 1)} if isinstance(view, Naming) else None


def _naming(at: TableContext, view: Any, forced: bool, declarer: Seat) -> Facts | None:
    return _to_name(at, view, view.level, declarer)


def _contract(at: TableContext, game: str, declarer: Seat, trump: str) -> Facts | None:
    if not game or not trump:
        return None
    assert isinstance(at.options, Rules)
    level = at.options.level(game, trump)
    return {"declarer": declarer, "need": NEEDED[game], "points": POINTS[level], **_level(level)}


def _partner(
    at: TableContext,
    called: Card | None,
    declarer: Seat,
    past: Past,
    leader: Seat,
    trick: Cards,
    hands: tuple[Cards, ...],
) -> Facts | None:
    """Who has the named ace: for all once it is played, before that for its holder alone."""
    if called is None:
        return None
    mine = at.seat if at.seat in PLACE and called in hands[PLACE[at.seat]] else HIDDEN
    played = played_by(called, at.seats, past, leader, trick)
    return {"called": called, "partner": played or mine, "played": bool(played), "declarer": declarer}


def _called(at: TableContext, called: Card | None, leader: Seat, trick: Cards) -> Facts | None:
    """As much as a position says of the ace: whether it lies in the trick."""
    partner = played_by(called, at.seats, (), leader, trick) if called is not None else HIDDEN
    return {"called": called, "partner": partner, "played": bool(partner), "declarer": ""} if called else None


def _tricks(
    at: TableContext, state: SoloState, game: str, declarer: Seat, called: Card | None, leader: Seat, trick: Cards
) -> Count | None:
    """Tricks of the two sides as soon as everybody knows them; of each player before."""
    partner = played_by(called, at.seats, state.past, leader, trick) if called is not None else declarer
    sides = against(at, declarer, partner) if game and partner else at.sides
    return counts({side: state.tricks(side) for side in sides})


def _declarer(at: TableContext, declarer: Seat) -> Mapping[Seat, Facts] | None:
    return {declarer: {}} if declarer and at.due else None


TABLETOP: Final = (
    *SHEET,
    trumps(RANKING, TOP),
    fact("color", make=_color),
    fact("level", "view", make=_bidding),
    fact("to_name", "view", "level", "declarer", make=_to_name),
    fact("to_name", "view", "forced", "declarer", make=_naming),
    fact("contract", "game", "declarer", "trump", make=_contract),
    fact("partner", "called", "declarer", "past", "leader", "trick", "hands", make=_partner),
    fact("partner", "called", "leader", "trick", make=_called),
    note("declarer", "declarer", make=_declarer),
    TRICK,
    LEADER,
    CALLING,
    tally("tricks", "state", "game", "declarer", "called", "leader", "trick", make=_tricks),
    LAST,
    SHOWN,
)
