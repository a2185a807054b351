"""Judging: what the rules say of a decision, with a ruling for each candidate and for whatever somebody asks about."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from tutor.kernel.cards import Cards, lacking
from tutor.kernel.duties import Trace, TraceStep, narrow
from tutor.kernel.moves import Move
from tutor.kernel.phase import Phase, Unreadable
from tutor.kernel.seats import Seat
from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable

V = TypeVar("V", bound=View)


class Verdict(Enum):
    """What the rules say of a move that somebody asked about."""

    LEGAL = "legal"
    NOT_ALLOWED = "not allowed"
    NOT_HELD = "not held"
    UNREADABLE = "unreadable"


_LEGAL, _NOT_ALLOWED = Verdict.LEGAL, Verdict.NOT_ALLOWED  # members are slow to look up


class Ruling(NamedTuple, Generic[V]):
    """The answer to one attempt.

    `text` is the move in canonical form, or what was typed if it cannot be read. `clause` is the rule that decides.
    `step` is the trace step of the deciding duty (None if no duty decides). `note` says why a text cannot be read;
    `missing` are the cards that are not held.
    """

    text: str
    verdict: Verdict
    clause: str
    move: Move | None = None
    step: TraceStep[V] | None = None
    note: str = ""
    missing: Cards = ()

    @property
    def legal(self) -> bool:
        """Whether the move may be made."""
        return self.verdict is _LEGAL

    @property
    def cards(self) -> Cards:
        """The cards of the move; none if it is a word, or could not be read."""
        return self.move.cards if self.move is not None else ()


class Judgement(NamedTuple, Generic[V]):
    """Everything the rules say about a decision: who acts, what is legal, and a ruling for each candidate.

    `found` is the trace of the duties, `rulings` has one for each candidate, `asked` one for each text asked about.
    """

    phase: Phase[V, Any]
    view: V
    actor: Seat | None
    found: Trace[V]
    rulings: tuple[Ruling[V], ...]
    asked: tuple[Ruling[V], ...] = ()

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves, in showing order."""
        return self.found.legal

    def asking(self, *texts: str) -> Judgement[V]:
        """The same decision judged with rulings on these texts."""
        return judge(self.phase, self.view, texts)


def judge(phase: Phase[V, Any], view: V, asked: Iterable[str] = ()) -> Judgement[V]:
    """Rule on every candidate move of `view`, and on each text in `asked`.

    The rulings on `asked` are in the judgement's `asked`, in that order. Texts that read as moves are judged together
    with the candidates, so a legal move is legal however it is asked about.
    """
    case = _Case(phase, view, asked)
    return Judgement(phase, view, case.actor, case.found, case.rulings(), case.answers())


def rule(phase: Phase[V, Any], view: V, text: str) -> Ruling[V]:
    """The ruling on one text, as `judge` would give it, without ruling on every other candidate."""
    return _Case(phase, view, (text,)).answers()[0]


class _Case(Generic[V]):
    """A decision being judged: candidates narrowed by the duties; a ruling is made when it is asked for."""

    def __init__(self, phase: Phase[V, Any], view: V, asked: Iterable[str]) -> None:
        self.phase, self.view = phase, view
        self.actor = phase.actor(view)
        self.candidates = dict.fromkeys(phase.candidates(view)) if self.actor is not None else {}
        self.attempts = [(text, self._read(text)) for text in asked]
        self.found = narrow(phase.duties(view), view, self.candidates)
        self.cutter = {move: step for step in self.found.steps for move in step.cut}
        self.last_cut = next((step for step in reversed(self.found.steps) if step.cut), None)
        self._known: dict[Move, Ruling[V]] = {}

    def _read(self, text: str) -> Move | Unreadable:
        """Read `text`; the error if it is no move. A move for which the player has the cards joins the candidates."""
        try:
            move = self.phase.read(self.view, text)
        except Unreadable as why:
            return why
        if self.actor is not None and move not in self.candidates and not lacking(self.holds, move.cards):
            self.candidates[move] = None
        return move

    @property
    def holds(self) -> Cards:
        return self.phase.holds(self.view)

    def answers(self) -> tuple[Ruling[V], ...]:
        """A ruling for each text asked about, in order."""
        return tuple(
            [
                Ruling(text, Verdict.UNREADABLE, self.phase.clause, note=str(got))
                if isinstance(got, Unreadable)
                else self.ruling(got)
                for text, got in self.attempts
            ]
        )

    def rulings(self) -> tuple[Ruling[V], ...]:
        """A ruling for each candidate."""
        found = [self._of_candidate(move) for move in self.candidates]
        if self.attempts:
            self._known = dict(zip(self.candidates, found, strict=True))
        return tuple(found)

    def ruling(self, move: Move) -> Ruling[V]:
        """The ruling on a move, made once."""
        known = self._known.get(move)
        if known is None:
            there = move in self.candidates
            known = self._known[move] = self._of_candidate(move) if there else self._of_no_candidate(move)
        return known

    def _of_candidate(self, move: Move) -> Ruling[V]:
        step = self.cutter.get(move) if self.cutter else None
        if step is not None:
            return Ruling(move.text, _NOT_ALLOWED, step.duty.clause, move, step)
        return Ruling(move.text, _LEGAL, self.phase.basis(self.view, self.found, move), move, self.last_cut)

    def _of_no_candidate(self, move: Move) -> Ruling[V]:
        missing = lacking(self.holds, move.cards) if self.actor is not None else ()
        if missing:
            return Ruling(move.text, Verdict.NOT_HELD, self.phase.clause, move, missing=missing)
        return Ruling(move.text, _NOT_ALLOWED, self.phase.closed_by(self.view, move), move)
