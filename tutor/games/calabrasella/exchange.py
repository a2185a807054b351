"""The exchange in Calabrasella: the card called, and the card given for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tutor.families.choices import CardsPhase
from tutor.games.calabrasella.bidding import HAND
from tutor.games.calabrasella.table import PACK, SEATS, CalabrasellaState, Rules
from tutor.kernel.cards import Card, Cards, without
from tutor.kernel.duties import Duty, always
from tutor.kernel.events import Event
from tutor.kernel.fields import CARD, CARDS, SEAT, Problem, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView


@dataclass(frozen=True, kw_only=True)
class Asked(View, HandView):
    """The view of a defender, with the card that was called."""

    options: Rules
    card: Card = declared(CARD, "the card named", located=False)
    hand: Cards = declared(CARDS, "the defender's cards", ())
    defender: Seat = declared(SEAT, "whose cards these are", "P2")


HAND_OVER: Final[Duty[Asked]] = always("calabrasella.call.exchange", lambda v, m: m.card is v.card)


class Surrender(CardsPhase[Asked, CalabrasellaState]):
    """Hand over the card that was called."""

    name = "surrender"
    title = "the card that was called"
    verb = "hand over"
    clause = "calabrasella.call.exchange"
    viewer = "defender"
    hand_size = HAND
    wanted = "name the one card that you hand over"
    binding = (HAND_OVER,)
    extra_fields = MappingProxyType({"card": lambda state, seat: state.called})

    def problems(self, v: Asked) -> Iterator[Problem]:
        """Too many cards, or a card that cannot be called."""
        yield from super().problems(v)
        yield from _never_called(v.card, v.options)

    def actor(self, v: Asked) -> Seat | None:
        """The defender, if the card is in that hand; else None."""
        return v.defender if v.card in v.hand else None

    def act(self, state: CalabrasellaState, seat: Seat, move: Move) -> Turn[CalabrasellaState]:
        """The declarer gets the card, as everybody sees, and must give one for it."""
        hands = pass_card(state, seat, state.declarer, move.card)
        state = changed(
            state, hands=hands, donor=seat, shown=state.showing((move.card,)), phase="give", turn=(state.declarer,)
        )
        event = Event("handed over", seat, move.cards, "calabrasella.call.exchange", {"declarer": state.declarer})
        return Turn(state, (event,))


@dataclass(frozen=True, kw_only=True)
class Giving(View, HandView):
    """The view of the declarer who has received the card."""

    options: Rules
    card: Card = declared(CARD, "the card named and received")
    hand: Cards = declared(CARDS, "the declarer's other cards", ())
    declarer: Seat = declared(SEAT, "who plays alone", "P1")


ANOTHER: Final[Duty[Giving]] = always("calabrasella.call.exchange", lambda v, m: m.card is not v.card)


class Give(CardsPhase[Giving, CalabrasellaState]):
    """Give a card in exchange; the other defender does not see it."""

    name = "give"
    title = "a card to give in exchange"
    verb = "give"
    clause = "calabrasella.call.exchange"
    asked = "declarer"
    hand_size = HAND
    wanted = "name the one card that you give in exchange"
    binding = (ANOTHER,)
    extra_fields = MappingProxyType(
        {
            "card": lambda state, seat: state.called,
            "hand": lambda state, seat: tuple(c for c in state.hand(seat) if c is not state.called),
        }
    )

    def problems(self, v: Giving) -> Iterator[Problem]:
        """Too many cards, or a card that cannot be called."""
        yield from super().problems(v)
        yield from _never_called(v.card, v.options)

    def holds(self, v: Giving) -> Cards:
        """The hand, and the card received."""
        return (*v.hand, v.card)

    def act(self, state: CalabrasellaState, seat: Seat, move: Move) -> Turn[CalabrasellaState]:
        """Give the card; only the two players know which it is."""
        hands = pass_card(state, seat, state.donor, move.card)
        state = changed(state, hands=hands, given=move.card, phase="discard", turn=(seat,))
        event = Event("given in exchange", seat, clause="calabrasella.call.exchange", facts={"donor": state.donor})
        return Turn(state, (event,))


def _never_called(c: Card, options: Rules) -> Iterator[Problem]:
    if c.rank not in options.called:
        yield Problem("card", f"{c} cannot be called for")


def pass_card(state: CalabrasellaState, giver: Seat, taker: Seat, c: Card) -> tuple[Cards, ...]:
    """The hands after `giver` has given `c` to `taker`."""
    change = {giver: lambda held: without(held, (c,)), taker: lambda held: PACK.sort((*held, c))}
    return tuple(change[seat](held) if seat in change else held for seat, held in zip(SEATS, state.hands, strict=True))
