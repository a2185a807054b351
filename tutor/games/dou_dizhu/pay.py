"""The scoring of a hand of Dou Dizhu (`dou-dizhu.pay.*`, `dou-dizhu.end.game`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tutor.families.ending import after_deals
from tutor.families.hands_game import HandScoring
from tutor.games.dou_dizhu.table import DouDizhuState
from tutor.kernel.events import Settlement, sum_line
from tutor.kernel.fields import FLAG, SEAT, Problem, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import View
from tutor.kernel.working import TIMES, Part, Standing, Sum, multiplier_sum

if TYPE_CHECKING:
    from tutor.games.dou_dizhu.table import Rules


def doubled(bid: int, doublings: int) -> int:
    """The stake between the landlord and each opponent: the bid doubled `doublings` times (`dou-dizhu.pay.double`)."""
    return bid * int(2**doublings)


MOST_BOMBS: Final = 13
"""Most bombs, with the rocket, in one hand: five in 20 cards and four in each 17."""


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    options: Rules
    bid: int = whole("the landlord's bid", low=1, high=3)
    landlord: Seat = declared(SEAT, "the landlord", "P1")
    out: Seat = declared(SEAT, "who went out")
    bombs: int = whole("bombs played in the hand", 0, low=0, high=13)
    rocket: bool = declared(FLAG, "the rocket was played", False)
    deal: int = whole("which of the `hands` this is", 1, low=1)
    before: dict[Seat, int] = whole("chips of the seat before this hand", {}, per="seat")

    @property
    def doublings(self) -> int:
        """How often the bid is doubled."""
        return self.bombs + self.rocket

    @property
    def last(self) -> bool:
        """Whether the game ends with this hand."""
        return self.deal == self.options.hands


class Score(HandScoring[Result, DouDizhuState]):
    """The landlord plays against both others for the bid, doubled for every bomb and rocket."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """A hand after the last, and more bombs than the pack has."""
        if v.deal > v.options.hands:
            yield Problem("deal", f"{v.deal}, but a game has {v.options.hands} hands")
        if v.bombs + v.rocket > MOST_BOMBS:
            yield Problem("bombs", f"{v.bombs} and the rocket: nobody has cards for more than {MOST_BOMBS} together")

    def fields(self, state: DouDizhuState) -> dict[str, Any]:
        """Who has no cards left."""
        return {"out": next(seat for seat in state.seats if not state.hand(seat))}

    def settle(self, v: Result) -> Settlement:
        """A line for the bid and, if bombs were played, one for what they add."""
        won = v.out == v.landlord
        clause = "dou-dizhu.pay.landlord" if won else "dou-dizhu.pay.team"
        team = [seat for seat in v.seats if seat != v.landlord]
        more = doubled(v.bid, v.doublings) - v.bid
        lines = []
        for seat in v.seats:
            share = (2 if seat == v.landlord else 1) * (1 if won == (seat == v.landlord) else -1)
            lines.append(
                sum_line(seat, _bid(v.bid, share, clause), clause, {"bid": v.bid, "landlord": v.landlord, "team": team})
            )
            if more:
                facts = {"bid": v.bid, "doublings": v.doublings, "bombs": v.bombs, "rocket": v.rocket}
                lines.append(
                    sum_line(
                        seat,
                        multiplier_sum("dou-dizhu.pay.double", share * v.bid, 2**v.doublings),
                        "dou-dizhu.pay.double",
                        facts,
                    )
                )
        hand = [v.landlord] if won else team
        return self.settled(v, lines, hand, lambda end: end.clause if end.over else clause)

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """After the last hand most chips win (`dou-dizhu.end.game`)."""
        return after_deals("dou-dizhu.end.game", v.before, scores, v.deal, v.options.hands)


def _bid(bid: int, share: int, clause: str) -> Sum:
    """The bid: once for or against a peasant, twice for or against the landlord."""
    sign = 1 if share > 0 else -1
    landlord = (Part(2, clause, how=TIMES, name="landlord"),) if abs(share) > 1 else ()
    return Sum(clause, (Part(sign * bid, name="bid"), *landlord))


SCORE = Score()
