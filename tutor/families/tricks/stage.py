"""Set-up of a trick game at any moment of a hand with all hands known, for lessons and drills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from tutor.families.hands import cards_each, same_fields
from tutor.families.tricks.play import TrickPhase
from tutor.families.tricks.state import Taken, TrickState
from tutor.families.tricks.views import TurnedUpView, turned_up_problems
from tutor.kernel.fields import CARDS, SEAT, Problem, declared, suit, whole
from tutor.kernel.game import PositionSetup
from tutor.kernel.seats import Seat, Side, after, from_, members
from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.families.tricks.play import TrickGame
    from tutor.kernel.cards import Cards


@dataclass(frozen=True, kw_only=True)
class TrickSetupView(View):
    """The hands, the trick, and what has been won before."""

    leader: Seat = declared(SEAT, "who led the trick, or is to lead", "P1")
    trick: Cards = declared(CARDS, "cards on the table, in the order played", ())
    hand: dict[Seat, Cards] = declared(CARDS, "cards in the hand of each seat", {}, per="seat")
    won: dict[Side, Cards] = declared(CARDS, "cards won before", {}, per="side")
    score: dict[Side, int] = whole("score of each side before this hand", {}, per="side")

    @property
    def at(self) -> str:
        """The name of the phase that is due; a field where a game sets up others, too."""
        return "play"

    @property
    def turn(self) -> Seat:
        """Who is to play."""
        return after(self.seats, self.leader, len(self.trick))

    def each_holds(self, number: int) -> bool:
        """Whether every hand has so many cards, as before the first trick."""
        return all(len(self.hand.get(seat, ())) == number for seat in self.seats)


@dataclass(frozen=True, kw_only=True)
class NamedTrumpSetupView(TrickSetupView):
    """In games in which somebody names trumps, and no card is played before that."""

    trump: str = suit("the trump suit, - before it is named", "")


V = TypeVar("V", bound=TrickSetupView)
S = TypeVar("S", bound=TrickState)


class TrickSetup(PositionSetup[V, S]):
    """Sets up a moment of a hand.

    The view's `at` names the phase that is due; `opening` is the one that comes right after the deal.
    """

    game: TrickGame[S]
    opening: ClassVar[str] = ""

    @property
    def full(self) -> int:
        """The most cards in a hand, which the play of a card says."""
        play: Any = self.game.phase_of[TrickPhase.name]
        most: int = play.full
        return most

    def due(self, v: V) -> Seat:
        """The seat that is to act."""
        return after(v.seats, v.dealer, self.game.first_to_act) if v.at == self.opening else v.turn

    def problems(self, v: V) -> Iterator[Problem]:
        """Hands that do not fit the trick or the phase, a complete trick, piles that are no whole tricks."""
        played = from_(v.seats, v.leader)[: len(v.trick)]
        sizes = {len(v.hand.get(seat, ())) + (seat in played) for seat in v.seats}
        if len(v.trick) >= v.players:
            yield Problem("trick", "is complete; a hand is set up while somebody is still to play")
        elif len(sizes) != 1 or sizes == {0}:
            yield Problem("hand", "everybody holds the same number of cards, less one for a card on the table")
        elif max(sizes) + sum(map(len, v.won.values())) // v.players > self.full:
            yield Problem("won", f"more tricks, with the cards in hand, than a hand of {self.full} cards has")
        for side, held in v.won.items():
            if len(held) % v.players:
                yield Problem(f"won.{side}", f"{len(held)} cards are not whole tricks")
        if isinstance(v, NamedTrumpSetupView) and v.at == "play" and not v.trump:
            yield Problem("trump", "must be given (S, H, D or C)")
        if v.at == self.opening and not v.each_holds(cards_each(self.game.packets)):
            yield Problem("hand", f"after the deal everybody has {cards_each(self.game.packets)} cards")
        yield from turned_up_problems(v)

    def fields(self, v: V) -> dict[str, Any]:
        """The fields of the state: those it shares with the view, and what follows from them.

        Cards that the position does not name lie face down.
        """
        hands = tuple(self.game.pack.sort(v.hand.get(seat, ())) for seat in v.seats)
        n = v.players
        past = tuple(
            Taken(members(side)[0], held[i : i + n]) for side, held in v.won.items() for i in range(0, len(held), n)
        )
        sides = self.game.sides(n, v.options)
        settled = {} if v.at == self.opening else same_fields(v, self.game.state)
        seen: View = v
        if isinstance(seen, TurnedUpView):
            settled["trump"] = seen.trumps
        return settled | {
            "players": n,
            "options": v.options,
            "dealer": v.dealer,
            "leader": v.leader,
            "trick": v.trick,
            "hands": hands,
            "past": past,
            "away": self.rest(v),
            "scores": tuple(v.score.get(side, 0) for side in sides),
            "phase": v.at,
            "turn": (self.due(v),),
        }

    def build(self, v: V) -> S:
        """The state with exactly these cards at these places."""
        state: S = self.game.state(**self.fields(v))
        return state
