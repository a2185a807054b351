"""New Game: four players, each alone, who follow suit; each trick is a point.

The clauses stand in `lessons/new-game/rulebook.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tutor.families import ending
from tutor.families.tabletop import SHEET
from tutor.families.tricks import (
    Ranking,
    TrickGame,
    TrickPhase,
    TrickScoring,
    TrickSetup,
    TrickSetupView,
    TrickState,
    TrickView,
    follow,
)
from tutor.families.tricks.tabletop import NO_TRUMPS, PLAY
from tutor.kernel.cards import RANKS, french
from tutor.kernel.events import ScoreLine, Settlement
from tutor.kernel.fields import Problem, whole
from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.seats import Seat, Side
    from tutor.kernel.working import Standing

PACK: Final = french()
RANKING: Final = Ranking(PACK, RANKS)
SEATS, TRICKS, HANDS = 4, 13, 4
FOLLOW: Final = follow("new-game.follow", waiver="new-game.follow")


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    tricks: dict[Seat, int] = whole("tricks won", {}, low=0, high=TRICKS, per="seat")
    before: dict[Seat, int] = whole("points before this hand", {}, low=0, per="seat")
    played: int = whole("hands played before this one", 0, low=0, high=HANDS - 1)


class Score(TrickScoring[Result, TrickState]):
    """A point for each trick; after the last hand the highest total wins."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """What no hand can be."""
        if (n := sum(v.tricks.values())) != TRICKS:
            yield Problem("tricks", f"{n} tricks, but a hand has {TRICKS}")

    def settle(self, v: Result) -> Settlement:
        """A line for each player who has won a trick."""
        lines = [ScoreLine(seat, n, "new-game.score", {"tricks": n}) for seat, n in v.tricks.items() if n]
        return self.settled(v, lines)

    def ending(self, v: Result, scores: Mapping[Side, float]) -> Standing:
        """After the last hand the highest total, which several may share."""
        return ending.after_deals("new-game.end", v.before, scores, v.played + 1, HANDS)


@dataclass(frozen=True, kw_only=True)
class Trick(TrickView):
    """What the player sees who is to play: the trick and the own hand."""

    ranking = RANKING


class Play(TrickPhase[Trick, TrickState]):
    """A card to the trick. What binds is in `binding`, in the order of the rulebook, and nowhere else."""

    clause, win = "new-game.lead", "new-game.win"
    binding = (FOLLOW,)


class Setup(TrickSetup[TrickSetupView, TrickState]):
    """A moment of play with everybody's cards."""


class NewGame(TrickGame[TrickState]):
    """What is played with, and how a hand begins. `bound` is more moves than any game can last."""

    name, title = "new-game", "New Game"
    players, usual, bound = (SEATS,), SEATS, 300
    pack = PACK
    tabletop = (*SHEET, *NO_TRUMPS, *PLAY)
    packets, dealing = (TRICKS,), "new-game.deal"
    phases, scoring, setup = (Play(),), Score(), Setup()


GAME = NewGame()
