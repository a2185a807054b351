"""What seats are called by the person sitting at one of them: You, Left, Partner, Right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tutor.kernel.seats import Seat, Side, from_, members

YOU: Final = "You"
_OTHERS: Final = {2: ("Opponent",), 3: ("Left", "Right"), 4: ("Left", "Opposite", "Right")}


def seat_names(seats: Sequence[Seat], sides: Sequence[Side], learner: Seat) -> Mapping[Seat, str]:
    """A name for every seat and side as `learner` sees them; at larger tables the others keep their seat's name."""
    if learner not in seats:
        return {}
    order = from_(tuple(seats), learner)
    names = dict(zip(order, (YOU, *_OTHERS.get(len(seats), order[1:])), strict=True))
    mates = {seat for side in sides for seat in members(side) if learner in members(side)} - {learner}
    if len(mates) == 1:
        names[mates.pop()] = "Partner"
    return names


def seat_meant(text: str, names: Mapping[Seat, str], seats: Sequence[Seat]) -> Seat | None:
    """The seat a person means by its own or its friendly name; None if nobody is called that."""
    low = text.strip().lower()
    known = {name.lower(): seat for seat, name in names.items()} | {seat.lower(): seat for seat in seats}
    return known.get("you" if low in ("me", "i", "myself") else low)
