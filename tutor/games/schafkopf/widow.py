"""The widow of Schafkopf: who takes it, and what the declarer lays away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tutor.families import call_workings
from tutor.families.auctions import AuctionPhase, AuctionView
from tutor.families.choices import CardsPhase, at_most, exactly
from tutor.families.hands import with_hand
from tutor.games.schafkopf.table import PACK, TRICKS, TRUMPS, WIDOW, Rules, SchafkopfState
from tutor.kernel.calls import PASS, bid
from tutor.kernel.cards import Card, Cards, without
from tutor.kernel.events import WIDOW_TAKEN, Event
from tutor.kernel.fields import CARDS, SEAT, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView, TrumpsView
from tutor.kernel.working import Chain, Step, Working

TAKE: Final = "take"


class BeforePlay(HandView, TrumpsView):
    """A view of the hand before the play, when it is known already which cards are trumps."""

    def is_trump(self, c: Card) -> bool:
        """Whether `c` is one of the fourteen."""
        return c in TRUMPS


@dataclass(frozen=True, kw_only=True)
class Picking(AuctionView, BeforePlay):
    """The view of a player who may take the widow."""

    calls = (TAKE, PASS)
    options: Rules
    hand: Cards = declared(CARDS, "the cards of the player who is asked", ())


class Pick(AuctionPhase[Picking, SchafkopfState]):
    """Each player is asked once, from the dealer's left, until one takes the widow."""

    name = "pick"
    verb = "say"
    clause = "schafkopf.pick.order"
    hand_size = at_most(TRICKS)
    ends = TAKE
    meanings = MappingProxyType({TAKE: bid()})

    def facts(self, v: Picking) -> Mapping[str, Any]:
        """The declarer, or that the hand is played as least."""
        if TAKE in v.said:
            return {"declarer": v.bids[-1][0]}
        return {"least": True} if len(v.bids) >= v.players else {}

    def workings(self, v: Picking) -> Mapping[str, Working]:
        """How the turn and the declarer come about."""
        found, facts = dict(super().workings(v)), self.facts(v)
        if "declarer" in facts:
            seat = facts["declarer"]
            steps = (*call_workings.call_steps(v.bids), Step("takes_it", {"who": seat, "call": TAKE}, seat))
            found["facts.declarer"] = Chain("schafkopf.pick.declarer", steps, seat)
        return found

    def reasons(self, v: Picking, move: Move) -> Mapping[str, Any]:
        """Whether this is the last chance that anybody takes the widow."""
        return {"last": len(v.bids) == v.players - 1}

    def closed(self, state: SchafkopfState) -> Turn[SchafkopfState]:
        """The declarer takes the widow and lays two cards away; without a declarer the hand is played as least."""
        seat, word = state.bids[-1]
        first = after(state.seats, state.dealer)
        if word != TAKE:
            event = Event("least", clause="schafkopf.pick.least", facts={"leader": first})
            return Turn(changed(state, phase="play", turn=(first,), leader=first), (event,))
        hands = with_hand(state.hands, seat, PACK.sort((*state.hand(seat), *state.away)))
        state = changed(state, hands=hands, away=(), declarer=seat, phase="discard", turn=(seat,))
        return Turn(state, (Event(WIDOW_TAKEN, seat, clause="schafkopf.pick.declarer"),))


@dataclass(frozen=True, kw_only=True)
class Discarding(View, BeforePlay):
    """The view of the declarer before laying two cards away."""

    options: Rules
    hand: Cards = declared(CARDS, "all twelve cards of the declarer")
    declarer: Seat | None = declared(SEAT, "who has taken the widow", None, shown="the dealer's left")

    @property
    def who(self) -> Seat:
        """The declarer."""
        return self.declarer or after(self.seats, self.dealer)


class Discard(CardsPhase[Discarding, SchafkopfState]):
    """Lay two of twelve cards away, face down."""

    name = "discard"
    title = "two cards to lay away"
    verb = "lay away"
    clause = "schafkopf.pick.discard"
    asked = "declarer"
    hand_size = exactly(TRICKS + WIDOW, "a declarer with the widow has")
    number = WIDOW
    word = "discard"
    wanted = "name two cards"

    def act(self, state: SchafkopfState, seat: Seat, move: Move) -> Turn[SchafkopfState]:
        """Put the cards aside; the player at the dealer's left leads (`schafkopf.play.first-lead`)."""
        hands = with_hand(state.hands, seat, without(state.hand(seat), move.cards))
        first = after(state.seats, state.dealer)
        state = changed(state, hands=hands, away=move.cards, phase="play", turn=(first,), leader=first)
        event = Event("discarded", seat, clause="schafkopf.pick.discard", facts={"n": len(move.cards)})
        return Turn(state, (event,))
