"""The scoring of a hand of Tetka: penalty points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.ending import after_deals
from tutor.families.tricks import TrickScoring, pile_problems, piles
from tutor.games.tetka.table import (
    BUM_TRICK,
    LAST_TRICK,
    MOST_TRICKS,
    NUMBER,
    PACK,
    RANKING,
    SEATS,
    TRICKS,
    Rules,
    TetkaState,
    card_penalties,
    is_bum_trick,
)
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Card, Cards
from tutor.kernel.events import ScoreLine, Settlement, score_sums
from tutor.kernel.fields import CARD, CARDS, SEAT, Problem, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import View
from tutor.kernel.working import Chain, Part, Standing, Step, Working, open_step


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    options: Rules
    bum: Card = declared(CARD, "the bum card", located=False)
    won: dict[Seat, Cards] = declared(CARDS, "cards captured; a seat left out has the rest of the pack", {}, per="seat")
    last: Seat = declared(SEAT, "who won the thirteenth trick")
    bum_trick: Seat | None = declared(
        SEAT, "who won the trick with the bum card's number", None, shown="must be given unless the bum card is a king"
    )
    before: dict[Seat, int] = whole("points before this hand", {}, low=0, per="seat")
    played: int = whole("hands played before this one", 0, low=0)

    @cached_property
    def piles(self) -> Mapping[Seat, Cards]:
        """The cards that each player has captured."""
        return piles(self.won, self.seats, PACK)

    @property
    def tied_before(self) -> bool:
        """Whether a house rule asked for this hand because of a tie."""
        totals = [self.before.get(seat, 0) for seat in self.seats]
        return self.options.final_tie == "extra-hand" and totals.count(min(totals)) > 1

    @property
    def numbered(self) -> Seat | None:
        """Who won the trick with the bum card's number; if that is a king, who won the last trick."""
        return self.bum_trick or (self.last if is_bum_trick(self.bum, TRICKS) else None)

    @cached_property
    def suited(self) -> Mapping[Seat, Cards]:
        """The captured cards of the bum card's suit, by player."""
        return {seat: PACK.sort(c for c in held if c.suit == self.bum.suit) for seat, held in self.piles.items()}

    @property
    def telling(self) -> Mapping[Seat, Cards]:
        """The captured cards that can cost points or break a tie: queens, and the bum card's suit."""

        def matters(c: Card) -> bool:
            return c.rank == "Q" or c.suit == self.bum.suit

        return {seat: PACK.sort(filter(matters, held)) for seat, held in self.piles.items()}

    @property
    def marked(self) -> int:
        """The number of the trick that costs a point because of the bum card's rank."""
        return NUMBER[self.bum.rank]

    @property
    def last_hand(self) -> bool:
        """Whether the game ends with this hand unless there is a tie."""
        return self.played + 1 >= self.options.hands

    def highest(self, seat: Seat) -> int:
        """The height of the highest captured card of the bum card's suit; 0 without one."""
        return max((RANKING.under("").power[self.bum.suit][c] for c in self.suited[seat]), default=0)

    def by_rank(self, seat: Seat) -> bool:
        """Whether another player has as many tricks and as many cards of the suit, so that the highest card decides."""
        same = (len(self.piles[seat]), len(self.suited[seat]))
        return any((len(self.piles[other]), len(self.suited[other])) == same for other in self.seats if other != seat)


class Score(TrickScoring[Result, TetkaState]):
    """Points for cards and tricks, and one for most tricks; after the last hand the lowest total wins."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Impossible piles, winners of tricks who captured none, and a hand after the end of the game."""
        bad = list(pile_problems(v.won, v.seats, len(PACK), SEATS))
        yield from bad
        if v.numbered is None:
            yield Problem("bum_trick", f"must be given (a seat): who won trick {v.marked}")
        elif v.marked == TRICKS and v.numbered != v.last:
            yield Problem("bum_trick", f"trick {TRICKS} is the last one, which {v.last} has won")
        elif not bad:
            named = Counter({TRICKS: v.last, v.marked: v.numbered}.values())
            for seat, needed in named.items():
                if len(v.piles[seat]) < SEATS * needed:
                    field = "last" if seat == v.last else "bum_trick"
                    yield Problem(field, f"{seat} has captured {len(v.piles[seat])} cards, too few for {needed} named")
        if v.played >= v.options.hands and not v.tied_before:
            yield Problem("played", f"{v.played} hands have been played, and the game was over after {v.options.hands}")

    def fields(self, state: TetkaState) -> dict[str, Any]:
        """Who won the trick with the bum card's number, if anybody."""
        return {"bum_trick": state.bum_trick or None}

    def settle(self, v: Result) -> Settlement:
        """A line for each card and trick that costs points, and for most tricks."""
        lines: list[ScoreLine] = []
        for seat in v.seats:
            for penalty in card_penalties(v.piles[seat], v.bum):
                lines.append(ScoreLine(seat, penalty.points, penalty.clause, penalty.facts))
            if v.numbered == seat:
                facts = {"number": v.marked, "bum": v.bum}
                lines.append(ScoreLine(seat, BUM_TRICK.points, BUM_TRICK.clause, facts))
            if v.last == seat:
                lines.append(ScoreLine(seat, LAST_TRICK.points, LAST_TRICK.clause))
        most, clause = most_tricks(v)
        lines += [ScoreLine(seat, MOST_TRICKS, clause, most_facts(v, seat)) for seat in most]
        ends = ("", "tetka.end", "tetka.end.tie")
        return self.settled(v, lines, clause=lambda end: ends[min(len(end.first), 2)], most=list(most))

    def workings(self, v: Result) -> Mapping[str, Working]:
        """Also who has the point for most tricks, and why others with as many have not."""
        most, clause = most_tricks(v)
        found = {**super().workings(v), "outcome.most": most_working(v, most, clause)}
        sums = score_sums(self.settle(v))
        for seat in most_level(v):
            if most and seat not in most:
                spared = Part(0, clause, facts=most_facts(v, most[0]), to=seat)
                found[f"scores.{seat}"] = sums[seat]._replace(parts=(*sums[seat].parts, spared))
        return found

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """After the last hand the lowest total wins; a house rule says whether equal ones share it."""
        end = after_deals("tetka.end", v.before, scores, v.played + 1, v.options.hands, lowest=True)
        return end._replace(shared=v.options.final_tie == "shared")


def most_working(v: Result, most: tuple[Seat, ...], clause: str) -> Chain:
    """How it comes about who has most tricks: tricks, then cards of the bum card's suit, then the highest of them."""
    facts = {"of": v.bum.suit, "tied": len(most) > 1}
    tricks = tuple(open_step("tricks_of", {"who": seat, "n": len(v.piles[seat]) // SEATS}, seat) for seat in v.seats)
    if clause == "tetka.penalty.most":
        return Chain(clause, tricks, list(most))
    suited = tuple(Step("suited_of", {"who": seat, "them": v.suited[seat], **facts}, seat) for seat in most_level(v))
    end = Step("most_decided", {"who": most, "by_rank": any(map(v.by_rank, most)), **facts})
    breaker = Step("tie_breaker", {"bum": v.bum, "of": v.bum.suit})
    return Chain(clause, (*tricks, breaker, *suited, end), list(most))


def most_level(v: Result) -> tuple[Seat, ...]:
    """Who has won as many tricks as anybody."""
    top = max(len(v.piles[seat]) for seat in v.seats)
    return tuple(seat for seat in v.seats if len(v.piles[seat]) == top)


def most_facts(v: Result, seat: Seat) -> dict[str, Any]:
    """What gives `seat` the point for most tricks: tricks, captured cards of the bum card's suit, or the highest."""
    tricks = len(v.piles[seat]) // SEATS
    own = {"holder": seat, "suited": v.suited[seat], "by_rank": v.by_rank(seat)}
    return {"tricks": tricks, "of": v.bum.suit, "level": tuple(s for s in most_level(v) if s != seat), **own}


def most_tricks(v: Result) -> tuple[tuple[Seat, ...], str]:
    """Who has the point for most tricks, and the clause that decides it."""

    def best(among: tuple[Seat, ...], count: Callable[[Seat], int]) -> tuple[Seat, ...]:
        return tuple(seat for seat in among if count(seat) == max(map(count, among)))

    level = most_level(v)
    if len(level) == 1:
        return level, "tetka.penalty.most"
    if not any(v.suited[seat] for seat in level):
        return level if v.options.undecided_most == "all-tied" else (), "tetka.penalty.most-none"
    more = best(level, lambda seat: len(v.suited[seat]))
    return best(more, v.highest), "tetka.penalty.most-tie"


SCORE: Final = Score()
