"""Misdeals: a hand too poor to be played may be thrown in before the play, and the cards are dealt again."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from tutor.families.choices import ChoicePhase
from tutor.families.hands import HandsState, throw_in
from tutor.kernel.duties import always
from tutor.kernel.phase import Turn
from tutor.kernel.state import changed
from tutor.kernel.view import View

if TYPE_CHECKING:
    from tutor.kernel.cards import Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

V = TypeVar("V", bound=View)
S = TypeVar("S", bound=HandsState)


class MisdealPhase(ChoicePhase[V, S]):
    """Throw the hand in, if it is poor, or keep it. In a game only players with a poor hand are asked, in turn.

    A game gives the two `words`, of which `demand` throws the hand in (only a poor one, by `clause`), and says which
    hands are `poor` and what follows when all are `kept`.
    """

    secret = True
    demand: ClassVar[str]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        word = cls.demand
        cls.binding = (always(cls.clause, lambda v, move: move.word != word or cls.poor(v.hand)),)

    @staticmethod
    def poor(hand: Cards) -> bool:
        """Whether a player may throw this hand in."""
        raise NotImplementedError

    def ask(self, state: S, order: tuple[Seat, ...]) -> Turn[S]:
        """Ask the players with a poor hand, in this order; if nobody has one, go on as with hands that are kept."""
        asked = tuple(seat for seat in order if self.poor(state.hand(seat)))
        return Turn(changed(state, phase=self.name, turn=asked)) if asked else self.kept(state)

    def act(self, state: S, seat: Seat, move: Move) -> Turn[S]:
        """The cards are dealt again; or the next player is asked, or all hands are kept."""
        if move.word == self.demand:
            return self.thrown_in(state, seat)
        left = tuple(other for other in state.turn if other != seat)
        return Turn(changed(state, turn=left)) if left else self.kept(state)

    def thrown_in(self, state: S, seat: Seat) -> Turn[S]:
        """What follows when `seat` has thrown the hand in: by default the same dealer deals the next one."""
        return throw_in(state, self.pack, self.clause)

    def kept(self, state: S) -> Turn[S]:
        """What follows when nobody throws the hand in."""
        raise NotImplementedError
