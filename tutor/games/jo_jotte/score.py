"""The scoring of a hand of Jo-Jotte, above and below the line, and of the rubber."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.doubling import LAST_DOUBLE
from tutor.families.ending import to_target, totals_after, two_totals
from tutor.families.tricks import TrickScoring, pile_problems
from tutor.games.jo_jotte.announcing import unannounced
from tutor.games.jo_jotte.melds import FOUR, KINDS, melds, owner
from tutor.games.jo_jotte.table import (
    GAME_POINTS,
    JOJOTTE,
    POINTS,
    SEATS,
    TRICKS,
    JoJotteState,
    Rules,
)
from tutor.kernel.cards import Card, Cards, card
from tutor.kernel.events import ScoreLine, Settlement, line_step, settlement_of, sum_line
from tutor.kernel.fields import CARDS, SEAT, Problem, calls, choice, declared, suit, whole
from tutor.kernel.seats import Seat, other_side
from tutor.kernel.view import View
from tutor.kernel.working import TOTAL, Part, Standing, Step, Sum, Working, multiplier_sum

ABOVE: Final = "above"
BELOW: Final = "below"
GAMES: Final = 2
LAST: Final = 10
"""Points for the last trick (`jo-jotte.points.last`)."""


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand, and the score of the rubber before it."""

    options: Rules
    declarer: Seat = declared(SEAT, "who fixed trumps")
    trump: str = suit("the declarer's trump suit, - for no trump")
    call: str = choice("the last doubling call", LAST_DOUBLE[:3], "none")
    bid: str = choice("nullo or slam, if it was bid", ("none", "nullo", "slam"), "none")
    won: dict[Seat, Cards] = declared(CARDS, "cards taken, 18 together", {}, per="seat")
    last: Seat = declared(SEAT, "who took the last trick")
    dealt: dict[Seat, Cards] = declared(CARDS, "the nine-card hands, for the melds", {}, per="seat", located=False)
    silent: tuple[tuple[Seat, str], ...] = calls("categories a player did not announce", KINDS)
    jojotte: Seat | None = declared(SEAT, "who announced Jo and Jotte", None)
    aside: int = whole("points set aside before this hand", 0, low=0)
    below: dict[Seat, int] = whole("below-score of the current game before this hand", {}, low=0, per="seat")
    total: dict[Seat, int] = whole("all points of the rubber before this hand", {}, low=0, per="seat")
    games: dict[Seat, int] = whole("games of the rubber won before this hand", {}, low=0, per="seat")

    @property
    def defender(self) -> Seat:
        """The declarer's opponent."""
        return other_side(SEATS, self.declarer)

    @property
    def factor(self) -> int:
        """The factor of below-scores."""
        return int(2 ** LAST_DOUBLE.index(self.call))

    @property
    def trump_pair(self) -> set[Card]:
        """King and queen of trumps; empty without trumps."""
        return {card(f"K{self.trump}"), card(f"Q{self.trump}")} if self.trump else set()

    @property
    def pair_dealt(self) -> bool:
        """Whether one player is known to have been dealt king and queen of trumps."""
        return bool(self.trump_pair) and any(self.trump_pair <= set(hand) for hand in self.dealt.values())

    def tricks(self, seat: Seat) -> int:
        """How many tricks a player has taken."""
        return len(self.won[seat]) // 2

    def counted(self, seat: Seat) -> int:
        """The points of a player's cards, and ten for the last trick."""
        return POINTS[self.trump].of(self.won[seat]) + LAST * (seat == self.last)

    def how(self, seat: Seat) -> Sum:
        """The sum of what these cards count, card by card."""
        last = (Part(LAST, "jo-jotte.points.last"),) if seat == self.last else ()
        return POINTS[self.trump].how(self.won[seat], *last)

    @property
    def both(self) -> int:
        """The points of both together."""
        return sum(map(self.counted, SEATS))

    def sum_before(self, seat: Seat) -> int:
        """All points of a player before this hand; the below-score, if no total is given."""
        return self.total.get(seat, self.below.get(seat, 0))

    def rubber_over(self, games: tuple[int, ...]) -> bool:
        """Whether the rubber is over when the players have won these numbers of games."""
        return sum(games) >= GAMES if self.options.rubber == "two_games" else max(games) >= GAMES


class Score(TrickScoring[Result, JoJotteState]):
    """Trick points score below the line, all else above; 80 below win a game."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Impossible piles, hands and announcements, and a rubber that is over already."""
        yield from self._pile_problems(v)
        yield from self._meld_problems(v)
        for seat in SEATS:
            if v.below.get(seat, 0) >= GAME_POINTS:
                yield Problem(f"below.{seat}", f"{GAME_POINTS} or more have already won the game")
            if v.sum_before(seat) < v.below.get(seat, 0):
                yield Problem(f"total.{seat}", "less than the below-score, which is part of it")
        if v.rubber_over(tuple(v.games.get(seat, 0) for seat in SEATS)):
            yield Problem("games", "so many games have already ended the rubber")

    def _pile_problems(self, v: Result) -> Iterator[Problem]:
        missing = [seat for seat in SEATS if seat not in v.won]
        yield from (Problem(f"won.{seat}", "must be given") for seat in missing)
        yield from pile_problems(v.won, SEATS, 2 * TRICKS, len(SEATS), needed=False)
        if not v.won.get(v.last, "?"):
            yield Problem("last", f"{v.last} has no trick")

    def _meld_problems(self, v: Result) -> Iterator[Problem]:
        taken = {c for held in v.won.values() for c in held}
        hands = [v.dealt.get(seat, ()) for seat in SEATS]
        if v.dealt and ([len(hand) for hand in hands] != [TRICKS] * 2 or {c for h in hands for c in h} != taken):
            yield Problem("dealt", f"not two hands of {TRICKS} cards that are the cards of the piles")
        if v.jojotte is None:
            return
        pair = v.trump_pair
        if not v.trump or v.bid == "nullo":
            yield Problem("jojotte", "there is none without trumps")
        elif not pair <= taken:
            yield Problem("jojotte", "king and queen of trumps were not both in play")
        elif v.dealt and not pair <= set(v.dealt.get(v.jojotte, ())):
            yield Problem("jojotte", f"{v.jojotte} was not dealt king and queen of trumps")

    def fields(self, state: JoJotteState) -> dict[str, Any]:
        """The hands as dealt, what was not announced, and the rubber."""
        hands = {seat: state.dealt(seat) for seat in SEATS}
        return {
            "dealt": hands if all(len(hand) == TRICKS for hand in hands.values()) else {},
            "silent": unannounced(state),
            "below": dict(zip(SEATS, state.below, strict=True)),
            "total": {seat: int(n) for seat, n in zip(SEATS, state.scores, strict=True)},
            "games": dict(zip(SEATS, state.games, strict=True)),
        }

    def kept(self, state: JoJotteState, v: Result, done: Settlement) -> dict[str, Any]:
        """The rubber; below-scores start at 0 again when a game has been won."""
        won, below = done.outcome["game_won"], done.outcome["below"]
        return {
            "below": tuple(0 if won else n + below[seat] for seat, n in zip(SEATS, state.below, strict=True)),
            "games": tuple(n + (seat in won) for seat, n in zip(SEATS, state.games, strict=True)),
            "aside": done.outcome["aside"],
        }

    def settle(self, v: Result) -> Settlement:
        """Score the hand by its kind; then the points set aside, the game and the rubber."""
        hand, clause, lines = {"nullo": self._nullo, "slam": self._slam, "none": self._ordinary}[v.bid](v)
        aside = v.aside
        if clause == "jo-jotte.score.tie":
            aside += v.counted(v.declarer) + v.counted(v.defender)
        elif v.bid != "nullo" and aside:
            lines.append(_line(hand[0], aside, "jo-jotte.score.aside", compared=v.bid == "none"))
            aside = 0
        below = {seat: sum(x.points for x in lines if (x.to, x.facts["where"]) == (seat, BELOW)) for seat in SEATS}
        won = [seat for seat in SEATS if v.below.get(seat, 0) + below[seat] >= GAME_POINTS]
        end = self._rubber(v, lines, won)
        rubber = list(end.first)
        if len(rubber) == 1:
            sums = {seat: int(n) for seat, n in end.totals.items()}
            last: dict[str, Any] = {
                "winner": won[0],
                "below": v.below.get(won[0], 0) + below[won[0]],
                "more": below[won[0]],
            }
            last["had"] = {seat: v.sum_before(seat) for seat in SEATS}
            lines.append(_line(rubber[0], 300, "jo-jotte.rubber", sums=sums, **last))
        done = settlement_of(SEATS, tuple(lines), {})
        above = {seat: done.scores[seat] - below[seat] for seat in SEATS}
        outcome = {
            "hand": hand,
            "game": rubber,
            "rubber": rubber,
            "clause": clause,
            "above": above,
            "below": below,
            "aside": aside,
            "game_won": won,
        }
        return done._replace(outcome=outcome)

    def _rubber(self, v: Result, lines: Sequence[ScoreLine], won: Sequence[Seat]) -> Standing:
        """Who has won the rubber: most points, without the 300, once enough games are won (`jo-jotte.rubber`)."""
        over = bool(won) and v.rubber_over(tuple(v.games.get(seat, 0) + (seat in won) for seat in SEATS))
        before = {seat: v.sum_before(seat) for seat in SEATS}
        scores = {seat: sum(x.points for x in lines if x.to == seat) for seat in SEATS}
        sums = totals_after(before, scores, "jo-jotte.rubber")
        games = {seat: v.games.get(seat, 0) + (seat in won) for seat in SEATS}
        step = Step("games_won", {**two_totals(games), "over": over})
        return Standing("jo-jotte.rubber", sums, shared=True, steps=(step,), over=over)

    def workings(self, v: Result) -> Mapping[str, Working]:
        """How the points above and below, the games and the rubber come about."""
        done = self.settle(v)
        lines = [line for line in done.lines if line.clause != "jo-jotte.rubber"]
        found: dict[str, Working] = {"outcome.game": self._rubber(v, lines, done.outcome["game_won"])}
        for seat in SEATS:
            for where in (ABOVE, BELOW):
                of = [x for x in done.lines if (x.to, x.facts["where"]) == (seat, where)]
                parts = tuple(Part(x.points, x.clause, facts=_alone(v, x), inner=x.how, to=seat) for x in of)
                found[f"outcome.{where}.{seat}"] = Sum(done.outcome["clause"], parts)
        if done.outcome["clause"] == "jo-jotte.score.tie":
            each = (_owned(v, seat) for seat in SEATS)
            found["outcome.aside"] = Sum("jo-jotte.score.tie", (Part(v.aside, name="before"), *each))
        below = done.outcome["below"]
        both = tuple(step for line in lines for step in _comparing(v, line))
        nothing = "fewer" if v.bid == "none" and done.outcome["hand"] else "hand"
        game = to_target("jo-jotte.game", v.below, below, GAME_POINTS, nothing=nothing)
        found["outcome.game_won"] = game._replace(premises=both)
        if v.bid == "none":
            counted = {seat: v.how(seat) for seat in SEATS}
            made = v.counted(v.declarer) != v.counted(v.defender)
            found["outcome.hand"] = Standing(done.outcome["clause"], counted, steps=(Step("more_points"),), over=made)
        return found

    def _ordinary(self, v: Result) -> tuple[list[Seat], str, list[ScoreLine]]:
        """Winner, clause and lines of a hand without nullo or slam."""
        lines = [*_melds(v), *_jojotte(v)]
        made, against = v.counted(v.declarer), v.counted(v.defender)
        clause = f"jo-jotte.score.{'made' if made > against else 'failed' if made < against else 'tie'}"
        hand = [v.declarer] if made > against else [v.defender] if made < against else []
        if hand:
            lines += _below(v, hand[0], made if made > against else made + against, clause)
        lines += [_line(s, 100, "jo-jotte.score.freeslam") for s in SEATS if v.tricks(s) == TRICKS]
        return hand, clause, lines

    def _nullo(self, v: Result) -> tuple[list[Seat], str, list[ScoreLine]]:
        """Winner, clause and lines of a nullo.

        200 for the defender without a trick; else 200 for the declarer, and 100 for each trick after the first.
        """
        tricks = v.tricks(v.defender)
        who, n = (v.declarer, 100 * tricks + 100) if tricks else (v.defender, 200)
        return [who], "jo-jotte.score.nullo", [_line(who, n, "jo-jotte.score.nullo", tricks=tricks)]

    def _slam(self, v: Result) -> tuple[list[Seat], str, list[ScoreLine]]:
        """Winner, clause and lines of a slam.

        500 and the trick points for the declarer with all tricks; else the points of both for the defender, above.
        """
        lines = list(_jojotte(v))
        if v.tricks(v.declarer) == TRICKS:
            lines.append(_line(v.declarer, 500, "jo-jotte.score.slam.made"))
            if v.options.slam_below:
                lines += _below(v, v.declarer, v.counted(v.declarer), "jo-jotte.score.made")
            return [v.declarer], "jo-jotte.score.slam.made", lines
        clause = "jo-jotte.score.slam.failed"
        how = Sum(clause, tuple(_owned(v, seat) for seat in (v.defender, v.declarer)))
        facts = {"where": ABOVE, "tricks": v.tricks(v.declarer), "factor": v.factor}
        lines.append(sum_line(v.defender, how, clause, facts))
        return [v.defender], "jo-jotte.score.slam.failed", lines


def _line(to: Seat, n: int, clause: str, where: str = ABOVE, **facts: Any) -> ScoreLine:
    return ScoreLine(to, n, clause, {"where": where, **facts})


def _alone(v: Result, line: ScoreLine) -> Mapping[str, Any]:
    """The facts of a line that is told without the one that compares what both have made."""
    if line.clause != "jo-jotte.score.aside" or v.bid != "none":
        return line.facts
    return {**line.facts, "own": v.counted(line.to), "against": v.counted(other_side(SEATS, line.to))}


def _comparing(v: Result, line: ScoreLine) -> tuple[Step, ...]:
    """The steps that compare what both have made in an ordinary hand, if the line rests on that."""
    if line.clause not in ("jo-jotte.score.failed", "jo-jotte.score.made") or v.bid != "none":
        return ()
    made = (Step(TOTAL, {"who": seat, "how": v.how(seat)}, seat) for seat in (v.defender, v.declarer))
    return *made, line_step(line)


def _owned(v: Result, seat: Seat) -> Part:
    """The trick points of a player, card by card."""
    return Part(v.counted(seat), name="owned", facts={"who": seat}, inner=v.how(seat))


def _below(v: Result, to: Seat, n: int, clause: str) -> Iterator[ScoreLine]:
    """The lines for trick points below the line, and for what doubling adds."""
    counted = {"declarer": v.declarer, "own": v.counted(v.declarer), "against": v.counted(v.defender)}
    own, rest = _owned(v, to), _owned(v, other_side(SEATS, to))
    how = Sum(clause, (own, rest)) if n != own.n else Sum(clause, (own,), {"both": v.both})
    yield sum_line(to, how, clause, {"where": BELOW, **counted})
    if v.factor > 1:
        facts = {"where": BELOW, "factor": v.factor, "single": n}
        yield sum_line(to, multiplier_sum("jo-jotte.double", n, v.factor), "jo-jotte.double", facts)


def _melds(v: Result) -> Iterator[ScoreLine]:
    """The lines for all fours of the owner of the best four, and the same for sequences."""
    for kind in KINDS:
        hands = {seat: hand for seat, hand in v.dealt.items() if (seat, kind) not in v.silent}
        best = owner(kind, hands, v.trump, v.declarer)
        for meld in melds(kind, hands[best], v.trump) if best else ():
            yield _line(best or "", meld.points, f"jo-jotte.meld.{FOUR if kind == FOUR else 'seq'}", meld=meld.cards)


def _jojotte(v: Result) -> Iterator[ScoreLine]:
    """The line for Jo and Jotte, if they were announced."""
    if v.jojotte is not None:
        yield _line(v.jojotte, JOJOTTE, "jo-jotte.jojotte")


SCORE: Final = Score()
