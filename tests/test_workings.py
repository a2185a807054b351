"""Workings: each comes to the very result that the game says, in random play of every game and in random results."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.tables import share
from tutor.kernel.by_name import load, names
from tutor.kernel.events import score_sums
from tutor.kernel.seats import DECK
from tutor.kernel.working import Chain, Contest, Standing, Sum, Working
from tutor.kernel.working_json import plain
from tutor.teach.drills.moments import DrillTable, Moment, other_tables, random_game
from tutor.teach.drills.results import random_results
from tutor.teach.lessons.computations import SHEET, WINNERS, computation_of
from tutor.teach.lessons.files import paths_of, read
from tutor.teach.lessons.model import LessonStep
from tutor.teach.lessons.scene import NoScene, Scene, set_scene
from tutor.teach.lessons.table import LessonTable
from tutor.teach.results.products import reduced
from tutor.teach.results.workings import lines
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.rulings import answers

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
            if not step.of.startswith((SHEET, WINNERS)):
                continue
            table.go_to(at)
            table.enter(step)
            computation, record = computation_of(table.scene, step.of), table.scene.record
            assert record is not None
            if step.of == WINNERS:
                assert computation is not None
                assert isinstance(computation.working, Standing)
                assert list(computation.working.first) == computation.value == table.scene.value(step.of)
            elif computation is not None and computation.working is not None:
                assert _result(computation.working) == computation.value == table.scene.value(step.of)
            else:  # nothing was settled since the scene was set
                last = [entry for entry in record.entries if entry.made and entry.seat != DECK][-1:]
                assert all(event.what != "scored" for entry in last for event in entry.events), f"{path.stem}: {at + 1}"


def _played(game: str, stage: str, *moves: str) -> Scene:
    """The table of a stage after these moves."""
    scene = set_scene(load(game), LessonStep(stage=stage, seat="P1"), Scene(load(game)))
    for move in moves:
        scene, _ = scene.played(move)
    return scene


STOPS = "players=3 hand.P1=KS,JD,QD hand.P2=4C,5C hand.P3=4H,5H,6H"


def test_chips_after_a_hand_are_those_before_the_next_ante() -> None:
    scene = _played("spinado", STOPS, "P1:KS", "P1:JD", "P1:QD")
    assert scene.state is not None
    assert scene.state.chance is None, "the next hand is dealt"
    assert load("spinado").standing(scene.state) == {"P1": 53, "P2": 44, "P3": 44}
    assert scene.facts()["standing"] == scene.data()["standing"] == {"P1": 53, "P2": 47, "P3": 47}


def test_chips_taken_in_the_middle_of_a_hand_are_summed() -> None:
    for moves, parts in ((("P1:JD", "P1:QD"), [47, 3]), (("P1:KS", "P1:JD", "P1:QD"), [47, 3, 3])):
        computation = computation_of(_played("spinado", STOPS, *moves), "standing.P1")
        assert computation is not None
        assert isinstance(computation.working, Sum)
        assert [part.n for part in computation.working.parts] == parts


def test_who_has_won_the_game_rests_on_the_totals() -> None:
    """The lines of the last hand and no card: how each line comes about is on the page of the hand."""
    stage = "at=play trump=H upcard=7H leader=P1 score.P1=20 hand.P1=5H hand.P2=2C hand.P3=3C hand.P4=4C"
    scene = _played("twenty-five", stage, "P1:5H", "P2:2C", "P3:3C", "P4:4C")
    computation = computation_of(scene, WINNERS)
    assert computation is not None
    assert computation.value == ["P1"] == scene.value(WINNERS)
    assert isinstance(computation.working, Standing)
    assert [(part.n, part.inner) for part in computation.working.sums["P1"].parts] == [(20, None), (5, None)]


def test_what_a_trick_counts_is_there_when_it_has_just_been_won() -> None:
    stage = "trump=H leader=P1 hand.P1=JH,8H hand.P2=KH,8S hand.P3=9H,9D hand.P4=6H,TH"
    scene = _played("scotch-whist", stage, "P1:JH", "P2:KH", "P3:9H", "P4:6H")
    computation = computation_of(scene, "facts.honours")
    assert computation is not None
    assert isinstance(computation.working, Sum)
    assert computation.working.total == scene.value("facts.honours") == 14
    later, _ = scene.played("P1:8H")
    with pytest.raises(NoScene):
        later.value("facts.honours")
