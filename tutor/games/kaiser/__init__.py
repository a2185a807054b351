"""Kaiser: four players in two partnerships bid for trumps; the five of hearts counts 5, the three of spades -3.

The clauses stand in `lessons/kaiser/rulebook.toml`. `table` has the pack, the house rules and the state; `misdeal`,
`bidding` and `trump` are the phases before play, in this order; `score` is the scoring. This module has the play of a
card, the set-up and the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tutor.families.tricks import TrickGame, TrickPhase, TrickSetup, TrickSetupView, TrumpView, follow
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.kaiser.bidding import Auction
from tutor.games.kaiser.misdeal import MISDEAL
from tutor.games.kaiser.score import SCORE
from tutor.games.kaiser.table import BIDS, PACK, RANKING, SPECIAL, TRICKS, KaiserState, Rules, no_trump, tally, value
from tutor.games.kaiser.tabletop import TABLETOP
from tutor.games.kaiser.trump import Naming
from tutor.kernel.cards import Cards
from tutor.kernel.fields import SEAT, Problem, choice, declared, suit
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.working import Sum


@dataclass(frozen=True, kw_only=True)
class Trick(TrumpView):
    """The trick and the own hand."""

    ranking = RANKING
    options: Rules


FOLLOW: Final = follow("kaiser.follow", waiver="kaiser.follow")


class Play(TrickPhase[Trick, KaiserState]):
    """Play a card to the trick."""

    clause = "kaiser.lead"
    win = "kaiser.win"
    card_points = SPECIAL

    value_name = "value"
    binding = (FOLLOW,)

    def tally(self, v: Trick) -> Sum:
        """How the value of the trick comes about."""
        return tally(1, v.trick)

    def trick_value(self, trick: Cards, trumps: str) -> float:
        """1 for the trick, and what the two special cards in it count."""
        return value(1, trick)


@dataclass(frozen=True, kw_only=True)
class KaiserSetupView(TrickSetupView):
    """A moment of a hand, with all hands known."""

    options: Rules
    trump: str = suit("the trump suit, - for no trump", "")
    contract: str = choice("the winning bid", BIDS, "6")
    bidder: Seat = declared(SEAT, "whose bid it is", "P1")
    at: str = choice("the decision that is due", ("play", "deal"), "play")


class KaiserSetup(TrickSetup[KaiserSetupView, KaiserState]):
    """Sets up a moment of play, or the moment after the deal."""

    opening = "deal"

    def problems(self, v: KaiserSetupView) -> Iterator[Problem]:
        """A trump suit in a contract without trumps."""
        yield from super().problems(v)
        if v.at == "play" and v.trump and no_trump(v.contract):
            yield Problem("trump", f"a contract of {v.contract} is played without trumps")

    def build(self, v: KaiserSetupView) -> KaiserState:
        """The state; after the deal a misdeal or the bidding is due."""
        state = super().build(v)
        return MISDEAL.ask(state, state.seats).state if v.at == "deal" else state


class Kaiser(TrickGame[KaiserState]):
    """Four players, partners opposite, 32 cards."""

    name = "kaiser"
    title = "Kaiser"
    players = (4,)
    bound = 15_000
    """A hand is a deal, at most nine calls and 32 cards; a game has at most 300 hands (`most_hands`)."""
    options = Rules
    pack = PACK
    paired = True
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING)
    packets = (TRICKS,)
    dealing = "kaiser.deal"
    phases = (MISDEAL, Auction(), Naming(), Play())
    scoring = SCORE
    most_hands = "most_hands"
    setup = KaiserSetup()

    def opened(self, state: KaiserState, cards: Cards) -> Turn[KaiserState]:
        """Ask the player who may call a misdeal; if there is none, the bidding begins."""
        return MISDEAL.ask(state, state.seats)


GAME = Kaiser()
