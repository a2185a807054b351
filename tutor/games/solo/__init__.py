"""Solo: four players, two queens that are always trumps, and a declarer alone or with a secret partner.

The clauses stand in `lessons/solo/rulebook.toml`. `table` has the pack, the house rules and the state, `bidding` and
`naming` the phases before the first lead, `score` the scoring; this module has the play of a card, the set-up and the
game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tutor.families.tricks import NamedTrumpSetupView, Taken, TrickGame, TrickPhase, TrickSetup, TrumpView, follow
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.solo.bidding import AUCTION
from tutor.games.solo.naming import Name
from tutor.games.solo.score import SCORE, decided
from tutor.games.solo.table import KINDS, PACK, RANKING, SIMPLE, TRICKS, Rules, SoloState
from tutor.games.solo.tabletop import TABLETOP
from tutor.kernel.cards import SUITS, Card, card
from tutor.kernel.events import Event
from tutor.kernel.fields import CARD, SEAT, Problem, choice, declared, suit
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

ACES: Final = frozenset(card("A" + s) for s in SUITS)
MOST_DEALS: Final = 20
"""Most random deals that are tried for one in which the ace could be named."""


def ace_problems(called: Card | None) -> Iterator[Problem]:
    """A named card that is no ace."""
    if called is not None and called.rank != "A":
        yield Problem("called", f"{called} is not an ace")


@dataclass(frozen=True, kw_only=True)
class Trick(TrumpView):
    """The trick and the own hand."""

    ranking = RANKING
    options: Rules
    trump: str = suit("the trump suit", none=False)
    called: Card | None = declared(CARD, "the ace that was named in a simple game", None, located=False)


FOLLOW: Final = follow("solo.play.follow", waiver="solo.play.free")


class Play(TrickPhase[Trick, SoloState]):
    """Play a card to the trick."""

    clause = "solo.play.lead"
    win = "solo.play.winner"
    binding = (FOLLOW,)

    def problems(self, v: Trick) -> Iterator[Problem]:
        """Also a named card that is no ace."""
        yield from super().problems(v)
        yield from ace_problems(v.called)

    def facts(self, v: Trick) -> Mapping[str, Any]:
        """The partner, once the named ace lies on the table."""
        if v.called is None or v.called not in v.trick:
            return {}
        return {"partner": after(v.seats, v.leader, v.trick.index(v.called))}

    def lay(self, state: SoloState, seat: Seat, move: Move) -> Turn[SoloState]:
        """Put the card on the table; the named ace shows who the partner is (`solo.partner.secret`)."""
        laid = super().lay(state, seat, move)
        if move.card is not state.called or seat == state.declarer:
            return laid
        return laid.followed_by(
            Event("partner shown", seat, move.cards, "solo.partner.secret", {"declarer": state.declarer})
        )

    def after_trick(self, state: SoloState, trick: Taken) -> Turn[SoloState]:
        """By a house rule a decided hand ends here; else go on as usual."""
        if state.options.stop_when_decided and decided(state.game, state.won_tricks(), len(state.past)):
            return self.played_out(state)
        return super().after_trick(state, trick)


@dataclass(frozen=True, kw_only=True)
class SoloSetupView(NamedTrumpSetupView):
    """A moment of a hand, with all hands known."""

    options: Rules
    declarer: Seat = declared(SEAT, "the declarer", "P1")
    game: str = choice("kind of game", KINDS, SIMPLE)
    called: Card | None = declared(CARD, "the ace that was named in a simple game", None, located=False)
    at: str = choice("the decision that is due", ("play", "auction"), "play")


class SoloSetup(TrickSetup[SoloSetupView, SoloState]):
    """Sets up a moment of play, or the start of the bidding with all cards known."""

    opening = "auction"

    def problems(self, v: SoloSetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any hand."""
        yield from super().problems(v)
        yield from ace_problems(v.called)


class Solo(TrickGame[SoloState]):
    """Four players, alliances for one hand at most, 32 cards."""

    name = "solo"
    title = "Solo"
    players = (4,)
    bound = 56_000
    """A hand is a deal, at most 17 calls, a name and 32 cards; a game has at most a thousand hands."""
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING)
    packets = (TRICKS,)
    dealing = "solo.deal"
    phases = (AUCTION, Name(), Play())
    scoring = SCORE
    setup = SoloSetup()

    def allies(self, state: SoloState, seat: Seat) -> Set[Seat]:
        """The declarer and the partner, or the others; before the naming each alone."""
        if not state.declarer:
            return frozenset((seat,))
        side = frozenset((state.declarer, state.partner() or state.declarer))
        return side if seat in side else frozenset(state.seats) - side

    def deal_unseen(self, state: SoloState, seat: Seat, order: Sequence[Card], rng: Random) -> SoloState:
        """Cards are shuffled again while the declarer holds the ace named (`solo.partner.own-ace`)."""
        free = state.called is None or state.options.may_name_own_ace or seat == state.declarer
        sample = super().deal_unseen(state, seat, order, rng)
        for _ in range(MOST_DEALS):
            if free or sample.partner() or set(sample.hand(state.declarer)) >= ACES:
                break
            again = list(self.unseen(state, seat))
            rng.shuffle(again)
            sample = super().deal_unseen(state, seat, again, rng)
        return sample


GAME = Solo()
