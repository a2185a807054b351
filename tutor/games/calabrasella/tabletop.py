"""What the table of Calabrasella shows: who plays alone, the card called and where it went, the widow, the points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tutor.families.tabletop import BEFORE, SCORES, WON
from tutor.families.tricks.tabletop import (
    ALONE,
    CALLING,
    LAST,
    LEADER,
    NO_TRUMPS,
    PLAYING,
    TRICK,
    TRICKS_AGAINST,
    against,
)
from tutor.games.calabrasella.exchange import Surrender
from tutor.games.calabrasella.table import POINTS, TRICKS, WIDOW, CalabrasellaState
from tutor.kernel.cards import Card, Cards
from tutor.kernel.seats import Seat
from tutor.kernel.tabletop import Count, Facts, Heap, TableContext, fact, heap, note, pile, tally


def _hand(at: TableContext, hand_no: int, played: int) -> Facts:
    """Which hand this is of those that are played, and how many were thrown in."""
    return {"hand": played + 1, "thrown_in": hand_no - 1 - played}


def _called(at: TableContext, called: Card | None, donor: Seat) -> Facts | None:
    """The card called: asked for, handed over, or in the widow."""
    asked = at.phase == Surrender.name
    return {"named": called, "donor": donor, "asked": asked} if called is not None else None


def _asked(at: TableContext, card: Card, defender: Seat) -> Facts:
    return {"named": card, "donor": "", "asked": True}


def _received(at: TableContext, card: Card, declarer: Seat) -> Facts:
    return {"named": card, "donor": "", "asked": True}


def _handed(at: TableContext, card: Card, declarer: Seat) -> Heap | None:
    """The card received, for the declarer who must give one for it."""
    return Heap(((card,),)) if at.seat in (declarer, "") else None


def _nothing(at: TableContext, no_call: bool, declarer: Seat) -> Facts | None:
    return {"declarer": declarer} if no_call else None


def _given(at: TableContext, given: Card | None, donor: Seat, declarer: Seat) -> Facts | None:
    """The card given for it, for the two players who know it."""
    return {"given": given, "donor": donor} if given is not None and at.seat in (donor, declarer) else None


def _points(at: TableContext, state: CalabrasellaState, declarer: Seat) -> Count | None:
    """The points of each side's cards, and the tricks left (the last counts more)."""
    won = {side: POINTS.of(state.won(side)) for side in against(at, declarer)}
    return Count(won, {"left": TRICKS - len(state.past)}) if state.past else None


def _widow(at: TableContext, widow: Cards, discards: Cards, away: Cards) -> Heap | None:
    """The widow: face down, then face up for the declarer to take from, then set aside."""
    if widow:
        return Heap((widow,), {"take": len(discards), "aside": False}, loose=True)
    return Heap((), {"take": 0, "aside": at.phase == PLAYING}) if len(away) == WIDOW else None


def _turned(at: TableContext, widow: Cards, discarded: int) -> Heap:
    return Heap((widow,), {"take": discarded, "aside": False}, loose=True)


def _holds(
    at: TableContext, shown: Cards, hands: tuple[Cards, ...], called: Card | None, donor: Seat, discards: Cards
) -> Mapping[Seat, Facts] | None:
    """Cards that everybody knows to be in a hand; the card handed over may have been discarded since."""
    sure = [c for c in shown if c is not called or not donor or not discards]
    held = {seat: tuple(c for c in sure if c in hand) for seat, hand in zip(at.seats, hands, strict=False)}
    return {seat: {"cards": cards} for seat, cards in held.items() if cards and seat != at.seat} or None


def _discards(at: TableContext, discards: Cards, declarer: Seat) -> Cards | None:
    return discards if declarer and at.seat == declarer else None


TABLETOP: Final = (
    fact("hand_no", "hand_no", "played_hands", make=_hand),
    SCORES,
    BEFORE,
    WON,
    *NO_TRUMPS,
    fact("contract", "declarer", reckoned=True),
    fact("called", "called", "donor", make=_called),
    fact("called", "card", "defender", make=_asked),
    fact("called", "card", "declarer", make=_received),
    fact("no_call", "no_call", "declarer", make=_nothing),
    fact("given", "given", "donor", "declarer", make=_given),
    ALONE,
    TRICK,
    LEADER,
    CALLING,
    tally("points", "state", "declarer", make=_points),
    TRICKS_AGAINST,
    heap("received", "card", "declarer", make=_handed),
    heap("widow", "widow", "discards", "away", make=_widow),
    heap("widow", "widow", "discarded", make=_turned),
    LAST,
    note("shown", "shown", "hands", "called", "donor", "discards", make=_holds, unplayed=True),
    pile("discards", "discards", "declarer", make=_discards, lies=True),
)
