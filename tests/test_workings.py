"""Workings: each comes to the very result that the game says, in random play of every game and in random results."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.tables import share
from tutor.kernel.events import score_sums
from tutor.kernel.game import load, names
from tutor.kernel.seats import DECK
from tutor.kernel.working import Chain, Contest, Standing, Sum, Working, plain
from tutor.teach import answers
from tutor.teach.drills.moments import DrillTable, Moment, other_tables, random_game
from tutor.teach.drills.results import random_results
from tutor.teach.lessons.files import paths_of, read
from tutor.teach.lessons.table import LessonTable
from tutor.teach.lessons.worked import SHEET, work_of
from tutor.teach.rulebook import rulebook
from tutor.teach.sums import reduced
from tutor.teach.workings import lines

if TYPE_CHECKING:
    from collections.abc import Iterator

STEPS = 300


def _at(data: Any, path: str) -> Any:
    """What stands at a path; keys may hold a plus but no dot."""
    for key in path.split("."):
        data = data[int(key)] if isinstance(data, list) else data[key]
    return data


def _empty(working: Working) -> bool:
    """Whether nothing adds up here: the result is 0, and the rule itself says why."""
    return isinstance(working, Sum) and not reduced(working).parts and not working.total


def _result(working: Working) -> Any:
    match working:
        case Sum():
            return working.total
        case Contest():
            return working.won.seat, working.won.card.text
        case Chain():
            return working.result
        case Standing():
            return working.first[0] if working.first else "none"


def _clauses(data: Any) -> Iterator[str]:
    """Every clause that a working names."""
    if isinstance(data, dict):
        named = data.get("clause")
        yield from [named] if named else []
        for part in data.values():
            yield from _clauses(part)
    elif isinstance(data, list):
        for part in data:
            yield from _clauses(part)


def _held(here: Moment) -> int:
    """Every working of this moment against the result; how many there are."""
    assert here.phase is not None
    won = here.phase.winner(here.view)
    data: dict[str, Any] = {"facts": dict(here.phase.facts(here.view)), "totals": dict(here.phase.totals(here.view))}
    data["to_move"] = here.phase.actor(here.view)
    workings = here.phase.workings(here.view)
    for path, working in workings.items():
        if path != "winner":
            assert _result(working) == _at(data, path), f"{here.position}: {path}"
        elif isinstance(working, Contest):
            assert won is not None and _result(working) == (won.seat, won.card), here.position
        else:
            assert _result(working) == (won.seat if won else "none"), here.position
        assert lines(here.game, working) or _empty(working), path
        assert set(_clauses(plain(working))) <= set(rulebook(here.game.name).clauses), path
    return len(workings)


@pytest.mark.parametrize("name", share(names(), 6))
def test_workings_come_to_the_results_of_random_play(name: str) -> None:
    game = load(name)
    tables = [DrillTable(game.usual, game.options()), *other_tables(game)[:4]]
    rng = Random(f"workings {name}")
    found = 0
    for table in tables:
        for here in random_game(game, table, rng, STEPS):
            if here.phase is None:
                _settled(here)
            else:
                found += _held(here)
    if game.family == "tricks" and name not in ("truc",):
        assert found > 10


@pytest.mark.parametrize("name", names())
def test_workings_come_to_the_points_of_random_results(name: str) -> None:
    for here in random_results(load(name), Random(f"results {name}"), 200):
        _settled(here)


def _settled(here: Moment) -> None:
    done = here.settled
    for line in done.lines:
        if line.how is not None:
            assert line.how.total == line.points, f"{here.position}: {line}"
            assert _deep(line.how), line
    assert {side: one.total for side, one in score_sums(done).items()} == dict(done.scores), here.position
    for path, working in here.game.scoring.workings(here.view).items():
        found = list(working.first) if isinstance(working, Standing) else _result(working)
        assert found == _at({"outcome": done.outcome, "scores": done.scores}, path), f"{here.position}: {path}"
        assert lines(here.game, working) or _empty(working), path
        assert set(_clauses(plain(working))) <= set(rulebook(here.game.name).clauses), path


def _deep(one: Sum) -> bool:
    """Whether every part comes to what its own working says."""
    return all(part.inner is None or (abs(part.inner.total) == abs(part.n) and _deep(part.inner)) for part in one.parts)


def test_the_answer_for_programs_has_the_workings() -> None:
    found = answers.ask(["explain", "tute", "trump=S", "trick=AH,3H,KH,2C"])
    assert found["workings"]["winner"] == {
        "clause": "tute.play.win",
        "led": "H",
        "trump": "S",
        "winner": "P1",
        "laid": [
            {"seat": "P1", "card": "AH", "against": None, "how": "led"},
            {"seat": "P2", "card": "3H", "against": "AH", "how": "lower"},
            {"seat": "P3", "card": "KH", "against": "AH", "how": "lower"},
            {"seat": "P4", "card": "2C", "against": "AH", "how": "off"},
        ],
    }
    points = found["workings"]["facts.points"]
    assert [part["n"] for part in points["parts"]] == [11, 10, 4, 0]
    assert points["total"] == found["facts"]["points"] == 25
    score = answers.ask(
        """
            score kaiser contract=7no declarers=P1+P3 tricks.P1+P3=5 tricks.P2+P4=3 won.P1+P3=5H won.P2+P4=3S
            """.split()
    )
    value = score["workings"]["scores.P1+P3"]["parts"][0]
    assert (value["n"], value["working"]["parts"][0]["n"], value["working"]["parts"][1]["n"]) == (20, 10, 2)


@pytest.mark.parametrize("name", names())
def test_totals_on_the_sheet_are_summed_from_the_hand_that_was_played(name: str) -> None:
    game = load(name)
    for path in paths_of(name):
        lesson = read(path, name)
        table = LessonTable(game, lesson)
        for at, step in enumerate(lesson.steps):
            if not step.of.startswith(SHEET):
                continue
            table.go_to(at)
            table.enter(step)
            work, record = work_of(table.scene, step.of), table.scene.record
            assert record is not None
            if work is not None and work.working is not None:
                assert _result(work.working) == work.value == table.scene.value(step.of)
            else:  # chips change hands all the time there, or nothing was settled since the scene was set
                last = [entry for entry in record.entries if entry.made and entry.seat != DECK][-1:]
                settled = any(event.what == "scored" for entry in last for event in entry.events)
                assert game.name in ("spinado", "reversis") or not settled, f"{path.stem}: step {at + 1}"
