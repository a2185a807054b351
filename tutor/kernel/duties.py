"""Duties, and `narrow`, the one judge.

A duty is one rule that constrains a decision: the id of its clause and a predicate over what the player can
see. `narrow` passes the candidate moves through a tuple of duties in rulebook order. What comes out is legal;
what each duty kept and cut is the explanation. Nothing else in the program decides legality.

Four kinds of duty:

- `if_able`: keep the moves that satisfy it, unless none does; then it is *waived* (follow suit, head the trick);
- `failing=other`: in force only when `other` was waived (trump, having none of the suit);
- `always`: a ban, kept even if nothing is left (trumps not broken, a bid that is too low);
- `most`: keep the moves for which a number is highest (as many cards of the suit as you can).

Every duty may have `when`: on this view it is *idle* unless that holds. Waived ("you cannot") and idle ("not in
force") stay apart because the words differ. A predicate that is asked very often is given as a `batch_predicate`: it
tells which of many moves satisfy it. It is still the only one. A duty that leaves few of very many candidates may have
a `listing` beside its predicate, which makes those few without making the others; play without explanations asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar

from tutor.kernel.moves import Move

V = TypeVar("V")


class DutyKind(Enum):
    """How a duty binds."""

    IF_ABLE = "if able"
    ALWAYS = "always"
    MOST = "most"


class DutyOutcome(Enum):
    """What became of a duty in one decision."""

    MET = "met"
    """Some moves satisfy it; the others, if any, were cut."""
    WAIVED = "waived"
    """No move can satisfy it, so it does not bind."""
    IDLE = "idle"
    """Not in force here."""


class BatchPredicate(Generic[V]):
    """A predicate over moves, given as a filter: `filter_moves(view, moves)` returns those that satisfy it."""

    def __init__(self, filter_moves: Callable[[V, Sequence[Move]], list[Move]]) -> None:
        self.filter_moves = filter_moves

    def __call__(self, view: V, move: Move) -> bool:
        """Whether `move` satisfies it."""
        return bool(self.filter_moves(view, (move,)))


def batch_predicate(filter_moves: Callable[[V, Sequence[Move]], list[Move]]) -> BatchPredicate[V]:
    """Make a predicate for a duty from a function that filters many moves in one loop (faster than a call per move)."""
    return BatchPredicate(filter_moves)


class Duty(Generic[V]):
    """One rule that constrains a decision; made by `if_able`, `always` or `most`, and never changed.

    `clause` is the id in the rulebook. `keep(view, move)` tells whether the move satisfies the rule; for `most` it
    returns a number. `when` and `failing` say when the duty is in force (see the module). `waiver` is the clause that
    sets the player free when this duty is waived ("without the suit you may play anything"), empty if there is none.
    `filter_moves(view, moves)` returns the moves that satisfy the rule; for `most` those with the highest number, none
    if that is 0. `listing(view)`, where given, returns a few candidates among which are all legal ones; of an only duty
    just these.
    """

    __slots__ = ("clause", "failing", "filter_moves", "keep", "kind", "listing", "waiver", "when")

    def __init__(
        self,
        clause: str,
        keep: Callable[[V, Move], Any],
        kind: DutyKind,
        when: Callable[[V], bool] | None = None,
        failing: Duty[V] | None = None,
        waiver: str = "",
        listing: Callable[[V], Sequence[Move]] | None = None,
    ) -> None:
        self.clause, self.keep, self.kind = clause, keep, kind
        self.when, self.failing, self.waiver, self.listing = when, failing, waiver, listing

        def those(v: V, moves: Sequence[Move]) -> list[Move]:
            return [move for move in moves if keep(v, move)]

        def highest(v: V, moves: Sequence[Move]) -> list[Move]:
            counts = [keep(v, move) for move in moves]
            top = max(counts, default=0)
            return [move for move, n in zip(moves, counts, strict=True) if n == top] if top else []

        self.filter_moves: Callable[[V, Sequence[Move]], list[Move]] = (
            keep.filter_moves if isinstance(keep, BatchPredicate) else highest if kind is DutyKind.MOST else those
        )

    def __repr__(self) -> str:
        return f"<{self.kind.value}: {self.clause}>"


Duties = tuple[Duty[V], ...]


def if_able(
    clause: str,
    keep: Callable[[V, Move], bool],
    *,
    when: Callable[[V], bool] | None = None,
    failing: Duty[V] | None = None,
    waiver: str = "",
) -> Duty[V]:
    """A duty that binds only players who can meet it: keep the moves that satisfy `keep`, unless there are none."""
    return Duty(clause, keep, DutyKind.IF_ABLE, when, failing, waiver)


def always(
    clause: str,
    keep: Callable[[V, Move], bool],
    *,
    when: Callable[[V], bool] | None = None,
    failing: Duty[V] | None = None,
    listing: Callable[[V], Sequence[Move]] | None = None,
) -> Duty[V]:
    """A ban: drop every move that does not satisfy `keep`, even if none is left."""
    return Duty(clause, keep, DutyKind.ALWAYS, when, failing, listing=listing)


def most(
    clause: str,
    count: Callable[[V, Move], float],
    *,
    when: Callable[[V], bool] | None = None,
    failing: Duty[V] | None = None,
    waiver: str = "",
    listing: Callable[[V], Sequence[Move]] | None = None,
) -> Duty[V]:
    """Keep only the moves with the highest `count`; waived if the count is 0 for every move."""
    return Duty(clause, count, DutyKind.MOST, when, failing, waiver, listing)


class TraceStep(NamedTuple, Generic[V]):
    """What one duty did: the moves it kept (all that were left, unless it was met) and those it cut."""

    duty: Duty[V]
    standing: DutyOutcome
    kept: tuple[Move, ...]
    cut: tuple[Move, ...]


_Did = tuple[Duty[V], DutyOutcome, Sequence[Move], Sequence[Move]]
"""A duty, its outcome, the moves it saw, and the moves it kept (the same sequence if it cut none)."""


class Trace(Generic[V]):
    """The legal moves, in the order of the candidates, and what each duty did."""

    __slots__ = ("_basis", "_did", "_steps", "legal")
    legal: tuple[Move, ...]

    def __init__(self, legal: tuple[Move, ...], did: list[_Did[V]]) -> None:
        """Only `narrow` calls this."""
        self.legal = legal
        self._did = did
        self._steps: tuple[TraceStep[V], ...] | None = None
        self._basis: str | None = None

    @property
    def steps(self) -> tuple[TraceStep[V], ...]:
        """What each duty did, in their order; written out when first asked for."""
        if self._steps is None:
            self._steps = tuple([_step(*did) for did in self._did])
        return self._steps

    def steps_of(self, clause: str) -> list[TraceStep[V]]:
        """What the duties of one clause did."""
        return [_step(*did) for did in self._did if did[0].clause == clause]

    def cutter(self, move: Move) -> TraceStep[V] | None:
        """The step that cut `move`; None if the move is legal (or was no candidate)."""
        return next((step for step in self.steps if move in step.cut), None)

    def basis(self) -> str:
        """The clause a legal move rests on: the last duty that cut something, else the last that sets free, else ""."""
        if self._basis is None:
            self._basis = self._based()
        return self._basis

    def _based(self) -> str:
        for duty, _, seen, kept in reversed(self._did):
            if len(kept) < len(seen):
                return duty.clause
        for duty, standing, _, _ in reversed(self._did):
            if standing is DutyOutcome.WAIVED and duty.waiver:
                return duty.waiver
        return ""


def _step(duty: Duty[V], standing: DutyOutcome, seen: Sequence[Move], kept: Sequence[Move]) -> TraceStep[V]:
    if len(kept) == len(seen):
        return TraceStep(duty, standing, tuple(seen), ())
    left = set(kept)
    return TraceStep(duty, standing, tuple(kept), tuple([move for move in seen if move not in left]))


_ALWAYS = DutyKind.ALWAYS  # members are slow to look up, and this is the hottest loop there is
_MET, _WAIVED, _IDLE = DutyOutcome.MET, DutyOutcome.WAIVED, DutyOutcome.IDLE


def narrow(duties: Duties[V], view: V, candidates: Iterable[Move]) -> Trace[V]:
    """Pass `candidates` through `duties` in order, for a player who sees `view`; returns the legal moves and the trace.

    Each duty sees the moves that the ones before it left. Without candidates there are no legal moves.
    """
    left: Sequence[Move] = tuple(candidates)
    did: list[_Did[V]] = []
    waived: list[Duty[V]] = []
    for duty in duties:
        when, failing = duty.when, duty.failing
        if (when is not None and not when(view)) or (failing is not None and failing not in waived):
            did.append((duty, _IDLE, left, left))
            continue
        kept = duty.filter_moves(view, left)
        if kept or duty.kind is _ALWAYS:
            did.append((duty, _MET, left, kept))
            left = kept
        else:
            did.append((duty, _WAIVED, left, left))
            waived.append(duty)
    return Trace(tuple(left), did)


def only_bans(duties: Duties[Any]) -> bool:
    """Whether every duty is a ban in force on its own, so that each move can be judged without the others."""
    return all(duty.kind is _ALWAYS and duty.failing is None for duty in duties)


def listed(duties: Duties[V], view: V) -> Sequence[Move] | None:
    """A short list of candidates that contains every legal move, from the first duty with a `listing`; else None.

    Only bans may come before that duty: whether another duty is waived depends on the moves it sees, so it must see
    all.
    """
    for at, duty in enumerate(duties):
        if duty.listing is not None and (duty.when is None or duty.when(view)):
            return duty.listing(view) if duty.kind is _ALWAYS or not at else None
        if duty.kind is not _ALWAYS:
            return None
    return None
