"""Phases of Jo-Jotte that make trumps and raise the stakes: double, nullo and slam."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from tutor.families import call_workings
from tutor.families.auctions import AuctionPhase, AuctionView
from tutor.families.hands import new_hand, view_of
from tutor.games.jo_jotte.announcing import next_claim
from tutor.games.jo_jotte.table import DOUBLES, PACK, SEATS, THREE, JoJotteState, Rules
from tutor.kernel.cached import cached_property
from tutor.kernel.calls import PASS, bid
from tutor.kernel.cards import SUITS, Card
from tutor.kernel.duties import Duty, Trace, always
from tutor.kernel.events import DEALT, TRUMPS_SETTLED, Event
from tutor.kernel.fields import CARD, SEAT, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, other_side
from tutor.kernel.state import changed
from tutor.kernel.working import TIMES, Chain, Part, Step, Sum, Working

ACCEPT: Final = "accept"
NO_TRUMP: Final = "nt"
FIXING: Final = (ACCEPT, *SUITS, NO_TRUMP)
"""The calls that fix trumps."""

# -- making trump ------------------------------------------------------------------------------------------


class Bidding(NamedTuple):
    """What the calls have led to: who fixed trumps by which call, how often it was doubled, who is to speak."""

    declarer: Seat
    fixed: str
    doubled: int
    turn: Seat | None


@dataclass(frozen=True, kw_only=True)
class Calls(AuctionView):
    """The turned-up card and the calls so far."""

    calls = (*FIXING, PASS, "double", "redouble")
    upcard: Card = declared(CARD, "the card turned up")

    @cached_property
    def now(self) -> Bidding:
        """What the calls have led to.

        After up to two rounds somebody has fixed trumps; then the opponent may double and the declarer redouble.
        """
        first = other_side(SEATS, self.dealer)
        at = next((i for i, word in enumerate(self.said) if word != PASS), None)
        if at is None:
            n = len(self.bids)
            return Bidding("", "", 0, None if n == 4 else (first, self.dealer)[n % 2])
        declarer, fixed = self.bids[at]
        answers = self.said[at + 1 :]
        doubled = len([word for word in answers if word != PASS])
        due = {(): other_side(SEATS, declarer), ("double",): declarer}.get(answers)
        return Bidding(declarer, fixed, doubled, due)

    @property
    def second_round(self) -> bool:
        """Whether both have passed once."""
        return len(self.bids) >= 2

    @property
    def trump(self) -> str:
        """The trump suit that was fixed; empty for no trump."""
        word = self.now.fixed
        return self.upcard.suit if word == ACCEPT else "" if word == NO_TRUMP else word


ONE_CHOICE: Final[Duty[Calls]] = always("jo-jotte.declarer", lambda v, m: not v.now.fixed or m.word not in FIXING)
FIRST: Final[Duty[Calls]] = always(
    "jo-jotte.bid.first", lambda v, m: m.word not in FIXING or m.word == ACCEPT, when=lambda v: not v.second_round
)
SECOND: Final[Duty[Calls]] = always(
    "jo-jotte.bid.second", lambda v, m: m.word not in (ACCEPT, v.upcard.suit), when=lambda v: v.second_round
)
DOUBLE: Final[Duty[Calls]] = always(
    "jo-jotte.double",
    lambda v, m: m.word not in DOUBLES or (bool(v.now.fixed) and m.word == DOUBLES[v.now.doubled + 1]),
)


class Auction(AuctionPhase[Calls, JoJotteState]):
    """Accept the upcard's suit, or later name another; then double what was fixed."""

    title = "your call"
    clause = "jo-jotte.declarer"
    view = Calls
    binding = (ONE_CHOICE, FIRST, SECOND, DOUBLE)
    meanings = MappingProxyType({ACCEPT: bid(), NO_TRUMP: bid(no_trump=True)})

    def basis(self, v: Calls, found: Trace[Calls], move: Move) -> str:
        """The clause of the step that is due."""
        return f"jo-jotte.{'double' if v.now.fixed else 'bid.second' if v.second_round else 'bid.first'}"

    def actor(self, v: Calls) -> Seat | None:
        """Non-dealer and dealer in turn until trumps are fixed; then the opponent, then the declarer."""
        return v.now.turn

    def facts(self, v: Calls) -> Mapping[str, Any]:
        """Who speaks; at the end the contract."""
        if v.now.turn:
            return {"turn": v.now.turn}
        if not v.now.declarer:
            return {"declarer": "none"}
        return {"declarer": v.now.declarer, "trump": v.trump or "-", "factor": 2**v.now.doubled}

    def workings(self, v: Calls) -> Mapping[str, Working]:
        """How turn, declarer, trumps and factor come about."""
        found = dict(super().workings(v))
        now = v.now
        if now.turn or not now.declarer:
            return found
        fixed = Step("takes_it", {"who": now.declarer, "call": now.fixed}, now.declarer)
        calls = call_workings.call_steps(v.bids)
        found["facts.declarer"] = Chain("jo-jotte.declarer", (*calls, fixed), now.declarer)
        suit = () if now.fixed != ACCEPT else (Step("upcard", {"it": v.upcard}),)
        found["facts.trump"] = Chain("jo-jotte.declarer", (fixed, *suit), v.trump or "-")
        doubled = (word for word in v.said if word in DOUBLES)
        parts = (Part(2, "jo-jotte.double", how=TIMES, name="call", facts={"call": word}) for word in doubled)
        begin = Part(1, name="single")
        return found | {"facts.factor": Sum("jo-jotte.double", (begin, *parts))}

    def closed(self, state: JoJotteState) -> Turn[JoJotteState]:
        """Deal three more cards each and turn over the stub; after four passes deal anew."""
        v = view_of(Calls, state)
        if not v.now.declarer:
            kept = {name: getattr(state, name) for name in ("below", "games", "aside")}
            event = Event("thrown in", state.dealer, clause="jo-jotte.bid.allpass")
            return Turn(new_hand(state, PACK, **kept), (event,))
        defender = other_side(SEATS, v.now.declarer)
        first = state.seats.index(other_side(SEATS, state.dealer))
        more = (state.away[:THREE], state.away[THREE : 2 * THREE])
        hands = tuple(PACK.sort((*hand, *more[i != first])) for i, hand in enumerate(state.hands))
        state = changed(
            state,
            phase=Stakes.name,
            turn=(defender,),
            bids=(),
            declarer=v.now.declarer,
            trump=v.trump,
            call=DOUBLES[v.now.doubled],
            hands=hands,
            bottom=state.away[-1],
            away=state.away[2 * THREE : -1],
        )
        assert state.bottom is not None
        return Turn(
            state,
            (
                Event(TRUMPS_SETTLED, state.declarer, clause="jo-jotte.declarer", facts=self.facts(v)),
                Event(DEALT, state.dealer, clause="jo-jotte.deal.three", facts={"each": THREE, "more": True}),
                Event("turned up", state.dealer, (state.bottom,), "jo-jotte.deal.three"),
            ),
        )


# -- nullo and slam ----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Raises(AuctionView):
    """The calls of nullo and slam so far."""

    calls = ("nullo", "slam", PASS)
    options: Rules
    declarer: Seat = declared(SEAT, "who fixed trumps")

    @property
    def turn(self) -> Seat | None:
        """The defender, then the declarer; None after both."""
        return (other_side(SEATS, self.declarer), self.declarer, None)[min(len(self.bids), 2)]

    @property
    def bid(self) -> str:
        """The last of nullo and slam that was bid; "none" without either."""
        return next((word for word in reversed(self.said) if word != PASS), "none")


NULLO: Final[Duty[Raises]] = always("jo-jotte.nullo", lambda v, m: m.word != "nullo" or v.turn != v.declarer)
SLAM: Final[Duty[Raises]] = always(
    "jo-jotte.slam",
    lambda v, m: m.word != "slam" or (v.turn == v.declarer and (v.options.slam == "free" or v.bid == "nullo")),
)


class Stakes(AuctionPhase[Raises, JoJotteState]):
    """Bid nullo (the defender) or slam (the declarer) before the melds."""

    name = "stakes"
    title = "your bid"
    clause = "jo-jotte.slam"
    view = Raises
    binding = (NULLO, SLAM)

    def basis(self, v: Raises, found: Trace[Raises], move: Move) -> str:
        """The clause of the step that is due."""
        return "jo-jotte.nullo" if v.turn != v.declarer else "jo-jotte.slam"

    def actor(self, v: Raises) -> Seat | None:
        """The defender, then the declarer."""
        return v.turn

    def facts(self, v: Raises) -> Mapping[str, Any]:
        """Who speaks, or what was bid."""
        return {"turn": v.turn} if v.turn else {"bid": v.bid}

    def closed(self, state: JoJotteState) -> Turn[JoJotteState]:
        """Melds follow unless nullo or slam was bid (`jo-jotte.nomelds`); then the non-dealer leads."""
        bid = view_of(Raises, state).bid
        state = changed(state, bid=bid, bids=(), leader=other_side(SEATS, state.dealer))
        return next_claim(state)
