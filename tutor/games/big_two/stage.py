"""Set-up of a moment of a hand of Big Two, for lessons and drills."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tutor.families.climb_stage import ClimbSetup, ClimbSetupView
from tutor.games.big_two.combos import PACK
from tutor.games.big_two.table import BigTwoState, Rules, holder_of_lowest
from tutor.kernel.fields import FLAG, SEAT, Problem, declared
from tutor.kernel.seats import Seat


@dataclass(frozen=True, kw_only=True)
class BigTwoSetupView(ClimbSetupView):
    """A moment of a hand, with all hands known."""

    options: Rules
    opening: bool = declared(FLAG, "it is the first play of the hand, by the holder of the lowest card", False)
    leader: Seat | None = declared(
        SEAT, "who leads, or made the first play of the trick", None, shown="P1, or the first in `plays`"
    )


class BigTwoSetup(ClimbSetup[BigTwoSetupView, BigTwoState]):
    """Sets up a play."""

    def most_cards(self, v: BigTwoSetupView, seat: Seat) -> int:
        """The largest possible hand."""
        return v.options.most(v.players)

    def misplaced(self, v: BigTwoSetupView) -> Iterator[Problem]:
        """Also plays before the first one."""
        yield from super().misplaced(v)
        if v.opening and v.plays:
            yield Problem("plays", "nothing is played before the first play")

    def fields(self, v: BigTwoSetupView) -> dict[str, Any]:
        """Also who starts; at the opening, cards that are not named were not dealt."""
        fields = super().fields(v)
        starter, lowest = holder_of_lowest(v.seats, fields["hands"])
        later = {"leader": v.plays[0][0] if v.plays else v.leader or v.seats[0], "lowest": PACK.order[0]}
        opening = {"phase": "opening", "leader": starter, "lowest": lowest, "away": fields["gone"], "gone": ()}
        return fields | {"starter": starter} | (opening if v.opening else later)
