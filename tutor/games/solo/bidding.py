"""Bidding in Solo: one player questions the bidder, level by level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from tutor.families import call_workings
from tutor.families.auctions import AuctionPhase, AuctionView, one_of
from tutor.families.choices import at_most
from tutor.games.solo.table import BOTH_QUEENS, HIGHEST, QUEENS, TRICKS, Rules, SoloState
from tutor.kernel.cached import cached_property
from tutor.kernel.calls import PASS, bid
from tutor.kernel.cards import Cards
from tutor.kernel.duties import Duty, always
from tutor.kernel.events import DECLARER_FOUND, Event
from tutor.kernel.fields import CARDS, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after, from_
from tutor.kernel.state import changed
from tutor.kernel.view_types import HandView
from tutor.kernel.working import Chain, Step, Working

ASK: Final = "ask"
YES: Final = "yes"
QUESTIONS: Final = tuple(str(level) for level in range(2, HIGHEST + 1))


class Bidding(NamedTuple):
    """What the calls have led to.

    `holder` is the bidder ("" while nobody has bid), `level` the level that the bidder has agreed to, `asked` the level
    of an open question (0 for none), `turn` the seat to speak.
    """

    holder: Seat
    level: int
    asked: int
    turn: Seat | None


@dataclass(frozen=True, kw_only=True)
class Calls(AuctionView, HandView):
    """The calls so far, and the own hand."""

    calls = (ASK, YES, PASS, *QUESTIONS)
    options: Rules
    hand: Cards = declared(CARDS, "the cards of the player whose turn it is", ())

    @cached_property
    def now(self) -> Bidding:
        """What the calls have led to.

        Each player has one turn: to open, or to question the bidder until one of the two gives up.
        """
        order = from_(self.seats, after(self.seats, self.dealer))
        at, holder, level, asked = 0, "", 0, 0
        for _, word in self.bids:
            if at >= len(order):
                return Bidding(holder, level, asked, None)  # a call too many: nobody's turn
            if asked:
                if word == PASS:  # the challenger becomes the bidder on the level asked about
                    holder, at = order[at], at + 1
                level, asked = asked, 0
            elif word == PASS:
                at += 1
            elif word == ASK:
                holder, level, at = order[at], 1, at + 1
            elif word in QUESTIONS:
                asked = int(word)
        over = not asked and (at >= len(order) or level >= HIGHEST)
        return Bidding(holder, level, asked, None if over else holder if asked else order[at])

    @property
    def both_queens(self) -> bool:
        """Whether the player holds both black queens."""
        return set(QUEENS) <= set(self.hand)

    @property
    def bound(self) -> bool:
        """Whether the next level to be called or answered is one that both black queens oblige to."""
        return (self.now.asked or self.now.level + 1) <= BOTH_QUEENS


OPEN: Final[Duty[Calls]] = always("solo.bid.open", one_of(lambda v: (ASK, PASS)), when=lambda v: not v.now.holder)
ANSWER: Final[Duty[Calls]] = always("solo.bid.answer", one_of(lambda v: (YES, PASS)), when=lambda v: v.now.asked > 0)
QUESTION: Final[Duty[Calls]] = always(
    "solo.bid.question",
    one_of(lambda v: (PASS, str(v.now.level + 1))),
    when=lambda v: bool(v.now.holder) and not v.now.asked,
)
NO_PASS: Final[Duty[Calls]] = always(
    "solo.bid.both-queens", lambda v, m: m.word != PASS, when=lambda v: v.both_queens and v.bound
)


class Auction(AuctionPhase[Calls, SoloState]):
    """Open the bidding, question the bidder, or answer a question."""

    verb = "say"
    clause = "solo.bid.open"
    hand_size = at_most(TRICKS)
    binding = (OPEN, ANSWER, QUESTION, NO_PASS)
    meanings = MappingProxyType({ASK: bid()})

    def actor(self, v: Calls) -> Seat | None:
        """The seat to speak; None when the bidding is over."""
        return v.now.turn

    def facts(self, v: Calls) -> Mapping[str, Any]:
        """The turn, the bidder and the level; at the end the declarer, or that the game is forced."""
        now = v.now
        if now.turn:
            return {"turn": now.turn, "holder": now.holder or "-", "level": now.level}
        return {"declarer": now.holder, "level": now.level} if now.holder else {"forced": True}

    def workings(self, v: Calls) -> Mapping[str, Working]:
        """How turn, bidder and level come about."""
        found, now = dict(super().workings(v)), v.now
        steps = call_workings.call_steps(v.bids)
        if now.holder:
            holders = [replace(v, bids=v.bids[:n]).now.holder for n in range(len(v.bids))]
            by = next((seat for seat in reversed(holders) if seat and seat != now.holder), "")
            held = (*steps, Step("holds_bid", {"who": now.holder, "by": by}, now.holder))
            name = "holder" if now.turn else "declarer"
            found[f"facts.{name}"] = Chain("solo.bid.holder-out", held, now.holder)
            agreed = Step("agreed_to", {"who": now.holder, "level": now.level}, now.level)
            found["facts.level"] = Chain("solo.bid.question", (*held, agreed), now.level)
        if now.turn:
            asked = now.asked
            why = "answers" if asked else "opens" if not now.holder else "questions"
            passed = v.bids[-1][0] if v.bids and v.bids[-1][1] == PASS and v.bids[-1][0] != now.holder else ""
            facts = {"who": now.turn, "level": asked or now.level + 1, "holder": now.holder, "passed": passed}
            who = Step(why, facts, now.turn)
            turn = Chain("solo.bid.question", (*steps, who), now.turn)
            found |= {"to_move": turn, "facts.turn": turn}
        return found

    def reasons(self, v: Calls, move: Move) -> Mapping[str, Any]:
        """The bidder, the level, and the level asked about or to be asked next."""
        return {"holder": v.now.holder, "level": v.now.level, "asked": v.now.asked, "next": v.now.level + 1}

    def closed(self, state: SoloState) -> Turn[SoloState]:
        """The declarer names a game; if all have passed, the holder of the queen of clubs shows it and must."""
        view = self.see(state, state.seats[0])
        seat, level = view.now.holder, view.now.level
        if seat:
            event = Event(DECLARER_FOUND, seat, clause="solo.bid.finish", facts={"level": level})
            return Turn(changed(state, declarer=seat, level=level, phase="name", turn=(seat,)), (event,))
        queen = QUEENS[0]
        seat = next(seat for seat in state.seats if queen in state.hand(seat))
        state = changed(state, declarer=seat, level=0, shown=(queen,), phase="name", turn=(seat,))
        return Turn(state, (Event("queen shown", seat, (queen,), "solo.bid.forced"),))


AUCTION: Final = Auction()
