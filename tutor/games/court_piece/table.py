"""Pack, house rules and state of Court Piece."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from tutor.families.hands import partners
from tutor.families.tricks import Ranking, TrickState
from tutor.kernel import field_types
from tutor.kernel.cards import RANKS, french
from tutor.kernel.echo import echoed
from tutor.kernel.fields import FLAG, SIDE, FieldType, ParseContext, choice, declared, whole
from tutor.kernel.seats import Seat, Side
from tutor.kernel.state import Sight, seen_by
from tutor.kernel.view import Options

PACK: Final = french()
RANKING: Final = Ranking(PACK, RANKS)
SIDES: Final = partners()
EARLY: Final = 5
"""Cards that everybody has when trumps are named (`court-piece.deal.first-five`)."""
TRICKS: Final = 13
SEVEN: Final = 7
"""Tricks that win a hand, first tricks that score a court, and hands in a row that score another."""


class Streak(NamedTuple):
    """How many hands in a row which side has won; nobody and 0 after a reset."""

    side: Side = ""
    hands: int = 0

    def __str__(self) -> str:
        return f"{self.side}:{self.hands}" if self.side else "-"


class _Tallies(FieldType[Streak]):
    shape = f"SIDE:N, N 1 to {SEVEN - 1}, or - for nobody"

    def read(self, text: str, at: ParseContext) -> Streak:
        if text == "-":
            return Streak()
        side, colon, hands = text.rpartition(":")
        if not colon:
            raise ValueError(f"{echoed(text)} is not SIDE:N")
        return Streak(SIDE.read(side, at), field_types.whole(1, SEVEN - 1).read(hands, at))

    def choices(self, at: ParseContext) -> tuple[Streak, ...]:
        return (Streak(), *(Streak(side, n) for side in at.sides for n in range(1, SEVEN)))


TALLY: Final = _Tallies()


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    direction: str = choice("which way round the table", ("clockwise", "anticlockwise"), "clockwise")
    court_resets_streak: bool = declared(FLAG, "every court sets the tally back to nil", False)
    fifty_two_includes_first_seven: bool = declared(FLAG, "all thirteen tricks are 52 courts in all, not 53", True)
    play_on_offered: bool = declared(FLAG, "a side with the first seven tricks may play on", True)
    stop_when_decided: bool = declared(FLAG, "a split hand stops when a side has seven tricks", False)
    allow_revokes: bool = declared(FLAG, "revokes can happen, and are dealt with", False)
    hands: int = whole("hands in a game", 20, low=1, high=1000)


class Fault(NamedTuple):
    """A revoke that nobody has claimed yet: by whom, in which suit, in which trick (from 0)."""

    seat: Seat
    suit: str
    trick: int


@dataclass(frozen=True, kw_only=True)
class CourtPieceState(TrickState):
    """A game of Court Piece."""

    options: Rules
    tally: Streak = Streak()
    first: Side = ""
    """The side that has won all of the first seven tricks and plays on."""
    bids: tuple[tuple[Seat, str], ...] = seen_by(Sight.INNER, ())
    """Always empty: nobody bids."""
    faults: tuple[Fault, ...] = seen_by(Sight.NOBODY, ())
    """The revokes of this hand; there are none unless the house rules let them happen."""
    fault: Fault | None = None
    """The revoke that a player is asked about."""
    mending: tuple[Seat, ...] = ()
    """The players who may still change a card in the present correction."""
