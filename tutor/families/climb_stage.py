"""Set-up of a moment of a hand of a climbing game with all hands known, for lessons and drills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from tutor.families.climbs import Climbing
from tutor.families.hands import same_fields
from tutor.families.plays import ROUND_PLAYS, ClimbState, Plays
from tutor.kernel.fields import CARDS, Problem, declared, whole
from tutor.kernel.game import PositionSetup
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.families.plays import ClimbGame
    from tutor.kernel.cards import Cards


@dataclass(frozen=True, kw_only=True)
class ClimbSetupView(View):
    """The hands, the plays of the round, and the score."""

    hand: dict[Seat, Cards] = declared(CARDS, "cards in the hand of each seat", {}, per="seat")
    plays: Plays = declared(ROUND_PLAYS, "all plays of the round so far", ())
    deal: int = whole("which hand of the game this is", 1, low=1)
    before: dict[Seat, int] = whole("total of the seat before this hand", {}, per="seat")


V = TypeVar("V", bound=ClimbSetupView)
S = TypeVar("S", bound=ClimbState)


class ClimbSetup(PositionSetup[V, S]):
    """Sets up a moment of a hand. A game gives `view` and `most_cards`, and adds to `fields` what differs from play."""

    game: ClimbGame[S]

    def most_cards(self, v: V, seat: Seat) -> int:
        """The most cards that this seat can hold."""
        raise NotImplementedError

    def problems(self, v: V) -> Iterator[Problem]:
        """Hands empty or too large; without any such fault, what the phase that is due finds impossible."""
        wrong = tuple(self.misplaced(v))
        yield from wrong
        if not wrong:
            state = self.build(v)
            phase = self.game.due(state)
            yield from phase.problems(phase.see(state, (state.turn or v.seats)[0]))

    def misplaced(self, v: V) -> Iterator[Problem]:
        """Whatever keeps the state from being built."""
        for seat in v.seats:
            number, most = len(v.hand.get(seat, ())), self.most_cards(v, seat)
            if not 0 < number <= most:
                yield Problem(f"hand.{seat}", f"{number} cards; {seat} has 1 to {most} here")

    def fields(self, v: V) -> dict[str, Any]:
        """The fields of the state; cards that the position does not name have been played."""
        return same_fields(v, self.game.state) | {
            "hand_no": v.deal,
            "scores": tuple(v.before.get(seat, 0) for seat in v.seats),
            "hands": tuple(self.game.pack.sort(v.hand.get(seat, ())) for seat in v.seats),
            "gone": self.rest(v),
            "phase": Climbing.name,
        }

    def build(self, v: V) -> S:
        """The state with exactly these cards at these places; the turn is that of the phase that is due."""
        state: S = self.game.state(**self.fields(v))
        phase = self.game.due(state)
        actor = phase.actor(phase.see(state, v.seats[0]))
        return changed(state, turn=(actor,) if actor else ())
