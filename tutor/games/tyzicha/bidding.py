"""The bidding of Tyzicha, and the widow that its winner takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tutor.families import call_workings
from tutor.families.auctions import AuctionPhase, AuctionView
from tutor.families.hands import with_hand
from tutor.games.tyzicha.table import (
    AMOUNTS,
    DEALT,
    HIGHEST,
    OPENING,
    PACK,
    PLAIN_LIMIT,
    RESTRICTED,
    STEP,
    Rules,
    TyzichaState,
    has_pair,
)
from tutor.kernel.cached import cached_property
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Cards
from tutor.kernel.duties import Duty, always
from tutor.kernel.events import CALL_MADE, WIDOW_TAKEN, Event
from tutor.kernel.fields import CARDS, Problem, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after, from_
from tutor.kernel.state import changed
from tutor.kernel.view_types import HandView
from tutor.kernel.working import Chain, Step, Working


class Bidding(NamedTuple):
    """What the calls have led to: the last bid (0 for none), its seat, who is to speak, whether that call is forced."""

    bid: int
    holder: Seat
    turn: Seat | None
    forced: bool


@dataclass(frozen=True, kw_only=True)
class Calls(AuctionView, HandView):
    """The calls so far, and the own hand."""

    calls = (*AMOUNTS, PASS)
    options: Rules
    hand: Cards = declared(CARDS, "the asker's seven cards, needed only with limit_120", ())

    @cached_property
    def now(self) -> Bidding:
        """What the calls have led to. The dealer's right speaks first; players who have passed are skipped."""
        order = from_(self.seats, after(self.seats, self.dealer, -1))
        holder, bid = self.highest[0], int(self.highest[1] or 0)
        out = {seat for seat, word in self.bids if word == PASS}
        left = [seat for seat in order if seat not in out]
        if len(left) <= 1 and (bid or not left):
            return Bidding(bid, holder, None, False)
        if not self.bids:
            return Bidding(0, "", order[0], False)
        following = from_(self.seats, after(self.seats, self.bids[-1][0]))
        turn = next(seat for seat in following if seat in left)
        return Bidding(bid, holder, turn, not bid and len(left) == 1)


def amount(move: Move) -> int:
    """The number that a call names; 0 for a word."""
    return int(move.word) if move.word.isdigit() else 0


FORCED: Final[Duty[Calls]] = always(
    "tyzicha.bid.forced", lambda v, m: amount(m) in (RESTRICTED, OPENING), when=lambda v: v.now.forced
)
OPEN: Final[Duty[Calls]] = always(
    "tyzicha.bid.open", lambda v, m: amount(m) in (0, OPENING), when=lambda v: not v.now.bid and not v.now.forced
)
RAISE: Final[Duty[Calls]] = always(
    "tyzicha.bid.raise", lambda v, m: amount(m) in (0, v.now.bid + STEP), when=lambda v: bool(v.now.bid)
)
LIMIT: Final[Duty[Any]] = always(
    "tyzicha.bid.limit",
    lambda v, m: amount(m) <= PLAIN_LIMIT or has_pair(v.hand),
    when=lambda v: v.options.limit_120 and bool(v.hand),
)


class Auction(AuctionPhase[Calls, TyzichaState]):
    """Bids go up ten at a time until two players have passed."""

    title = "your bid"
    clause = "tyzicha.bid.raise"
    binding = (FORCED, OPEN, RAISE, LIMIT)

    def problems(self, v: Calls) -> Iterator[Problem]:
        """Calls that could not have been made, and a hand of the wrong size."""
        yield from super().problems(v)
        needed = v.options.limit_120 and self.actor(v) is not None
        if (v.hand or needed) and len(v.hand) != DEALT:
            yield Problem("hand", f"{len(v.hand)} cards, but {DEALT} were dealt")

    def actor(self, v: Calls) -> Seat | None:
        """The seat to speak; None when the bidding is over."""
        return v.now.turn

    def facts(self, v: Calls) -> Mapping[str, Any]:
        """Who speaks; at the end declarer and contract."""
        return {"turn": v.now.turn} if v.now.turn else {"declarer": v.now.holder, "contract": v.now.bid}

    def workings(self, v: Calls) -> Mapping[str, Working]:
        """How turn, declarer and contract come about."""
        found = dict(super().workings(v))
        if v.now.turn:
            return found
        out = tuple(seat for seat, word in v.bids if word == PASS)
        seat, bid = v.now.holder, v.now.bid
        steps = (
            *call_workings.call_steps(v.bids),
            Step("all_out_but", {"out": out, "who": seat, "call": str(bid)}, seat),
        )
        found["facts.declarer"] = Chain("tyzicha.bid.end", steps, seat)
        return found | {"facts.contract": Chain("tyzicha.bid.end", steps, bid)}

    def reasons(self, v: Calls, move: Move) -> Mapping[str, Any]:
        """The last bid, the next, the highest possible, and the number of players left."""
        return {"bid": v.now.bid, "next": v.now.bid + STEP, "highest": HIGHEST, "left": self._left(v)}

    def called(self, state: TyzichaState, seat: Seat, word: str) -> Event:
        """The call; whether nobody else had bid, so that it was this player's duty."""
        alone = len(state.bids) == state.players and all(one == PASS for _, one in state.bids[:-1])
        return Event(CALL_MADE, seat, facts={"call": word, "forced": alone})

    def _left(self, v: Calls) -> int:
        return v.players - v.said.count(PASS)

    def closed(self, state: TyzichaState) -> Turn[TyzichaState]:
        """The declarer takes the widow, face up unless the contract is the restricted one."""
        view = self.see(state, state.bids[-1][0])
        seat, bid = view.now.holder, view.now.bid
        hands = with_hand(state.hands, seat, PACK.sort((*state.hand(seat), *state.away)))
        seen = state.away if bid != RESTRICTED else ()
        clause = "tyzicha.widow.open" if seen else "tyzicha.widow.hidden"
        event = Event(WIDOW_TAKEN, seat, seen, clause, {"contract": bid})
        state = changed(
            state,
            hands=hands,
            away=(),
            declarer=seat,
            contract=bid,
            shown=seen,
            phase="give",
            turn=(seat,),
        )
        return Turn(state, (event,))
