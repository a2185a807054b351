"""The rights to pluck: who may pluck from whom, how often and in which order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tutor.games.pluck.table import PLAYERS, TRICKS, Rules, previous, quotas, surplus
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Cards
from tutor.kernel.fields import CARDS, calls, declared, whole
from tutor.kernel.seats import Seat, from_
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView
from tutor.kernel.working import LEAST, Part, Sum

Plucks = tuple[tuple[Seat, str], ...]


class PluckingState(NamedTuple):
    """How far plucking has gone.

    `may` are the plucks each player may still make, `owes` those each must still suffer, `plucker` whose turn it is,
    `wrong` a message about the first pluck out of turn ("" if there is none).
    """

    may: Mapping[Seat, int]
    owes: Mapping[Seat, int]
    plucker: Seat = ""
    wrong: str = ""


@dataclass(frozen=True, kw_only=True)
class Plucking(View, HandView):
    """The view of a player who may pluck."""

    options: Rules
    tricks: dict[Seat, int] = whole("tricks of each player in the previous hand", {}, low=0, high=TRICKS, per="seat")
    plucks: Plucks = calls("plucks so far: who plucked from whom, or gave up the rest", (*PLAYERS, PASS))
    hand: Cards = declared(CARDS, "the cards of the player who is to act", ())

    @cached_property
    def surplus(self) -> Mapping[Seat, int]:
        """Tricks above (below, if negative) the quota of each player in the previous hand."""
        return surplus(self.tricks, previous(self.dealer)) if self.tricks else dict.fromkeys(PLAYERS, 0)

    @cached_property
    def entitled(self) -> Mapping[Seat, int]:
        """How many plucks each player could make when plucking began."""
        return {seat: max(n, 0) for seat, n in self.surplus.items()}

    @property
    def liable(self) -> Mapping[Seat, int]:
        """How many plucks each player had to suffer when plucking began."""
        return {seat: max(-n, 0) for seat, n in self.surplus.items()}

    def right(self, seat: Seat) -> Sum:
        """How the number of plucks of `seat` comes about: tricks above the quota."""
        return self._apart("pluck.pluck.entitlement", seat, 1)

    def debt(self, seat: Seat) -> Sum:
        """How the number of plucks from `seat` comes about: tricks below the quota."""
        return self._apart("pluck.pluck.liability", seat, -1)

    def _apart(self, clause: str, seat: Seat, sign: int) -> Sum:
        tricks, quota = self.tricks.get(seat, 0), quotas(previous(self.dealer))[seat]
        first, less = (Part(tricks, name="tricks"), Part(quota, name="quota"))[::sign]
        floor = Part(0, clause, how=LEAST, name="floor")
        return Sum(clause, (first, less._replace(n=-less.n), *([floor] if first.n < less.n else [])))

    @cached_property
    def order(self) -> tuple[Seat, ...]:
        """The players who may pluck, in their order (`pluck.pluck.turn`)."""
        seats = [seat for seat in from_(PLAYERS, self.dealer) if self.entitled[seat]]
        if self.options.pluck_order == "most-first":
            seats.sort(key=self.entitled.__getitem__, reverse=True)
        return tuple(seats)

    @cached_property
    def now(self) -> PluckingState:
        """How far plucking has gone."""
        may, owes = dict(self.entitled), dict(self.liable)
        for n, (seat, what) in enumerate(self.plucks, 1):
            due = next((one for one in self.order if may[one]), "")
            if seat != due:
                return PluckingState(may, owes, due, f"pluck {n} is {due or 'nobody'}'s, not {seat}'s")
            if what == PASS:
                may[seat] = 0
            else:
                may[seat] -= 1
                owes[what] -= 1
        return PluckingState(may, owes, next((one for one in self.order if may[one]), ""))
