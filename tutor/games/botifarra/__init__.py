"""Botifarra: four players in two partnerships; head the trick unless partner is winning it; counters and blanks.

The clauses stand in `lessons/botifarra/rulebook.toml`. `table` has the pack, the house rules and the state, `bidding`
the choice of trumps and doubling, `score` the scoring; this module has the play of a card, the set-up and the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tutor.families.tricks import TrickGame, TrickPhase, TrickSetup, TrickSetupView, TrumpView, follow, head
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.botifarra.bidding import Auction
from tutor.games.botifarra.score import SCORE
from tutor.games.botifarra.table import PACK, POINTS, RANKING, TRICK, TRICKS, BotifarraState, Rules, counter
from tutor.games.botifarra.tabletop import TABLETOP
from tutor.kernel.cards import Cards
from tutor.kernel.duties import Duty, Trace, always
from tutor.kernel.fields import choice, suit, whole
from tutor.kernel.moves import Move
from tutor.kernel.working import Sum


@dataclass(frozen=True, kw_only=True)
class Trick(TrumpView):
    """The trick and the own hand."""

    ranking = RANKING
    options: Rules
    trump: str = suit("the trump suit, - for botifarra")


FOLLOW: Final = follow("botifarra.play.follow")
BLANK: Final[Duty[Trick]] = always(
    "botifarra.play.partner-blank",
    lambda v, m: counter(m.card) or v.is_lowest(m.card),
    when=lambda v: v.partner_winning,
)
HEAD: Final = head("botifarra.play.head", when=lambda v: not v.partner_winning, waiver="botifarra.play.cannot-head")
LOWEST: Final[Duty[Trick]] = always(
    "botifarra.play.cannot-head",
    lambda v, m: v.is_lowest(m.card),
    when=lambda v: v.options.cannot_head == "lowest",
    failing=HEAD,
)


class Play(TrickPhase[Trick, BotifarraState]):
    """Play a card to the trick."""

    clause = "botifarra.play.lead"
    win = "botifarra.play.winner"
    card_points = POINTS
    tells_best = True
    binding = (FOLLOW, BLANK, HEAD, LOWEST)

    def basis(self, v: Trick, found: Trace[Trick], move: Move) -> str:
        """As in other trick games, with clauses of their own for cards played to partner's trick."""
        clause = super().basis(v, found, move)
        if v.partner_winning and clause == BLANK.clause and counter(move.card):
            return "botifarra.play.partner-counter"
        return "botifarra.play.partner-winning" if v.partner_winning and clause == self.clause else clause

    def tally(self, v: Trick) -> Sum:
        """The points that the trick counts."""
        return POINTS.how(v.trick, TRICK)._replace(clause="botifarra.score.tricks")

    def trick_value(self, trick: Cards, trumps: str) -> float:
        """The points of the cards, and one for the trick."""
        return POINTS.of(trick) + 1


@dataclass(frozen=True, kw_only=True)
class BotifarraSetupView(TrickSetupView):
    """A moment of a hand, with all hands known."""

    options: Rules
    trump: str = suit("the trump suit, - for botifarra", "")
    doubled: int = whole("how often the hand was doubled", 0, low=0, high=3)
    at: str = choice("the decision that is due", ("play", "auction"), "play")


class BotifarraSetup(TrickSetup[BotifarraSetupView, BotifarraState]):
    """Sets up a moment of play, or the choice of trumps with all cards known."""

    opening = "auction"


class Botifarra(TrickGame[BotifarraState]):
    """Four players, partners opposite, 48 cards."""

    name = "botifarra"
    title = "Botifarra"
    players = (4,)
    bound = 600_000
    """A hand is a deal, at most nine calls and 48 cards; ten thousand hands are more than any target takes."""
    options = Rules
    pack = PACK
    paired = True
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING)
    first_to_act = 0
    packets = (TRICKS,)
    dealing = "botifarra.deal"
    phases = (Auction(), Play())
    scoring = SCORE
    setup = BotifarraSetup()


GAME = Botifarra()
