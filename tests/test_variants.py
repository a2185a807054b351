"""Swap a duty: every rule that constrains a decision is changed in turn, and whatever goes by the rules must go along.

A rule that is told a second time (in a table for fast play, a rule of thumb, a question) stays as it was, and is found
out by that. `python -m pytest -rP tests/test_variants.py` says how many were swapped, and what could not be. What a
duty forbids may be impossible to carry out; then the file of worked cases excuses its clause (`[excused.swapped]`, with
the reason): it is swapped, but not played on with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import partial
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest import mock
from zlib import crc32

import pytest

from tests.figures import counted
from tests.tables import LONG, random_game, tables
from tests.test_duties import Name, name_of
from tests.worked_cases import excuses_of
from tutor.advice import Adviser, Budget
from tutor.kernel.by_name import load, names
from tutor.kernel.duties import Duties, Duty, DutyKind, DutyOutcome, if_able, narrow
from tutor.kernel.game import Game
from tutor.kernel.judging import judge, rule
from tutor.kernel.phase import Phase, Turn
from tutor.kernel.playout import allowed, legal
from tutor.kernel.seats import DECK, Seat
from tutor.policies import policy_of
from tutor.teach.drills.moments import Moment as Asked
from tutor.teach.drills.question_maker import decision_asked
from tutor.teach.questions import Legal, MakeMove
from tutor.teach.rulings.ruling import Rulings

if TYPE_CHECKING:
    from tutor.kernel.moves import Move

STEPS = 1500 if LONG else 400
"""Steps of random play at each table, in which moments are looked for."""
LOOKED = 400 if LONG else 150
"""Decisions of each phase that are looked at there."""
MOMENTS = 8 if LONG else 2
"""Moments at which each duty is swapped."""
MOST = 3000
"""Moves that may be thought of at a moment; where there are more, the moment is passed over."""
ONWARD = 40 if LONG else 12
"""Steps that are played on by the other rule."""
SMALL = Budget(playouts=4, work=20_000)

Variant = Callable[[Duty[Any]], tuple[Duty[Any], Duties[Any]]]
"""From a duty to the one that takes its place, and what is added to the end."""


class Moment(NamedTuple):
    """Somebody's decision in a game."""

    state: Any
    seat: Seat


def opposite(duty: Duty[Any]) -> tuple[Duty[Any], Duties[Any]]:
    """What the duty cuts is kept and what it keeps is cut, where a move is left."""
    if duty.kind is DutyKind.MOST:
        return Duty(duty.clause, lambda v, m: 1000 - duty.keep(v, m), duty.kind, duty.when, duty.failing), ()
    swapped: Duty[Any] = Duty(duty.clause, duty.keep, DutyKind.IF_ABLE, duty.when, duty.failing, duty.waiver)

    def cut(v: Any, moves: Any) -> list[Move]:
        kept = set(duty.filter_moves(v, moves))
        return [move for move in moves if move not in kept]

    swapped.filter_moves, swapped.keep = cut, lambda v, m: bool(cut(v, (m,)))
    return swapped, ()


def narrowed(duty: Duty[Any]) -> tuple[Duty[Any], Duties[Any]]:
    """Where the duty is in force, half of what is left is cut besides, by how it is written, if a move is left."""
    return duty, (if_able(duty.clause, lambda v, m: crc32(m.text.encode()) % 2 == 0, when=duty.when),)


VARIANTS: tuple[Variant, ...] = (opposite, narrowed)


@contextmanager
def swapped(game: Game[Any], name: Name, at: Moment, variant: Variant, refused: list[str]) -> Iterator[None]:
    """While this lasts, one duty is another, in every phase that has it, and nothing is remembered of the old one.

    `refused` gets every move that is carried out though the duties refuse it.
    """
    were: dict[Duty[Any], Duty[Any]] = {}
    added: list[Duty[Any]] = []
    kept = {phase: (dict(phase.__dict__), phase.duties, phase.act) for phase in game.phases}

    def theirs(phase: Phase[Any, Any], view: Any) -> Duties[Any]:
        duties = kept[phase][1](view)
        for duty in duties:
            if duty not in were and name_of(phase, duty)[1:] == name[1:]:
                were[duty] = copy(duty)
                put, more = variant(were[duty])
                become(duty, put)
                added[:] = more
        return (*duties, *added) if any(duty in were for duty in duties) else duties

    def watched(phase: Phase[Any, Any], state: Any, seat: Seat, move: Move) -> Turn[Any]:
        if not rule(phase, phase.see(state, seat), move.text).legal:
            refused.append(f"{move.text} is played")
        return kept[phase][2](state, seat, move)

    for phase in game.phases:
        phase.__dict__.clear()
        phase.__dict__.update(type(phase)().__dict__, pack=game.pack, game=game)
        phase.__dict__.update(duties=partial(theirs, phase), act=partial(watched, phase))
    policy_of.cache_clear()  # policies remember what duties keep, for the search with open cards
    phase = game.due(at.state)
    phase.duties(phase.see(*at))  # from here on the duty itself is another, whoever asks it
    try:
        yield
    finally:
        policy_of.cache_clear()
        for phase, (own, *_) in kept.items():
            phase.__dict__.clear()
            phase.__dict__.update(own)
        for duty, old in were.items():
            become(duty, old)


def become(duty: Duty[Any], other: Duty[Any]) -> None:
    """Make `duty` the same as `other`."""
    for slot in Duty.__slots__:
        setattr(duty, slot, getattr(other, slot))


def moments(game: Game[Any]) -> dict[Name, list[Moment]]:
    """A few moments for every duty that comes up in random play: those at which it cuts something, if there are any."""
    cutting: dict[Name, list[Moment]] = {}
    binding: dict[Name, list[Moment]] = {}
    for table in tables(game.name):
        looked: dict[str, int] = {}
        for ply in random_game(table, 1, STEPS):
            state = ply.state
            if state.over or state.chance is not None or looked.get(state.phase, 0) == LOOKED:
                continue
            looked[state.phase] = looked.get(state.phase, 0) + 1
            phase, seat = game.phase_of[state.phase], state.turn[0]
            view = phase.see(state, seat)
            moves = tuple(phase.candidates(view))
            if not 1 < len(moves) <= MOST:
                continue
            for step in narrow(phase.duties(view), view, moves).steps:
                name = name_of(phase, step.duty)
                some = binding.setdefault(name, [])
                if step.standing is not DutyOutcome.IDLE:
                    (cutting.setdefault(name, []) if step.cut and step.kept else some).append(Moment(state, seat))
    rng = Random(game.name)
    found = {name: cutting.get(name, some) for name, some in sorted(binding.items())}
    return {name: rng.sample(some, min(MOMENTS, len(some))) for name, some in found.items()}


def strays(game: Game[Any], at: Moment, clause: str) -> Iterator[str]:
    """What does not go by the duties as they are now, at a moment."""
    state, seat = at
    phase = game.due(state)
    view = phase.see(state, seat)
    judged = judge(phase, view)
    may = set(judged.legal)
    if {ruling.move for ruling in judged.rulings if ruling.legal} != may:
        yield "rulings"
    if set(legal(game, state, seat)) != may:
        yield "random play"
    if set(allowed(phase, view)) != may:
        yield "play-outs"
    if may:
        yield from wise(game, at, judged.legal)
        yield from asked(game, at, clause, may)


def wise(game: Game[Any], at: Moment, moves: tuple[Move, ...]) -> Iterator[str]:
    """Rules of thumb that go by other duties than those which leave these moves."""
    state, seat = at
    phase, allies = game.due(state), game.allies(state, seat)
    policy = policy_of(game).of(phase)
    view = phase.see(state, seat)
    tried = {policy.rollout_move(state, seat, view, moves, allies, Random(seed)) for seed in range(3)}
    if not tried <= {*moves, None}:
        yield "the rule of thumb"
    if not {*policy.distinct_moves(state, seat, view, moves), *policy.plausible(state, seat, moves)} <= {*moves}:
        yield "what is worth a thought"


def asked(game: Game[Any], at: Moment, clause: str, may: set[Move]) -> Iterator[str]:
    """Questions of drills that count something else as right."""
    state, seat = at
    phase = game.due(state)
    for kind in ("legal", "move"):
        with mock.patch.object(Rulings, "text", lambda _, ruling: ruling.clause):  # sentences tell of the rule as it is
            made = decision_asked(Asked(game, phase.see(state, seat), phase, seat), clause, Random(1), kind=kind)
        question = made and made[1]
        if isinstance(question, Legal) and any(r.legal != (r.move in may) for r in question.choices):
            yield "drills"
        if isinstance(question, MakeMove) and not question.grade(question.answer()).right:
            yield "drills"


def onward(game: Game[Any], at: Moment) -> Iterator[str]:
    """Positions that come about by the duties as they are now, but are called impossible.

    Where what was done before could not have been done by these duties, a new game is begun.
    """
    state, rng, steps = at.state, Random(1), ONWARD
    if list(game.due(state).problems(game.due(state).see(*at))):
        state, steps = game.begin(state.players, state.options, state.dealer), 3 * ONWARD
    for _ in range(steps):
        if state.over:
            return
        if state.chance is not None:
            state = game.play(state, DECK, game.shuffle(state, rng)).state
            continue
        phase, seat = game.due(state), state.turn[0]
        view = phase.see(state, seat)
        for problem in phase.problems(view):
            yield f"in {phase.name}: {problem.message}"
        may = judge(phase, view).legal
        if not may:
            return
        state = phase.act(state, seat, rng.choice(may)).state


def spared(game: Game[Any], at: Moment) -> bool:
    """Whether it is true that what follows on a moment cannot be carried out."""
    try:
        return any(onward(game, at))
    except (AssertionError, LookupError, ValueError):
        return True


@pytest.mark.parametrize("name", names())
def test_whatever_goes_by_the_rules_goes_by_other_rules(name: str) -> None:
    game = load(name)
    wrong: dict[str, list[str]] = {}
    found, excuses, excused, swaps = moments(game), excuses_of(name, "swapped"), set[str](), 0
    there = {duty.clause for duty in found}
    for duty, some in found.items():
        if not some:
            print(f"  {duty}: never in force")
        for at, variant in product(some, VARIANTS):
            swaps += 1
            refused: list[str] = []
            with swapped(game, duty, at, variant, refused):
                refused += strays(game, at, duty.clause)
                if at is not some[0] and not LONG:
                    pass
                elif duty.clause in excuses:
                    excused |= {duty.clause} if spared(game, at) else set()
                else:
                    refused += onward(game, at)
                    if (variant is narrowed or duty.kind != DutyKind.ALWAYS.value) and len(game.judge(*at).legal) > 1:
                        Adviser(game, 1).advise(at.state, at.seat, Random(1), SMALL)
            if refused:
                wrong.setdefault(f"{variant.__name__} {duty}", []).extend(dict.fromkeys(refused))
    counted("duties swapped", len(found))
    print(f"{name}: {len(found)} duties, {swaps} swaps")
    for clause in sorted(excused):
        print(f"  {clause}: not played on with, for {excuses[clause]}")
    assert not wrong, "\n".join(f"{which}: {what}" for which, what in wrong.items())
    assert not LONG or excused == there & excuses.keys(), f"excused for nothing: {(there & excuses.keys()) - excused}"
