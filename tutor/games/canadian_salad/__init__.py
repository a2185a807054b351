"""Canadian Salad: six deals of plain tricks, each with something else to avoid; in the sixth it is all of it.

The clauses stand in `lessons/canadian-salad/rulebook.toml`. `table` has the pack, the house rules and what costs
points, `play` the state and the play of a card, `score` the scoring; this module has the set-up and the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tutor.families.hands import deal_evenly
from tutor.families.tricks import TrickGame, TrickSetup, TrickSetupView
from tutor.games.canadian_salad.play import CanadianSaladState, Play, shuffled
from tutor.games.canadian_salad.score import SCORE
from tutor.games.canadian_salad.table import DEALS, OUT, PACK, Rules, each, left_out
from tutor.games.canadian_salad.tabletop import TABLETOP
from tutor.kernel.events import DEALT, Event
from tutor.kernel.fields import FLAG, Problem, declared, whole
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import changed


@dataclass(frozen=True, kw_only=True)
class CanadianSaladSetupView(TrickSetupView):
    """A moment of a deal, with all hands known."""

    options: Rules
    deal: int = whole("which of the six deals is being played", 1, low=1, high=DEALS)
    broken: bool = declared(FLAG, "a heart has been discarded in this deal", False)


class CanadianSaladSetup(TrickSetup[CanadianSaladSetupView, CanadianSaladState]):
    """Sets up a moment of a deal."""

    def problems(self, v: CanadianSaladSetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any deal."""
        yield from super().problems(v)
        held = {f"{name}.{seat}": part for name in ("hand", "won") for seat, part in getattr(v, name).items()}
        yield from left_out(v.players, trick=v.trick, **held)
        for seat, part in v.hand.items():
            if len(part) > each(v.players):
                yield Problem(f"hand.{seat}", f"{len(part)} cards, but a hand has {each(v.players)}")

    def fields(self, v: CanadianSaladSetupView) -> dict[str, Any]:
        """Also the number of the deal."""
        return super().fields(v) | {"hand_no": v.deal}


class CanadianSalad(TrickGame[CanadianSaladState]):
    """Three to six players, each alone, in six deals."""

    name = "canadian-salad"
    title = "Canadian Salad"
    players = (3, 4, 5, 6)
    usual = 4
    bound = 400
    """Six deals of at most 52 cards."""
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    phases = (Play(),)
    scoring = SCORE
    setup = CanadianSaladSetup()

    def begin(self, players: int, options: Any, dealer: Seat) -> CanadianSaladState:
        """The state before the first deal, with all scores 0."""
        return shuffled(super().begin(players, options, dealer))

    def deal(self, state: CanadianSaladState, dealt_cards: Move) -> Turn[CanadianSaladState]:
        """Deal all cards that are not left out; the player at the dealer's left leads."""
        hands, _ = deal_evenly(state, PACK, dealt_cards.cards, each(state.players))
        first = after(state.seats, state.dealer)
        state = changed(
            state, chance=None, hands=hands, away=OUT[state.players], leader=first, phase=Play.name, turn=(first,)
        )
        facts = {"each": each(state.players), "deal": state.hand_no}
        return Turn(state, (Event(DEALT, state.dealer, clause=f"canadian-salad.h{state.hand_no}", facts=facts),))


GAME = CanadianSalad()
