"""The scoring of a hand of Tresette: melds, cards, the last trick, and who has won the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tutor.families.ending import to_target, two_totals
from tutor.families.thirds import COUNTING, JACK_HIGH, THIRDS_PER_POINT, aces, counting
from tutor.families.tricks import TrickScoring, pile_problems, piles
from tutor.games.tresette.melds import Meld, melds
from tutor.games.tresette.table import NO, ORDER, PACK, PLAYER, SIDE, SIDES, TRICKS, Rules, TresetteState
from tutor.kernel.cards import Cards
from tutor.kernel.events import ScoreLine, Settlement, score_sums, sum_line
from tutor.kernel.fields import CARDS, SEATS, Problem, whole
from tutor.kernel.fields import SIDE as SIDE_KIND
from tutor.kernel.fields import declared as given
from tutor.kernel.seats import Seat, Side, members, side_of
from tutor.kernel.view import View
from tutor.kernel.working import OVER, Part, Standing, Step, Sum, Working, card_sum


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand, and the score before it."""

    options: Rules
    won: dict[Side, Cards] = given(CARDS, "cards won; a side left out has the rest of the pack", {}, per="side")
    last: Side = given(SIDE_KIND, "the side that won the tenth trick")
    declared: dict[Seat, Cards] = given(
        CARDS, 'the hand as dealt of a player who said "Good play"', {}, per="seat", located=False
    )
    took: tuple[Seat, ...] | None = given(
        SEATS, "players who won a trick", None, shown="all players of a side that has won cards"
    )
    before: dict[Side, int] = whole("points before this hand", {}, low=0, per="side")

    @property
    def piles(self) -> Mapping[Side, Cards]:
        """The cards that each side has won."""
        return piles(self.won, SIDES, PACK)

    def melds(self, seat: Seat) -> tuple[Meld, ...]:
        """The melds of a player who said "Good play"."""
        return melds(self.declared[seat], overlap=self.options.melds_may_overlap)

    def had(self, side: Side) -> int:
        """The points of a side before this hand."""
        return self.before.get(side, 0)

    def counts(self, seat: Seat) -> bool:
        """Whether the melds of `seat` score: by the house rule after a trick of its own, of its side, or always."""
        needed, side = self.options.meld_needs_trick, side_of(SIDES, seat)
        return needed == NO or any(map(self.won_trick, members(side) if needed == SIDE else (seat,)))

    def won_trick(self, seat: Seat) -> bool:
        """Whether `seat` won a trick, as far as is known."""
        return seat in self.took if self.took is not None else bool(self.piles[side_of(SIDES, seat)])


Steps: TypeAlias = tuple[tuple[ScoreLine, ...], ...]


class Score(TrickScoring[Result, TresetteState]):
    """Melds, then the cards captured, then the last trick."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Impossible piles, tricks and melds, and a game that is over already."""
        yield from pile_problems(v.won, SIDES, len(PACK), len(v.seats))
        if v.won:
            yield from self._tricks(v)
        yield from self._melds(v)
        before = [v.had(side) for side in SIDES]
        if max(before) >= v.options.target and before[0] != before[1]:
            yield Problem("before", f"{max(before)} points have already won the game ({v.options.target})")

    def _tricks(self, v: Result) -> Iterator[Problem]:
        """A last trick, or winners of tricks, that contradict the piles."""
        if not v.piles[v.last]:
            yield Problem("last", f"{v.last} has won no cards, so not the tenth trick")
        if v.took is None:
            return
        for seat, n in Counter(v.took).items():
            if n > 1:
                yield Problem("took", f"{seat} stands there {n} times")
        for side in SIDES:
            some = [seat for seat in members(side) if seat in v.took]
            if v.piles[side] and not some:
                yield Problem("took", f"{side} has won cards, so one of the two has won a trick")
            if some and not v.piles[side]:
                yield Problem("took", f"{' and '.join(some)} cannot have won a trick: that side has no cards")

    def _melds(self, v: Result) -> Iterator[Problem]:
        """Hands that are not ten cards, share a card, or hold no meld."""
        for seat, hand in v.declared.items():
            twice = [c.text for c, n in Counter(hand).items() if n > 1]
            if twice:
                yield Problem(f"declared.{seat}", f"{', '.join(twice)} stands there twice")
            if len(hand) != TRICKS:
                yield Problem(f"declared.{seat}", f"{len(hand)} cards, but a hand has {TRICKS}")
            elif not v.melds(seat):
                yield Problem(f"declared.{seat}", 'no meld among them, so "Good play" could not be said')
        holders = Counter(c for hand in v.declared.values() for c in set(hand))
        for c, n in holders.items():
            if n > 1:
                yield Problem("declared", f"{c} is in {n} hands")

    def fields(self, state: TresetteState) -> dict[str, Any]:
        """The side of the last trick, who won any, and the hands of those who declared."""
        declared = {seat: state.dealt(seat) for seat in state.good}
        return {"last": side_of(SIDES, state.past[-1].winner), "took": state.took(), "declared": declared}

    def settle(self, v: Result) -> Settlement:
        """The lines in the order of scoring, and the winner of the game."""
        return self.settled(v, sum(self._steps(v), ()))

    def ending(self, v: Result, scores: Mapping[Side, float]) -> Standing:
        """The side at the target wins; of two the higher or, by a house rule, the one that reached it first."""
        whole = to_target("tresette.end", v.before, scores, v.options.target)
        both = len(whole.among or ()) == len(SIDES)
        if not both:
            return whole
        if v.options.out_rule != ORDER:
            return whole._replace(clause="tresette.end.both", over=bool(whole.first))
        so_far: dict[Side, float] = dict.fromkeys(SIDES, 0)
        said: tuple[Step, ...] = ()
        for name, lines in zip(("melds", "cards", "last"), self._steps(v), strict=True):
            for line in lines:
                so_far[line.to] += line.points
            end = to_target("tresette.end", v.before, so_far, v.options.target)
            known = {"name": name, **two_totals(end.totals), "there": end.among or (), "first": end.first}
            said += (Step("after_item", known),)
            if end.first:
                break
        return whole._replace(
            clause="tresette.end.order", steps=said, over=bool(end.first), among=end.first or whole.among
        )

    def _steps(self, v: Result) -> Steps:
        """The lines in the order of scoring: melds, cards, the last trick."""
        return tuple(self._meld_lines(v)), tuple(self._card_lines(v)), (self._last_line(v),)

    def _meld_lines(self, v: Result) -> Iterator[ScoreLine]:
        for seat in v.seats:
            if seat in v.declared and v.counts(seat):
                for meld in v.melds(seat):
                    facts = _meld_facts(v, seat, meld, idle=False)
                    yield ScoreLine(side_of(SIDES, seat), meld.points, "tresette.score.melds", facts)

    def _card_lines(self, v: Result) -> Iterator[ScoreLine]:
        for side, held in v.piles.items():
            n, ones = counting(held), aces(held)
            if n >= THIRDS_PER_POINT:
                facts = {"n": n, "left": n % THIRDS_PER_POINT}
                yield sum_line(side, _points(held), "tresette.score.thirds", facts)
            if ones:
                yield ScoreLine(side, ones, "tresette.score.aces", {"n": ones})

    def workings(self, v: Result) -> Mapping[str, Working]:
        """Also that fewer than three thirds make no point, nor do melds of those who have won no trick."""
        found = dict(super().workings(v))
        for side, one in score_sums(self.settle(v)).items():
            for seat in (s for s in members(side) if s in v.declared and not v.counts(s)):
                for meld in v.melds(seat):
                    facts = _meld_facts(v, seat, meld, idle=True)
                    one = one._replace(parts=(*one.parts, Part(0, "tresette.score.melds", facts=facts, to=side)))
                found[f"scores.{side}"] = one
            n = counting(v.piles[side])
            if 0 < n < THIRDS_PER_POINT:
                none = Part(0, "tresette.score.thirds", facts={"n": n, "left": n}, to=side)
                found[f"scores.{side}"] = one._replace(parts=(*one.parts, none))
        return found

    def _last_line(self, v: Result) -> ScoreLine:
        return ScoreLine(v.last, 1, "tresette.score.last", {})


def _meld_facts(v: Result, seat: Seat, meld: Meld, *, idle: bool) -> Mapping[str, Any]:
    """What is told of a meld that scores, or is `idle`."""
    needed = v.options.meld_needs_trick
    spared = "" if idle or needed == PLAYER or v.won_trick(seat) else needed
    own = {"own_trick": needed == PLAYER, "idle": idle, "spared": spared}
    return {"by": seat, "kind": meld.kind, "cards_of": meld.cards, **own}


def _points(held: Cards) -> Sum:
    """The points of cards that count a third each; thirds left over are lost."""
    clause = "tresette.score.thirds"
    by_rank = sorted((c for c in held if c.rank in COUNTING), key=lambda c: JACK_HIGH.index(c.rank))
    third = card_sum(by_rank, lambda c: 1, clause)
    thirds = counting(held)
    whole, left = divmod(thirds, THIRDS_PER_POINT)
    mistakes = {"not_divided": thirds} | ({"rounded_up": whole + 1} if left else {})
    over = Part(THIRDS_PER_POINT, clause, how=OVER, name="whole")
    lost = (Part(-left, clause, name="left_over"),) if left else ()
    return Sum(clause, (Part(thirds, clause, name="thirds", inner=third), *lost, over), mistakes)


SCORE: Final = Score()
