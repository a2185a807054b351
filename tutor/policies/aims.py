"""Aims: numbers of tricks or points that decide what a side scores in a hand, and how near it is to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tutor.kernel.cards import Card, Cards

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tutor.families.tricks.state import TrickState
    from tutor.kernel.seats import Side

TRICK: Final = "trick"
POINT: Final = "point"


class Aim(NamedTuple):
    """A number that decides what `side` scores: it reaches its `goal` with so much or more in the end.

    It `has` so much already, and at most `left` can still be won in this hand, by whoever it may be. All three are
    counted in tricks or in points, as `unit` says.
    """

    side: Side
    has: float
    goal: float
    left: float
    unit: str = TRICK
    contract: bool = False
    """Whether the goal was bid."""
    aside: float = 0
    """How much of what it has lies in no trick."""
    risk: float = 0
    """How much of what it has may be lost again."""
    exact: bool = True
    """Whether just `left` will still be won, so that what one side does not win the others do."""

    @property
    def missing(self) -> float:
        """What the side still needs; 0 or less if it has enough."""
        return self.goal - self.has

    @property
    def spare(self) -> float:
        """What the others may win of what is left without keeping the side from its goal; below 0 if it is lost."""
        return self.left - self.missing

    @property
    def reached(self) -> bool:
        """Whether the side has enough, whatever comes."""
        return self.has - self.risk >= self.goal

    @property
    def lost(self) -> bool:
        """Whether the side can no longer get enough."""
        return self.spare < 0

    @property
    def open(self) -> bool:
        """Whether the rest of the hand decides it."""
        return not self.reached and not self.lost


class Race(NamedTuple):
    """A hand that goes to the side with more tricks, where tricks may be drawn."""

    won: Mapping[Side, int]
    """The tricks that each side has."""
    needs: int
    """The number of tricks that wins the hand at once."""
    ties: Side
    """The side that wins the hand if tricks are equal in the end."""

    def sure(self, side: Side, left: int, more: Side = "") -> bool:
        """Whether `side` wins the hand whatever comes of the `left` tricks; with one `more` won by that side."""
        won = {one: n + (one == more) for one, n in self.won.items()}
        theirs = max((n for one, n in won.items() if one != side), default=0) + left
        return won[side] >= self.needs or won[side] > theirs or (won[side] == theirs and side == self.ties)


class Sealed(NamedTuple):
    """That a hand is won, or lost, whatever else is played: by an own card, or without one by what lies there."""

    won: bool
    by: Card | None = None


def tricks_left(state: TrickState) -> int:
    """The tricks of the hand that are not complete."""
    return max(map(len, state.hands), default=0)


def in_tricks(state: TrickState, side: Side, goal: int, *, contract: bool = False) -> Aim:
    """The aim to win so many tricks."""
    return Aim(side, state.tricks(side), goal, tricks_left(state), contract=contract)


def in_play(state: TrickState) -> Cards:
    """The cards that are still to be won: those in hands and on the table."""
    return (*state.trick, *(c for hand in state.hands for c in hand))


def in_points(state: TrickState, side: Side, goal: float, of: Callable[[Cards], float], *, each: float = 0) -> Aim:
    """The aim to win so many points; `of` counts cards, and `each` trick counts besides."""
    has = of(state.won(side)) + each * state.tricks(side)
    return Aim(side, has, goal, of(in_play(state)) + each * tricks_left(state), POINT)
