"""The scoring of a hand of Court Piece: winner, courts, hands in a row, and the next dealer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.ending import after_deals
from tutor.families.tricks import TrickScoring
from tutor.games.court_piece.ending import STOP, TricksWon, what_follows
from tutor.games.court_piece.table import SEVEN, SIDES, TALLY, TRICKS, CourtPieceState, Streak
from tutor.kernel.cached import cached_property
from tutor.kernel.events import Event, ScoreLine, Settlement
from tutor.kernel.fields import SEAT, SIDE, Problem, declared, whole
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, Side, after, members, other_side, side_of
from tutor.kernel.working import Chain, Standing, Step, Working, open_step

ALL: Final = 52
"""Courts for all thirteen tricks."""


@dataclass(frozen=True, kw_only=True)
class Result(TricksWon):
    """The result of a hand."""

    tricks: dict[Side, int] = whole("tricks of each side when the hand ended", {}, low=0, high=TRICKS, per="side")
    first: Side | None = declared(
        SIDE, "the side that won all of the first seven tricks", None, shown="the side with all the tricks, if any"
    )
    revoke: Seat | None = declared(SEAT, "player whose revoke was found out", None)
    tally: Streak = declared(TALLY, "hands in a row won before this one", Streak())
    before: dict[Side, int] = whole("courts before this hand", {}, low=0, per="side")
    played: int = whole("hands played before this one", 0, low=0)

    @cached_property
    def winner(self) -> Side:
        """Who has won the hand (`court-piece.score.hand-winner`)."""
        if self.revoke is not None:
            return other_side(SIDES, side_of(SIDES, self.revoke))
        return self.ahead

    @property
    def clause(self) -> str:
        """The rule that settles the hand."""
        if self.revoke is not None:
            return "court-piece.revoke.forfeit"
        if self.swept is None:
            return "court-piece.score.hand-winner"
        return f"court-piece.score.{'fifty-two' if self.won(self.swept) == TRICKS else 'first-seven'}"

    @cached_property
    def row(self) -> int:
        """The winner's hands in a row with this one, before a court for seven resets the count."""
        return self.tally.hands + 1 if self.tally.side == self.winner else 1


class Score(TrickScoring[Result, CourtPieceState]):
    """Courts for the first seven tricks, for all thirteen, for a forfeited hand, and for seven hands in a row."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """A hand that is not over, or cannot have ended like this."""
        if v.revoke is not None:
            if not v.options.allow_revokes:
                yield Problem("revoke", "revokes cannot happen here; they need allow_revokes=true")
            if v.tricks or v.first:
                yield Problem("revoke", "ends the hand whatever the tricks are; leave tricks and first out")
        else:
            yield from self._tricks(v)
        if v.played >= v.options.hands:
            yield Problem("played", f"{v.played} hands, but the game has {v.options.hands}")

    def _tricks(self, v: Result) -> Iterator[Problem]:
        ours, theirs = sorted(map(v.won, SIDES), reverse=True)
        if not v.tricks:
            both = ", ".join(f"tricks.{side}" for side in SIDES)
            yield Problem("tricks", f"must be given ({both}): a hand ends with {SEVEN} to {TRICKS}")
        elif not SEVEN <= ours + theirs <= TRICKS:
            yield Problem("tricks", f"{ours + theirs} tricks, but a hand ends with {SEVEN} to {TRICKS}")
        elif problem := v.first_problem():
            yield problem
        elif v.swept and (STOP not in what_follows(v) or (v.played_on and not v.options.play_on_offered)):
            end = "there and then"
            if v.options.play_on_offered:
                end += ", with the first trick that is lost, or with all thirteen"
            yield Problem(
                "tricks", f"{ours} to {theirs}, but a hand whose first seven tricks went to one side ends {end}"
            )
        elif not v.swept and (STOP not in what_follows(v) or SEVEN < ours < TRICKS - theirs):
            yield Problem("tricks", f"{ours} to {theirs}: this hand is not over")

    def fields(self, state: CourtPieceState) -> dict[str, Any]:
        """The side that plays on."""
        return {"first": state.first or None}

    def kept(self, state: CourtPieceState, v: Result, done: Settlement) -> dict[str, Any]:
        """The next dealer, and the hands in a row."""
        return {"dealer": done.outcome["next_dealer"], "tally": self.tally(v, bool(done.lines))}

    def closed(self, state: CourtPieceState, v: Result) -> Turn[CourtPieceState]:
        """Also who has won the hand, and how often in a row."""
        then = super().closed(state, v)
        facts = {
            "tricks": v.won(v.winner),
            "lost": v.won(other_side(SIDES, v.winner)),
            "row": v.row,
            "by": v.revoke or "",
            "tally": then.state.tally.hands,
        }
        clause = f"court-piece.score.{'streak' if v.row > 1 else 'streak-break'}"
        return then.preceded_by(Event("hand won", v.winner, clause=clause, facts=facts))

    def forfeited(self, state: CourtPieceState, by: Seat) -> Turn[CourtPieceState]:
        """What follows a hand that the side of `by` forfeits by a revoke."""
        return self.close(state, revoke=by, tricks={}, first=None)

    def settle(self, v: Result) -> Settlement:
        """The courts, the hands in a row, the next dealer, and at the end the winner of the game."""
        lines = tuple(self._courts(v))
        tally, dealer = self.tally(v, bool(lines)), self._dealer(v, bool(lines))
        return self.settled(v, lines, [v.winner], v.clause, tally=str(tally), next_dealer=dealer)

    def _courts(self, v: Result) -> Iterator[ScoreLine]:
        options = v.options
        if v.revoke is not None:
            yield ScoreLine(v.winner, 1, "court-piece.revoke.forfeit", {"by": v.revoke})
        elif v.swept is not None:
            whole_hand = v.won(v.swept) == TRICKS
            if whole_hand:
                yield ScoreLine(v.winner, ALL, "court-piece.score.fifty-two", {})
            if not whole_hand or not options.fifty_two_includes_first_seven:
                yield ScoreLine(v.winner, 1, "court-piece.score.first-seven", {})
        in_hand = v.revoke is not None or v.swept is not None
        if v.row == SEVEN and not (in_hand and options.court_resets_streak):
            yield ScoreLine(v.winner, 1, "court-piece.score.streak-court", {})

    def tally(self, v: Result, court: bool) -> Streak:
        """The hands in a row after this one; reset by the court for seven or, by a house rule, by any court."""
        afresh = v.row == SEVEN or (court and v.options.court_resets_streak)
        return Streak() if afresh else Streak(v.winner, v.row)

    def _dealer(self, v: Result, court: bool) -> Seat:
        """The next dealer: as a rule a member of the losing side."""
        if v.dealer in v.winner.split("+"):
            return after(v.seats, v.dealer)
        return after(v.seats, v.dealer, 2) if court else v.dealer

    def workings(self, v: Result) -> Mapping[str, Working]:
        """Also how the winner, the hands in a row and the next dealer come about."""
        court = any(True for _ in self._courts(v))
        won = self._won(v)
        before = open_step("row_before", {"who": v.tally.side or "", "n": v.tally.hands})
        ended = v.tally.side if v.tally.side != v.winner else ""
        row = (*won, before, Step("row_now", {"who": v.winner, "n": v.row, "ended": ended or ""}))
        tally = self.tally(v, court)
        if not tally.hands:
            row = (*row, Step("row_afresh", {"seven": v.row == SEVEN}))
        dealer, lost = self._dealer(v, court), v.dealer not in members(v.winner)
        row_court = any(line.clause == "court-piece.score.streak-court" for line in self._courts(v))
        due = {"who": dealer, "dealer": v.dealer, "lost": lost, "court": court, "row": v.row if row_court else 0}
        deals = (*won, open_step("dealt", {"who": v.dealer}, v.dealer), Step("deals_on", due, dealer))
        return {
            **super().workings(v),
            **{f"scores.{side}": Chain(v.clause, steps, n) for side, (steps, n) in self._scored(v).items()},
            "outcome.hand": Chain(v.clause, won, [v.winner]),
            "outcome.tally": Chain("court-piece.score.streak", row, str(tally)),
            "outcome.next_dealer": Chain("court-piece.deal.next-dealer-won", deals, dealer),
        }

    def _scored(self, v: Result) -> Mapping[Side, tuple[tuple[Step, ...], float]]:
        """For each side the steps that explain its courts, and their number."""
        done = {side: [line for line in self._courts(v) if line.to == side] for side in SIDES}
        return {
            side: (
                (*self._why(v, side), self._together(side, lines)),
                sum(line.points for line in lines),
            )
            for side, lines in done.items()
        }

    def _together(self, side: Side, lines: Sequence[ScoreLine]) -> Step:
        """The step that adds up the courts of a side; no news where a step before names its only ones."""
        each = tuple(line.points for line in lines)
        return Step("courts_of", {"who": side, "each": each}, given=len(each) == 1)

    def _why(self, v: Result, side: Side = "") -> tuple[Step, ...]:
        """The steps that say why there are courts in this hand, or none: for both sides, or for one `side`.

        Where the hand brings a court, the row is told to the side whose it is: to losers if one hand more was missing.
        """
        whole_hand = v.swept is not None and v.won(v.swept) == TRICKS
        first = Step(
            "first_seven",
            {
                "who": v.swept or "",
                "courts": 0 if v.swept is None else ALL if whole_hand else 1,
                "won": v.won(v.swept or ""),
                "lost": bool(v.first) and v.won(other_side(SIDES, v.first or "")) > 0,
                "added": int(whole_hand and not v.options.fifty_two_includes_first_seven),
            },
        )
        begun = self._won(v) if v.revoke is not None else (first,)
        in_hand = v.revoke is not None or v.swept is not None
        if in_hand and (not v.tally.hands or v.options.court_resets_streak):
            return begun
        own, lost = v.tally.side == v.winner, side == other_side(SIDES, v.winner)
        if in_hand and not (not lost if own else v.tally.hands == SEVEN - 1):
            return begun
        row = {"who": v.winner, "before": v.tally.hands if own else 0, "n": v.row, "of": SEVEN}
        broken = {"other": "" if own or not v.tally.hands else v.tally.side, "ended": v.tally.hands}
        return (*begun, Step("streak", row | broken | {"courts": int(v.row == SEVEN)}))

    def _won(self, v: Result) -> tuple[Step, ...]:
        """The steps that say who has won the hand."""
        if v.revoke is not None:
            return (Step("revoked", {"who": v.revoke, "winner": v.winner}, v.winner),)
        counts = tuple(open_step("tricks_of", {"who": side, "n": v.won(side)}, side) for side in SIDES)
        return (*counts, Step("more_tricks", {"who": v.winner}, v.winner))

    def ending(self, v: Result, scores: Mapping[Side, float]) -> Standing:
        """After the last hand more courts win; both sides win a draw."""
        end = after_deals("court-piece.end.winner", v.before, scores, v.played + 1, v.options.hands)
        return end._replace(premises=self._why(v))


SCORE: Final = Score()
