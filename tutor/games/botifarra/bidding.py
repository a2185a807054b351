"""Choosing trumps and doubling in Botifarra."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tutor.families.doubling import DOUBLES, DoublingPhase, DoublingView, doubles_in_order, one_choice
from tutor.families.hands import view_of
from tutor.games.botifarra.table import BOTIFARRA, CHOICES, SIDES, BotifarraState, Rules, multiplied
from tutor.kernel.calls import PASS, bid
from tutor.kernel.duties import Duty, always
from tutor.kernel.events import TRUMPS_SETTLED, Event
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import changed
from tutor.kernel.working import Chain, Part, Step, Sum, Working


@dataclass(frozen=True, kw_only=True)
class Calls(DoublingView):
    """The calls so far."""

    calls = (*CHOICES, PASS, *DOUBLES)
    sides = SIDES
    options: Rules

    @property
    def choosing(self) -> Seat:
        """The dealer, who may leave the choice to partner."""
        return after(self.seats, self.dealer, 2 if self.bids else 0)

    def most_doubles(self, chosen: str) -> int:
        """How often this choice may be doubled."""
        return self.options.doublings(chosen)

    @property
    def trump(self) -> str:
        """The trump suit; empty in botifarra, and before the choice."""
        return self.now.chosen.removeprefix(BOTIFARRA)

    @property
    def multiplier(self) -> int:
        """The multiplier of the hand so far."""
        return multiplied(self.now.chosen, self.now.doubled)


ONE_CHOICE: Final = one_choice("botifarra.trump.dealer")
NO_PASSING_BACK: Final[Duty[Calls]] = always(
    "botifarra.trump.partner", lambda v, m: m.word != PASS or bool(v.now.chosen) or not v.bids
)
CLAUSES: Final = {
    "double": "botifarra.double.opponents",
    "redouble": "botifarra.double.redouble",
    "reredouble": "botifarra.double.reredouble",
}


class Auction(DoublingPhase[Calls, BotifarraState]):
    """The dealer's side chooses trumps; then the sides double in turn."""

    clause = "botifarra.double.order"
    doubles = CLAUSES
    binding = (ONE_CHOICE, NO_PASSING_BACK, *doubles_in_order(CLAUSES))
    meanings = MappingProxyType({BOTIFARRA: bid(no_trump=True)})

    def choice_clause(self, v: Calls) -> str:
        """The dealer chooses, or after a pass the dealer's partner."""
        return f"botifarra.trump.{'partner' if v.bids else 'dealer'}"

    def facts(self, v: Calls) -> Mapping[str, Any]:
        """Who speaks, or the trump suit at the end; and the multiplier."""
        who = {"turn": v.now.turn} if v.now.turn else {"trump": v.trump or "-"}
        return {**who, "multiplier": v.multiplier}

    def workings(self, v: Calls) -> Mapping[str, Working]:
        """How turn, trumps and multiplier come about."""
        found, now = dict(super().workings(v)), v.now
        single = multiplied(now.chosen, 0)
        begin = Part(single, "botifarra.double.botifarra", name="begins", facts={"call": now.chosen})
        found["facts.multiplier"] = Sum("botifarra.double.botifarra", (begin, *self.factors(v)))
        if now.chosen and now.turn:
            answers = Step("may_double", {"doubled": now.doubled})
            found |= {
                name: one._replace(steps=(answers, *one.steps)) for name, one in found.items() if isinstance(one, Chain)
            }
        if now.chosen and not now.turn:
            step = Step("chose", {"who": now.chooser, "call": now.chosen})
            found["facts.trump"] = Chain("botifarra.trump.dealer", (step,), v.trump or "-")
        return found

    def closed(self, state: BotifarraState) -> Turn[BotifarraState]:
        """The player after the dealer leads (`botifarra.play.first-lead`)."""
        v, first = view_of(Calls, state), after(state.seats, state.dealer)
        event = Event(TRUMPS_SETTLED, clause="botifarra.double.order", facts=self.facts(v))
        state = changed(state, phase="play", turn=(first,), leader=first, trump=v.trump, doubled=v.now.doubled)
        return Turn(state, (event,))
