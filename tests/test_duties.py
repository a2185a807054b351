"""Drop a duty: every rule that constrains a decision is taken away in turn, and a worked case must notice.

What no case notices is either a case that is missing or a duty that does nothing. `python -m pytest -rP
tests/test_duties.py` says how many were dropped and which case noticed first.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.figures import counted
from tests.tables import random_game, tables
from tests.worked_cases import broken, cases, excuses_of
from tutor.kernel.by_name import load, names
from tutor.kernel.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tutor.kernel.duties import Duties, Duty
    from tutor.kernel.phase import Phase


class Name(NamedTuple):
    """What a duty is known by: games may make theirs afresh for every view."""

    phase: str
    clause: str
    kind: str
    keep: str

    def __str__(self) -> str:
        return f"{self.phase}: {self.kind}, {self.clause}"


def name_of(phase: Phase[Any, Any], duty: Duty[Any]) -> Name:
    keep: Any = getattr(duty.keep, "filter_moves", None) or getattr(duty.keep, "func", duty.keep)  # inside a partial
    code = getattr(keep, "__code__", None)
    where = f"{getattr(keep, '__qualname__', type(keep).__name__)}:{code.co_firstlineno if code else ''}"
    return Name(phase.name, duty.clause, duty.kind.value, where)


@contextmanager
def changed(phase: Phase[Any, Any], change: Callable[[Duties[Any]], Duties[Any]]) -> Iterator[None]:
    """While this lasts, the phase has other duties."""
    ours = phase.duties
    phase.__dict__["duties"] = lambda view: change(ours(view))
    try:
        yield
    finally:
        del phase.__dict__["duties"]


def duties(game: Game[Any]) -> set[Name]:
    """Every duty that comes into a worked case, or into random play at any table."""
    found: set[Name] = set()

    def noting(phase: Phase[Any, Any]) -> Callable[[Duties[Any]], Duties[Any]]:
        def note(there: Duties[Any]) -> Duties[Any]:
            found.update(name_of(phase, duty) for duty in there)
            return there

        return note

    def everything(phases: tuple[Phase[Any, Any], ...]) -> None:
        if phases:
            with changed(phases[0], noting(phases[0])):
                everything(phases[1:])
            return
        for case in cases(game.name):
            broken(game.name, case)
        for table in tables(game.name):
            for _ in random_game(table, 1, 300):
                pass

    everything(game.phases)
    return found


def noticed_by(game: Game[Any], dropped: Name) -> str:
    """The first worked case that goes wrong without this duty; empty if none does."""
    phase = game.phase_of[dropped.phase]
    with changed(phase, lambda there: tuple(duty for duty in there if name_of(phase, duty) != dropped)):
        for case in cases(game.name):
            if case.get("ask", "explain") == "explain" and broken(game.name, case):
                return str(case["id"])
    return ""


@pytest.mark.parametrize("name", names())
def test_every_duty_is_missed_when_it_is_dropped(name: str) -> None:
    game = load(name)
    there = sorted(duties(game))
    noticed = {duty: noticed_by(game, duty) for duty in there}
    killed = sum(map(bool, noticed.values()))
    counted("duties dropped", len(there))
    counted("duties missed", killed)
    print(f"{name}: {killed} of {len(there)} duties are missed by a worked case")
    for duty, case in noticed.items():
        print(f"  {duty}: {case or 'NOBODY'}")
    alive = {f"{duty.phase} {duty.clause}" for duty, case in noticed.items() if not case}
    excused = excuses_of(name, "dropped").keys()
    assert there, "a game without a single duty rules on nothing"
    assert alive <= excused, f"no case in tests/cases/{name}.toml notices when these go: {sorted(alive - excused)}"
    assert excused <= alive, f"excused in tests/cases/{name}.toml for nothing: {sorted(excused - alive)}"


def test_a_dropped_duty_is_gone_and_comes_back() -> None:
    """The tool itself: without its duty Strange lets anything answer, and afterwards everything is as before."""
    game = load("strange")
    case = cases("strange")[0]
    phase = game.phase_of["play"]
    follow = next(duty for duty in duties(game) if duty.phase == "play")
    assert not broken("strange", case)
    with changed(phase, lambda there: tuple(duty for duty in there if name_of(phase, duty) != follow)):
        assert broken("strange", case)
    assert not broken("strange", case)
    assert "duties" not in phase.__dict__
