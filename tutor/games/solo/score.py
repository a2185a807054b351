"""The scoring of a hand of Solo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.ending import after_deals, target_step
from tutor.families.tricks import TrickScoring, count_problems
from tutor.games.solo.table import KINDS, NEEDED, POINTS, SIMPLE, TRICKS, Rules, SoloState
from tutor.kernel.events import ScoreLine, Settlement, line_step
from tutor.kernel.fields import SEAT, SEAT_OR_NONE, Problem, choice, declared, suit, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import View
from tutor.kernel.working import Standing


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    options: Rules
    declarer: Seat = declared(SEAT, "the declarer")
    partner: Seat = declared(SEAT_OR_NONE, "who holds the ace named; - if the declarer does, or plays alone", "")
    game: str = choice("kind of game", KINDS)
    trump: str = suit("the trump suit", none=False)
    tricks: dict[Seat, int] = whole("tricks that a seat won", {}, low=0, high=TRICKS, per="seat")
    before: dict[Seat, int] = whole("score before this hand", {}, per="seat")
    deal: int | None = whole("number of this hand", None, low=1)

    @property
    def side(self) -> tuple[Seat, ...]:
        """The declarer and the partner, in the order of the seats."""
        return tuple(seat for seat in self.seats if seat in (self.declarer, self.partner))

    @property
    def level(self) -> int:
        """The level of the game."""
        return self.options.level(self.game, self.trump)

    @property
    def took(self) -> int:
        """The tricks of the declarer's side."""
        return sum(self.tricks.get(seat, 0) for seat in self.side)

    @property
    def played(self) -> int:
        """The tricks of all players."""
        return sum(self.tricks.values())


def decided(game: str, took: int, played: int) -> bool:
    """Whether the declarer's side has the tricks it needs, or can no longer get them."""
    return took >= NEEDED[game] or played - took > TRICKS - NEEDED[game]


class Score(TrickScoring[Result, SoloState]):
    """The declarer, in a simple game with the partner, wins or loses the points of the game."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Impossible partners, and tricks that do not make a hand."""
        if v.partner and v.game != SIMPLE:
            yield Problem("partner", f"a {v.game} is played alone")
        if v.partner == v.declarer:
            yield Problem("partner", "the declarer is not the own partner; write - for nobody")
        if not (v.options.stop_when_decided and v.played < TRICKS and decided(v.game, v.took, v.played)):
            yield from count_problems(v.tricks, v.seats, TRICKS, f"a hand has {TRICKS}")
        if v.deal is not None and v.deal > v.options.hands:
            yield Problem("deal", f"hand {v.deal}, but the game has {v.options.hands}")

    def fields(self, state: SoloState) -> dict[str, Any]:
        """The declarer's partner."""
        return {"partner": state.partner()}

    def settle(self, v: Result) -> Settlement:
        """The points of the game, for or against the declarer's side."""
        line, made = _game(v), v.took >= NEEDED[v.game]
        lines = [line]
        if v.partner:
            facts = {"declarer": v.declarer, "made": made}
            lines.append(ScoreLine(v.partner, line.points, "solo.score.partner", facts))
        return self.settled(v, lines, [seat for seat in v.seats if (seat in v.side) == made], line.clause)

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """After the last hand, or once somebody has passed the target if there is one, most points win (`solo.end`)."""
        end = after_deals("solo.end", v.before, scores, v.deal or 0, v.options.hands)
        end = end._replace(premises=(line_step(_game(v)),)) if end.over else end
        if not v.options.target:
            return end
        more = target_step(end.sums, v.options.target + 1)
        return end._replace(steps=(*end.steps, more), over=end.over or bool(more.facts["there"]))


def _game(v: Result) -> ScoreLine:
    """What the declarer scores for the game."""
    made = v.took >= NEEDED[v.game]
    facts = {"took": v.took, "needed": NEEDED[v.game], "level": v.level, "partner": v.partner}
    clause = "solo.score.win" if made else "solo.score.lose"
    return ScoreLine(v.declarer, POINTS[v.level] if made else -POINTS[v.level], clause, facts)


SCORE: Final = Score()
