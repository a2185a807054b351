"""Calabrasella: one player alone against two, with a card called from an opponent and a widow to exchange cards with.

The clauses stand in `lessons/calabrasella/rulebook.toml`. `table` has the pack, the house rules and the state,
`bidding` the phases that find the declarer and the card called, `exchange` what is given for it, `widow` what is laid
away and taken, `known` what each player knows, `score` the payments; this module has the play of a card, the set-up and
the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tutor.families.hands import new_hand
from tutor.families.payments import chips_before
from tutor.families.tricks import PlainView, TrickGame, TrickPhase, TrickSetup, TrickSetupView, follow
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.calabrasella.bidding import CALL, Auction
from tutor.games.calabrasella.consistent_deals import agreeing_with_call
from tutor.games.calabrasella.exchange import Give, Surrender
from tutor.games.calabrasella.score import SCORE
from tutor.games.calabrasella.table import (
    LAST,
    LAST_TRICK,
    PACK,
    POINTS,
    RANKING,
    SEATS,
    TRICKS,
    CalabrasellaState,
    Rules,
    against,
)
from tutor.games.calabrasella.tabletop import TABLETOP
from tutor.games.calabrasella.widow import Discard, Take
from tutor.kernel.duties import Trace
from tutor.kernel.fields import SEAT, ParseContext, Problem, choice, declared, whole
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat, after
from tutor.kernel.view import Options

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from tutor.kernel.cards import Card


@dataclass(frozen=True, kw_only=True)
class Trick(PlainView):
    """The trick and the own hand."""

    ranking = RANKING
    options: Rules
    declarer: Seat | None = declared(SEAT, "who plays alone; has no bearing on the answer", None)

    @property
    def could_beat(self) -> bool:
        """Whether a card of the suit led would beat the best so far."""
        return any(self.beats(c) for c in self.hand)


FOLLOW: Final = follow("calabrasella.play.follow", waiver="calabrasella.play.follow")


class Play(TrickPhase[Trick, CalabrasellaState]):
    """Play a card to the trick."""

    clause = "calabrasella.play.first-lead"
    win = "calabrasella.play.winner"
    card_points = POINTS
    tells_best = True
    binding = (FOLLOW,)

    def trick_facts(self, state: CalabrasellaState) -> Mapping[str, Any]:
        """What the last trick counts besides, and by a house rule the cards set aside (`calabrasella.score.last`)."""
        if any(state.hands):
            return {}
        aside = POINTS.of(state.away) if state.options.set_aside == LAST_TRICK else 0
        return {"last": LAST, "aside": aside}

    def basis(self, v: Trick, found: Trace[Trick], move: Move) -> str:
        """As in other trick games; the first lead and later ones have clauses of their own."""
        if not v.trick:
            return self.clause if len(v.hand) == TRICKS else self.win
        return super().basis(v, found, move)


@dataclass(frozen=True, kw_only=True)
class CalabrasellaSetupView(TrickSetupView):
    """A moment of a hand, with all hands known."""

    options: Rules
    declarer: Seat = declared(SEAT, "who plays alone", "P1")
    played: int = whole("hands played before this one", 0, low=0)
    at: str = choice("the decision that is due", ("play", "auction", "call", "discard"), "play")


class CalabrasellaSetup(TrickSetup[CalabrasellaSetupView, CalabrasellaState]):
    """Sets up a moment of play, or one before it with all cards dealt."""

    def problems(self, v: CalabrasellaSetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any hand."""
        yield from super().problems(v)
        if v.at != "play" and (v.trick or not v.each_holds(TRICKS)):
            yield Problem("at", f"before the first lead everybody has {TRICKS} cards, and none is on the table")
        for side in v.won:
            if side not in (v.declarer, against(v.declarer)):
                yield Problem(f"won.{side}", f"isn't a side here: {v.declarer} plays alone")

    def due(self, v: CalabrasellaSetupView) -> Seat:
        """The next to play; before the first lead the declarer, or the first to call."""
        return {"play": v.turn, "auction": after(v.seats, v.dealer)}.get(v.at, v.declarer)

    def fields(self, v: CalabrasellaSetupView) -> dict[str, Any]:
        """Also the declarer, the chips, and the leader of the first trick."""
        leader = v.leader if v.at == "play" else after(v.seats, v.declarer)
        return super().fields(v) | {
            "declarer": "" if v.at == "auction" else v.declarer,
            "played_hands": v.played,
            "hand_no": v.played + 1,
            "leader": leader,
            "scores": tuple(chips_before(v.seats, v.score, v.options.start_chips).values()),
        }


class Calabrasella(TrickGame[CalabrasellaState]):
    """Three players, one of them alone, forty cards."""

    name = "calabrasella"
    title = "Calabrasella"
    players = (3,)
    bound = 150_000
    """A hand is a deal, at most eight decisions and 36 cards; one hand in a few is thrown in."""
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING)
    packets = (TRICKS,)
    dealing = "calabrasella.deal"
    phases = (Auction(), CALL, Surrender(), Give(), Discard(), Take(), Play())
    scoring = SCORE
    setup = CalabrasellaSetup()
    alone = "declarer"

    def parse_context(self, players: int, options: Options) -> ParseContext:
        """The sides are single players and pairs of defenders."""
        return ParseContext(SEATS, (*SEATS, *map(against, SEATS)), PACK)

    def begin(self, players: int, options: Any, dealer: Seat) -> CalabrasellaState:
        """The state before the first deal; everybody has the same number of chips (`calabrasella.chips`)."""
        start = CalabrasellaState(players=players, options=options, dealer=dealer)
        return new_hand(start, PACK, scores=(options.start_chips,) * players)

    def deal_unseen(
        self, state: CalabrasellaState, seat: Seat, order: Sequence[Card], rng: Random
    ) -> CalabrasellaState:
        """Cards are exchanged until the deal agrees with what the call and the exchange have told `seat`."""
        return agreeing_with_call(state, super().deal_unseen(state, seat, order, rng), seat, rng)


GAME = Calabrasella()
