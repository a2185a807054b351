"""Set-up of a moment of a hand of Truc with all hands known, for lessons and drills."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tutor.families.hands import same_fields
from tutor.families.tricks import Taken
from tutor.games.truc.deal import Eleven
from tutor.games.truc.play import AFTER, ANSWER, PLAY
from tutor.games.truc.stakes import CALLS, StakeView, bid_problems
from tutor.games.truc.table import (
    DRAW,
    ELEVEN,
    FULL,
    PACK,
    RESULTS,
    SIDES,
    SIZE,
    Rules,
    TrucState,
    decider,
    over_after,
    size_problems,
)
from tutor.kernel.cards import Cards
from tutor.kernel.fields import CARDS, SEAT, Problem, calls, choice, declared, whole
from tutor.kernel.game import PositionSetup
from tutor.kernel.phase import Phase
from tutor.kernel.seats import Seat, Side, after, from_, members
from tutor.kernel.view import View


@dataclass(frozen=True, kw_only=True)
class TrucSetupView(View, StakeView):
    """Hands, the trick, earlier tricks, calls and the score."""

    options: Rules
    leader: Seat = declared(SEAT, "who led the trick, or is to lead", "P1")
    trick: Cards = declared(CARDS, "cards on the table, in the order played", ())
    hand: dict[Seat, Cards] = declared(CARDS, "cards in the hand of each seat", {}, per="seat")
    cards: int = declared(SIZE, "cards dealt to each", FULL)
    tricks: tuple[str, ...] = declared(RESULTS, "results of the earlier tricks of this hand, in order", ())
    bids: tuple[tuple[Seat, str], ...] = calls("calls of this hand and their answers, in order", CALLS)
    before: dict[Side, int] = whole("score before this hand", {}, low=0, high=ELEVEN, per="side")
    at: str = choice("the decision that is due, if no call waits for its answer", ("play", "after", "eleven"), "play")

    @property
    def due(self) -> tuple[str, Seat]:
        """The name of the phase that is due, and whose decision it is."""
        if self.calls.open:
            return ANSWER.name, self.calls.answers
        if self.at == "eleven":
            return Eleven.name, decider(self.dealer, self.alone)
        return self.at, after(self.seats, self.leader, len(self.trick) - (self.at == "after"))


class TrucSetup(PositionSetup[TrucSetupView, TrucState]):
    """Sets up a moment of play, of an answer, or of the decision at 11."""

    def problems(self, v: TrucSetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any hand."""
        wrong = [*bid_problems(v.bids, v.alone), *size_problems(v)]
        over = over_after(v.tricks, v.cards, v.dealer, v.options)
        if over:
            wrong.append(Problem("tricks", f"the hand was over with trick {over}"))
        if v.at == "eleven" and (not v.alone or v.trick or v.tricks):
            wrong.append(Problem("at", "a side decides at 11, alone, before the first lead"))
        played = from_(v.seats, v.leader)[: len(v.trick)]
        if any(len(v.hand.get(seat, ())) != v.cards - len(v.tricks) - (seat in played) for seat in v.seats):
            wrong.append(
                Problem("hand", "everybody has a card for each trick to come, less one for a card on the table")
            )
        yield from wrong
        if wrong or v.at == "eleven":
            return
        state = self.build(v)
        phases: tuple[Phase[Any, TrucState], ...] = (PLAY, AFTER, ANSWER)
        phase = next(phase for phase in phases if phase.name == state.phase)
        seen = phase.see(state, state.turn[0])
        yield from phase.problems(seen)
        if phase.actor(seen) is None:
            yield Problem("trick", "is complete, and nobody is to act")

    def build(self, v: TrucSetupView) -> TrucState:
        """The state with these cards; cards not named lie face down."""
        hands = tuple(PACK.sort(v.hand.get(seat, ())) for seat in v.seats)
        phase, actor = v.due
        more = {
            "hands": hands,
            "past": tuple(Taken("" if one == DRAW else members(one)[0], ()) for one in v.tricks),
            "away": self.rest(v),
            "scores": tuple(v.before.get(one, 0) for one in SIDES),
            "phase": phase,
            "turn": (actor,),
        }
        return TrucState(**same_fields(v, TrucState) | more)
