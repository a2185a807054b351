"""Robbing in Twenty-Five: the holder of the ace of trumps may take the upcard before the first lead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.choices import CardsPhase, exactly
from tutor.families.hands import with_hand
from tutor.games.twenty_five.table import AH, HAND, PACK, Rules, TwentyFiveState
from tutor.kernel.cards import Card, Cards, card, without
from tutor.kernel.duties import Duty, always
from tutor.kernel.events import Event
from tutor.kernel.fields import CARD, CARDS, SEAT, Problem, declared
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView, TrickOnTable, TrumpsView

NO: Final = call("no")
LAST: Final = 1000
"""A number above the height of every card."""


@dataclass(frozen=True, kw_only=True)
class Robbing(View, HandView, TrumpsView, TrickOnTable):
    """The view of a player between the deal and the first lead."""

    options: Rules
    upcard: Card = declared(CARD, "the card turned up; its suit is trumps")
    hand: Cards = declared(CARDS, "the five cards dealt to the asker")
    asker: Seat = declared(SEAT, "whose hand it is", "P1")
    trick: Cards = declared(CARDS, "cards already led, if any", ())

    @property
    def ace(self) -> Card:
        """The ace of the trump suit."""
        return card("A" + self.upcard.suit)

    def is_trump(self, c: Card) -> bool:
        """Whether `c` will be a trump."""
        return c is AH or c.suit == self.upcard.suit

    @property
    def heart_ace(self) -> bool:
        """Whether the ace of hearts is in the hand."""
        return AH in self.hand

    @property
    def dealers(self) -> bool:
        """Whether the upcard is the ace, and a house rule lets the player asked, the dealer, take it."""
        return self.upcard is self.ace and self.options.dealer_robs_ace and self.asker == self.dealer


WHEN: Final[Duty[Robbing]] = always("twenty-five.rob.when", lambda v, m: m == NO, when=lambda v: bool(v.trick))
NONE: Final[Duty[Robbing]] = always(
    "twenty-five.rob.none", lambda v, m: m == NO or v.dealers, when=lambda v: v.upcard is v.ace
)
WHO: Final[Duty[Robbing]] = always("twenty-five.rob.who", lambda v, m: m == NO or v.dealers or v.ace in v.hand)


class Rob(CardsPhase[Robbing, TwentyFiveState]):
    """Take the upcard and discard a card, or leave it."""

    name = "rob"
    title = "rob, or not"
    verb = "do"
    secret = True
    clause = "twenty-five.rob.optional"
    viewer = "asker"
    hand_size = exactly(HAND, "everybody was dealt")
    word = "rob"
    none = NO.text
    none_first = True
    wanted = "name the one card that you discard for it, or say no"
    binding = (WHEN, NONE, WHO)

    def problems(self, v: Robbing) -> Iterator[Problem]:
        """A hand that was not just dealt, a trick longer than the table."""
        yield from super().problems(v)
        if len(v.trick) > v.players:
            yield Problem("trick", f"{len(v.trick)} cards, but {v.players} players")

    def holds(self, v: Robbing) -> Cards:
        """The hand and the upcard."""
        return (*v.hand, v.upcard)

    def reasons(self, v: Robbing, move: Move) -> Mapping[str, Any]:
        """Whether robbing would be allowed."""
        return {"might": not v.trick and (v.dealers or (v.upcard is not v.ace and v.ace in v.hand))}

    def act(self, state: TwentyFiveState, seat: Seat, move: Move) -> Turn[TwentyFiveState]:
        """Take the upcard and discard a card, or leave it, of which nobody hears (`twenty-five.rob.optional`)."""
        first = after(state.seats, state.dealer)
        state = changed(state, phase="play", turn=(first,), leader=first)
        if move == NO:
            return Turn(state)
        assert state.upcard is not None
        hands = with_hand(state.hands, seat, PACK.sort(without((*state.hand(seat), state.upcard), move.cards)))
        taken = () if move.card is state.upcard else (state.upcard,)
        facts = {"ace": None if state.upcard.rank == "A" else card(f"A{state.upcard.suit}")}
        event = Event("robbed", seat, (state.upcard,), "twenty-five.rob.how", facts)
        state = changed(state, hands=hands, away=(*state.away, move.card), robber=seat, shown=taken)
        return Turn(state, (event,))
