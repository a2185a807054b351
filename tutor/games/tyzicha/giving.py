"""The cards that the declarer of Tyzicha gives away, one to each opponent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tutor.families.choices import CardsPhase, exactly
from tutor.games.tyzicha.table import (
    DEALT,
    PACK,
    RESTRICTED,
    Rules,
    TyzichaState,
)
from tutor.kernel.cards import Cards, without
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, SEAT, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView


@dataclass(frozen=True, kw_only=True)
class Giving(View, HandView):
    """The view of the declarer who has taken the widow."""

    options: Rules
    hand: Cards = declared(CARDS, "the declarer's ten cards, widow included")
    declarer: Seat = declared(SEAT, "whose hand it is", "P1")


class Give(CardsPhase[Giving, TyzichaState]):
    """Give one card to each opponent, any two of the ten."""

    name = "give"
    title = "your two cards to give away, the left player's first"
    verb = "give"
    clause = "tyzicha.widow.give"
    asked = "declarer"
    hand_size = exactly(DEALT + 3, "with the widow there are")
    number = 2
    ordered = True
    wanted = "name two cards"

    def reasons(self, v: Giving, move: Move) -> Mapping[str, Any]:
        """Which player gets which card."""
        return {
            "given": tuple(zip((after(v.seats, v.declarer), after(v.seats, v.declarer, 2)), move.cards, strict=False))
        }

    def act(self, state: TyzichaState, seat: Seat, move: Move) -> Turn[TyzichaState]:
        """Give the cards; in a restricted contract only the receivers see them."""
        to = dict(zip((after(state.seats, seat), after(state.seats, seat, 2)), move.cards, strict=True))
        hands = tuple(
            without(held, move.cards) if other == seat else PACK.sort((*held, to[other]))
            for other, held in zip(state.seats, state.hands, strict=True)
        )
        hidden = state.contract == RESTRICTED
        clause = "tyzicha.widow.hidden" if hidden else "tyzicha.widow.give"
        event = Event("cards given", seat, () if hidden else move.cards, clause, {"to": tuple(to)})
        shown = state.shown if hidden else state.showing(move.cards)
        state = changed(state, hands=hands, given=move.cards, shown=shown, phase="raise", turn=(seat,))
        return Turn(state, (event,))
