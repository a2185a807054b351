"""The scoring of Bridge Solitaire: rubber bridge between the player and the house."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tutor.families.ending import totals_after
from tutor.games.bridge_solitaire.bids import CONTRACT, Bid, honors
from tutor.games.bridge_solitaire.table import HAND, HOUSE, PLAYER, SIDES, Rules
from tutor.kernel.cards import Cards
from tutor.kernel.events import ScoreLine, Settlement, settlement_of, sum_line
from tutor.kernel.fields import CARDS, SEAT, Problem, declared, whole
from tutor.kernel.game import Scoring
from tutor.kernel.seats import Seat, other_side
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView
from tutor.kernel.working import TIMES, Chain, Part, Standing, Step, Sum, Working

GAME_AT = 100
"""Points below the line that win a game (`bridge-solitaire.game`)."""


@dataclass(frozen=True, kw_only=True)
class Result(View, HandView):
    """A hand that has been played, and the rubber so far."""

    options: Rules
    contract: Bid = declared(CONTRACT, "what was bid last")
    declarer: Seat = declared(SEAT, "whose bid it was", PLAYER)
    tricks: int = whole("tricks of the declarer", low=0, high=13)
    hand: Cards = declared(CARDS, "the player's thirteen cards, for honours", ())
    jokers: int | None = whole("jokers in that hand: 1 doubles, 2 redouble", None, low=0, high=2)
    games: dict[Seat, int] = whole("games the side has won in this rubber", {}, low=0, high=1, per="side")
    below: dict[Seat, int] = whole("points below the line before this hand", {}, low=0, high=GAME_AT - 1, per="side")
    before: dict[Seat, int] = whole("all points of the rubber before this hand", {}, low=0, per="side")

    @property
    def doubled(self) -> int:
        """How often the contract is doubled: 0, 1 or 2 times (`bridge-solitaire.double`)."""
        return sum(c.joker for c in self.hand) if self.jokers is None else self.jokers

    @property
    def odd(self) -> int:
        """Tricks above the contract; below it if negative (`bridge-solitaire.book`)."""
        return self.tricks - self.contract.needs

    @property
    def vulnerable(self) -> bool:
        """Whether the declarer has won a game (`bridge-solitaire.score.vul`)."""
        return self.games.get(self.declarer, 0) == 1

    @property
    def made_below(self) -> int:
        """The points of the declarer below the line."""
        if self.odd < 0:
            return 0
        return int(self.how_below.total)

    @property
    def how_below(self) -> Sum:
        """How the points below the line come about."""
        clause, factor = "bridge-solitaire.score.tricks", (1, 2, 4)[self.doubled]
        parts = Part(self.contract.level, name="bid"), Part(self.per_trick, clause, how=TIMES, name="each")
        first = (Part(10, clause, name="no_trump_first"),) if self.contract.strain == "NT" else ()
        doubled = (
            (Part(factor, clause, how=TIMES, name="doubled" if factor == 2 else "redoubled"),) if factor > 1 else ()
        )
        return Sum(clause, (*parts, *first, *doubled))

    @property
    def per_trick(self) -> int:
        """The points of an odd trick; the first at no trump counts 10 more."""
        return 20 if self.contract.strain in "CD" else 30

    @property
    def over(self) -> int:
        """Points for overtricks."""
        return int(self.how_over.total)

    @property
    def how_over(self) -> Sum:
        """How the points for overtricks come about."""
        each = self.per_trick if not self.doubled else 100 * self.doubled * (1 + self.vulnerable)
        clause = "bridge-solitaire.score.over"
        return Sum(clause, (Part(max(0, self.odd), name="overtricks"), Part(each, clause, how=TIMES, name="each")))

    @property
    def how_under(self) -> Sum:
        """How the points for undertricks come about; doubled, the first cost less than the later ones."""
        down, clause = max(0, -self.odd), "bridge-solitaire.score.under"
        if not self.doubled:
            each = Part(100 if self.vulnerable else 50, clause, how=TIMES, name="each")
            return Sum(clause, (Part(down, name="undertricks"), each))
        prices = [100 * (1 + self.vulnerable), *(300 if self.vulnerable or n > 3 else 200 for n in range(2, down + 1))]
        found = Counter(prices[:down])
        facts = [{"n": n, "each": each, "later": at > 0} for at, (each, n) in enumerate(found.items())]
        parts = tuple(Part(one["n"] * one["each"], clause, name="undertricks_at", facts=one) for one in facts)
        again = (Part(2, clause, how=TIMES, name="redoubled"),) if self.doubled > 1 else ()
        return Sum(clause, (*parts, *again))

    @property
    def slam(self) -> int:
        """The bonus for a slam that was bid and made."""
        return {6: 500, 7: 1000}.get(self.contract.level, 0) * (3 if self.vulnerable else 2) // 2

    @property
    def honors(self) -> int:
        """The points for the player's honours, whoever declared."""
        return honors(self.hand, self.contract.trump)[1]

    @property
    def wins_game(self) -> bool:
        """Whether the declarer completes a game."""
        return self.made_below > 0 and self.below.get(self.declarer, 0) + self.made_below >= GAME_AT

    @property
    def wins_rubber(self) -> bool:
        """Whether the declarer completes the second game."""
        return self.wins_game and self.vulnerable


class Score(Scoring[Result]):
    """Rubber bridge: below the line what was bid and made, above it everything else."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Contracts that the house never bids, and hands of the wrong size."""
        if v.declarer == HOUSE and (v.contract.strain == "NT" or v.contract.level == 7):
            yield Problem("contract", f"the house never bids {v.contract.text}")
        if v.hand and len(v.hand) != HAND:
            yield Problem("hand", f"thirteen cards, not {len(v.hand)}")
        elif v.hand and v.jokers is not None and v.jokers != sum(c.joker for c in v.hand):
            yield Problem("jokers", f"{v.jokers}, but the hand has {sum(c.joker for c in v.hand)}")

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """Once a side has won two games, most points win (`bridge-solitaire.rubber`)."""
        sums = totals_after(v.before, scores, "bridge-solitaire.rubber")
        step = Step("rubber", {"who": v.declarer, "over": v.wins_rubber})
        return Standing("bridge-solitaire.rubber", sums, shared=True, steps=(step,), over=v.wins_rubber)

    def workings(self, v: Result) -> Mapping[str, Working]:
        """Also how it comes about who wins a game."""
        had, rule = v.below.get(v.declarer, 0), "bridge-solitaire.game"
        parts = Part(had, name="before"), Part(v.made_below, name="hand", inner=v.how_below)
        below = Sum(rule, parts if v.made_below else parts[:1])
        won = [v.declarer] if v.wins_game else []
        about = v.declarer if won else None
        steps = (
            Step("below", {"who": v.declarer, "how": below, "made": v.made_below}),
            Step("to_game", {"who": v.declarer, "n": below.total, "target": GAME_AT}, about),
        )
        mistake = Step(
            "defends", {"who": other_side(SIDES, v.declarer), "by": v.declarer}, other_side(SIDES, v.declarer)
        )
        found = {**super().workings(v), "outcome.game_won": Chain(rule, steps, won, (mistake,))}
        if v.odd >= 0:
            found["outcome.below"] = v.how_below
        return found | ({"outcome.rubber": found["outcome.game"]} if v.wins_rubber else {})

    def settle(self, v: Result) -> Settlement:
        """A line for everything that scores."""
        made = v.odd >= 0
        side, against = v.declarer, other_side(SIDES, v.declarer)
        rule = "bridge-solitaire.score"
        facts = {"contract": v.contract.text, "doubled": v.doubled, "vulnerable": v.vulnerable, "declarer": v.declarer}
        lines: list[ScoreLine] = []
        if made:
            lines.append(sum_line(side, v.how_below, f"{rule}.tricks", facts))
            if v.over:
                lines.append(sum_line(side, v.how_over, f"{rule}.over", {**facts, "tricks": v.odd}))
            if v.doubled:
                lines.append(ScoreLine(side, 50 * v.doubled, f"{rule}.insult", facts))
            if v.slam:
                lines.append(ScoreLine(side, v.slam, f"{rule}.slam", facts))
        else:
            lines.append(sum_line(against, v.how_under, f"{rule}.under", {**facts, "tricks": -v.odd}))
        if v.honors:
            lines.append(ScoreLine(PLAYER, v.honors, f"{rule}.honors", facts))
        rubber: list[Seat] = []
        clause = f"{rule}.tricks" if made else f"{rule}.under"
        if v.wins_rubber:
            bonus = 500 if v.games.get(against) else 700
            won = {"games": v.games.get(against, 0), "beaten": against}
            lines.append(ScoreLine(side, bonus, "bridge-solitaire.rubber", won))
            rubber = list(self.ending(v, settlement_of(SIDES, tuple(lines), {}).scores).first)
            clause = "bridge-solitaire.rubber"
        elif v.wins_game:
            clause = "bridge-solitaire.game"
        outcome = {
            "hand": [side if made else against],
            "game": rubber,
            "rubber": rubber,
            "game_won": [side] if v.wins_game else [],
            "made": made,
            "below": v.made_below,
            "clause": clause,
        }
        return settlement_of(SIDES, tuple(lines), outcome)
