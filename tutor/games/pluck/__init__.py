"""Pluck: three players, a quota of tricks for each; players short of it last time must give up good cards.

The clauses stand in `lessons/pluck/rulebook.toml`. `table` has the pack, the house rules and the state, `rights` who
may pluck from whom, `plucking` the exchange of cards, `score` the scoring, `stage` the set-up; this module has the
naming of trumps, the play of a card and the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.naming import NamingPhase
from tutor.families.tricks import Taken, TrickGame, TrickPhase, TrumpView, follow, leading, may_not_lead
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.pluck.plucking import PLUCK, RETURN_PHASE, next_pluck
from tutor.games.pluck.score import SCORE
from tutor.games.pluck.stage import PluckSetup
from tutor.games.pluck.table import FIRST, HAND, PACK, RANKING, TRICKS, PluckState, Rules
from tutor.games.pluck.tabletop import TABLETOP
from tutor.kernel.cards import Cards
from tutor.kernel.duties import Duty, Trace, always
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, FLAG, declared, suit
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView


@dataclass(frozen=True, kw_only=True)
class Naming(View, HandView):
    """The view of the dealer, who names trumps."""

    options: Rules
    hand: Cards = declared(CARDS, "the cards of the dealer", ())


class Trumps(NamingPhase[Naming, PluckState]):
    """The dealer names trumps."""

    clause = "pluck.trump"
    asked = "dealer"
    hand_size = HAND

    def act(self, state: PluckState, seat: Seat, move: Move) -> Turn[PluckState]:
        """Set trumps; the player with the 2 of clubs leads it."""
        first = next(one for one in state.seats if FIRST in state.hand(one))
        event = Event("trump named", seat, clause=self.clause, facts={"trump": move.text})
        return Turn(changed(state, trump=move.text, leader=first, phase="play", turn=(first,)), (event,))


@dataclass(frozen=True, kw_only=True)
class Trick(TrumpView):
    """The trick and the own hand, and whether trumps are broken."""

    ranking = RANKING
    options: Rules
    trump: str = suit("the trump suit", none=False)
    broken: bool = declared(FLAG, "trumps were broken in an earlier trick (clubs as trumps always are)", False)

    @property
    def first(self) -> bool:
        """Whether this is the first lead of the hand."""
        return not self.trick and FIRST in self.hand

    @property
    def open(self) -> bool:
        """Whether trumps are broken, counting the cards on the table."""
        return self.broken or self.trump == FIRST.suit or any(map(self.is_trump, self.trick))


LEAD: Final[Duty[Trick]] = always(
    "pluck.play.first-lead", lambda v, m: m.cards[0] is FIRST, when=lambda v: leading(v) and v.first
)
FOLLOW: Final = follow("pluck.play.follow", waiver="pluck.play.void")
BAN: Final = may_not_lead(
    "pluck.play.trump-lead-ban",
    lambda v, c: v.is_trump(c),
    when=lambda v: not v.open and not v.first,
    waiver="pluck.play.broken",
)


class Play(TrickPhase[Trick, PluckState]):
    """Play a card to the trick."""

    clause = "pluck.play.next-lead"
    win = "pluck.play.winner"
    binding = (LEAD, FOLLOW, BAN)

    def basis(self, v: Trick, found: Trace[Trick], move: Move) -> str:
        """As in other trick games; the first lead and leads of trumps have clauses of their own."""
        if not v.trick and not v.first and v.open and v.is_trump(move.cards[0]):
            return "pluck.play.broken-clubs" if v.trump == FIRST.suit else "pluck.play.broken"
        return LEAD.clause if v.first else super().basis(v, found, move)

    def facts(self, v: Trick) -> Mapping[str, Any]:
        """Whether trumps are broken."""
        return {"broken": v.open}

    def lay(self, state: PluckState, seat: Seat, move: Move) -> Turn[PluckState]:
        """Put the card on the table; the first trump of a hand breaks trumps.

        The clauses are `pluck.play.broken` and `pluck.play.broken-clubs`.
        """
        laid = super().lay(state, seat, move)
        trumps = self.order(state).trumps
        if state.broken or move.card not in trumps or any(c in trumps for c in state.trick):
            return laid
        clause = "pluck.play.broken-clubs" if move.cards[0] is FIRST else "pluck.play.broken"
        return laid.followed_by(Event("trumps broken", seat, move.cards, clause))

    def after_trick(self, state: PluckState, trick: Taken) -> Turn[PluckState]:
        """Note whether trumps are broken, then go on as usual."""
        trumps = RANKING.under(state.trump).trumps
        return super().after_trick(changed(state, broken=state.broken or any(c in trumps for c in trick.cards)), trick)


class Pluck(TrickGame[PluckState]):
    """Three players, each alone, 51 cards."""

    name = "pluck"
    title = "Pluck"
    players = (3,)
    bound = 200_000
    """A hand is a deal, at most 26 moves of plucking, a suit and 51 cards; two thousand hands reach any target."""
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING)
    packets = (TRICKS,)
    dealing = "pluck.deal"
    phases = (PLUCK, RETURN_PHASE, Trumps(), Play())
    scoring = SCORE
    setup = PluckSetup()

    def opened(self, state: PluckState, cards: Cards) -> Turn[PluckState]:
        """Plucks are due or, if there are none, the naming of trumps."""
        return next_pluck(state)


GAME = Pluck()
