"""Set-up of a moment of a hand of Dou Dizhu, for lessons and drills."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tutor.families.climb_stage import ClimbSetup, ClimbSetupView
from tutor.games.dou_dizhu.combos import BIGGEST
from tutor.games.dou_dizhu.table import EACH, WIDOW, DouDizhuState, Rules
from tutor.kernel.cards import Cards
from tutor.kernel.fields import CALLS, CARDS, FLAG, SEAT, Problem, declared, whole
from tutor.kernel.seats import Seat


@dataclass(frozen=True, kw_only=True)
class DouDizhuSetupView(ClimbSetupView):
    """A moment with all hands known: of the auction or, with a `landlord`, of the play."""

    options: Rules
    widow: Cards = declared(CARDS, "the three cards face down, before there is a landlord", ())
    leader: Seat = declared(SEAT, "who called first; in the play, who leads or made the first play", "P1")
    bids: tuple[tuple[Seat, str], ...] = declared(CALLS, "calls so far, before there is a landlord", ())
    landlord: Seat | None = declared(SEAT, "the landlord; none is a moment of the auction", None)
    bid: int = whole("the landlord's bid", 1, low=1, high=3)
    bombs: int = whole("bombs played before", 0, low=0, high=13)
    rocket: bool = declared(FLAG, "the rocket was played before", False)


class DouDizhuSetup(ClimbSetup[DouDizhuSetupView, DouDizhuState]):
    """Sets up a call or a play."""

    def most_cards(self, v: DouDizhuSetupView, seat: Seat) -> int:
        """The landlord has the widow, too."""
        return BIGGEST if seat == v.landlord else EACH

    def misplaced(self, v: DouDizhuSetupView) -> Iterator[Problem]:
        """Also fields of both phases at once."""
        yield from super().misplaced(v)
        if v.landlord and (v.bids or v.widow):
            yield Problem("landlord", "with a landlord the calls are over and the widow is in a hand")
        if v.widow and len(v.widow) != WIDOW:
            yield Problem("widow", f"{WIDOW} cards, not {len(v.widow)}")
        if v.plays and not v.landlord:
            yield Problem("plays", "nobody plays before there is a landlord")

    def problems(self, v: DouDizhuSetupView) -> Iterator[Problem]:
        """Also an auction that is over."""
        yield from super().problems(v)
        if not any(self.misplaced(v)) and not self.build(v).turn:
            yield Problem("bids", "the auction is over; the landlord and the bid must be given")

    def fields(self, v: DouDizhuSetupView) -> dict[str, Any]:
        """Also the widow, and the landlord's bid."""
        auction = {} if v.landlord else {"phase": "auction", "landlord": "", "bid": 0}
        return super().fields(v) | {"away": v.widow} | auction
