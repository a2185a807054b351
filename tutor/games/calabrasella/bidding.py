"""Phases of Calabrasella before the exchange: who plays alone, and which card is called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tutor.families import call_workings
from tutor.families.auctions import AuctionPhase, AuctionView
from tutor.families.choices import ChoicePhase, at_most, exactly
from tutor.families.hands import throw_in
from tutor.games.calabrasella.table import PACK, TRICKS, CalabrasellaState, Rules
from tutor.kernel.calls import PASS, CallMeaning, asks_for, bid
from tutor.kernel.cards import SUITS, Cards, UnknownCard, card
from tutor.kernel.duties import Duty, Trace, always, narrow
from tutor.kernel.events import DECLARER_FOUND, Event
from tutor.kernel.fields import CARDS, SEAT, declared
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Turn, Unreadable
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView
from tutor.kernel.working import Chain, Step, Working

PLAY: Final = "play"
HAND: Final = at_most(TRICKS)


# -- pass or play ------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Calls(AuctionView, HandView):
    """The calls so far, and the own hand."""

    calls = (PASS, PLAY)
    options: Rules
    hand: Cards = declared(CARDS, "the cards of the player who is asked", ())


class Auction(AuctionPhase[Calls, CalabrasellaState]):
    """Each player is asked once, until one plays."""

    verb = "say"
    clause = "calabrasella.bid.order"
    hand_size = HAND
    ends = PLAY
    meanings = MappingProxyType({PLAY: bid()})

    def facts(self, v: Calls) -> Mapping[str, Any]:
        """The declarer and the leader; after three passes the next dealer."""
        if PLAY in v.said:
            declarer = v.bids[-1][0]
            return {"declarer": declarer, "leader": after(v.seats, declarer)}
        return {"void": True, "next_dealer": after(v.seats, v.dealer)} if len(v.bids) >= v.players else {}

    def workings(self, v: Calls) -> Mapping[str, Working]:
        """How turn, declarer, leader and next dealer come about."""
        found, facts = dict(super().workings(v)), self.facts(v)
        calls = call_workings.call_steps(v.bids)
        if "declarer" in facts:
            seat, leader = facts["declarer"], facts["leader"]
            first = (*calls, Step("takes_it", {"who": seat, "call": PLAY}, seat))
            found["facts.declarer"] = Chain("calabrasella.bid.ends", first, seat)
            over = Step("bidding_ended", {"who": seat, "call": PLAY}, None)
            found["to_move"] = Chain("calabrasella.bid.ends", (*calls, over), None)
            lead = call_workings.next_to_step(seat, leader, "alone", "leads")
            alone = Step("not_declarer", {"who": seat}, seat)
            found["facts.leader"] = Chain("calabrasella.play.first-lead", (lead,), leader, (alone,))
        elif facts:
            dealer = facts["next_dealer"]
            steps = (
                *calls,
                Step("all_passed", {"redeal": False}),
                call_workings.next_to_step(v.dealer, dealer, "dealer", "deals"),
            )
            found["facts.next_dealer"] = Chain("calabrasella.bid.all-pass", steps, dealer)
        return found

    def closed(self, state: CalabrasellaState) -> Turn[CalabrasellaState]:
        """The declarer calls a card; after three passes the next player deals."""
        seat, word = state.bids[-1]
        if word == PASS:
            dealer, clause = after(state.seats, state.dealer), "calabrasella.bid.all-pass"
            return throw_in(state, PACK, clause, dealer=dealer, what="thrown in", played_hands=state.played_hands)
        first = after(state.seats, seat)
        state = changed(state, declarer=seat, leader=first)
        others = tuple(one for one in state.seats if one != seat)
        event = Event(DECLARER_FOUND, seat, clause="calabrasella.bid.ends", facts={"others": others})
        v = CALL.see(state, seat)
        if not narrow(CALL.duties(v), v, CALL.candidates(v)).legal:
            none = Event("no call", seat, clause="calabrasella.call.none")
            return Turn(changed(state, no_call=True, phase="discard", turn=(seat,)), (event, none))
        return Turn(changed(state, phase="call", turn=(seat,)), (event,))


# -- the call ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Calling(View, HandView):
    """The view of the declarer who is to call a card."""

    options: Rules
    hand: Cards = declared(CARDS, "all twelve cards of the declarer", ())
    declarer: Seat = declared(SEAT, "who plays alone", "P1")

    def all_of(self, rank: str) -> bool:
        """Whether the declarer holds all four cards of a rank."""
        return all(card(rank + s) in self.hand for s in SUITS)

    @property
    def nothing(self) -> bool:
        """Whether the declarer holds every card that could be called."""
        return all(map(self.all_of, self.options.called))

    def lacks(self, move: Move) -> bool:
        """Whether the declarer does not hold the card named."""
        return card(move.word) not in self.hand


def rank(move: Move) -> str:
    """The rank of the card that a call names."""
    return move.word[0]


THREE: Final[Duty[Calling]] = always(
    "calabrasella.call.three", lambda v, m: rank(m) in "2A" or (rank(m) == "3" and v.lacks(m))
)
TWO: Final[Duty[Calling]] = always(
    "calabrasella.call.two", lambda v, m: rank(m) != "2" or (v.all_of("3") and v.lacks(m))
)
ACE: Final[Duty[Calling]] = always(
    "calabrasella.call.ace",
    lambda v, m: rank(m) != "A" or (v.options.extend_call_to_aces and v.all_of("3") and v.all_of("2") and v.lacks(m)),
)
CLAUSES: Final = {"3": THREE.clause, "2": TWO.clause, "A": ACE.clause}


class Call(ChoicePhase[Calling, CalabrasellaState]):
    """The declarer calls for a card."""

    name = "call"
    title = "the card you call for"
    verb = "call"
    clause = "calabrasella.call.three"
    asked = "declarer"
    hand_size = exactly(TRICKS, "the declarer calls with")
    binding = (THREE, TWO, ACE)

    def meaning(self, word: str) -> CallMeaning:
        """The card that is to be handed over."""
        return asks_for(word)

    def choices(self, v: Calling) -> tuple[str, ...]:
        """The threes and twos, and the aces if the house rules let them be called."""
        return tuple(r + s for r in v.options.called for s in SUITS)

    def read(self, v: Calling, text: str) -> Move:
        """The card meant by `text`; raises `Unreadable`."""
        try:
            return call(self.pack.read(text).text)
        except UnknownCard as why:
            raise Unreadable(str(why)) from None

    def basis(self, v: Calling, found: Trace[Calling], move: Move) -> str:
        """The clause for cards of this rank."""
        return CLAUSES[rank(move)]

    def reasons(self, v: Calling, move: Move) -> Mapping[str, Any]:
        """The card called, whether it is held, and whether all cards of the higher ranks are."""
        return {
            "named": (card(move.word),),
            "held": not v.lacks(move),
            "rank": rank(move),
            "threes": v.all_of("3"),
            "twos": v.all_of("2"),
        }

    def act(self, state: CalabrasellaState, seat: Seat, move: Move) -> Turn[CalabrasellaState]:
        """The holder of the card must hand it over; if nobody has it, it is in the widow."""
        wanted = card(move.word)
        event = Event("card called", seat, (wanted,), CLAUSES[rank(move)])
        holder = state.holder(wanted)
        state = changed(state, called=wanted)
        if holder:
            return Turn(changed(state, phase="surrender", turn=(holder,)), (event,))
        missed = Event("call missed", seat, (wanted,), "calabrasella.call.widow")
        state = changed(state, shown=state.showing((wanted,)), phase="discard", turn=(seat,))
        return Turn(state, (event, missed))


CALL: Final = Call()
