"""Set-up of a moment of a hand of Dou Dizhu, for lessons and drills."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tutor.families.hands import same_fields
from tutor.families.plays import PLAYS, Plays
from tutor.games.dou_dizhu.combos import BIGGEST, PACK
from tutor.games.dou_dizhu.table import EACH, WIDOW, DouDizhuState, Rules
from tutor.kernel.cards import Cards
from tutor.kernel.fields import CALLS, CARDS, FLAG, SEAT, Problem, declared, whole
from tutor.kernel.game import PositionSetup
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.view import View


@dataclass(frozen=True, kw_only=True)
class DouDizhuSetupView(View):
    """A moment with all hands known: of the auction or, with a `landlord`, of the play."""

    options: Rules
    hand: dict[Seat, Cards] = declared(CARDS, "cards in the hand of each seat", {}, per="seat")
    widow: Cards = declared(CARDS, "the three cards face down, before there is a landlord", ())
    leader: Seat = declared(SEAT, "who called first; in the play, who leads or made the first play", "P1")
    bids: tuple[tuple[Seat, str], ...] = declared(CALLS, "calls so far, before there is a landlord", ())
    landlord: Seat | None = declared(SEAT, "the landlord; none is a moment of the auction", None)
    bid: int = whole("the landlord's bid", 1, low=1, high=3)
    plays: Plays = declared(PLAYS, "all plays of the round so far", ())
    bombs: int = whole("bombs played before", 0, low=0, high=13)
    rocket: bool = declared(FLAG, "the rocket was played before", False)
    deal: int = whole("which of the `hands` this is", 1, low=1)
    before: dict[Seat, int] = whole("chips of the seat before this hand", {}, per="seat")


class DouDizhuSetup(PositionSetup[DouDizhuSetupView, DouDizhuState]):
    """Sets up a call or a play."""

    view = DouDizhuSetupView

    def problems(self, v: DouDizhuSetupView) -> Iterator[Problem]:
        """Hands too large or empty, fields of both phases at once, calls or plays that could not have been made."""
        bad = list(self._misplaced(v))
        yield from bad
        if bad:
            return
        state = self._state(v)
        phase = self.game.due(state)
        view = phase.see(state, "P1")
        yield from phase.problems(view)
        if phase.actor(view) is None:
            yield Problem("bids", "the auction is over; the landlord and the bid must be given")

    def _misplaced(self, v: DouDizhuSetupView) -> Iterator[Problem]:
        for seat in v.seats:
            most = BIGGEST if seat == v.landlord else EACH
            if not 0 < len(v.hand.get(seat, ())) <= most:
                yield Problem(f"hand.{seat}", f"{len(v.hand.get(seat, ()))} cards; {seat} has 1 to {most} here")
        if v.landlord and (v.bids or v.widow):
            yield Problem("landlord", "with a landlord the calls are over and the widow is in a hand")
        if v.widow and len(v.widow) != WIDOW:
            yield Problem("widow", f"{WIDOW} cards, not {len(v.widow)}")
        if v.plays and not v.landlord:
            yield Problem("plays", "nobody plays before there is a landlord")

    def build(self, v: DouDizhuSetupView) -> DouDizhuState:
        """The state with these cards; cards not named have been played."""
        state = self._state(v)
        phase = self.game.due(state)
        actor = phase.actor(phase.see(state, "P1"))
        return changed(state, turn=(actor,) if actor else ())

    def _state(self, v: DouDizhuSetupView) -> DouDizhuState:
        hands = tuple(PACK.sort(v.hand.get(seat, ())) for seat in v.seats)
        more = {
            "hand_no": v.deal,
            "scores": tuple(v.before.get(seat, 0) for seat in v.seats),
            "hands": hands,
            "away": v.widow,
            "gone": self.rest(v),
            "phase": "play" if v.landlord else "auction",
            "landlord": v.landlord or "",
            "bid": v.bid if v.landlord else 0,
        }
        return DouDizhuState(**same_fields(v, DouDizhuState) | more)
