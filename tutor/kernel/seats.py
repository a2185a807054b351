"""Seats and sides. Seats are `P1` … `P10` in the order in which turns pass; a side is a seat or `P1+P3`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Seat: TypeAlias = str
Side: TypeAlias = str

DECK: Final[Seat] = "deck"
"""Stands in place of a seat when chance acts: the shuffled pack."""

_SEATS: Final[tuple[Seat, ...]] = tuple(f"P{n}" for n in range(1, 11))
_ROUND: Final[dict[int, tuple[Seat, ...]]] = {n: _SEATS[:n] for n in range(1, 11)}


PLACE: Final[Mapping[Seat, int]] = {seat: i for i, seat in enumerate(_SEATS)}
"""The index of each seat at its table, from 0."""
NEXT: Final[Mapping[int, Mapping[Seat, Seat]]] = {
    n: dict(zip(seats, (*seats[1:], seats[0]), strict=True)) for n, seats in _ROUND.items()
}
"""`NEXT[players][seat]` is the seat whose turn comes after `seat`."""


def seats_of(players: int) -> tuple[Seat, ...]:
    """The seats of a table of `players` (1 to 10), in turn order."""
    return _ROUND[players]


def after(seats: tuple[Seat, ...], seat: Seat, steps: int = 1) -> Seat:
    """The seat whose turn comes `steps` after `seat`'s (backwards if negative)."""
    return seats[(seats.index(seat) + steps) % len(seats)]


def from_(seats: tuple[Seat, ...], first: Seat) -> tuple[Seat, ...]:
    """All seats in turn order, beginning with `first`."""
    at = seats.index(first)
    return seats[at:] + seats[:at]


@cache
def side_of(sides: tuple[Side, ...], seat: Seat) -> Side:
    """The side among `sides` that `seat` belongs to."""
    return next(side for side in sides if seat in side.split("+"))


@cache
def other_side(sides: tuple[Side, ...], side: Side) -> Side:
    """The opponents of `side` where there are two sides."""
    return sides[1 - sides.index(side)]


@cache
def members(side: Side) -> tuple[Seat, ...]:
    """The seats of a side, in turn order."""
    return tuple(side.split("+"))
