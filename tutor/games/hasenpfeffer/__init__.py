"""Hasenpfeffer: four players in two partnerships bid tricks; joker and bowers are the highest trumps.

The clauses stand in `lessons/hasenpfeffer/rulebook.toml`. `table` has the pack, the house rules and the state,
`bidding` and `exchange` the phases before the play, `score` the scoring; this module has the play of a card, the set-up
and the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tutor.families.tricks import NamedTrumpSetupView, TrickGame, TrickPhase, TrickSetup, TrumpView, follow
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.hasenpfeffer.bidding import Auction
from tutor.games.hasenpfeffer.exchange import Discard, Name
from tutor.games.hasenpfeffer.score import SCORE
from tutor.games.hasenpfeffer.table import JOKER, PACK, RANKING, SIDES, TRICKS, HasenpfefferState, Rules
from tutor.games.hasenpfeffer.tabletop import TABLETOP
from tutor.kernel.duties import Trace
from tutor.kernel.fields import SEAT, choice, declared, suit, whole
from tutor.kernel.hidden_cards import by_text
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat, side_of
from tutor.kernel.state import changed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from tutor.kernel.cards import Card


@dataclass(frozen=True, kw_only=True)
class Trick(TrumpView):
    """The trick and the own hand."""

    ranking = RANKING
    options: Rules
    trump: str = suit("the trump suit", none=False)


FOLLOW: Final = follow("hasenpfeffer.play.follow", waiver="hasenpfeffer.play.void-suit")


class Play(TrickPhase[Trick, HasenpfefferState]):
    """Play a card to the trick."""

    clause = "hasenpfeffer.play.next-lead"
    win = "hasenpfeffer.play.winner"
    binding = (FOLLOW,)

    def basis(self, v: Trick, found: Trace[Trick], move: Move) -> str:
        """As in other trick games; the first lead has a clause of its own."""
        if not v.trick and len(v.hand) == TRICKS:
            return "hasenpfeffer.play.first-lead"
        return super().basis(v, found, move)

    def trick_facts(self, state: HasenpfefferState) -> Mapping[str, Any]:
        """The side of the winner, its tricks so far, and what it has bid: 0 for the defenders."""
        side = side_of(SIDES, state.leader)
        bid = state.contract if side == side_of(SIDES, state.declarer) else 0
        return {"side": side, "tricks": state.tricks(side), "bid": bid}


@dataclass(frozen=True, kw_only=True)
class HasenpfefferSetupView(NamedTrumpSetupView):
    """A moment of a hand, with all hands known. A card not named is the widow, or the high bidder's discard."""

    options: Rules
    declarer: Seat = declared(SEAT, "the high bidder", "P1")
    contract: int = whole("tricks bid", 3, low=1, high=TRICKS)
    at: str = choice("the decision that is due", ("play", "auction"), "play")


class HasenpfefferSetup(TrickSetup[HasenpfefferSetupView, HasenpfefferState]):
    """Sets up a moment of play, or the start of the bidding with all cards known."""

    opening = "auction"


class Hasenpfeffer(TrickGame[HasenpfefferState]):
    """Four players, partners opposite, 24 cards and a joker."""

    name = "hasenpfeffer"
    title = "Hasenpfeffer"
    players = (4,)
    bound = 10_000
    """A hand is a deal, at most five calls, a suit, a discard and 24 cards; a game has at most 300 (`most_hands`)."""
    options = Rules
    pack = PACK
    paired = True
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING)
    packets = (TRICKS,)
    dealing = "hasenpfeffer.deal"
    phases = (Auction(), Name(), Discard(), Play())
    scoring = SCORE
    most_hands = "most_hands"
    setup = HasenpfefferSetup()

    def deal_unseen(
        self, state: HasenpfefferState, seat: Seat, order: Sequence[Card], rng: Random
    ) -> HasenpfefferState:
        """A joker that was shown is exchanged into the hand of who has shown it, or among the cards laid away."""
        sample = super().deal_unseen(state, seat, order, rng)
        played = (*sample.trick, *(c for taken in sample.past for c in taken.cards))
        if seat == state.declarer or not state.shown or JOKER in played:
            return sample
        holder = state.declarer or state.turn[0]
        if JOKER in sample.hand(seat) or holder == seat:
            return sample
        there = [*sample.hand(holder), *(sample.away if state.trump else ())]
        return _exchanged(sample, JOKER, rng.choice(by_text(there)))


def _exchanged(state: HasenpfefferState, one: Any, other: Any) -> HasenpfefferState:
    """The state with two cards, each in a hand or face down, in each other's place."""
    swap = {one: other, other: one}
    hands = tuple(PACK.sort(swap.get(c, c) for c in hand) for hand in state.hands)
    return changed(state, hands=hands, away=tuple(swap.get(c, c) for c in state.away))


GAME = Hasenpfeffer()
