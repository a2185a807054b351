"""The bidding of Hasenpfeffer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families import call_workings
from tutor.families.auctions import AuctionPhase, AuctionView, one_of
from tutor.families.choices import at_most
from tutor.families.hands import new_hand, with_hand
from tutor.games.hasenpfeffer.table import FORCED, JOKER, PACK, TRICKS, WIDOW, HasenpfefferState, Rules
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Cards
from tutor.kernel.duties import Duty, always
from tutor.kernel.events import CONTRACT_MADE, HAND_BEGUN, WIDOW_TAKEN, Event
from tutor.kernel.fields import CARDS, Problem, choice, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after, seats_of
from tutor.kernel.state import changed
from tutor.kernel.view_types import HandView
from tutor.kernel.working import Chain, Step, Working

NUMBERS: Final = tuple(map(str, range(1, TRICKS + 1)))
"""The bids, from low to high."""


@dataclass(frozen=True, kw_only=True)
class Calls(AuctionView, HandView):
    """The calls so far, the own hand, and who holds the joker if that has been shown."""

    calls = (PASS, *NUMBERS)
    options: Rules
    joker: str = choice("who holds the joker, once all four have passed", (*seats_of(4), WIDOW), "", shown="not known")
    hand: Cards = declared(CARDS, "the cards of the player whose turn it is", ())

    @property
    def all_passed(self) -> bool:
        """Whether all four have passed."""
        return self.said[: self.players] == (PASS,) * self.players

    @property
    def forced(self) -> bool:
        """Whether the holder of the joker must bid three."""
        return self.all_passed and len(self.bids) == self.players and self.joker not in ("", WIDOW)


HIGHER: Final[Duty[Calls]] = always(
    "hasenpfeffer.bid.calls",
    one_of(lambda v: (PASS, *NUMBERS[int(v.highest[1] or 0) :])),
    when=lambda v: not v.forced,
)
THREE: Final[Duty[Calls]] = always("hasenpfeffer.bid.forced", one_of(lambda v: (str(FORCED),)), when=lambda v: v.forced)


class Auction(AuctionPhase[Calls, HasenpfefferState]):
    """One call each, the dealer last; if all pass, the holder of the joker must bid three."""

    title = "your bid"
    clause = "hasenpfeffer.bid.calls"
    hand_size = at_most(TRICKS, "everybody has")
    binding = (HIGHER, THREE)

    def problems(self, v: Calls) -> Iterator[Problem]:
        """Calls that could not have been made, a hand too large, an unknown joker."""
        yield from super().problems(v)
        if v.all_passed and not v.joker:
            yield Problem("joker", f"must be given once all four have passed (a seat, or {WIDOW})")
        if v.forced and v.hand and JOKER not in v.hand:
            yield Problem("hand", f"{v.joker} holds {JOKER}")

    def actor(self, v: Calls) -> Seat | None:
        """Each player once (`hasenpfeffer.bid.order`), then the holder of the joker if all have passed."""
        return v.joker if v.forced else super().actor(v)

    def facts(self, v: Calls) -> Mapping[str, Any]:
        """After four calls declarer, contract and leader, or the next dealer."""
        if len(v.bids) < v.players:
            return {}
        if v.all_passed and v.joker == WIDOW:
            return {"void": True, "next_dealer": after(v.seats, v.dealer)}
        seat, bid = (v.joker, FORCED) if v.all_passed else v.highest
        return {"declarer": seat, "contract": int(bid), "leader": seat}

    def workings(self, v: Calls) -> Mapping[str, Working]:
        """How turn, declarer, contract and leader, or the next dealer, come about."""
        found, facts = dict(super().workings(v)), self.facts(v)
        if not facts:
            return found
        calls, all_passed = call_workings.call_steps(v.bids), Step("all_passed", {"redeal": False})
        if "void" in facts:
            dealer = facts["next_dealer"]
            steps = (
                *calls,
                Step("all_passed", {"redeal": True, "joker": True}),
                call_workings.next_to_step(v.dealer, dealer, "dealer", "deals"),
            )
            all_passed = Step("all_passed", {"redeal": True, "deals": dealer})
            void = Chain("hasenpfeffer.bid.void", (*calls, Step("joker_in_widow"), all_passed), None)
            return found | {"facts.next_dealer": Chain("hasenpfeffer.deal.next", steps, dealer), "to_move": void}
        seat, bid = facts["declarer"], facts["contract"]
        if v.all_passed:
            made = (*calls, all_passed, Step("joker_shown", {"who": v.joker, "call": str(FORCED)}, v.joker))
        else:
            made = call_workings.with_highest_bid(
                *call_workings.compare_calls(v.bids, lambda word: 0 if word == PASS else int(word))
            )
        found["facts.declarer"] = Chain("hasenpfeffer.bid.order", made, seat)
        found["facts.contract"] = Chain("hasenpfeffer.bid.winner", made, bid)
        lead = (*made, Step("bidder_leads", {"who": seat}, seat))
        return found | {"facts.leader": Chain("hasenpfeffer.play.first-lead", lead, seat)}

    def act(self, state: HasenpfefferState, seat: Seat, move: Move) -> Turn[HasenpfefferState]:
        """Make the call; after the fourth pass the joker is shown."""
        if len(state.bids) == state.players - 1 and move.word == PASS and all(word == PASS for _, word in state.bids):
            state = changed(state, joker=state.joker_holder)
        then = super().act(state, seat, move)
        if then.state.phase == self.name and len(then.state.bids) == state.players:
            event = Event("joker shown", then.state.turn[0], (JOKER,), THREE.clause)
            return Turn(changed(then.state, shown=(JOKER,)), (*then.events, event))
        return then

    def closed(self, state: HasenpfefferState) -> Turn[HasenpfefferState]:
        """The high bidder takes the widow and names trumps; if the joker is in the widow, the next player deals."""
        facts = self.facts(self.see(state, state.seats[0]))
        if "void" in facts:
            void = Event("hand void", clause="hasenpfeffer.bid.void")
            begun = Event(
                HAND_BEGUN, facts["next_dealer"], clause="hasenpfeffer.deal.next", facts={"hand": state.hand_no + 1}
            )
            again = new_hand(state, PACK, dealer=facts["next_dealer"], hand_no=state.hand_no + 1)
            return self.game.scoring.broken_off(state, Turn(again, (void, begun)))
        seat, contract = facts["declarer"], facts["contract"]
        hands = with_hand(state.hands, seat, PACK.sort((*state.hand(seat), *state.away)))
        state = changed(
            state, hands=hands, away=(), declarer=seat, contract=contract, leader=seat, phase="trump", turn=(seat,)
        )
        events = (
            Event(CONTRACT_MADE, seat, clause="hasenpfeffer.bid.winner", facts={"contract": contract}),
            Event(WIDOW_TAKEN, seat, clause="hasenpfeffer.exchange.widow"),
        )
        return Turn(state, events)
