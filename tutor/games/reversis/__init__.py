"""Reversis: win no aces and courts, or win everything; aces and the Quinola are paid for as they fall.

The clauses stand in `lessons/reversis/rulebook.toml`. `table` has the pack, the house rules and the pots, `exchange`
the phases before play, `play` a card to the trick, `claims` what may be asked for after the hand, `payments` who pays
whom, `score` with `result` and `checks` the scoring, `hands` the state and how a game goes on. This module has the
set-up and the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tutor.families.payments import chips_before
from tutor.families.tricks import TrickGame, TrickSetup, TrickSetupView
from tutor.games.reversis.claims import Claim
from tutor.games.reversis.exchange import Ante, Exchange, Look
from tutor.games.reversis.hands import ReversisState, deal_hand, entitled
from tutor.games.reversis.play import Play
from tutor.games.reversis.score import SCORE
from tutor.games.reversis.table import AMOUNTS, PACK, SPECIALS, Rules, Specials
from tutor.games.reversis.tabletop import TABLETOP
from tutor.kernel.cards import Card, Cards
from tutor.kernel.fields import CARDS, SEAT_OR_NONE, Problem, declared, whole
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, Side
from tutor.kernel.state import changed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


@dataclass(frozen=True, kw_only=True)
class ReversisSetupView(TrickSetupView):
    """A moment of the play."""

    options: Rules
    talon: Cards = declared(CARDS, "the talon, in the order of the seats", ())
    played: dict[Seat, Cards] = declared(
        CARDS, "of the cards won before, who played them", {}, per="seat", located=False
    )
    events: Specials = declared(SPECIALS, "aces and the Quinola as they were played, in order", ())
    espagnolette: Seat = declared(SEAT_OR_NONE, "who has refused suit", "")
    pots: tuple[int, ...] = declared(AMOUNTS, "pots before the hand (after the antes), oldest first", (25,))
    remises: int = whole("remises paid since the pots were last formed from antes", 0, low=0)
    deal: int = whole("number of this hand", 1, low=1)


class ReversisSetup(TrickSetup[ReversisSetupView, ReversisState]):
    """Sets up a moment of the play."""

    def problems(self, v: ReversisSetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any hand."""
        yield from super().problems(v)
        if len(v.talon) not in (0, 4):
            yield Problem("talon", f"{len(v.talon)} cards, but the talon always has four")
        if not v.pots or len(v.pots) > max(1, v.remises):
            yield Problem("pots", f"{len(v.pots)} pots after {v.remises} remises")
        if v.deal > v.options.hands:
            yield Problem("deal", f"the game has {v.options.hands} hands")

    def fields(self, v: ReversisSetupView) -> dict[str, Any]:
        """Also the talon, the pots, the chips, and what was played and paid for before."""
        return super().fields(v) | {
            "aside": tuple((c,) for c in v.talon) or ((),) * v.players,
            "exchanged": v.players,
            "refused": v.espagnolette,
            "early": tuple(v.played.get(seat, ()) for seat in v.seats),
            "hand_no": v.deal,
            "scores": tuple(chips_before(v.seats, v.score, v.options.start_chips).values()),
        }

    def build(self, v: ReversisSetupView) -> ReversisState:
        """The state, with the right to the espagnolette for those whose cards give it."""
        state = super().build(v)
        return changed(state, rights=entitled(state))


class Reversis(TrickGame[ReversisState]):
    """Four players, each alone, for chips."""

    name = "reversis"
    title = "Reversis"
    players = (4,)
    bound = 60_000
    """A hand is a deal, at most seven decisions to exchange, 44 cards and six claims; a game has at most 1000 hands."""
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    phases = (Ante(), Exchange(), Look(), Play(), Claim())
    scoring = SCORE
    setup = ReversisSetup()

    def begin(self, players: int, options: Any, dealer: Seat) -> ReversisState:
        """The state before the first deal; everybody has the same number of chips, and there is no pot."""
        return changed(super().begin(players, options, dealer), scores=(options.start_chips,) * players)

    def deal(self, state: ReversisState, dealt_cards: Move) -> Turn[ReversisState]:
        """Pay the antes and deal."""
        return deal_hand(state, dealt_cards.cards)

    def standing(self, state: ReversisState) -> Mapping[Side, float]:
        """The chips of each player, with what has been paid in this hand."""
        return state.chips

    def deal_unseen(self, state: ReversisState, seat: Seat, order: Sequence[Card], rng: Random) -> ReversisState:
        """Who has the right to the espagnolette follows from the hands."""
        sample = super().deal_unseen(state, seat, order, rng)
        return changed(sample, rights=entitled(sample)) if state.phase == Play.name else sample


GAME = Reversis()
