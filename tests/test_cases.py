"""Every worked case of every game, asked of the kernel; and all of them once more through the real program."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.worked_cases import CASES, TESTS, Case, all_cases, answer, broken, cases, faults, kept, question
from tutor.kernel.by_name import names

ROOT = Path(__file__).resolve().parent.parent
ALL = all_cases()


@pytest.mark.parametrize(("game", "case"), [pytest.param(g, c, id=c["id"]) for g, c in ALL])
def test_case(game: str, case: Case) -> None:
    assert not broken(game, case), f"{case['about']}\n{question(game, case)}"


@pytest.mark.parametrize("game", names())
def test_every_game_has_worked_cases(game: str) -> None:
    assert cases(game), f"tests/cases/{game}.toml is missing or empty"
    ids = [case["id"] for case in cases(game)]
    assert len(set(ids)) == len(ids)
    assert all(one.startswith(f"{game}.") for one in ids)
    assert kept(game).keys() <= {"case", "ordered", "excused"}
    assert kept(game).get("excused", {}).keys() <= TESTS


def test_every_file_of_cases_belongs_to_a_game() -> None:
    assert {path.stem for path in CASES.glob("*.toml")} <= set(names())


@pytest.mark.parametrize("game", names())
def test_score_lines_add_up(game: str) -> None:
    """The sums of the lines are the scores, for every result that is a worked case."""
    for case in cases(game):
        if case.get("ask") != "score" or case["expect"].get("error"):
            continue
        got = answer(question(game, case))
        sums: dict[str, float] = dict.fromkeys(got["scores"], 0)
        for line in got["lines"]:
            assert line["clause"], case["id"]
            sums[line["to"]] += line["points"]
        assert sums == got["scores"], case["id"]
        assert {"hand", "game"} <= got["outcome"].keys(), case["id"]


@pytest.mark.skipif(not importlib.util.find_spec("tutor.cli"), reason="there is no program yet")
def test_the_program_answers_every_case_as_the_kernel_does() -> None:
    lines = [question(game, case) for game, case in ALL]
    run = subprocess.run(
        [sys.executable, "-m", "tutor", "batch"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        timeout=240,
    )
    said: list[dict[str, Any]] = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(said) == len(lines), run.stderr[-2000:]
    wrong = [(c["id"], bad) for (g, c), got in zip(ALL, said, strict=True) if (bad := faults(g, c, got))]
    assert not wrong, "\n".join(f"{one}: {bad}" for one, bad in wrong)


def test_the_comparison_sees_differences() -> None:
    """A comparison that always agrees would make all of the above worthless."""
    case: Case = {"expect": {"legal": ["KH"], "why": {"2S": "x.follow"}, "winner": "none", "facts": {"a": [1]}}}
    right = {"legal": ["KH"], "moves": [{"move": "2S", "clause": "x.follow"}], "winner": None, "facts": {"a": [1]}}
    assert not faults("x", case, right)
    for key, value in (
        ("legal", []),
        ("legal", ["KH", "2S"]),
        ("moves", []),
        ("winner", {"card": "KH", "seat": "P1"}),
        ("facts", {"a": []}),
        ("facts", {}),
        ("error", ["no"]),
    ):
        assert faults("x", case, right | {key: value}), key
    assert faults("x", {"expect": {"error": True}}, right)
    assert faults("x", {"expect": {"to_move": "P1"}}, right), "what is not compared is no expectation"
    assert faults("x", {"expect": {"totals": {}}}, {"totals": {"P1": 1}})
    assert not faults("x", {"expect": {"legal": ["3C+8S"]}}, {"legal": ["8S+3C"]})
    assert faults("strange", {"expect": {"legal": ["3C+8S"]}}, {"legal": ["8S+3C"]})
