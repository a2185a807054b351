"""Set-up of a moment of a hand of Big Two, for lessons and drills."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tutor.families.hands import same_fields
from tutor.families.plays import PLAYS, Plays
from tutor.games.big_two.combos import PACK
from tutor.games.big_two.table import BigTwoState, Rules, holder_of_lowest
from tutor.kernel.cards import Cards
from tutor.kernel.fields import CARDS, FLAG, SEAT, Problem, declared, whole
from tutor.kernel.game import PositionSetup
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.view import View


@dataclass(frozen=True, kw_only=True)
class BigTwoSetupView(View):
    """A moment of a hand, with all hands known."""

    options: Rules
    hand: dict[Seat, Cards] = declared(CARDS, "cards in the hand of each seat", {}, per="seat")
    opening: bool = declared(FLAG, "it is the first play of the hand, by the holder of the lowest card", False)
    leader: Seat | None = declared(
        SEAT, "who leads, or made the first play of the trick", None, shown="P1, or the first in `plays`"
    )
    plays: Plays = declared(PLAYS, "all plays of the trick so far", ())
    deal: int = whole("set b: which of the `games` this is", 1, low=1)
    before: dict[Seat, int] = whole("total of the seat before this hand", {}, per="seat")


class BigTwoSetup(PositionSetup[BigTwoSetupView, BigTwoState]):
    """Sets up a play."""

    view = BigTwoSetupView

    def problems(self, v: BigTwoSetupView) -> Iterator[Problem]:
        """Seats without cards, and plays that could not have been made."""
        bad = False
        for seat in v.seats:
            number, most = len(v.hand.get(seat, ())), v.options.most(v.players)
            if not 0 < number <= most:
                bad = True
                yield Problem(f"hand.{seat}", f"{number} cards, but everybody has 1 to {most} here")
        if v.opening and v.plays:
            bad = True
            yield Problem("plays", "nothing is played before the first play")
        if not bad:
            state = self.build(v)
            phase = self.game.due(state)
            yield from phase.problems(phase.see(state, state.turn[0]))

    def build(self, v: BigTwoSetupView) -> BigTwoState:
        """The state with these cards; cards not named have been played or, at the opening, were not dealt."""
        hands = tuple(PACK.sort(v.hand.get(seat, ())) for seat in v.seats)
        rest = self.rest(v)
        starter, lowest = holder_of_lowest(v.seats, hands)
        first = v.plays[0][0] if v.plays else v.leader or v.seats[0]
        more = {
            "hand_no": v.deal,
            "scores": tuple(v.before.get(seat, 0) for seat in v.seats),
            "hands": hands,
            "leader": starter if v.opening else first,
            "starter": starter,
            "lowest": lowest if v.opening else PACK.order[0],
            "away": rest if v.opening else (),
            "gone": () if v.opening else rest,
            "phase": "opening" if v.opening else "play",
        }
        state = BigTwoState(**same_fields(v, BigTwoState) | more)
        phase = self.game.due(state)
        actor = phase.actor(phase.see(state, starter))
        return changed(state, turn=(actor,) if actor else ())
