"""What is told of getting rid of cards: what fits what, what follows what, what is paid for cards left."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from tutor.kernel.view import View

if TYPE_CHECKING:
    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State
    from tutor.policies.runs import Runs

V = TypeVar("V", bound=View)
S = TypeVar("S", bound="State")


class ShedFacts(Generic[V, S]):
    """What is told of getting rid of cards: what fits what, what follows what, what is paid for cards left."""

    answers: ClassVar[bool] = False
    """Whether the decision is about a card that has just been played, before the next turn: to answer it, or not."""

    def fits_anything(self, c: Card) -> bool:
        """Whether a card may be played whatever lies there, in games where others have to match."""
        return False

    def fits(self, c: Card, top: Card) -> bool:
        """Whether `c` may be played on `top` by its suit or rank, in games where cards have to match."""
        return False

    def answered_by(self, v: V) -> Cards:
        """The cards by which somebody may answer what has just been played, whoever holds them (see `answers`)."""
        return ()

    free_left: ClassVar[int] = 0
    """With so many cards, or fewer, a player who does not go out pays nothing for them."""

    draws_if_silent: ClassVar[int] = 0
    """The cards that a player has to draw who does not say the word that is due."""

    def runs(self, state: S, seat: Seat) -> Runs | None:
        """What can follow what as `seat` sees it, in games where each card is followed by one other; else None."""
        return None

    def cost_if_left(self, state: S, seat: Seat, c: Card) -> float:
        """What `seat` has to pay for `c` alone if another player goes out now."""
        return 0.0

    def suit_to_follow(self, v: V) -> str:
        """The suit of the card that has to be matched, as it is or was named; "" where none has to be."""
        return ""

    def suit_named(self, move: Move) -> str:
        """The suit that a move asks to be played, of which whoever makes it should hold some; "" if it names none."""
        return ""
