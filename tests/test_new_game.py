"""`tutor new game`: what it writes runs, explains, passes the check and its tests; it writes all of it or nothing."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.program import ROOT, command
from tutor.teach.authoring import game
from tutor.teach.authoring.skeleton import CannotWrite, write_new

if TYPE_CHECKING:
    from pathlib import Path

GAMES = {"plain-climb": "climbing", "card-sums": "points", "score": "shedding", "first-tricks": "tricks"}
"""A new game of each family; one is called as a class in it would be."""
ASKED = {
    "plain-climb": ("plays=P4:8H", "hand=7S,9D", "plain-climb.beat"),
    "card-sums": ("trump=S trick=QH", "hand=KH,7H,AS", "card-sums.follow"),
    "score": ("upcard=9H", "hand=KH,9S,4C", "score.match"),
    "first-tricks": ("trick=QH", "hand=KH,2H,AS", "first-tricks.follow"),
}
MOST_LINES = 120
"""Lines of the rules of a plain trick game."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout to write into, with a new game of each family."""
    folder = tmp_path_factory.mktemp("checkout")
    for room in ("tutor", "lessons", "templates", "tests"):
        shutil.copytree(ROOT / room, folder / room)  # with what is compiled, or each program would compile it again
    shutil.copy(ROOT / "pyproject.toml", folder)
    before = files(folder)
    for name, family in GAMES.items():
        done = ran(folder, "tutor", "new", "game", name, "--family", family)
        assert done.returncode == 0, done.stdout + done.stderr
    assert len(files(folder) - before) == len(GAMES) * len(game.PLACES)
    return folder


def files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}


def ran(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A module of that checkout as a program."""
    env = {"PYTHONPATH": str(folder), "TUTOR_HOME": str(folder / "home"), "PYTHONDONTWRITEBYTECODE": "1", "PATH": ""}
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=300
    )


def test_there_is_one_of_each_family() -> None:
    assert set(GAMES.values()) == set(game.families())


@pytest.fixture(scope="module")
def missing(copy: Path) -> list[str]:
    """What the check finds wrong with the new games if it looks at what lessons and drills cover as well."""
    done = ran(copy, "tutor", "check", *GAMES, "--coverage", "--json")
    return [f"{fault['where']}: {fault['text']}" for fault in json.loads(done.stdout)["faults"]]


def test_it_passes_the_check_and_says_nothing_of_a_name_that_is_not_its_own(copy: Path, missing: list[str]) -> None:
    """All that the check says is what is not covered: without being asked for that it is content."""
    uncovered = re.compile(r"no lesson teaches it|no question of a lesson asks about it|no drill was found")
    assert [one for one in missing if not uncovered.search(one)] == []
    for name in GAMES:
        for path in (path for path in files(copy) if name in path.as_posix() or name.replace("-", "_") in path.parts):
            assert "new game" not in path.read_text("utf-8").lower().replace("`tutor new game`", "").replace("-", " ")


def test_of_its_rules_nothing_is_missing_but_lessons(missing: list[str]) -> None:
    """The end of a game is drilled as lessons ask about it."""
    assert missing
    for one in missing:
        asks = "no lesson teaches it" in one or "no question of a lesson asks about it" in one
        assert asks or re.match(r"\S+\.end: no drill was found", one), one


@pytest.mark.parametrize("name", GAMES)
def test_it_explains(copy: Path, name: str) -> None:
    *position, clause = ASKED[name]
    done = ran(copy, "tutor", "explain", name, *position)
    assert done.returncode == 0 and "You may not play" in done.stdout and clause in done.stdout


def test_it_passes_the_tests_of_every_game(copy: Path) -> None:
    """Conformance, random games to their end among it, worked cases, drop-a-duty, the table."""
    suites = [f"tests/test_{suite}.py" for suite in ("conformance", "cases", "duties", "tabletop")]
    done = ran(copy, "pytest", "-v", "-p", "no:cacheprovider", *suites, "-k", " or ".join(f"[{name}" for name in GAMES))
    assert done.returncode == 0, done.stdout[-3000:]
    for name in GAMES:
        for suite in suites:
            assert f"{suite}::" in done.stdout and re.search(rf"{suite}::\w+\[{name}\b.* PASSED", done.stdout), name


def test_a_plain_trick_game_is_short() -> None:
    rules = ROOT / "templates/new/tricks/game.py"
    assert len(rules.read_text("utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("x-y",), 3, "say which family"),
        (("x-y", "--family=whist"), 3, "there are climbing, points, shedding and tricks"),
        (("tute", "--family=tricks"), 3, "there is a game called tute already"),
        (("Tute", "--family=tricks"), 3, "cannot be the name"),
        (("../tute", "--family=tricks"), 3, "cannot be the name"),
        (("class", "--family=tricks"), 3, "cannot be the name"),
        (("x" * 41, "--family=tricks"), 3, "cannot be the name"),
        (("x-y", "A title", "--family=tricks"), 2, "neither a title nor a folder"),
    ],
)
def test_what_it_refuses(words: tuple[str, ...], status: int, said: str, tmp_path: Path) -> None:
    done = command("new", "game", *words, home=tmp_path)
    assert done.returncode == status
    assert said in done.stderr and len(done.stderr.splitlines()) == 1
    assert not done.stdout


def empty(folder: Path) -> Path:
    """A checkout with nothing in it."""
    for room in ("tutor/games", "lessons", "tests/cases"):
        (folder / room).mkdir(parents=True)
    return folder


@pytest.mark.parametrize("place", game.PLACES.values())
def test_what_is_there_stays_and_nothing_is_written_beside_it(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = empty(tmp_path)
    monkeypatch.setattr(game, "_checkout", lambda: root)
    there = root / place.format(name="my-game", module="my_game")
    there.parent.mkdir(exist_ok=True)
    there.write_text("mine")
    with pytest.raises(CannotWrite, match="is there already"):
        game.new_game("my-game", "tricks")
    assert files(root) == {there} and there.read_text() == "mine"


@pytest.mark.parametrize("good", range(len(game.PLACES)))
def test_if_one_file_cannot_be_written_none_is(good: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = empty(tmp_path)
    written: list[Path] = []
    before = set(root.rglob("*"))

    def write(path: Path, text: str) -> None:
        if len(written) == good:
            raise CannotWrite("the disk is full")
        write_new(path, text)
        written.append(path)

    monkeypatch.setattr(game, "_checkout", lambda: root)
    monkeypatch.setattr(game, "write_new", write)
    with pytest.raises(CannotWrite, match="the disk is full"):
        game.new_game("my-game", "shedding")
    assert len(written) == good and set(root.rglob("*")) == before
