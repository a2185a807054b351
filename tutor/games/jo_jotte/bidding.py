"""Phases of Jo-Jotte that make trumps and raise the stakes: double, nullo and slam."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tutor.families import call_workings
from tutor.families.auctions import AuctionPhase, AuctionView
from tutor.families.doubling import LAST_DOUBLE, DoublingPhase, DoublingView, doubles_in_order, one_choice
from tutor.families.hands import throw_in, view_of
from tutor.games.jo_jotte.announcing import next_claim
from tutor.games.jo_jotte.table import PACK, SEATS, THREE, JoJotteState, Rules
from tutor.kernel.calls import PASS, bid
from tutor.kernel.cards import SUITS, Card
from tutor.kernel.duties import Duty, Trace, always
from tutor.kernel.events import DEALT, TRUMPS_SETTLED, Event
from tutor.kernel.fields import CARD, SEAT, declared
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after, other_side
from tutor.kernel.state import changed
from tutor.kernel.working import Chain, Part, Step, Sum, Working

ACCEPT: Final = "accept"
NO_TRUMP: Final = "nt"
FIXING: Final = (ACCEPT, *SUITS, NO_TRUMP)
"""The calls that fix trumps."""

# -- making trump ------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Calls(DoublingView):
    """The turned-up card and the calls so far."""

    calls = (*FIXING, PASS, "double", "redouble")
    sides = SEATS
    upcard: Card = declared(CARD, "the card turned up")

    @property
    def choosing(self) -> Seat | None:
        """Non-dealer and dealer in turn, twice; then nobody."""
        return after(self.seats, self.dealer, len(self.bids) + 1) if len(self.bids) < 4 else None

    @property
    def second_round(self) -> bool:
        """Whether both have passed once."""
        return len(self.bids) >= 2

    @property
    def trump(self) -> str:
        """The trump suit that was fixed; empty for no trump."""
        word = self.now.chosen
        return self.upcard.suit if word == ACCEPT else "" if word == NO_TRUMP else word


ONE_CHOICE: Final = one_choice("jo-jotte.declarer")
FIRST: Final[Duty[Calls]] = always(
    "jo-jotte.bid.first", lambda v, m: m.word not in FIXING or m.word == ACCEPT, when=lambda v: not v.second_round
)
SECOND: Final[Duty[Calls]] = always(
    "jo-jotte.bid.second", lambda v, m: m.word not in (ACCEPT, v.upcard.suit), when=lambda v: v.second_round
)
CLAUSES: Final = {"double": "jo-jotte.double", "redouble": "jo-jotte.double"}


class Auction(DoublingPhase[Calls, JoJotteState]):
    """Accept the upcard's suit, or later name another; then double what was fixed."""

    clause = "jo-jotte.declarer"
    doubles = CLAUSES
    binding = (ONE_CHOICE, FIRST, SECOND, *doubles_in_order(CLAUSES))
    meanings = MappingProxyType({ACCEPT: bid(), NO_TRUMP: bid(no_trump=True)})

    def candidates(self, v: Calls) -> Iterable[Move]:
        """All calls; in the first round naming the suit turned up is the same as accepting it, so that is left out."""
        return [m for m in super().candidates(v) if v.second_round or m.word != v.upcard.suit]

    def read(self, v: Calls, text: str) -> Move:
        """The call that `text` means; in the first round the suit turned up stands for accepting it."""
        move = super().read(v, text)
        return call(ACCEPT) if not v.second_round and move.word == v.upcard.suit else move

    def choice_clause(self, v: Calls) -> str:
        """The upcard's suit is accepted in the first round, another is named in the second."""
        return f"jo-jotte.bid.{'second' if v.second_round else 'first'}"

    def facts(self, v: Calls) -> Mapping[str, Any]:
        """Who speaks; at the end the contract."""
        if v.now.turn:
            return {"turn": v.now.turn}
        if not v.now.chosen:
            return {"declarer": "none"}
        return {"declarer": v.now.chooser, "trump": v.trump or "-", "factor": 2**v.now.doubled}

    def workings(self, v: Calls) -> Mapping[str, Working]:
        """How turn, declarer, trumps and factor come about."""
        found, now = dict(super().workings(v)), v.now
        if now.turn or not now.chosen:
            return found
        fixed = Step("takes_it", {"who": now.chooser, "call": now.chosen}, now.chooser)
        calls = call_workings.call_steps(v.bids)
        found["facts.declarer"] = Chain("jo-jotte.declarer", (*calls, fixed), now.chooser)
        suit = () if now.chosen != ACCEPT else (Step("upcard", {"it": v.upcard}),)
        found["facts.trump"] = Chain("jo-jotte.declarer", (fixed, *suit), v.trump or "-")
        begin = Part(1, name="single")
        return found | {"facts.factor": Sum("jo-jotte.double", (begin, *self.factors(v)))}

    def closed(self, state: JoJotteState) -> Turn[JoJotteState]:
        """Deal three more cards each and turn over the stub; after four passes deal anew."""
        v = view_of(Calls, state)
        declarer = v.now.chooser
        if not declarer:
            kept = {name: getattr(state, name) for name in ("hand_no", "below", "games", "aside")}
            return throw_in(state, PACK, "jo-jotte.bid.allpass", what="thrown in", **kept)
        first = state.seats.index(other_side(SEATS, state.dealer))
        more = (state.away[:THREE], state.away[THREE : 2 * THREE])
        hands = tuple(PACK.sort((*hand, *more[i != first])) for i, hand in enumerate(state.hands))
        state = changed(
            state,
            phase=Stakes.name,
            turn=(other_side(SEATS, declarer),),
            bids=(),
            declarer=declarer,
            trump=v.trump,
            call=LAST_DOUBLE[v.now.doubled],
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
        return self.highest[1] or "none"


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
    binding = (NULLO, SLAM)
    meanings = MappingProxyType({"nullo": bid(no_trump=True, no_tricks=True), "slam": bid(all_tricks=True)})

    def basis(self, v: Raises, found: Trace[Raises], move: Move) -> str:
        """The clause of the step that is due."""
        return "jo-jotte.nullo" if v.turn != v.declarer else "jo-jotte.slam"

    def actor(self, v: Raises) -> Seat | None:
        """The defender, then the declarer."""
        return v.turn

    def facts(self, v: Raises) -> Mapping[str, Any]:
        """Who speaks, or what was bid."""
        return {"turn": v.turn} if v.turn else {"bid": v.bid}

    def called(self, state: JoJotteState, seat: Seat, word: str) -> Event:
        """The event of a call, with the clause of what was bid or passed up."""
        clause = "jo-jotte.slam" if seat == state.declarer else "jo-jotte.nullo"
        return super().called(state, seat, word)._replace(clause=clause)

    def closed(self, state: JoJotteState) -> Turn[JoJotteState]:
        """Melds follow unless nullo or slam was bid (`jo-jotte.nomelds`); then the non-dealer leads."""
        bid = view_of(Raises, state).bid
        state = changed(state, bid=bid, bids=(), leader=other_side(SEATS, state.dealer))
        return next_claim(state)
