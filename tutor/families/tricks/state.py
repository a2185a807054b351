"""The state of a trick game: the trick on the table, and the tricks that have been won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from tutor.families.hands import HandsState
from tutor.kernel.seats import PLACE, Seat, Side, members

if TYPE_CHECKING:
    from tutor.kernel.cards import Card, Cards


class Taken(NamedTuple):
    """A trick that has been won: the winner, its cards in order, who led ("" if not known), and the trump suit."""

    winner: Seat
    cards: Cards
    leader: Seat = ""
    trump: str = ""


@dataclass(frozen=True, kw_only=True)
class TrickState(HandsState):
    """The state of a trick game. What each side has won follows from `past`."""

    card_fields: ClassVar[tuple[str, ...]] = (*HandsState.card_fields, "trick", "past")
    leader: Seat = "P1"
    trick: Cards = ()
    trump: str = ""
    past: tuple[Taken, ...] = ()
    """The tricks of this hand, in order."""
    shown: Cards = ()
    """Cards of hands that everybody has seen since the deal: a card turned up, a marriage that was shown.

    Those among them that have been played stay here.
    """

    def known_to(self, seat: Seat) -> Cards:
        """The cards that everybody has seen."""
        return self.shown

    def showing(self, cards: Cards) -> Cards:
        """`shown` when these cards are shown too, each of them once."""
        return tuple(dict.fromkeys((*self.shown, *cards)))

    def tricks(self, side: Side) -> int:
        """The number of tricks that a seat or side has won."""
        own = members(side)
        return len([1 for taken in self.past if taken.winner in own])

    def played(self, seat: Seat) -> Cards:
        """The cards that a seat has played in this hand, in order; tricks whose leader is not known are left out."""
        place, n = PLACE[seat], self.players
        own = [taken.cards[(place - PLACE[taken.leader]) % n] for taken in self.past if taken.leader]
        at = (place - PLACE[self.leader]) % n
        return (*own, self.trick[at]) if at < len(self.trick) else tuple(own)

    def won(self, side: Side) -> Cards:
        """The cards in the tricks that a seat or side has won."""
        own = members(side)
        return tuple([c for taken in self.past if taken.winner in own for c in taken.cards])


def without_card(hands: tuple[Cards, ...], seat: Seat, c: Card) -> tuple[Cards, ...]:
    """The hands after `seat` has played `c`; ValueError if `c` is not in that hand."""
    at = PLACE[seat]
    left, hand = [*hands], [*hands[at]]
    hand.remove(c)
    left[at] = tuple(hand)
    return tuple(left)
