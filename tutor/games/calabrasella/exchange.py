"""The exchange in Calabrasella: the card that was called, for one that the other defender does not see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tutor.families.hands import view_of
from tutor.games.calabrasella.bidding import too_many
from tutor.games.calabrasella.estimate import parted
from tutor.games.calabrasella.table import PACK, SEATS, CalabrasellaState, Rules
from tutor.kernel.cards import Card, Cards, without
from tutor.kernel.duties import Duties, Duty, always
from tutor.kernel.events import Event
from tutor.kernel.fields import CARD, CARDS, SEAT, Problem, declared
from tutor.kernel.moves import Move, play
from tutor.kernel.phase import Phase, Turn, Unreadable
from tutor.kernel.seen import HandView
from tutor.kernel.state import changed
from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

    from tutor.kernel.seats import Seat


@dataclass(frozen=True, kw_only=True)
class Asked(View, HandView):
    """A defender's cards, and the card that was named."""

    options: Rules
    card: Card = declared(CARD, "the card named", located=False)
    hand: Cards = declared(CARDS, "the defender's cards", ())
    defender: Seat = declared(SEAT, "whose cards these are", "P2")


HAND_OVER: Final[Duty[Asked]] = always("calabrasella.call.exchange", lambda v, m: m.card is v.card)


class Surrender(Phase[Asked, CalabrasellaState]):
    """The card named is handed over."""

    name = "surrender"
    title = "the card that was called"
    verb = "hand over"
    clause = "calabrasella.call.exchange"
    view = Asked

    def problems(self, v: Asked) -> Iterator[Problem]:
        """Too many cards, or a card that nobody calls for."""
        yield from too_many(v.hand)
        yield from _never_called(v.card, v.options)

    def actor(self, v: Asked) -> Seat | None:
        """The defender, who has something to do only with the card."""
        return v.defender if v.card in v.hand else None

    def duties(self, v: Asked) -> Duties[Asked]:
        """That card and no other."""
        return (HAND_OVER,)

    def candidates(self, v: Asked) -> Iterable[Move]:
        """Each card of the hand."""
        return [play(c) for c in self.pack.sort(v.hand)]

    def form(self, v: Asked, move: Move) -> Move:
        """One card."""
        return _one(move, "one card is handed over")

    def see(self, state: CalabrasellaState, seat: Seat) -> Asked:
        """The own hand."""
        return view_of(Asked, state, card=state.called, hand=state.hand(seat), defender=seat)

    def act(self, state: CalabrasellaState, seat: Seat, move: Move) -> Turn[CalabrasellaState]:
        """Everybody sees who had it; the declarer has one card too many now."""
        hands = moved(state, seat, state.declarer, move.card)
        state = changed(
            state, hands=hands, donor=seat, shown=(*state.shown, move.card), phase="give", turn=(state.declarer,)
        )
        event = Event("handed over", seat, move.cards, "calabrasella.call.exchange", {"declarer": state.declarer})
        return Turn(state, (event,))


@dataclass(frozen=True, kw_only=True)
class Giving(View, HandView):
    """The declarer's cards, and the card received."""

    options: Rules
    card: Card = declared(CARD, "the card named and received")
    hand: Cards = declared(CARDS, "the declarer's other cards", ())
    declarer: Seat = declared(SEAT, "who plays alone", "P1")


ANOTHER: Final[Duty[Giving]] = always("calabrasella.call.exchange", lambda v, m: m.card is not v.card)


class Give(Phase[Giving, CalabrasellaState]):
    """A card in exchange, which the other defender does not see."""

    name = "give"
    title = "a card to give in exchange"
    verb = "give"
    clause = "calabrasella.call.exchange"
    view = Giving

    def problems(self, v: Giving) -> Iterator[Problem]:
        """Too many cards, or a card that nobody calls for."""
        yield from too_many(v.hand)
        yield from _never_called(v.card, v.options)

    def actor(self, v: Giving) -> Seat:
        """The declarer."""
        return v.declarer

    def duties(self, v: Giving) -> Duties[Giving]:
        """Any card but the one received."""
        return (ANOTHER,)

    def candidates(self, v: Giving) -> Iterable[Move]:
        """Each card of the hand, the new one too."""
        return [play(c) for c in self.pack.sort(self.holds(v))]

    def holds(self, v: Giving) -> Cards:
        """What the declarer held before, and the card received."""
        return (*v.hand, v.card)

    def form(self, v: Giving, move: Move) -> Move:
        """One card."""
        return _one(move, "one card is given in exchange")

    def see(self, state: CalabrasellaState, seat: Seat) -> Giving:
        """The own hand, and the card received."""
        hand = tuple(c for c in state.hand(seat) if c is not state.called)
        return view_of(Giving, state, card=state.called, hand=hand)

    def act(self, state: CalabrasellaState, seat: Seat, move: Move) -> Turn[CalabrasellaState]:
        """Only the donor sees what it is."""
        hands = moved(state, seat, state.donor, move.card)
        state = changed(state, hands=hands, given=move.card, phase="discard", turn=(seat,))
        event = Event("given in exchange", seat, clause="calabrasella.call.exchange", facts={"donor": state.donor})
        return Turn(state, (event,))

    def bidding_policy(self, v: Giving, hand: Cards, legal: Sequence[Move], rng: Random) -> Move:
        """What is kept least gladly."""
        return parted(hand, legal)


def _never_called(c: Card, options: Rules) -> Iterator[Problem]:
    if c.rank not in ("32A" if options.extend_call_to_aces else "32"):
        yield Problem("card", f"{c} cannot be called for")


def _one(move: Move, rule: str) -> Move:
    if len(move.cards) != 1 or move.word:
        raise Unreadable(rule)
    return move


def moved(state: CalabrasellaState, giver: Seat, taker: Seat, c: Card) -> tuple[Cards, ...]:
    """The hands after `c` has gone from one player to another."""
    change = {giver: lambda held: without(held, (c,)), taker: lambda held: PACK.sort((*held, c))}
    return tuple(change[seat](held) if seat in change else held for seat, held in zip(SEATS, state.hands, strict=True))
