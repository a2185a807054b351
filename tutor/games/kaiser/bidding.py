"""The bidding of Kaiser: one call each, the dealer last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tutor.families import call_workings
from tutor.families.auctions import AuctionPhase, AuctionView
from tutor.families.choices import at_most
from tutor.families.hands import throw_in, view_of
from tutor.games.kaiser.table import BIDS, PACK, SIDES, TRICKS, KaiserState, Rules, no_trump, number
from tutor.kernel.calls import PASS, bid
from tutor.kernel.cards import Cards
from tutor.kernel.duties import Duty, Trace, always, batch_predicate
from tutor.kernel.events import CONTRACT_MADE, Event
from tutor.kernel.fields import CARDS, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import after, side_of
from tutor.kernel.state import changed
from tutor.kernel.view_types import HandView
from tutor.kernel.working import Chain, Step, Working


@dataclass(frozen=True, kw_only=True)
class Calls(AuctionView, HandView):
    """The calls so far, and the own hand."""

    calls = (PASS, *BIDS)
    options: Rules
    hand: Cards = declared(CARDS, "the cards of the player whose turn it is", ())

    @property
    def last(self) -> bool:
        """Whether the dealer is to call."""
        return len(self.bids) == self.players - 1

    def equals(self, bid: str) -> bool:
        """Whether `bid` is the dealer's bid equal to the highest, which takes it over."""
        return self.last and bid == self.highest[1]


STEPS: Final = {word: i for i, word in enumerate((PASS, *BIDS))}
"""The height of each call; a pass is 0."""


def _higher(v: Calls, moves: Sequence[Move]) -> list[Move]:
    high = v.highest[1]
    least = (STEPS[high] if high else 0) + (not v.equals(high))
    return [m for m in moves if m.word == PASS or STEPS[m.word] >= least]


HIGHER: Final[Duty[Calls]] = always("kaiser.bid.higher", batch_predicate(_higher))
FORCED: Final[Duty[Calls]] = always(
    "kaiser.bid.forced",
    lambda v, m: m.word != PASS,
    when=lambda v: v.last and not v.highest[1] and v.options.all_pass == "dealer_forced",
)


class Auction(AuctionPhase[Calls, KaiserState]):
    """One call each, the dealer last."""

    title = "your bid"
    clause = "kaiser.bid.values"
    hand_size = at_most(TRICKS, "everybody has")
    binding = (HIGHER, FORCED)
    meanings = MappingProxyType({word: bid(number(word), no_trump=True) for word in BIDS if no_trump(word)})

    def basis(self, v: Calls, found: Trace[Calls], move: Move) -> str:
        """The clause that allows this call."""
        if v.last and not v.highest[1]:
            return "kaiser.bid.allpass" if move.word == PASS else "kaiser.bid.forced"
        if move.word != PASS and v.equals(move.word):
            return "kaiser.bid.dealer"
        return "kaiser.bid.higher" if v.highest[1] or move.word == PASS else "kaiser.bid.values"

    def facts(self, v: Calls) -> Mapping[str, Any]:
        """The highest bid; after four calls also declarers and leader, or that the cards are dealt again."""
        bidder, high = v.highest
        out: dict[str, Any] = {"high": high, "bidder": bidder} if high else {}
        if len(v.bids) < v.players:
            return out
        if high:
            leads = bidder if v.options.first_lead == "bidder" else after(v.seats, v.dealer)
            out |= {"declarers": side_of(SIDES, bidder), "leads": leads}
        return out | ({"redeal": False} if high else {"redeal": True, "next_dealer": after(v.seats, v.dealer)})

    def workings(self, v: Calls) -> Mapping[str, Working]:
        """How turn, highest bid, declarers and leader come about."""
        found, facts = dict(super().workings(v)), self.facts(v)
        if "bidder" in facts:
            high = call_workings.with_highest_bid(*call_workings.compare_calls(v.bids, STEPS.__getitem__, v.dealer))
            raised = not any(step.facts.get("how") == "takes" for step in high)
            order = "kaiser.bid.order" if raised else "kaiser.bid.dealer"
            found["facts.bidder"] = Chain(order, high, facts["bidder"])
            found["facts.high"] = Chain("kaiser.bid.higher", high, facts["high"])
            leads, side = facts.get("leads"), facts.get("declarers")
            if leads == facts["bidder"] and v.options.first_lead == "bidder":
                lead = Step("bidder_leads", {"who": leads}, leads)
                found["facts.leads"] = Chain("kaiser.lead.bidder", (*high, lead), leads)
            elif leads:
                other = Step("not_bidder", {"who": facts["bidder"]}, facts["bidder"])
                first = call_workings.next_to_step(v.dealer, leads, "dealer", "leads")
                found["facts.leads"] = Chain("kaiser.lead", (first,), leads, (other,))
            if side:
                found["facts.declarers"] = Chain("kaiser.bid.order", high, side)
        if "redeal" in facts:
            again = call_workings.redeal("kaiser.bid.allpass", v.bids, *v.highest)
            found["facts.redeal"] = again
        if dealer := facts.get("next_dealer"):
            passing = call_workings.next_to_step(v.dealer, dealer, "dealer", "deals")
            found["facts.next_dealer"] = Chain("kaiser.bid.allpass", (*again.steps, passing), dealer)
        return found

    def closed(self, state: KaiserState) -> Turn[KaiserState]:
        """The bidder names trumps or, at no trump, play begins; if all passed, the next player deals."""
        facts = self.facts(view_of(Calls, state))
        if facts["redeal"]:
            return throw_in(state, PACK, "kaiser.bid.allpass", dealer=after(state.seats, state.dealer))
        bidder, contract, leader = facts["bidder"], facts["high"], facts["leads"]
        state = changed(state, bidder=bidder, contract=contract, leader=leader)
        level = next((seat for seat, word in state.bids if word == contract and seat != bidder), "")
        told = {
            "contract": contract,
            "leader": leader,
            "level": level,
            "forced": [word for _, word in state.bids].count(PASS) == state.players - 1 and bidder == state.dealer,
            "beside": leader != bidder,
        }
        event = Event(CONTRACT_MADE, bidder, clause="kaiser.trump", facts=told)
        if no_trump(contract):
            return Turn(changed(state, phase="play", turn=(leader,)), (event,))
        return Turn(changed(state, phase="trump", turn=(bidder,)), (event,))
