"""The scoring of a hand of Last One, and who drops out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tutor.families.ending import one_out, sides_at, totals_after
from tutor.kernel.cards import Cards
from tutor.kernel.events import ScoreLine, Settlement, settlement_of, sum_line
from tutor.kernel.fields import CARDS, Problem, declared, whole
from tutor.kernel.game import Scoring
from tutor.kernel.seats import Seat
from tutor.kernel.view import View
from tutor.kernel.working import Chain, Standing, Step, Sum, Working, open_step
from tutor.kernel.working import card_sum as summed

if TYPE_CHECKING:
    from tutor.games.last_one.table import Rules

VALUES: Final = {"X1": 40, "X2": 40, "8": 25, "A": 15} | dict.fromkeys("KQJT", 10) | {n: int(n) for n in "2345679"}
"""Points for cards left in a hand (`last-one.score.values`)."""


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The hands at the end, and the scores before."""

    options: Rules
    hand: dict[Seat, Cards] = declared(CARDS, "cards left in that seat's hand", {}, per="seat")
    before: dict[Seat, int] = whole("score before this hand", {}, low=0, per="seat")

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that have not dropped out."""
        return tuple(s for s in self.seats if self.before.get(s, 0) < self.options.threshold)


class Score(Scoring[Result]):
    """Cards left count against their holder, unless it is a single one; at the threshold a player drops out."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Not exactly one player without cards, or cards of a player who has dropped out."""
        for seat in v.seats:
            if seat not in v.playing and v.hand.get(seat):
                yield Problem(f"hand.{seat}", f"{seat} has dropped out before and holds no cards")
        if len(v.playing) < 2:
            yield Problem("before", "fewer than two are left: the game was over before this hand")
        empty = [seat for seat in v.playing if not v.hand.get(seat)]
        if len(empty) != 1:
            yield Problem("hand", one_out("hand", empty))

    def settle(self, v: Result) -> Settlement:
        """A line for each player still in the game."""
        hands = {seat: v.hand.get(seat, ()) for seat in v.playing}
        lines = tuple(
            sum_line(seat, tally(cards), "last-one.score.values", card_values(cards))
            if len(cards) > 1
            else ScoreLine(seat, 0, "last-one.score.zero", {"single": cards})
            for seat, cards in hands.items()
        )
        done = settlement_of(v.playing, lines, {})
        end = self.ending(v, done.scores)
        outcome = {
            "hand": [seat for seat in v.playing if not hands[seat]],
            "game": list(end.first),
            "clause": "last-one.end.winner" if end.over else "last-one.end.hand",
            "dropped": list(sides_at(end.sums, v.options.threshold)),
        }
        return done._replace(outcome=outcome)

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """The only player left below the threshold wins (`last-one.end.winner`)."""
        sums, most = totals_after(v.before, scores, "last-one.end.winner"), v.options.threshold
        out = sides_at(sums, most)
        left = tuple(seat for seat in v.playing if seat not in out)
        steps = (Step("drops", {"target": most, "out": out, "left": left}),)
        over = len(left) == 1
        return Standing("last-one.end.winner", sums, lowest=True, steps=steps, over=over, among=left or None)

    def workings(self, v: Result) -> Mapping[str, Working]:
        """Also who drops out, and who has won the hand."""
        end = self.ending(v, self.settle(v).scores)
        out = sides_at(end.sums, v.options.threshold)
        hands = {seat: v.hand.get(seat, ()) for seat in v.playing}
        lines = [Step("total", {"who": seat, "how": one}, seat) for seat, one in end.sums.items()]
        left = [open_step("has_left", {"who": seat, "cards": held}, seat) for seat, held in hands.items()]
        return {
            "outcome.game": end,
            "outcome.dropped": Chain("last-one.end.drop", (*lines, *end.steps), list(out)),
            "outcome.hand": Chain("last-one.end.hand", tuple(left), [seat for seat, held in hands.items() if not held]),
        }


def tally(cards: Cards) -> Sum:
    """The sum of cards left in a hand, card by card."""
    return summed(cards, lambda c: VALUES[c.rank], "last-one.score.values")


def card_values(cards: Cards) -> dict[str, object]:
    """The cards and the value of each, as facts for the sentence of a score line."""
    return {"cards": cards, "each": tuple((c, VALUES[c.rank]) for c in cards)}
