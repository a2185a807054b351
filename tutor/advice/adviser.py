"""The adviser: compares moves in sampled deals and says which is best, and how sure that is.

Every candidate is played out, or solved, in the same deals; the last two are compared deal by deal (`evidence`). The
adviser uses only what its seat sees.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.calls import thinkable
from tutor.advice.evidence import FAVOUR, confidence, deciding
from tutor.advice.move_kinds import kind_of_move
from tutor.advice.samples import Sampler
from tutor.advice.sequential_halving import Candidate, SequentialHalving, by_prior, weigh
from tutor.advice.value import Budget, BudgetTracker, Line, Value
from tutor.kernel.duties import narrow
from tutor.kernel.history import Record
from tutor.kernel.seats import members
from tutor.policies import policy_of
from tutor.policies.aims import TRICK

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State


@dataclass(frozen=True, slots=True)
class Strength:
    """How hard to think: the most candidates that are tried, and the budget if `advise` is given none."""

    candidates: int
    budget: Budget


WEAK: Final = Strength(4, Budget(playouts=8, work=15_000))
FAIR: Final = Strength(16, Budget(playouts=500, work=200_000))
STRONG: Final = Strength(30, Budget(playouts=1000, work=250_000))
LEVELS: Final = {1: WEAK, 2: FAIR, 3: STRONG}
"""The three strengths of an opponent."""


PROVED: Final = 0.85
"""Confidence from which on the best move in the deals is taken, whatever the rollout heuristic prefers."""


FITTING: Final = 8
"""With fewer deals than this known to fit, all deals count."""
FRIENDS: Final = 8
"""Sampled deals that are looked at for partners: a seat is a partner if it is one in all of them."""
TOLD: Final = 0.58
"""Confidence below which two moves count as equal, so that the one with the lower tie-break cost is taken."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The move advised, and how sure that is.

    `move` was compared with `other` in `deals` dealt hands. `other` is what the rollout heuristic would rather play, if
    the next best is not proved to be better than that; else it is the next best, None if nothing else was tried. Of the
    deals `fitting` are known to fit everything that was played: all of them, if there was time to find enough. `move`
    was worth `margin` more on average, more in the share `better` of the deals and less in the share `worse`. `sure` is
    how likely it is the better of the two: 0.5 if it did no better than the other in these deals, else from there up.
    """

    move: Move
    other: Move | None = None
    mean: float = 0
    margin: float = 0
    better: float = 0
    worse: float = 0
    sure: float = 0.5
    deals: int = 0
    fitting: int = 0
    playouts: int = 0
    tried: int = 1
    """How many of the `legal` moves were tried."""
    legal: int = 1
    deciding: float = 0.0
    """How many of the deals decide between the two moves (see `evidence.deciding`)."""
    usual: float = 0.0
    """The share of deals in which the rollout heuristic chooses `move`, less that in which it chooses `other`."""
    alike: bool = False
    """Whether all legal moves are equivalent as far as the seat can see."""
    solved: bool = False
    """Whether nothing is hidden and the rest of the hand was solved."""
    rival: Move | None = None
    """The best move tried of another kind than `move` and `other` (`move_kinds`), if it did less well than `move`."""
    lines: Mapping[Move, tuple[Line, ...]] = field(default_factory=dict, compare=False, repr=False)
    """What happened after these moves in each deal, in the same order of deals."""


class Adviser:
    """Advises a seat of a game; a program's player follows the advice."""

    def __init__(self, game: Game[Any], strength: Strength | int = STRONG) -> None:
        """`strength` is a `Strength` or the number of one of the three levels."""
        self.game = game
        self.strength = LEVELS[strength] if isinstance(strength, int) else strength

    def advise(self, at: Record[Any] | State, seat: Seat, rng: Random, budget: Budget | None = None) -> Advice:
        """Advise `seat`, whose turn it is; raises ValueError if it has no legal move.

        A record lets the adviser draw conclusions from past plays, a state alone does not. The answer is the same for
        the same view, generator and budget, unless the budget is bounded by seconds.
        """
        tracker = BudgetTracker(budget or self.strength.budget)
        seed = f"{rng.getrandbits(64):x}"
        state: Any = at.state if isinstance(at, Record) else at
        phase: Phase[Any, Any] = self.game.due(state)
        view = phase.see(state, seat)
        candidates = tuple(phase.candidates(view)) if phase.actor(view) is not None else ()
        moves = narrow(phase.duties(view), view, candidates).legal
        if not moves:
            raise ValueError(f"{seat} may do nothing here")
        if len(moves) == 1:
            return Advice(moves[0], sure=1.0)
        here = policy_of(self.game).of(phase)
        sampler = Sampler(self.game, at, seat, (tracker.budget.work or STRONG.budget.work or 0) // 2)
        friends = frozenset.intersection(
            *(frozenset(self.game.allies(sampler.sample(f"{seed}:{n}").state, seat)) for n in range(FRIENDS))
        )
        sensible = self._undominated(state, seat, view, here.plausible(state, seat, moves), friends)
        sensible = self._makes_contract(state, seat, view, sensible, friends)
        differ = here.distinct_moves(state, seat, view, sensible)
        if len(differ) == 1:
            return Advice(differ[0], sure=1.0, legal=len(moves), alike=len(sensible) == len(moves))
        halving = SequentialHalving(sampler, Value(self.game, state, seat), tracker, seed)
        rated = by_prior(differ, sampler, view, seed)
        if not here.tries_all:
            differ = thinkable(phase, differ, [one.move for one in rated if one.prior])
        chosen = set(spread(differ, self.strength.candidates, Random(seed), [one.move for one in rated if one.prior]))
        tried = halving.start([one for one in rated if one.move in chosen])
        weigh(tried, halving.trust)
        spent = {one.move: here.tie_break_cost(state, seat, view, one.move, friends) for one in tried}
        known = halving.solving and sampler.known
        weighed = partial(here.weighed_against, state, seat, view)
        advice = _compared(tried, spent, halving.fits, tracker.playouts, len(moves), 0.5 if known else TOLD, weighed)
        advice = replace(advice, rival=_rival(phase, view, advice, tried))
        told = (advice.move, advice.other, advice.rival)
        lines = {one.move: tuple(got.line for got in one.got) for one in tried if one.move in told}
        advice = replace(advice, lines=lines)
        return replace(advice, sure=1.0, solved=True) if known and advice.margin > 0 else advice

    def _undominated(
        self, state: Any, seat: Seat, view: Any, moves: Sequence[Move], friends: frozenset[Seat]
    ) -> Sequence[Move]:
        """The moves beside which no other is at least as good for certain; cards that may be declared all stay."""
        policy = policy_of(self.game)
        pairs = policy.declarable(state, seat) or {}
        declared = {c for cards in pairs for c in cards}.union(c for move in moves if move.word for c in move.cards)
        others = [move for move in moves if declared.isdisjoint(move.cards)]
        if len(others) < 2:
            return moves
        kept = set(policy.of(self.game.due(state)).undominated(state, seat, view, others, friends))
        return [move for move in moves if move in kept or not declared.isdisjoint(move.cards)]

    def _makes_contract(
        self, state: Any, seat: Seat, view: Any, moves: Sequence[Move], friends: frozenset[Seat]
    ) -> Sequence[Move]:
        """The leads of sure tricks if these make the contract of the own side, and might be lost later; else all."""
        policy = policy_of(self.game)
        ours = (aim for aim in policy.aims(state, seat) if set(members(aim.side)) <= friends)
        aim = next((aim for aim in ours if aim.contract and aim.open), None)
        phase: Any = self.game.due(state)
        sure = policy.of(phase).sure_tricks(state, seat, view, moves, friends) if aim is not None else ()
        if aim is None or not sure:
            return moves
        worth = {m: 1 if aim.unit == TRICK else phase.trick_value(m.cards, view.trumps) or 0 for m in sure}
        has, trumps = aim.has - aim.risk, sum(n for m, n in worth.items() if view.is_trump(m.cards[0]))
        return sure if has + trumps < aim.goal <= has + sum(worth.values()) else moves


def _compared(
    tried: list[Candidate],
    spent: Mapping[Move, float],
    fits: list[bool],
    playouts: int,
    moves: int,
    told: float,
    weighed: Callable[[Move, Sequence[Move]], Move | None],
) -> Advice:
    """Compare the two best of the candidates played in most deals, in the deals that both were played in.

    The best has the highest score, prior included. Moves that it does not beat with confidence `told` count as its
    equals, and of equals the one with the least cost in `spent` is advised; but a move whose mean alone beats that one
    with confidence `PROVED` is advised in any case. `weighed` says against which move a player would weigh that one.
    """
    final, best, other = _two_best(tried, spent, told)
    n = len(best.values)
    advice = Advice(best.move, mean=best.mean, playouts=playouts, tried=len(tried), legal=moves)
    if other is None:
        return replace(advice, deals=n, fitting=sum(fits[:n]))
    other = _natural(final, best, other)
    if _in_other_order(best, other) and confidence(_leads(best, other)) < told:
        apart = (one for one in tried if one.values and not _in_other_order(best, one))
        other = max(apart, key=lambda one: one.score, default=other)
    rest = {one.move: one for one in tried if one is not best and one.values}
    other = rest.get(weighed(best.move, tuple(rest)) or other.move, other)
    leads = _fitting(_leads(best, other), fits)
    return replace(
        advice,
        other=other.move,
        margin=fmean(leads),
        better=sum(d > 0 for d in leads) / len(leads),
        worse=sum(d < 0 for d in leads) / len(leads),
        sure=confidence(leads, FAVOUR) if fmean(leads) > 0 else 0.5,
        deals=len(leads),
        fitting=min(len(leads), sum(fits[:n])),
        deciding=deciding(leads),
        usual=best.prior - other.prior,
    )


def _two_best(
    tried: list[Candidate], spent: Mapping[Move, float], told: float
) -> tuple[list[Candidate], Candidate, Candidate | None]:
    """The candidates played in most deals, the best first; the one advised, and the next best if there is one."""
    longest = max(len(one.values) for one in tried) - 1
    final = sorted((one for one in tried if len(one.values) >= max(1, longest)), key=lambda one: -one.score)
    best, other = final[0], final[1] if len(final) > 1 else None
    like = [one for one in final if one is best or confidence(_leads(best, one)) < told]
    like += [one for one in tried if one not in final and not any(_leads(best, one))]
    sparing = min(like, key=lambda one: spent[one.move])
    if spent[sparing.move] < spent[best.move]:
        best, other = sparing, best
    proved = max(final, key=lambda one: one.mean)
    if confidence(_leads(proved, best)) >= PROVED:
        best, other = proved, best  # the prior favours another move, but not against this much evidence
    return final, best, other


def _natural(final: Sequence[Candidate], best: Candidate, other: Candidate) -> Candidate:
    """What a player would weigh against `best`: what the rollout heuristic prefers, if `other` is not proved better."""
    likely = max((one for one in final if one is not best), key=lambda one: one.prior)
    return likely if likely.natural and confidence(_leads(other, likely)) < PROVED else other


def _in_other_order(one: Candidate, other: Candidate) -> bool:
    """Whether two moves are the same cards in another order, given to other players: which cards is what one weighs."""
    return one.move.word == other.move.word and set(one.move.cards) == set(other.move.cards)


def _rival(phase: Phase[Any, Any], view: Any, advice: Advice, tried: Sequence[Candidate]) -> Move | None:
    if advice.other is None:
        return None
    compared = {kind_of_move(phase, view, move) for move in (advice.move, advice.other)}
    best = next(one for one in tried if one.move == advice.move)
    third = (one for one in tried if one.values and kind_of_move(phase, view, one.move) not in compared)
    found = max(third, key=lambda one: (one.natural, one.score), default=None)
    return found.move if found is not None and fmean(_leads(best, found)) > 0 else None


def _leads(one: Candidate, other: Candidate) -> list[float]:
    """The value of `one` minus that of `other`, in each deal that both were played in."""
    return [a - b for a, b in zip(one.values, other.values, strict=False)]


def _fitting(leads: list[float], fits: list[bool]) -> list[float]:
    """The leads in those deals that are known to fit what was played; if these are too few, all."""
    known = [lead for lead, fit in zip(leads, fits, strict=False) if fit]
    return known if len(known) >= FITTING else leads


def spread(moves: Sequence[Move], most: int, rng: Random, wanted: Sequence[Move] = ()) -> list[Move]:
    """At most `most` of `moves`, shuffled: first those `wanted`, then so that many different cards and words occur."""
    mixed = rng.sample(moves, len(moves))
    if len(moves) <= most:
        return mixed
    seen: set[Any] = set()
    first: list[Move] = list(wanted[:most])
    for move in [move for move in mixed if move not in first]:
        parts = {move.word, *move.cards} if move.word else set(move.cards)
        if not parts <= seen:
            seen |= parts
            first.append(move)
            if len(first) >= most:
                break
    taken = set(first)
    return (first + [move for move in mixed if move not in taken])[:most]
