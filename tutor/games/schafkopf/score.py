"""The scoring of a hand of Schafkopf: for the declarer or, in least, for the player with fewest points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.ending import after_deals
from tutor.families.tricks import TrickScoring
from tutor.games.schafkopf.table import (
    ALL,
    POINTS,
    RICHEST_WIDOW,
    TRICKS,
    WIDOW,
    WINS,
    Rules,
    SchafkopfState,
)
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Cards
from tutor.kernel.events import ScoreLine, Settlement, line_step
from tutor.kernel.fields import CARDS, SEAT_OR_NONE, Problem, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import View
from tutor.kernel.working import Chain, Part, Standing, Step, Sum, Working, open_step


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    options: Rules
    declarer: Seat = declared(SEAT_OR_NONE, "who took the widow; - for least", "")
    points: dict[Seat, int] = whole("card points in a seat's tricks", {}, low=0, high=ALL, per="seat")
    won: dict[Seat, Cards] = declared(CARDS, "the cards of a seat's tricks, - for none", {}, per="seat")
    tricks: dict[Seat, int] = whole("tricks that a seat won", {}, low=0, high=TRICKS, per="seat")
    discards: Cards | None = declared(CARDS, "what the declarer laid away", None, shown="not counted")
    widow: Cards | None = declared(CARDS, "the widow of a least hand", None, shown="in the points already")
    last: dict[Seat, int] = whole(
        "number of the last trick that a seat won, 0 for none", {}, low=0, high=TRICKS, per="seat"
    )
    before: dict[Seat, int] = whole("victory points before this hand", {}, per="seat")
    deal: int | None = whole("number of this deal", None, low=1)

    @cached_property
    def in_tricks(self) -> Mapping[Seat, int]:
        """The card points in the tricks of each seat, as far as they are known."""
        return self.points | {seat: POINTS.of(held) for seat, held in self.won.items()}

    @cached_property
    def taken(self) -> Mapping[Seat, int]:
        """The number of tricks of each seat, as far as it is known or follows."""
        known = self.tricks | {seat: len(held) // self.players for seat, held in self.won.items()}
        return _completed(known, self.seats, TRICKS)

    @cached_property
    def laid(self) -> int | None:
        """The card points of the two cards in no trick; None if these are not known."""
        held = self.discards if self.declarer else self.widow
        return None if held is None else POINTS.of(held)

    @property
    def tenth(self) -> Seat | None:
        """Who won the last trick; None if that is not known."""
        best = max(self.last, key=self.last.__getitem__, default=None)
        known = len(self.last) == self.players or (best is not None and self.last[best] == TRICKS)
        return best if known else None

    @cached_property
    def totals(self) -> Mapping[Seat, int]:
        """The card points of each seat, with the two cards in no trick for the seat that gets them."""
        return {seat: int(self.how(seat).total) for seat in self.in_tricks}

    def how(self, seat: Seat) -> Sum:
        """How the card points of a seat come about: its tricks, and the two cards in none if it gets them."""
        tricks = POINTS.how(self.won[seat]) if seat in self.won else None
        parts = [Part(self.in_tricks[seat], "schafkopf.count.values", name="taken", inner=tricks)]
        counts = self.options.discards_count != "none" if self.declarer else self.options.least_widow != "none"
        aside = self.discards if self.declarer else self.widow
        if aside and counts and seat == (self.declarer or self.tenth):
            clause, name = ("count.discards", "laid_away") if self.declarer else ("least.widow", "widow")
            parts.append(Part(POINTS.of(aside), f"schafkopf.{clause}", name=name, inner=POINTS.how(aside)))
        return tricks if tricks is not None and len(parts) == 1 else Sum("schafkopf.count.values", tuple(parts))


def _completed(known: Mapping[Seat, int], seats: tuple[Seat, ...], whole_sum: int) -> Mapping[Seat, int]:
    """`known` with the one number that is missing, if only one is."""
    missing = [seat for seat in seats if seat not in known]
    rest = whole_sum - sum(known.values())
    return {**known, missing[0]: rest} if len(missing) == 1 and rest >= 0 else known


LEVELS: Final = ((2, WINS, 90), (4, 91, ALL - 1), (6, ALL, ALL), (-2, 31, WINS - 1), (-4, 1, 30), (-6, 0, 0))
"""Points of a hand for the declarer, with the least and the most card points for them."""


def level(total: int, took: int | None, options: Rules) -> tuple[int, str]:
    """The points of a hand for a declarer with so many card points and tricks, and the name of the rule."""
    everything = total > 90 and (took == TRICKS if options.all_by_tricks else total == ALL)
    nothing = total < 31 and (took == 0 if options.schwarz_test == "tricks" else total == 0)
    return next(
        (worth, name)
        for holds, worth, name in (
            (everything, 6, "schwarz"),
            (total >= 91, 4, "schneider"),
            (total >= WINS, 2, "win"),
            (nothing, -6, "loss-schwarz"),
            (total <= 30, -4, "loss-schneider"),
            (True, -2, "loss"),
        )
        if holds
    )


def _levels(v: Result, right: float) -> Iterator[Step]:
    """For each other number of points: a step that says which card points it would need."""
    total = v.totals[v.declarer]
    for worth, low, high in LEVELS:
        by_tricks = abs(worth) == 6 and (v.options.all_by_tricks if worth > 0 else v.options.schwarz_test == "tricks")
        if worth != right:
            facts = {"n": abs(worth), "won": worth > 0, "low": low, "high": high, "total": total}
            yield Step("declarer_level", facts | {"by_tricks": by_tricks}, worth)


def _total(seat: Seat, how: Sum) -> Step:
    """A step: what a seat has; a total that was given as such lies open."""
    return Step("total", {"who": seat, "how": how}, given=len(how.parts) == 1 and how.parts[0].inner is None)


def _plainly(one: Sum) -> Sum:
    """The sum without the cards of tricks, which are not shown in least."""
    return one._replace(parts=tuple(x._replace(inner=None) if x.name == "taken" else x for x in one.parts))


class Score(TrickScoring[Result, SchafkopfState]):
    """With a declarer only the declarer scores; in least the player with fewest card points."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Fields that are missing, and results that are impossible."""
        if v.deal is not None and v.deal > v.options.deals:
            yield Problem("deal", f"deal {v.deal}, but the game has {v.options.deals}")
        yield from self._aside(v)
        yield from self._piles(v)
        yield from self._tricks(v)
        yield from self._sums(v)
        needed = (v.declarer,) if v.declarer else v.seats
        missing = [seat for seat in needed if seat not in v.in_tricks]
        for seat in missing:
            yield Problem(f"points.{seat}", "must be given, or won." + seat)
        if not missing:
            yield from (self._declared(v) if v.declarer else self._least(v))

    def _aside(self, v: Result) -> Iterator[Problem]:
        """Problems of the two cards in no trick."""
        for name, held, wrong in (("discards", v.discards, not v.declarer), ("widow", v.widow, bool(v.declarer))):
            if held is not None and wrong:
                yield Problem(name, "there is a declarer" if v.declarer else "in least nobody lays cards away")
            if held is not None and len(held) != WIDOW:
                yield Problem(name, f"{len(held)} cards, but there are {WIDOW}")

    def _piles(self, v: Result) -> Iterator[Problem]:
        """Cards that are no whole tricks, or contradict other fields."""
        for seat, held in v.won.items():
            if len(held) % v.players:
                yield Problem(f"won.{seat}", f"{len(held)} cards are not whole tricks of {v.players}")
            elif seat in v.tricks and v.tricks[seat] * v.players != len(held):
                yield Problem(f"won.{seat}", f"{len(held)} cards are not {v.tricks[seat]} tricks")
            if seat in v.points and v.points[seat] != POINTS.of(held):
                yield Problem(f"won.{seat}", f"counts {POINTS.of(held)}, not {v.points[seat]}")

    def _tricks(self, v: Result) -> Iterator[Problem]:
        """Impossible numbers of tricks and of last tricks."""
        number = sum(v.taken.values())
        if number > TRICKS:
            yield Problem("tricks", f"{number} tricks, but a hand has {TRICKS}")
        elif len(v.taken) == v.players and number != TRICKS:
            yield Problem("tricks", f"{number} tricks in all, but a hand has {TRICKS}")
        numbers = [n for n in v.last.values() if n]
        if len(set(numbers)) < len(numbers):
            yield Problem("last", "two players cannot have won the same trick")
        if len(v.last) == v.players and TRICKS not in numbers:
            yield Problem("last", f"somebody must have won trick {TRICKS}")
        for seat, n in v.last.items():
            took = v.taken.get(seat, 0)
            if n < took:
                yield Problem(f"last.{seat}", f"{took} tricks cannot be won by trick {n}")
            elif n and v.taken.get(seat) == 0:
                yield Problem(f"last.{seat}", f"{seat} won no trick")
        for seat, count in v.in_tricks.items():
            if count and (v.taken.get(seat) == 0 or v.last.get(seat) == 0):
                yield Problem(f"points.{seat}", f"{count} points without a trick")

    def _sums(self, v: Result) -> Iterator[Problem]:
        """Card points that do not add up to the pack."""
        known, laid = sum(v.in_tricks.values()), v.laid or 0
        for seat, n in v.points.items():
            if 1 in (n, ALL - n):  # no card counts 1, and what one side lacks others have
                yield Problem(f"points.{seat}", f"no cards count {n}")
        everything = [seat for seat, n in v.taken.items() if n == TRICKS and seat in v.in_tricks]
        if known + laid > ALL:
            yield Problem("points", f"{known + laid} in all, but the pack has {ALL}")
        elif len(v.in_tricks) == v.players or everything:
            if v.laid is not None:
                least, where = ALL, "with the two cards in no trick"
            elif (v.options.discards_count if v.declarer else v.options.least_widow) == "none":
                least, where = ALL - RICHEST_WIDOW, "in the tricks, at the least"
            elif v.declarer:  # the rest was laid away and counts for the declarer, whose points then cannot be told
                least, where = ALL, "with the cards laid away, which are not given"
            else:
                least, where = ALL, "with the widow, which is in the points if it is not given"
            if known + laid < least:
                yield Problem("points", f"{known + laid} in all, but there are {least} {where}")

    def _declared(self, v: Result) -> Iterator[Problem]:
        """Missing tricks of the declarer where a house rule decides schwarz by them."""
        total, mine = v.totals[v.declarer], v.taken.get(v.declarer)
        rest = RICHEST_WIDOW if v.laid is None else v.laid
        may_be_all = v.options.schwarz_test == "tricks" or v.in_tricks[v.declarer] + rest >= ALL
        won_all = total >= 91 and v.options.all_by_tricks and may_be_all
        lost_all = total <= 30 and v.options.schwarz_test == "tricks"
        if mine is None and (won_all or lost_all):
            yield Problem(f"tricks.{v.declarer}", "must be given, for schwarz goes by tricks")

    def _least(self, v: Result) -> Iterator[Problem]:
        """Missing numbers of last tricks, where they decide about the widow or a tie."""
        if v.widow is not None and v.options.least_widow == "last-trick" and v.tenth is None:
            yield Problem("last", "who won the tenth trick must be given: the widow goes with it")
            return
        fewest = min(v.totals.values())
        tied = [seat for seat, n in v.totals.items() if n == fewest]
        if len(tied) == 2 and fewest:
            for seat in tied:
                if seat not in v.last:
                    yield Problem(f"last.{seat}", "must be given, for two tie for fewest points")

    def fields(self, state: SchafkopfState) -> dict[str, Any]:
        """The two cards in no trick, and the last trick of each player."""
        laid = state.away[:WIDOW]
        numbered = tuple(enumerate(state.past, 1))
        last = {seat: max((n for n, t in numbered if t.winner == seat), default=0) for seat in state.seats}
        return {"discards" if state.declarer else "widow": laid, "last": last}

    def settle(self, v: Result) -> Settlement:
        """One line: the points of the one player whose score changes."""
        line, hand = self._contract(v) if v.declarer else self._fewest(v)
        return self.settled(v, (line,), hand, line.clause, points=dict(v.totals))

    def workings(self, v: Result) -> Mapping[str, Working]:
        """How the card points of each seat come about."""
        found: dict[str, Working] = {f"outcome.points.{seat}": v.how(seat) for seat in v.totals}
        found |= super().workings(v)
        line, hand = self._contract(v) if v.declarer else self._fewest(v)
        steps = (_total(v.declarer, v.how(v.declarer)),) if v.declarer else self._each(v, line)
        line = line._replace(facts={**line.facts, "aside": 0})  # the total has been told as a sum
        for seat in v.seats:
            end = () if seat == line.to else (Step("scores_nothing", {"who": seat, "declared": bool(v.declarer)}, 0),)
            worth = line.points if seat == line.to else 0
            slips = tuple(_levels(v, worth)) if seat == v.declarer else ()
            found[f"scores.{seat}"] = Chain(line.clause, (*steps, line_step(line), *end), worth, slips)
        if v.declarer:
            return found
        rule = line.clause.rpartition(".")[2].replace("-", "_")
        last = Step(
            f"least_{rule}", {"who": line.to, "tied": {seat: v.last.get(seat) for seat in line.facts["tied"]}}, line.to
        )
        return found | {"outcome.hand": Chain(line.clause, (*steps, last), hand)}

    def _each(self, v: Result, line: ScoreLine) -> tuple[Step, ...]:
        """Steps that give everybody's card points in least, and the last tricks of players who tie."""
        points = [
            Step("total", {"who": seat, "how": _plainly(v.how(seat))}, seat)
            if any(part.name == "widow" for part in v.how(seat).parts)
            else open_step("points_of", {"who": seat, "n": n}, seat)
            for seat, n in v.totals.items()
        ]
        tied = [seat for seat in line.facts["tied"] if seat in v.last]
        last = [open_step("last_trick_of", {"who": seat, "n": v.last[seat]}, seat) for seat in tied if len(tied) > 1]
        widow = v.tenth and any(part.name == "widow" for part in v.how(v.tenth).parts)
        return (*([Step("widow_to", {"who": v.tenth})] if widow else []), *points, *last)

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """After the last deal the highest score wins (`schafkopf.end.winner`)."""
        end = after_deals("schafkopf.end.winner", v.before, scores, v.deal or 0, v.options.deals)
        return end._replace(premises=(line_step(self._contract(v)[0]),)) if v.declarer and end.over else end

    def _contract(self, v: Result) -> tuple[ScoreLine, list[Seat]]:
        """The line and the winners of a hand with a declarer."""
        total, took = v.totals[v.declarer], v.taken.get(v.declarer)
        worth, name = level(total, took, v.options)
        aside = total - v.in_tricks[v.declarer]
        facts = {"total": total, "tricks": took, "aside": aside}
        line = ScoreLine(v.declarer, worth, f"schafkopf.score.{name}", facts)
        others = [seat for seat in v.seats if seat != v.declarer]
        return line, [v.declarer] if worth > 0 else others

    def _fewest(self, v: Result) -> tuple[ScoreLine, list[Seat]]:
        """The line and the winner in least; a player who has taken everything pays."""
        fewest = min(v.totals.values())
        tied = [seat for seat in v.seats if v.totals[seat] == fewest]
        clause, worth, who = "aim", 2, tied[0]
        if len(tied) == v.players:
            clause, who = "tie-three", v.dealer
        elif len(tied) == 2 and not fewest:
            clause, worth, who = "all", -4, next(seat for seat in v.seats if seat not in tied)
        elif len(tied) == 2:
            clause, who = "tie-two", min(tied, key=v.last.__getitem__)
        elif not fewest:
            clause, worth = "zero", 4
        widow = [part.n for part in v.how(v.tenth).parts if part.name == "widow"] if v.tenth else []
        facts = {"total": v.totals[who], "totals": dict(v.totals), "tied": tuple(tied), "last": dict(v.last)}
        facts |= {"tenth": v.tenth, "with_widow": sum(widow)}
        return ScoreLine(who, worth, f"schafkopf.least.{clause}", facts), [who] if worth > 0 else []


SCORE: Final = Score()
