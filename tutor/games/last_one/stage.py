"""Set-up of a turn of Last One, for lessons and drills."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tutor.games.last_one.state import LastOneState
from tutor.games.last_one.table import ON_PILE, PACK, Rules
from tutor.kernel.cards import Cards
from tutor.kernel.fields import CARDS, SEAT, Problem, choice, declared, whole
from tutor.kernel.game import PositionSetup
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import changed
from tutor.kernel.view import View

if TYPE_CHECKING:
    from tutor.families.sheds import CardOnPile


@dataclass(frozen=True, kw_only=True)
class LastOneSetupView(View):
    """The moment before an ordinary turn, with all hands known."""

    options: Rules
    hand: dict[Seat, Cards] = declared(CARDS, "cards in the hand of each seat", {}, per="seat")
    upcard: CardOnPile = declared(ON_PILE, "the top of the pile, with what was named for it")
    pile: Cards = declared(CARDS, "cards under the upcard", ())
    stock: Cards = declared(CARDS, "the top of the stock, in the order in which it will be drawn", ())
    direction: str = choice("which way turns pass", ("left", "right"), "left")
    seat: Seat | None = declared(SEAT, "whose turn it is", None, shown="the player after the dealer")
    before: dict[Seat, int] = whole("score before this hand", {}, low=0, per="seat")


class LastOneSetup(PositionSetup[LastOneSetupView, LastOneState]):
    """Sets up an ordinary turn."""

    def problems(self, v: LastOneSetupView) -> Iterator[Problem]:
        """Players without cards, and cards of players who have dropped out."""
        for seat in v.seats:
            gone = v.before.get(seat, 0) >= v.options.threshold
            if gone and v.hand.get(seat):
                yield Problem(f"hand.{seat}", f"{seat} has dropped out and holds no cards")
            if not gone and not v.hand.get(seat):
                yield Problem(f"hand.{seat}", "everybody in the game holds a card")
            if gone and seat in (v.dealer, v.seat):
                yield Problem("before", f"{seat} has dropped out and neither deals nor plays")
        if v.options.unnamed(v.upcard) and v.upcard.card.joker:
            yield Problem("upcard", "a joker on the pile stands for a card")

    def build(self, v: LastOneSetupView) -> LastOneState:
        """The state with these cards; cards not named lie under the stock."""
        hands = tuple(PACK.sort(v.hand.get(seat, ())) for seat in v.seats)
        scores = tuple(v.before.get(seat, 0) for seat in v.seats)
        state = LastOneState(
            players=v.players,
            options=v.options,
            dealer=v.dealer,
            direction=v.direction,
            hands=hands,
            scores=scores,
            stock=v.stock + self.rest(v),
            pile=(*v.pile, v.upcard.card),
            upcard=v.upcard,
            phase="play",
        )
        circle = state.circle
        return changed(state, turn=(v.seat or after(circle, v.dealer),))
