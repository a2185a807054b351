"""Phases of Back Alley before the play: a joker that must be exchanged, and one call each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from tutor.families import call_workings
from tutor.families.auctions import AuctionPhase, AuctionView
from tutor.families.choices import CardsPhase
from tutor.families.hands import throw_in, view_of, with_hand
from tutor.games.back_alley.table import (
    BIDS,
    BOARDS,
    NUMBERS,
    PACK,
    SIDES,
    BackAlleyState,
    Dealt,
    contracts,
    highest,
    step,
)
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Card, Cards, without
from tutor.kernel.duties import Duty, always
from tutor.kernel.events import Event
from tutor.kernel.fields import CARD, CARDS, SEAT, Problem, declared
from tutor.kernel.moves import Move, call, play
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, Side, after, from_, members, side_of
from tutor.kernel.state import changed
from tutor.kernel.view_types import HandView
from tutor.kernel.working import Chain, Step, Working

KEEP: Final = call("keep")

# -- the other joker ---------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Exchanging(Dealt, HandView):
    """The view of a player before the bidding."""

    upcard: Card = declared(CARD, "the card turned up")
    hand: Cards = declared(CARDS, "the cards of the player who is asked", ())
    asked: Seat | None = declared(SEAT, "who is asked", None, shown="the dealer's left")

    @property
    def joker(self) -> Card | None:
        """The joker that must be exchanged; None if there is none."""
        return next((c for c in self.hand if c.joker), None) if self.upcard.joker else None


EXCHANGE: Final[Duty[Exchanging]] = always("back-alley.nt", lambda v, m: m == (play(v.joker) if v.joker else KEEP))


class Exchange(CardsPhase[Exchanging, BackAlleyState]):
    """Exchange the second joker for the bottom card, if the first was turned up. In a game only its holder is asked."""

    name = "exchange"
    title = "the blooper you lay aside"
    verb = "say"
    clause = "back-alley.nt"
    viewer = "asked"
    none = KEEP.text
    wanted = "name the joker to be discarded, or say keep"
    binding = (EXCHANGE,)

    def problems(self, v: Exchanging) -> Iterator[Problem]:
        """An impossible deal."""
        yield from v.deal_problems()

    def picks(self, v: Exchanging) -> Iterable[Cards]:
        """Each joker of the hand."""
        return ((c,) for c in PACK.sort(v.hand) if c.joker)

    def facts(self, v: Exchanging) -> Mapping[str, Any]:
        """The size of the deal and the trump suit."""
        return v.known()

    def workings(self, v: Exchanging) -> Mapping[str, Working]:
        """How the size of the deal and the trump suit come about."""
        return v.known_workings()

    def act(self, state: BackAlleyState, seat: Seat, move: Move) -> Turn[BackAlleyState]:
        """Lay the joker beside the pack and take the bottom card; then the bidding begins."""
        if move == KEEP:
            return Turn(bidding_due(state))
        bottom = state.away[-1]
        hands = with_hand(state.hands, seat, PACK.sort((*without(state.hand(seat), move.cards), bottom)))
        state = changed(state, hands=hands, away=(*state.away[:-1], move.card))
        return Turn(bidding_due(state), (Event("exchanged", seat, move.cards, "back-alley.nt"),))


def bidding_due(state: BackAlleyState) -> BackAlleyState:
    """The state in which the dealer's left is to bid."""
    return changed(state, phase="auction", turn=(after(state.seats, state.dealer),))


# -- one call each -----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Calls(Dealt, AuctionView, HandView):
    """The calls so far, and the own hand."""

    calls: ClassVar[tuple[str, ...]] = BIDS
    hand: Cards = declared(CARDS, "the cards of the player whose turn it is", ())

    @property
    def top(self) -> int:
        """The highest number that may be bid."""
        return self.options.top(self.size)

    @property
    def next_board(self) -> str:
        """The only board bid that may be made now; empty if there is none left."""
        made = sum(1 for word in self.said if word in BOARDS)
        return BOARDS[made] if made < len(BOARDS) else ""

    @property
    def board_of_partner(self) -> tuple[Seat, str] | None:
        """The partner and the board that the partner has bid, beside which no number counts; None if there is none."""
        called = dict(self.bids)
        turn = next((seat for seat in from_(self.seats, self.dealer)[1:] if seat not in called), self.dealer)
        own = members(side_of(SIDES, turn))
        return next(((seat, word) for seat, word in self.bids if word in BOARDS and seat in own), None)


NUMBER: Final[Duty[Calls]] = always("back-alley.bid.number", lambda v, m: m.word not in NUMBERS or int(m.word) <= v.top)
BOARD: Final[Duty[Calls]] = always("back-alley.bid.board", lambda v, m: not step(m.word) or m.word == v.next_board)


def _together(v: Calls, side: Side) -> Chain:
    """The working of a side's contract."""
    own = [(seat, word) for seat, word in v.bids if seat in members(side)]
    came = contracts(v.bids)[side]
    steps = call_workings.call_steps(own)
    one = tuple(Step("one_bid_only", {"who": seat, "call": word}, word) for seat, word in own if word != came)
    if step(came):
        by = next(seat for seat, word in own if word == came)
        other, beside = next((seat, word) for seat, word in own if seat != by)
        facts = {"who": by, "call": came, "other": other, "beside": beside, "n": v.size}
        return Chain("back-alley.contract", (*steps, Step("board_counts", facts, came)), came, one)
    numbers = tuple(int(word) for _, word in own if word in NUMBERS)
    adds = Step("bids_add_up", {"numbers": numbers, "n": int(came)}, came)
    return Chain("back-alley.contract", (*steps, adds), came, one)


class Auction(AuctionPhase[Calls, BackAlleyState]):
    """One call each, the dealer last."""

    title = "your bid"
    verb = "bid"
    clause = "back-alley.bid.number"
    rests = dict.fromkeys(BOARDS, "back-alley.bid.board") | dict.fromkeys((PASS, *NUMBERS), "back-alley.bid.number")
    binding = (NUMBER, BOARD)

    def problems(self, v: Calls) -> Iterator[Problem]:
        """An impossible deal, calls that could not have been made, a joker that must have been exchanged."""
        yield from v.deal_problems()
        yield from super().problems(v)
        if v.upcard and v.upcard.joker and any(c.joker for c in v.hand):
            yield Problem("hand", "the other joker was turned up, so this one was exchanged before the bidding")

    def facts(self, v: Calls) -> Mapping[str, Any]:
        """The number of cards; after four calls the contracts and the leader, or that the cards are dealt again."""
        out: dict[str, Any] = {"cards": v.size}
        if len(v.bids) < v.players:
            return out
        redeal = all(word == PASS for word in v.said)
        out |= {"redeal": redeal}
        return (
            out | {"next_dealer": v.dealer}
            if redeal
            else out | {"contracts": dict(contracts(v.bids)), "leads": highest(v.bids)}
        )

    def workings(self, v: Calls) -> Mapping[str, Working]:
        """How the turn, the contracts and the leader come about."""
        size = {path: one for path, one in v.known_workings().items() if path == "facts.cards"}
        found = {**super().workings(v), **size}
        if len(v.bids) < v.players:
            return found
        steps, first, bid = call_workings.compare_calls(v.bids, BIDS.index)
        again = call_workings.redeal("back-alley.bid.allpass", v.bids, first, bid, dealer=v.dealer)
        found["facts.redeal"] = again
        if again.result:
            end = again.steps[-1]._replace(about=v.dealer)
            found["facts.next_dealer"] = Chain(again.clause, (*again.steps[:-1], end), v.dealer)
            return found
        lead = (*call_workings.with_highest_bid(steps, first, bid), Step("bidder_leads", {"who": first}, first))
        found["facts.leads"] = Chain("back-alley.lead.first", lead, first)
        return found | {f"facts.contracts.{side}": _together(v, side) for side in SIDES}

    def closed(self, state: BackAlleyState) -> Turn[BackAlleyState]:
        """The highest bidder leads; after four passes the same dealer deals again."""
        facts = self.facts(view_of(Calls, state))
        if facts["redeal"]:
            return throw_in(state, PACK, "back-alley.bid.allpass", deal=state.deal)
        leader = facts["leads"]
        high = dict(state.bids)[leader]
        level = [seat for seat, word in state.bids if word == high and seat != leader]
        told = {"contracts": facts["contracts"], "bid": high, "level": level}
        event = Event("contracts", leader, clause="back-alley.contract", facts=told)
        return Turn(changed(state, phase="play", leader=leader, turn=(leader,)), (event,))


def called_problems(v: Dealt, bids: Sequence[tuple[Seat, str]]) -> Iterator[Problem]:
    """Problems of the calls of a deal in play; either none are given, or all four."""
    then = Calls(
        players=v.players,
        dealer=v.dealer,
        options=v.options,
        deal=v.deal,
        cards=v.cards,
        upcard=v.upcard,
        trump=v.trump,
        bids=tuple(bids),
    )
    wrong = [problem for problem in Auction().problems(then) if problem.field == "bids"]
    yield from wrong
    if bids and len(bids) < v.players and not wrong:
        yield Problem("bids", "everybody has called before a card is played; give all four calls, or none")
