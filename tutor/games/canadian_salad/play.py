"""The state of Canadian Salad, the play of a card, and how deals follow each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tutor.families.tricks import Taken, TrickPhase, TrickState, TrickView, follow, may_not_lead
from tutor.games.canadian_salad.table import (
    DEALS,
    EARLY,
    OUT,
    PACK,
    PENALTIES,
    RANKING,
    Rules,
    each,
    each_working,
    last_trick,
    left_out,
    points,
    tally,
)
from tutor.kernel.cards import Cards, lacking
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, FLAG, Problem, declared, whole
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import ChanceEvent, changed
from tutor.kernel.working import Chain, Step, Sum, Working


@dataclass(frozen=True, kw_only=True)
class CanadianSaladState(TrickState):
    """A game of Canadian Salad; `hand_no` is the number of the deal, 1 to 6."""

    options: Rules
    broken: bool = False
    """Whether a heart has been discarded on another suit in this deal."""

    def known_to(self, seat: Seat) -> Cards:
        """Everybody knows which cards are left out."""
        return OUT[self.players]

    @property
    def open(self) -> Cards:
        """The penalty cards of this deal that nobody has captured."""
        return lacking((c for taken in self.past for c in taken.cards), PENALTIES[self.hand_no])

    @property
    def captured(self) -> Mapping[Seat, Cards]:
        """The penalty cards of this deal, by who has captured them."""
        if self.hand_no not in EARLY:
            return {}
        counting = PENALTIES[self.hand_no]
        found = {seat: PACK.sort(c for c in self.won(seat) if c in counting) for seat in self.seats}
        return {seat: held for seat, held in found.items() if held}


@dataclass(frozen=True, kw_only=True)
class Trick(TrickView):
    """The trick, the own hand, and what has been captured."""

    ranking = RANKING
    options: Rules
    deal: int = whole("which of the six deals is being played", 1, low=1, high=DEALS)
    broken: bool = declared(FLAG, "a heart has been discarded in this deal; for hearts_lead=broken", False)
    won: dict[Seat, Cards] = declared(CARDS, "cards captured so far", {}, per="seat")

    @property
    def left(self) -> Cards:
        """The penalty cards of this deal that nobody has captured."""
        return lacking((c for held in self.won.values() for c in held), PENALTIES[self.deal])


FOLLOW: Final = follow("canadian-salad.follow", waiver="canadian-salad.follow")
HEARTS: Final = may_not_lead(
    "canadian-salad.lead.hearts",
    lambda v, c: c.suit == "H",
    when=lambda v: v.options.hearts_lead == "broken" and not v.broken,
)


class Play(TrickPhase[Trick, CanadianSaladState]):
    """Play a card to the trick."""

    clause = "canadian-salad.lead"
    win = "canadian-salad.win"
    full = each(3)
    extra_fields = MappingProxyType(
        {"deal": lambda state, seat: state.hand_no, "won": lambda state, seat: state.captured}
    )
    binding = (HEARTS, FOLLOW)

    def most_cards(self, v: Trick) -> int:
        """The number of cards dealt at this table."""
        return each(v.players)

    def problems(self, v: Trick) -> Iterator[Problem]:
        """Also cards that are left out at this table."""
        yield from super().problems(v)
        yield from left_out(v.players, hand=v.hand, trick=v.trick)
        for seat, held in v.won.items():
            yield from left_out(v.players, **{f"won.{seat}": held})

    def tally(self, v: Trick) -> Sum:
        """What the trick costs its winner."""
        return tally(v.deal, 1, v.trick)

    def facts(self, v: Trick) -> Mapping[str, Any]:
        """The size of the deal, penalty cards left, and what a complete trick costs."""
        facts: dict[str, Any] = {"cards_each": each(v.players)}
        if v.deal in EARLY:
            facts |= {"left": len(v.left), "finish": v.options.fast_finish and not v.left}
        return facts | ({"points": points(v.deal, 1, v.trick)} if v.complete else {})

    def workings(self, v: Trick) -> Mapping[str, Working]:
        """Also how many cards are dealt, and whether the deal ends early."""
        found = {**super().workings(v), "facts.cards_each": each_working(v.players)}
        if v.deal not in EARLY:
            return found
        rule = Step("ends_early" if v.options.fast_finish else "plays_all")
        steps = (Step("still_out", {"left": v.left, "all": PENALTIES[v.deal]}), rule)
        return found | {
            "facts.finish": Chain("canadian-salad.fast_finish", steps, v.options.fast_finish and not v.left)
        }

    def trick_facts(self, state: CanadianSaladState) -> Mapping[str, Any]:
        """What the trick costs its winner, and what it costs besides if it is the last one (`canadian-salad.h5`)."""
        last = 0 if any(state.hands) else last_trick(state.hand_no)
        return {"points": points(state.hand_no, 1, state.past[-1].cards), "last": last}

    def after_trick(self, state: CanadianSaladState, trick: Taken) -> Turn[CanadianSaladState]:
        """Note a discarded heart; end the deal after the last card or, by a house rule, once no penalty is left."""
        if trick.cards[0].suit != "H" and any(c.suit == "H" for c in trick.cards):
            state = changed(state, broken=True)
        if any(state.hands):
            if not (state.options.fast_finish and state.hand_no in EARLY and not state.open):
                return Turn(state)
            event = Event("played out", clause="canadian-salad.fast_finish", facts={"tricks": len(state.hands[0])})
            return self.played_out(state).preceded_by(event)
        return self.played_out(state)

    def played_out(self, state: CanadianSaladState) -> Turn[CanadianSaladState]:
        """Score the deal; the next one follows."""
        then = super().played_out(state)
        return Turn(shuffled(then.state), then.events) if then.state.chance is not None else then


def shuffled(state: CanadianSaladState) -> CanadianSaladState:
    """The state before a deal; cards that are left out are not dealt."""
    return changed(state, chance=ChanceEvent("deal", PACK.rest(OUT[state.players])))
