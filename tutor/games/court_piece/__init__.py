"""Court Piece: four players in two partnerships, trumps named from five cards, and points that are hard to come by.

The clauses stand in `lessons/court-piece/rulebook.toml`. `table` is what it is played with; `naming`, `play`, `revokes`
and `playing_on` are the decisions of a hand, `score` is its settling; here are the set-up and the game itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tutor.families.tricks import TrickGame, TrickSetup, TrickSetupView
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.court_piece.naming import Naming
from tutor.games.court_piece.play import PLAY
from tutor.games.court_piece.playing_on import PlayOn
from tutor.games.court_piece.revokes import CORRECT, SPEAK
from tutor.games.court_piece.score import SCORE
from tutor.games.court_piece.table import (
    EARLY,
    PACK,
    RANKING,
    SEVEN,
    SIDES,
    TALLY,
    TRICKS,
    CourtPieceState,
    Rules,
    Streak,
    other,
)
from tutor.games.court_piece.tabletop import TABLETOP
from tutor.kernel.fields import SIDE, Problem, choice, declared, suit, whole
from tutor.kernel.seats import Seat, Side, after
from tutor.kernel.state import changed
from tutor.kernel.view import Options

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, kw_only=True)
class CourtPieceSetupView(TrickSetupView):
    """A moment of a hand."""

    options: Rules
    trump: str = suit("the trump suit, - before it is named", "")
    first: Side | None = declared(SIDE, "the side that won the first seven tricks and plays on", None)
    tally: Streak = declared(TALLY, "hands in a row won before this one", Streak())
    played: int = whole("hands played before this one", 0, low=0)
    before: dict[Side, int] = whole("courts before this hand", {}, low=0, per="side")
    at: str = choice("the decision that is due", ("play", "trump", "play-on"), "play")


class CourtPieceSetup(TrickSetup[CourtPieceSetupView, CourtPieceState]):
    """Sets up a moment of play, the choice after seven tricks, or the naming of trumps."""

    view = CourtPieceSetupView
    full = TRICKS

    def problems(self, v: CourtPieceSetupView) -> Iterator[Problem]:
        """What no hand can be."""
        yield from super().problems(v)
        if v.at == "trump" and not v.each_holds(EARLY):
            yield Problem("hand", f"everybody holds {EARLY} cards then")
        if v.at != "trump" and not v.trump:
            yield Problem("trump", "must be given (S, H, D or C)")
        tricks = {side: len(v.won.get(side, ())) // v.players for side in SIDES}
        if v.at == "play-on" and sorted(tricks.values()) != [0, SEVEN]:
            yield Problem("at", "this is asked after seven tricks to one side")
        if v.first and (tricks[v.first] < SEVEN or tricks[other(v.first)]):
            yield Problem("first", "has all the tricks, seven at least")
        if v.played >= v.options.hands:
            yield Problem("played", f"{v.played} hands, but the game has {v.options.hands}")

    def due(self, v: CourtPieceSetupView) -> Seat:
        """The caller, the winner of the last trick, or whose card it is."""
        return {"trump": after(v.seats, v.dealer), "play-on": v.leader}.get(v.at, v.turn)

    def fields(self, v: CourtPieceSetupView) -> dict[str, Any]:
        """How far the game has gone."""
        return super().fields(v) | {
            "first": v.first or "",
            "hand_no": v.played + 1,
            "scores": tuple(v.before.get(side, 0) for side in SIDES),
        }


class CourtPiece(TrickGame[CourtPieceState]):
    """Four players, partners opposite, 52 cards."""

    name = "court-piece"
    title = "Court Piece"
    players = (4,)
    bound = 60_000
    """A hand is a deal, a suit, 52 cards and a choice; a game has at most a thousand hands."""
    options = Rules
    revokes = "allow_revokes"
    pack = PACK
    state = CourtPieceState
    paired = True
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING)
    packets = (EARLY,)
    dealing = "court-piece.deal.first-five"
    phases = (Naming(), PLAY, SPEAK, CORRECT, PlayOn())
    scoring = SCORE
    setup = CourtPieceSetup()

    def clockwise(self, options: Options) -> bool:
        """Turns pass to the left, unless the house rule says otherwise (`court-piece.direction`)."""
        assert isinstance(options, Rules)
        return options.direction == "clockwise"

    def determinize(self, state: CourtPieceState, seat: Seat, rng: Random) -> CourtPieceState:
        """Hidden cards are dealt out afresh, and nobody knows of revokes that others have not owned up to."""
        own = tuple(fault for fault in state.faults if fault.seat == seat)
        return changed(super().determinize(state, seat, rng), faults=own)


GAME = CourtPiece()
