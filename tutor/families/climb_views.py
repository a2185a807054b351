"""The view of a round in a climbing game: what is to be beaten, whose turn it is, who has won it and leads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from tutor.families.combos import NOTHING, Combinations
from tutor.families.plays import ROUND_PLAYS, Plays, winning
from tutor.kernel.cached import cached_property
from tutor.kernel.fields import CARDS, SEAT, TOGETHER, declared
from tutor.kernel.moves import Combo, Move
from tutor.kernel.seats import NEXT, Seat, after
from tutor.kernel.view_types import ClimbView

if TYPE_CHECKING:
    from tutor.kernel.cards import Cards


@dataclass(frozen=True, kw_only=True)
class Climb(ClimbView):
    """The view of a player who is to play: the own cards, and the plays of this round."""

    hand: Cards = declared(CARDS, "the cards of the player who is to act", ())
    leader: Seat | None = declared(SEAT, "who led, or is to lead", None, shown="P1, or the first in `plays`")
    table: Cards = ()
    plays: Plays = ()

    @cached_property
    def last(self) -> Combo:
        """The last combination on the table; `NOTHING` if there is none."""
        for _, cards in reversed(self.plays):
            if cards:
                return self.combo(cards) or NOTHING
        return (self.combo(self.table) if self.table and not self.plays else None) or NOTHING

    @cached_property
    def winner(self) -> Seat | None:
        """The seat that has won the round with the last combination, and leads next; None while it goes on."""
        won = winning(self.plays, self.players, self.at_once) if self.plays else None
        return won and won[0]

    @cached_property
    def to_beat(self) -> Combo:
        """The combination to beat; `NOTHING` on a free lead."""
        if not self.plays and not self.table:
            return NOTHING
        return self.last if self.winner is None else NOTHING

    @property
    def combos(self) -> Combinations:
        """The combinations of the game under its house rules."""
        raise NotImplementedError

    def combo(self, cards: Cards) -> Combo | None:
        """The combination that `cards` form all together; None if they form none."""
        return self.combos.made(cards)

    def moves(self) -> tuple[Move, ...]:
        """Every combination in the hand, in showing order, then `PASS`."""
        return self.combos.moves(self.hand)

    def answers(self) -> tuple[Move, ...]:
        """The `moves` that may beat the last combination, and `PASS`; may include others (see `Combinations.over`)."""
        return self.combos.over(self.hand, self.to_beat)

    def facing(self, held: Cards, last: Combo) -> Self:
        """A view for the adviser: the hand `held`, to move after the combination `last`."""
        then = object.__new__(type(self))
        then.__dict__.update(self.__dict__)
        then.__dict__.update(hand=held, table=last.cards, plays=(), last=last, winner=None, to_beat=last)
        return then

    def at_once(self, cards: Cards) -> bool:
        """Whether the play of `cards` wins the round at once."""
        return False

    @property
    def holder(self) -> Seat | None:
        """The seat whose combination is to be beaten; None on a free lead, or where the position does not say."""
        return None if self.free else next((seat for seat, cards in reversed(self.plays) if cards), None)

    @property
    def free(self) -> bool:
        """Whether the player may lead anything."""
        return self.to_beat is NOTHING

    @property
    def next(self) -> Seat:
        """The seat whose turn it is."""
        if self.plays:
            return self.winner or NEXT[self.players][self.plays[-1][0]]
        leader = self.leader or self.seats[0]
        return after(self.seats, leader) if self.table else leader

    @property
    def passed(self) -> bool:
        """Whether the player to act has passed before in this round."""
        return not self.winner and any(seat == self.next and not cards for seat, cards in self.plays)


@dataclass(frozen=True, kw_only=True)
class Round(Climb):
    """A round as positions give it: the combination to beat (`table`), or all plays so far (`plays`)."""

    table: Cards = declared(TOGETHER, "the combination to beat; empty means a free lead", ())
    plays: Plays = declared(ROUND_PLAYS, "instead of `table`: all plays of the round so far, seat after seat", ())
