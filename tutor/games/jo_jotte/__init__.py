"""Jo-Jotte: two players, nine tricks; trumps made over a turned-up card, melds, points above and below the line.

The clauses stand in `lessons/jo-jotte/rulebook.toml`. `table` has the pack, the house rules and the state, `bidding`
the phases that fix trumps and raise the stakes, `melds` the combinations and `announcing` the phase for them, `score`
the scoring; this module has the play of a card, the set-up and the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.doubling import LAST_DOUBLE
from tutor.families.tricks import (
    CardPoints,
    TrickGame,
    TrickPhase,
    TrickSetup,
    TrickSetupView,
    TrumpView,
    follow,
    head,
    trump_if_void,
)
from tutor.games.jo_jotte.announcing import MELDS
from tutor.games.jo_jotte.bidding import Auction, Stakes
from tutor.games.jo_jotte.score import LAST, SCORE
from tutor.games.jo_jotte.table import PACK, POINTS, RANKING, SEATS, SIX, TRICKS, JoJotteState, Rules
from tutor.games.jo_jotte.tabletop import TABLETOP, Held
from tutor.kernel.cards import Card, Cards
from tutor.kernel.duties import Duty, always
from tutor.kernel.events import Event
from tutor.kernel.fields import CARD, CARDS, SEAT, Problem, choice, declared, suit, whole
from tutor.kernel.moves import Move, play
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, other_side
from tutor.kernel.state import changed

# -- a card to the trick -----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Trick(TrumpView):
    """The trick and the own hand."""

    ranking = RANKING
    trump: str = suit("the declarer's trump suit, - for no trump")
    bid: str = choice("nullo (played without trump) or slam, if it was bid", ("none", "nullo", "slam"), "none")

    @property
    def trumps(self) -> str:
        """The trump suit; none in a nullo."""
        return "" if self.bid == "nullo" else self.trump

    def jo(self, c: Card) -> bool:
        """Whether playing `c` is saying Jo: the king of trumps, with the queen still in hand."""
        return c.rank == "K" and self.is_trump(c) and any(q.rank == "Q" and q.suit == c.suit for q in self.hand)


def trump_led(v: Trick) -> bool:
    """Whether a trump was led."""
    return bool(v.trumps) and v.led == v.trumps


def plain_led(v: Trick) -> bool:
    """Whether another suit was led in a hand with trumps."""
    return bool(v.trumps) and v.led != v.trumps


QUIETLY: Final[Duty[Trick]] = always("jo-jotte.jojotte", lambda v, m: m.word != "silent" or v.jo(m.card))
FOLLOW_PLAIN: Final = follow("jo-jotte.follow.plain", when=plain_led)
RUFF: Final = trump_if_void("jo-jotte.follow.plain", FOLLOW_PLAIN, waiver="jo-jotte.follow.plain")
FOLLOW_TRUMP: Final = follow("jo-jotte.follow.trump", when=trump_led, waiver="jo-jotte.follow.trump")
HIGHER: Final = head("jo-jotte.follow.trump", when=trump_led)
FOLLOW_NT: Final = follow("jo-jotte.follow.nt", when=lambda v: not v.trumps, waiver="jo-jotte.follow.nt")


class Play(TrickPhase[Trick, JoJotteState]):
    """Play a card to the trick; `silent:KS` plays the king of trumps without saying Jo."""

    clause = "jo-jotte.lead"
    win = "jo-jotte.win"
    full = TRICKS
    words = ("silent",)
    binding = (QUIETLY, FOLLOW_PLAIN, RUFF, FOLLOW_TRUMP, HIGHER, FOLLOW_NT)

    def points_under(self, trumps: str) -> CardPoints:
        """The points of cards under these trumps."""
        return POINTS[trumps]

    def trick_facts(self, state: JoJotteState) -> Mapping[str, Any]:
        """What the last trick counts besides (`jo-jotte.points.last`), and whether tricks count at all."""
        nullo = state.bid == "nullo"
        return {"last": 0 if nullo or any(state.hands) else LAST, "nullo": nullo}

    def lay(self, state: JoJotteState, seat: Seat, move: Move) -> Turn[JoJotteState]:
        """Put the card on the table; king and later queen of trumps from one hand are Jo and Jotte."""
        c, said = move.card, ""
        if c.rank not in "KQ":
            return super().lay(state, seat, play(c))
        v = self.see(state, seat)
        if v.jo(c) and move.word != "silent":
            said, state = "Jo", changed(state, jo=seat)
        elif state.jo == seat and c.rank == "Q" and v.is_trump(c):
            said, state = "Jotte", changed(state, jo="", jojotte=seat)
        laid = super().lay(state, seat, play(c))
        return laid.followed_by(Event("jojotte", seat, (c,), "jo-jotte.jojotte", {"said": said})) if said else laid


# -- a whole game ------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class JoJotteSetupView(TrickSetupView):
    """A moment of a hand, with all hands known."""

    options: Rules
    at: str = choice("the decision that is due", ("play", "auction", "stakes", "meld"), "play")
    upcard: Card | None = declared(CARD, "the card turned up", None)
    stub: Cards = declared(CARDS, "the cards to be dealt next, first to last", ())
    declarer: Seat = declared(SEAT, "who fixed trumps", "P1")
    trump: str = suit("the declarer's trump suit, - for no trump", "")
    call: str = choice("the last doubling call", LAST_DOUBLE[:3], "none")
    bid: str = choice("nullo or slam, if it was bid", ("none", "nullo", "slam"), "none")
    below: dict[Seat, int] = whole("below-score of the current game", {}, low=0, per="seat")
    games: dict[Seat, int] = whole("games of the rubber won before", {}, low=0, per="seat")
    aside: int = whole("points set aside", 0, low=0)


class JoJotteSetup(TrickSetup[JoJotteSetupView, JoJotteState]):
    """Sets up a moment of play, or of any phase before it."""

    def problems(self, v: JoJotteSetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any hand."""
        yield from super().problems(v)
        size = {"auction": SIX, "stakes": TRICKS, "meld": TRICKS}.get(v.at)
        if size and not v.each_holds(size):
            yield Problem("hand", f"everybody holds {size} cards then")
        if v.at == "auction" and v.upcard is None:
            yield Problem("upcard", "must be given for the auction")

    def due(self, v: JoJotteSetupView) -> Seat:
        """The next to play; before the first lead the opponent of the dealer or the declarer."""
        return {
            "auction": other_side(SEATS, v.dealer),
            "stakes": other_side(SEATS, v.declarer),
            "meld": other_side(SEATS, v.declarer),
        }.get(v.at, v.turn)

    def fields(self, v: JoJotteSetupView) -> dict[str, Any]:
        """Also the contract and the score, and who acts in the phase that is due."""
        out = super().fields(v)
        leader = v.leader if v.at == "play" else other_side(SEATS, v.dealer)
        return out | {
            "away": (*v.stub, *out["away"]),
            "leader": leader,
            "below": tuple(v.below.get(seat, 0) for seat in v.seats),
            "games": tuple(v.games.get(seat, 0) for seat in v.seats),
        }


class JoJotte(TrickGame[JoJotteState]):
    """Two players, 32 cards, a rubber of two games."""

    name = "jo-jotte"
    title = "Jo-Jotte"
    players = (2,)
    bound = 20_000
    """A hand is a deal, at most twelve calls and announcements and eighteen cards; some are thrown in or tied."""
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    arrangement = Held()
    packets = (SIX,)
    dealing = "jo-jotte.deal.six"
    phases = (Auction(), Stakes(), MELDS, Play())
    scoring = SCORE
    setup = JoJotteSetup()

    def opened(self, state: JoJotteState, cards: Cards) -> Turn[JoJotteState]:
        """Turn up the next card; the bidding is due."""
        then = super().opened(changed(state, upcard=state.away[0], away=state.away[1:]), cards)
        return Turn(then.state, (Event("turned up", state.dealer, state.away[:1], self.dealing),))


GAME = JoJotte()
