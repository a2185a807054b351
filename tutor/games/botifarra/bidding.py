"""Choosing trumps and doubling in Botifarra."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from tutor.families.auctions import AuctionPhase, AuctionView
from tutor.families.hands import view_of
from tutor.games.botifarra.table import BOTIFARRA, CHOICES, DOUBLES, SIDES, BotifarraState, Rules, multiplied
from tutor.kernel.cached import cached_property
from tutor.kernel.calls import PASS, bid
from tutor.kernel.duties import Duty, Trace, always
from tutor.kernel.events import TRUMPS_SETTLED, Event
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after, from_, side_of
from tutor.kernel.state import changed
from tutor.kernel.working import TIMES, Chain, Part, Step, Sum, Working


class Bidding(NamedTuple):
    """What the calls have led to: the choice ("" before it), the number of doublings, and the seat to speak."""

    chosen: str
    doubled: int
    turn: Seat | None

    @property
    def trump(self) -> str:
        """The trump suit; empty in botifarra."""
        return "" if self.chosen == BOTIFARRA else self.chosen

    @property
    def multiplier(self) -> int:
        """The multiplier of the hand so far."""
        return multiplied(self.chosen, self.doubled)


@dataclass(frozen=True, kw_only=True)
class Calls(AuctionView):
    """The calls so far."""

    calls = (*CHOICES, PASS, *DOUBLES)
    options: Rules

    @cached_property
    def now(self) -> Bidding:
        """What the calls have led to.

        The dealer or the dealer's partner chooses; then the sides in turn may double what the other did.
        """
        chosen, doubled, last, passes = "", 0, self.dealer, 0
        for seat, word in self.bids:
            if word == PASS:
                passes += 1
                continue
            chosen = chosen or word
            doubled += word in DOUBLES
            last, passes = seat, 0
        if not chosen:
            return Bidding("", 0, after(self.seats, self.dealer, 2 * min(passes, 1)))
        own = side_of(SIDES, self.dealer)
        speak = [s for s in from_(self.seats, last)[1:] if (s in own) == bool(doubled % 2)]
        over = passes >= len(speak) or doubled >= self.options.doublings(chosen)
        return Bidding(chosen, doubled, None if over else speak[passes])


def doubling(clause: str, step: int) -> Duty[Calls]:
    """A duty: the `step`-th doubling call is allowed only after a choice and as many doublings."""
    word = DOUBLES[step]
    return always(clause, lambda v, m: m.word != word or (bool(v.now.chosen) and v.now.doubled == step))


ONE_CHOICE: Final[Duty[Calls]] = always(
    "botifarra.trump.dealer", lambda v, m: m.word not in CHOICES or not v.now.chosen
)
NO_PASSING_BACK: Final[Duty[Calls]] = always(
    "botifarra.trump.partner", lambda v, m: m.word != PASS or bool(v.now.chosen) or not v.bids
)
DOUBLE: Final = doubling("botifarra.double.opponents", 0)
REDOUBLE: Final = doubling("botifarra.double.redouble", 1)
REREDOUBLE: Final = doubling("botifarra.double.reredouble", 2)


class Auction(AuctionPhase[Calls, BotifarraState]):
    """The dealer's side chooses trumps; then the sides double in turn."""

    title = "your call"
    clause = "botifarra.double.order"
    view = Calls
    binding = (ONE_CHOICE, NO_PASSING_BACK, DOUBLE, REDOUBLE, REREDOUBLE)
    meanings = MappingProxyType({BOTIFARRA: bid(no_trump=True)})

    def basis(self, v: Calls, found: Trace[Calls], move: Move) -> str:
        """The clause of the step that is due."""
        if not v.now.chosen:
            return f"botifarra.trump.{'partner' if v.bids else 'dealer'}"
        return f"botifarra.double.{('opponents', 'redouble', 'reredouble')[v.now.doubled]}"

    def actor(self, v: Calls) -> Seat | None:
        """The seat that is to choose or may double; None when all have spoken."""
        return v.now.turn

    def facts(self, v: Calls) -> Mapping[str, Any]:
        """Who speaks, or the trump suit at the end; and the multiplier."""
        who = {"turn": v.now.turn} if v.now.turn else {"trump": v.now.trump or "-"}
        return {**who, "multiplier": v.now.multiplier}

    def workings(self, v: Calls) -> Mapping[str, Working]:
        """How turn, trumps and multiplier come about."""
        found, now = dict(super().workings(v)), v.now
        doubling = tuple(
            Part(2, f"botifarra.double.{name}", how=TIMES, name="call", facts={"call": word})
            for name, word in zip(("opponents", "redouble", "reredouble"), DOUBLES, strict=True)
            if word in v.said
        )
        single = multiplied(now.chosen, 0)
        begin = Part(single, "botifarra.double.botifarra", name="begins", facts={"call": now.chosen})
        found["facts.multiplier"] = Sum("botifarra.double.botifarra", (begin, *doubling))
        if now.chosen and not now.turn:
            seat = next(seat for seat, word in v.bids if word == now.chosen)
            step = Step("chose", {"who": seat, "call": now.chosen})
            found["facts.trump"] = Chain("botifarra.trump.dealer", (step,), now.trump or "-")
        return found

    def closed(self, state: BotifarraState) -> Turn[BotifarraState]:
        """The player after the dealer leads (`botifarra.play.first-lead`)."""
        now, first = view_of(Calls, state).now, after(state.seats, state.dealer)
        event = Event(TRUMPS_SETTLED, clause="botifarra.double.order", facts=self.facts(view_of(Calls, state)))
        state = changed(state, phase="play", turn=(first,), leader=first, trump=now.trump, doubled=now.doubled)
        return Turn(state, (event,))
