"""Court Piece: four players in two partnerships; trumps are named from five cards, and courts are hard to score.

The clauses stand in `lessons/court-piece/rulebook.toml`. `table` has the pack, the house rules and the state; `naming`,
`play`, `revokes` and `playing_on` are the phases; `ending` says when a hand is over, `score` is the scoring. This
module has the set-up and the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tutor.families.tricks import TrickGame, TrickSetup, TrickSetupView
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.court_piece.naming import Naming
from tutor.games.court_piece.play import PLAY
from tutor.games.court_piece.playing_on import PLAY_ON
from tutor.games.court_piece.revokes import CORRECT, SPEAK
from tutor.games.court_piece.score import SCORE
from tutor.games.court_piece.table import (
    EARLY,
    PACK,
    RANKING,
    SEVEN,
    SIDES,
    TALLY,
    CourtPieceState,
    Rules,
    Streak,
)
from tutor.games.court_piece.tabletop import TABLETOP
from tutor.kernel.fields import SIDE, Problem, choice, declared, suit, whole
from tutor.kernel.seats import Seat, Side, after, other_side
from tutor.kernel.state import changed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from tutor.kernel.cards import Card


@dataclass(frozen=True, kw_only=True)
class CourtPieceSetupView(TrickSetupView):
    """A moment of a hand, with all hands known."""

    options: Rules
    trump: str = suit("the trump suit, - before it is named", "")
    first: Side | None = declared(SIDE, "the side that won the first seven tricks and plays on", None)
    tally: Streak = declared(TALLY, "hands in a row won before this one", Streak())
    played: int = whole("hands played before this one", 0, low=0)
    before: dict[Side, int] = whole("courts before this hand", {}, low=0, per="side")
    at: str = choice("the decision that is due", ("play", "trump", "play-on"), "play")


class CourtPieceSetup(TrickSetup[CourtPieceSetupView, CourtPieceState]):
    """Sets up a moment of play, the choice after seven tricks, or the naming of trumps."""

    def problems(self, v: CourtPieceSetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any hand."""
        yield from super().problems(v)
        if v.at == "trump" and not v.each_holds(EARLY):
            yield Problem("hand", f"everybody holds {EARLY} cards then")
        if v.at != "trump" and not v.trump:
            yield Problem("trump", "must be given (S, H, D or C)")
        tricks = {side: len(v.won.get(side, ())) // v.players for side in SIDES}
        if v.at == "play-on" and sorted(tricks.values()) != [0, SEVEN]:
            yield Problem("at", "this is asked after seven tricks to one side")
        if v.first and (tricks[v.first] < SEVEN or tricks[other_side(SIDES, v.first)]):
            yield Problem("first", "has all the tricks, seven at least")
        if v.played >= v.options.hands:
            yield Problem("played", f"{v.played} hands, but the game has {v.options.hands}")

    def due(self, v: CourtPieceSetupView) -> Seat:
        """The player after the dealer, the winner of the last trick, or the next to play, depending on the phase."""
        return {"trump": after(v.seats, v.dealer), "play-on": v.leader}.get(v.at, v.turn)

    def fields(self, v: CourtPieceSetupView) -> dict[str, Any]:
        """Also the side that plays on, the number of the hand, and the courts so far."""
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
    paired = True
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING)
    packets = (EARLY,)
    dealing = "court-piece.deal.first-five"
    phases = (Naming(), PLAY, SPEAK, CORRECT, PLAY_ON)
    scoring = SCORE
    setup = CourtPieceSetup()

    def deal_unseen(self, state: CourtPieceState, seat: Seat, order: Sequence[Card], rng: Random) -> CourtPieceState:
        """Revokes of other players are unknown, and so left out."""
        own = tuple(fault for fault in state.faults if fault.seat == seat)
        return changed(super().deal_unseen(state, seat, order, rng), faults=own)


GAME = CourtPiece()
