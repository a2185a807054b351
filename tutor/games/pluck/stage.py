"""Set-up of a moment of a hand of Pluck with all hands known, for lessons and drills."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tutor.families.tricks import NamedTrumpSetupView, Taken, TrickSetup
from tutor.games.pluck.plucking import PLUCK, next_pluck
from tutor.games.pluck.table import PLAYERS, TRICKS, PluckState, Rules
from tutor.kernel.calls import PASS
from tutor.kernel.fields import FLAG, Problem, calls, choice, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed

if TYPE_CHECKING:
    from tutor.games.pluck.rights import Plucks


@dataclass(frozen=True, kw_only=True)
class PluckSetupView(NamedTrumpSetupView):
    """A moment of a hand, with all hands known."""

    options: Rules
    broken: bool = declared(FLAG, "trumps were broken in an earlier trick", False)
    taken: dict[Seat, int] = whole("tricks taken before, of which the cards do not matter", {}, low=0, per="seat")
    tricks: dict[Seat, int] = whole("tricks of each player in the previous hand", {}, low=0, high=TRICKS, per="seat")
    plucks: Plucks = calls("plucks so far: who plucked from whom, or gave up the rest", (*PLAYERS, PASS))
    at: str = choice("the decision that is due", ("play", "deal"), "play")


class PluckSetup(TrickSetup[PluckSetupView, PluckState]):
    """Sets up a moment of play, or what follows the deal: plucks, if there are any left, and the naming of trumps."""

    def problems(self, v: PluckSetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any hand."""
        yield from super().problems(v)
        if v.at == "deal" and v.trick:
            yield Problem("trick", "nothing has been played yet")
        state: PluckState = self.game.state(**self.fields(v))
        yield from PLUCK.problems(PLUCK.see(changed(state, hands=()), v.dealer))

    def fields(self, v: PluckSetupView) -> dict[str, Any]:
        """Also tricks taken before, and the tricks of the previous hand."""
        fields = super().fields(v)
        past = (*fields["past"], *(Taken(seat, ()) for seat, n in v.taken.items() for _ in range(n)))
        last = tuple(v.tricks.get(seat, 0) for seat in PLAYERS) if v.tricks else ()
        return fields | {"past": past, "last": last}

    def build(self, v: PluckSetupView) -> PluckState:
        """The state with exactly these cards at these places."""
        state = super().build(v)
        return state if v.at == "play" else next_pluck(state).state
