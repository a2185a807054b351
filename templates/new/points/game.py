"""New Game: two partnerships that follow suit; cards count, and more than half of the points wins the hand.

The clauses stand in `lessons/new-game/rulebook.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tutor.families.ending import to_target, totals_after
from tutor.families.hands import partners
from tutor.families.tabletop import SHEET
from tutor.families.tricks import (
    CardPoints,
    Ranking,
    TrickGame,
    TrickPhase,
    TrickScoring,
    TrickSetup,
    TrickSetupView,
    TrickState,
    TrumpView,
    follow,
    pile_problems,
    piles,
)
from tutor.families.tricks.tabletop import PLAY, ByTrumps
from tutor.kernel.cards import french
from tutor.kernel.events import Settlement, settlement_of, sum_line
from tutor.kernel.fields import CARDS, Problem, declared, suit, whole
from tutor.kernel.tabletop import Count, tally
from tutor.kernel.view import View
from tutor.kernel.working import Standing, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.cards import Cards
    from tutor.kernel.seats import Side
    from tutor.kernel.tabletop import TableContext
    from tutor.kernel.working import Working

RANKS: Final = "ATKQJ987"
PACK: Final = french(RANKS, order=RANKS)
RANKING: Final = Ranking(PACK, RANKS)
POINTS: Final = CardPoints.by_rank(PACK, {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}, "new-game.points")
SIDES: Final = partners()
SEATS, TRICKS, TARGET = 4, 8, 3
FOLLOW: Final = follow("new-game.follow", waiver="new-game.follow")


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    won: dict[Side, Cards] = declared(CARDS, "cards won; a side left out has the rest of the pack", {}, per="side")
    before: dict[Side, int] = whole("hands won before", {}, low=0, high=TARGET - 1, per="side")

    @property
    def piles(self) -> Mapping[Side, Cards]:
        """The cards that each side has won."""
        return piles(self.won, SIDES, PACK)


class Score(TrickScoring[Result, TrickState]):
    """The points of the cards; the side with more wins the hand, and the first with enough hands the game."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Piles that no hand can end with."""
        yield from pile_problems(v.won, SIDES, len(PACK), SEATS)

    def kept(self, state: TrickState, v: Result, done: Settlement) -> Mapping[str, Any]:
        """A hand won counts one on the sheet."""
        return {"credit": dict.fromkeys(done.outcome["hand"], 1)}

    def settle(self, v: Result) -> Settlement:
        """A line for each side, with the sum of its cards."""
        lines = [sum_line(side, POINTS.how(held), "new-game.cards", {"pile": held}) for side, held in v.piles.items()]
        done = settlement_of(SIDES, tuple(lines), {})
        hand, end = self.higher(done.scores), self.ending(v, done.scores)
        clause = end.clause if end.over else hand.clause
        return done._replace(outcome={"hand": list(hand.first), "game": list(end.first), "clause": clause})

    def higher(self, scores: Mapping[Side, float]) -> Standing:
        """Who wins the hand: nobody if both sides have as many points."""
        one = Standing("new-game.hand", totals_after({}, scores, "new-game.hand"), steps=(Step("higher_total"),))
        return one if one.best else one._replace(steps=(Step("equal"),), over=False)

    def ending(self, v: Result, scores: Mapping[Side, float]) -> Standing:
        """The first side with so many hands wins the game."""
        won = dict.fromkeys(SIDES, 0) | dict.fromkeys(self.higher(scores).first, 1)
        return to_target("new-game.end", v.before, won, TARGET)

    def workings(self, v: Result) -> Mapping[str, Working]:
        """Also how the winner of the hand comes about."""
        return {**super().workings(v), "outcome.hand": self.higher(self.settle(v).scores)}


@dataclass(frozen=True, kw_only=True)
class Trick(TrumpView):
    """What the player sees who is to play: the trick, the trumps and the own hand."""

    ranking = RANKING
    trump: str = suit("the trump suit", none=False)


class Play(TrickPhase[Trick, TrickState]):
    """A card to the trick. What binds is in `binding`, in the order of the rulebook, and nowhere else."""

    clause, win = "new-game.lead", "new-game.win"
    card_points = POINTS
    binding = (FOLLOW,)


@dataclass(frozen=True, kw_only=True)
class SetupView(TrickSetupView):
    """A moment of play with everybody's cards."""

    trump: str = suit("the trump suit", none=False)


class Setup(TrickSetup[SetupView, TrickState]):
    """Sets up that moment."""


def _points(at: TableContext, state: TrickState) -> Count | None:
    return Count({side: POINTS.of(state.won(side)) for side in at.sides}) if state.past else None


class NewGame(TrickGame[TrickState]):
    """What is played with, and how a hand begins. `bound` is more moves than games last, as drawn hands win nothing."""

    name, title = "new-game", "New Game"
    players, usual, bound = (SEATS,), SEATS, 100_000
    pack, paired = PACK, True
    tabletop = (*SHEET, *PLAY, tally("points", "state", make=_points))
    arrangement = ByTrumps(RANKING)
    packets, dealing, turned_up = (TRICKS,), "new-game.deal", "new-game.trump"
    phases, scoring, setup = (Play(),), Score(), Setup()


GAME = NewGame()
