"""A rulebook that is missing or broken: one clear answer wherever it is needed, and everything else goes on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import TemplateError

from tests.program import ROOT
from tutor.kernel.by_name import load, names
from tutor.kernel.events import HAND_OVER, Event
from tutor.kernel.fields import specs
from tutor.kernel.position import read_view
from tutor.kernel.position_text import split
from tutor.teach.results.score_sheet import score_doc
from tutor.teach.rulebooks.rulebook import BadRulebook, parse, rulebook
from tutor.teach.rulings.consequences import event_text
from tutor.teach.rulings.ruling import rule_text
from tutor.teach.text.words import sentence
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAME, OTHER = "strange", "tute"
WORDS = tomllib.loads((ROOT / "lessons" / GAME / "rulebook.toml").read_text("utf-8"))
PROGRAM = """
import contextlib, io, json, sys, traceback
from pathlib import Path
from tutor.teach.text import files
there = Path(sys.argv[1])
files.lessons_root = lambda: there
from tutor.cli import main
answers = []
for words in json.load(sys.stdin):
    sys.argv, out, code = ["tutor", *words], io.TextIOWrapper(io.BytesIO(), "utf-8"), 0
    sys.stdin = io.StringIO("")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            main()
        except SystemExit as why:
            code = why.code or 0
        except BaseException:
            traceback.print_exc()
    out.flush()
    answers.append([words, code, out.buffer.getvalue().decode()])
print(json.dumps(answers))
"""
DAMAGE: dict[str, str | None] = {
    "missing": None,
    "no toml": "title = ",
    "a list for a text": "title = []",
    "a text for a number": 'minutes = "ten"',
    "a text for a list": 'section = "all"',
    "clauses that are none": "[[section]]\ntitle = 'x'\nclause = [1, 2]",
    "nested too deep": "x = " + "[" * 5000,
}
SAID = "strange/rulebook.toml: "
NEED_IT = [("rules", GAME), ("practice", GAME), ("drill", GAME), ("compare", GAME, OTHER), ("check", GAME)]
NEED_IT_NOT = [
    (),
    ("games",),
    ("games", "--json"),
    ("learn", "--list", GAME),
    ("learn", GAME),
    ("review",),
    ("progress",),
    ("explain", GAME, "upcard=JC,QH", "trick=3C+8S", "hand=9S,AD"),
    ("score", GAME, "tricks.P1=12", "tricks.P2=10", "tricks.P3=10"),
    ("learn", OTHER),
    ("rules", OTHER),
    ("drill", OTHER, "--count", "1"),
]


def lessons(folder: Path, text: str | None) -> Path:
    """A folder of two games, the rulebook of the first replaced by `text`."""
    for game in (GAME, OTHER):
        shutil.copytree(ROOT / "lessons" / game, folder / "lessons" / game)
    book = folder / "lessons" / GAME / "rulebook.toml"
    if text is None:
        book.unlink()
    else:
        book.write_text(text, encoding="utf-8")
    return folder / "lessons"


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_broken_rulebook_breaks_nothing_else(damage: str, tmp_path: Path) -> None:
    there = lessons(tmp_path, DAMAGE[damage])
    commands = [*NEED_IT, *NEED_IT_NOT]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(there)],
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        cwd=ROOT,
        env={**os.environ, "TUTOR_HOME": str(tmp_path / "home")},
    )
    for words, (_, code, said) in zip(commands, json.loads(done.stdout), strict=True):
        assert "Traceback" not in said, f"{words}: {said[-600:]}"
        if words in NEED_IT:
            assert code in (1, 2, 3), f"{words}: {said}"
            assert "rulebook" in said, f"{words}: {said}"
        else:
            assert code == 0, f"{words}: {said}"
        if words == ("rules", GAME):
            assert code == 3
            assert said.startswith(f"tutor: {SAID}")


@pytest.mark.parametrize("folder", ["lessons", "templates"])
def test_a_copy_that_is_not_whole_says_so(folder: str, tmp_path: Path) -> None:
    code = (
        "import sys\nfrom tutor.teach.text import files\nfrom pathlib import Path\n"
        f"files._PACKAGE = Path({str(tmp_path / 'tutor')!r})\n"
        "sys.argv = ['tutor', *sys.argv[1:]]\nfrom tutor.cli import main\nmain()\n"
    )
    other = {"lessons": "templates", "templates": "lessons"}[folder]
    shutil.copytree(ROOT / other, tmp_path / other, ignore=lambda *_: {"strange"} if other == "lessons" else set())
    for words in ((), ("learn", OTHER), ("explain", OTHER, "trump=S", "hand=KH"), ("doctor",)):
        got = subprocess.run(
            [sys.executable, "-c", code, *words],
            input="",
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            cwd=ROOT,
            env={**os.environ, "TUTOR_HOME": str(tmp_path / "home")},
        )
        assert (got.returncode, got.stdout) == (3, ""), f"{words}: {got.stdout}{got.stderr[-500:]}"
        assert got.stderr.startswith(f"tutor: The folder of {folder} is missing")
        assert len(got.stderr.splitlines()) == 1


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a TOML document, its tables and lists as well."""
    if path:
        yield path
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(part, (*path, key))


PLACES = tuple(places(WORDS))


def damaged(value: Any, path: tuple[Any, ...], put: Any) -> Any:
    """The document with something else at `path`."""
    if not path:
        return put
    changed = dict(value) if isinstance(value, dict) else list(value)
    changed[path[0]] = damaged(value[path[0]], path[1:], put)
    return changed


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
ANYTHING = st.recursive(
    SCALARS, lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=8), part, max_size=3)
)


@settings(max_examples=300)
@given(st.sampled_from(PLACES), ANYTHING)
def test_whatever_stands_in_a_rulebook_it_is_read_or_refused(path: tuple[Any, ...], put: Any) -> None:
    try:
        book = parse(GAME, damaged(WORDS, path, put), ROOT / "lessons" / GAME / "rulebook.toml")
    except BadRulebook as why:
        assert why.lines
        assert all(line.startswith(SAID) for line in why.lines)
    else:
        assert book.find("follow") or path[0] == "section"


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from([*WORDS, "odd"]), ANYTHING, max_size=6))
def test_any_document_is_a_rulebook_or_refused(data: dict[str, Any]) -> None:
    with pytest.raises(BadRulebook) as why:
        parse(GAME, data, ROOT / "lessons" / GAME / "rulebook.toml")
    assert len(why.value.faults) >= 1


@pytest.mark.parametrize(
    ("option", "clause", "rule", "result"),
    [
        ("tie=last_trick", "tute.score.tie", "With equal totals the hand is drawn.", "won.P1+P3=AS,AH,AD,AC last=P2"),
        (
            "discards_count=none",
            "schafkopf.score.schwarz",
            "With all 120 points it is 6",
            "declarer=P1 points.P1=120 tricks.P1=10",
        ),
    ],
)
def test_a_rule_is_not_said_against_the_house_rule_in_force(option: str, clause: str, rule: str, result: str) -> None:
    found = load(clause.partition(".")[0])
    usual, house = (
        rule_text(
            rulebook(found.name).clauses[clause],
            read_view(found, found.scoring, split([*result.split(), *more])).options,
        )
        for more in ([], [option])
    )
    assert rule in usual
    assert rule not in house
    assert option in house


def test_a_field_that_hides_a_word_of_sentences_is_named() -> None:
    """A new game whose views have a field `cards` is told so, and not that a number is not callable."""
    assert sentence("{{ cards }} of {{ seat('P1') }}", {"cards": 3}).startswith("3 of")
    with pytest.raises(TemplateError, match=r"a field or fact named cards hides cards\(…\): give it another name"):
        sentence("{{ cards(hand) }}", {"hand": (), "cards": 3})


@pytest.mark.parametrize("name", names())
def test_who_plays_is_told_no_names_of_options(name: str) -> None:
    options = {option for option in specs(load(name).options) if "_" in option}
    for clause in rulebook(name).clauses.values():
        assert not any(option in clause.at_table or f"{option}=" in clause.at_table for option in options), clause.id
        assert all(sentence_ in clause.text for sentence_ in clause.at_table.split(". "))


def score(name: str, fields: str) -> str:
    found = load(name)
    view = read_view(found, found.scoring, split(fields.split()))
    return " ".join(render(score_doc(found, view), RenderOptions(width=200, suits="letters"), {}).split())


def test_a_score_tells_each_thing_once_and_how_a_loss_comes_about() -> None:
    tute = score("tute", "won.P2+P4=4H,3H,6H,KH last=P1")
    assert tute.count("116 total") == 1 and tute.count(" = 106;") == 1 and "(this hand)" not in tute
    kaiser = score("kaiser", "contract=6 declarers=P2+P4 tricks.P1+P3=4 tricks.P2+P4=4 won.P1+P3=5H won.P2+P4=3S")
    assert kaiser.count("the contract of 6 is broken") == 1
    assert "4 (tricks) - 3 (3S) = 1. That is taken off: -1." in kaiser


def test_what_is_so_of_several_sides_stands_once_in_the_table_of_the_score() -> None:
    paid = score("dou-dizhu", "bid=2 landlord=P1 out=P1")
    assert "P2 and P3 -2 The landlord went out, and each pays the bid, 2." in paid and "total" not in paid
    ante = score("spinado", "players=3 winner=P1")
    assert "P2 and P3 -3 Each put a chip in each of the three pots" in ante
    cards = score("big-two", "left.P1=1 left.P2=1 left.P3=2 left.P4=0")
    assert "P1 and P2 1 1 card left, one point each." in cards and "P4 0 P4 went out." in cards


def test_a_deal_of_no_number_is_not_said_to_be_number_nothing() -> None:
    text = score("solo", "declarer=P1 partner=P4 game=simple trump=C tricks.P1=3 tricks.P2=3 tricks.P3=2")
    assert "number 0" not in text and "so the game goes on" in text


def test_a_hand_is_over_by_the_name_that_the_game_has_for_it() -> None:
    said = {name: event_text(load(name), Event(HAND_OVER)) for name in ("canadian-salad", "tresette")}
    assert said == {"canadian-salad": "The deal is over.", "tresette": "The hand is over."}
