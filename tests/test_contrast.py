"""What one game rules otherwise than another, the lessons about it, and the map of what resembles what."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.program import command
from tutor.kernel.by_name import load, names
from tutor.kernel.judging import judge
from tutor.kernel.position import read_question
from tutor.kernel.position_text import BadPosition, split
from tutor.teach.check.run import check
from tutor.teach.drills.moments import at
from tutor.teach.overview.contrast import as_known, contrast_doc, differences, parted, rules_otherwise
from tutor.teach.overview.games_map import contrasts, likeness, listed, spanning_tree
from tutor.teach.progress.store import Store
from tutor.teach.text.doc import Item

if TYPE_CHECKING:
    from pathlib import Path


def judged(game: str, position: str, move: str) -> tuple[bool, str]:
    asked = read_question(load(game), split(position.split()))
    ruling = judge(asked.phase, asked.view, (move,)).asked[0]
    return ruling.legal, ruling.clause


@pytest.mark.parametrize(
    ("known", "game", "kind", "clause"),
    [
        ("tute", "botifarra", "freer", "botifarra.play.partner-winning"),
        ("tute", "botifarra", "winner", "botifarra.play.winner"),
        ("tresette", "tute", "stricter", "tute.play.head"),
        ("tresette", "tute", "stricter", "tute.play.trump"),
        ("tute", "tresette", "freer", "tresette.play.follow"),
        ("twenty-five", "court-piece", "stricter", "court-piece.play.follow"),
        ("tresette", "truc", "freer", "truc.play"),
        ("schafkopf", "solo", "stricter", "solo.play.follow"),
        ("tute", "jo-jotte", "freer", "jo-jotte.follow.plain"),
        ("dou-dizhu", "big-two", "freer", "big-two.beat"),
    ],
)
def test_a_difference_is_found(known: str, game: str, kind: str, clause: str) -> None:
    found = [d for d in differences(known, game) if (d.kind, d.clause) == (kind, clause)]
    assert found, differences(known, game)


@pytest.mark.parametrize(
    ("known", "game"),
    [("tute", "botifarra"), ("tresette", "tute"), ("tute", "tresette"), ("tute", "jo-jotte"), ("dou-dizhu", "big-two")],
)
def test_both_games_say_what_the_difference_says(known: str, game: str) -> None:
    for one in differences(known, game):
        other = as_known(load(known), load(game), one.position)
        assert other is not None
        if one.kind == "winner":
            assert other.phase is not None
            won = other.phase.winner(other.view)
            assert won is not None
            assert (won.card, one.move != one.instead) == (one.instead, True)
            continue
        here = judged(game, one.position, one.move)
        there = other.judged(one.move).asked[0]
        assert here == (one.kind == "freer", one.clause)
        assert (there.legal, there.clause) == (one.kind == "stricter", one.other)


def test_what_is_the_same_in_both_is_no_difference() -> None:
    assert not differences("kaiser", "tetka")
    moment = at(load("tute"), "trump=S leader=P1 trick=KH hand=2H,AS,4D")  # follow suit, in both
    assert not rules_otherwise(load("botifarra"), moment)
    partner = at(load("tute"), "trump=S leader=P3 trick=KC,4C hand=7S,5S,JD,2D")
    assert rules_otherwise(load("botifarra"), partner)


def test_with_other_numbers_of_players_only_the_answer_to_a_lead_is_compared() -> None:
    solo, schafkopf = load("solo"), load("schafkopf")
    assert rules_otherwise(schafkopf, at(solo, "trump=C trick=QH hand=JD,7H"))
    assert as_known(schafkopf, solo, "trump=C trick=QH,9H hand=JD,7H") is None
    assert as_known(schafkopf, solo, "trump=C hand=JD,7H") is None


@pytest.mark.parametrize(
    ("known", "game", "position"),
    [
        ("tresette", "kaiser", "trick=8C,KC hand=9C"),  # has no such cards
        ("spinado", "last-one", "upcard=6H hand=7S,3D"),  # looks at something else
        ("truc", "strange", "trump=H upcard=4S,5C trick=7H+2S hand=8H,9H"),  # plays two cards at once
    ],
)
def test_what_cannot_be_compared(known: str, game: str, position: str) -> None:
    assert as_known(load(known), load(game), position) is None


@pytest.mark.parametrize(("known", "game"), [("tute", "truc"), ("dou-dizhu", "big-two"), ("court-piece", "back-alley")])
def test_examples_hold_nothing_that_they_could_do_without(known: str, game: str) -> None:
    here, there = load(game), load(known)
    for one in differences(known, game):
        pairs = dict(split(one.position.split()))
        assert pairs.keys() <= {"trick", "table", "plays", "hand", "trump", "deal", "upcard", "bids"}
        for card in pairs.get("hand", "").split(",") if "," in pairs.get("hand", "") else ():
            fewer = ",".join(other for other in pairs["hand"].split(",") if other != card)
            position = " ".join(f"{k}={fewer if k == 'hand' else v}" for k, v in pairs.items())
            try:
                moment = at(here, position)
            except BadPosition:
                continue
            other = as_known(there, here, position)
            assert other is None or one._replace(position=moment.position) not in list(parted(moment, other))


def test_the_document_names_rules_and_lessons() -> None:
    doc = contrast_doc("tute", "botifarra", lessons=("botifarra:7",))
    assert {block.clause for block in doc if isinstance(block, Item) and block.clause} == {
        d.clause for d in differences("tute", "botifarra")
    }
    assert "botifarra:7" in str(doc)


@pytest.mark.parametrize(
    ("known", "game", "words"),
    [
        ("tute", "tresette", "You only follow suit there"),  # from the side of the known game
        ("tute", "solo", "Partners are known there"),  # or else of the other
        ("court-piece", "kaiser", "with spades as trumps"),  # a trump suit had to be supposed
        ("tresette", "calabrasella", "nothing was found"),
        ("spinado", "last-one", "too little in common"),
    ],
)
def test_what_the_document_says(known: str, game: str, words: str) -> None:
    assert words in str(contrast_doc(known, game))


def test_a_contrast_lesson_must_ask_where_the_games_differ(tmp_path: Path) -> None:
    head = (
        'format = 1\ngame = "tute"\ntitle = "If you know Botifarra"\ngoal = "See what is different."\n'
        'contrast = "botifarra"\nclauses = ["tute.play.follow"]\n\n[[step]]\n'
    )
    same = tmp_path / "same.toml"
    same.write_text(head + 'position = "trump=S leader=P1 trick=KH hand=2H,AS,4D"\nask = "legal"\n', "utf-8")
    faults = [fault.text for fault in check([str(same)]).findings.errors]
    assert len(faults) == 1, faults
    assert "botifarra rules otherwise" in faults[0]
    other = tmp_path / "other.toml"
    other.write_text(head + 'position = "trump=S leader=P3 trick=KC,4C hand=7S,5S,JD,2D"\nask = "legal"\n', "utf-8")
    assert check([str(other)]).good


def test_the_map_has_every_related_game_once() -> None:
    there = listed(Store(None).progress())
    assert there.keys() == set(names())
    rows = list(spanning_tree(likeness(there)))
    assert sorted(name for _, name in rows) == sorted(name for name, one in there.items() if one.game.related)
    for (depth, _), (following, _) in pairwise(rows):
        assert following <= depth + 1
    assert [name for depth, name in rows if depth == 0] == [rows[0][1]], "one map, not several"


def test_ten_lessons_lead_from_a_game_to_another() -> None:
    bridges = [(known, name) for name in names() for known, _ in contrasts(name)]
    assert len(set(bridges)) >= 10, bridges
    assert {known for known, _ in bridges} <= set(names())


@pytest.mark.parametrize("name", names())
def test_a_game_has_five_lessons_and_a_relative(name: str) -> None:
    game = listed(Store(None).progress())[name]
    assert game.lessons >= 5, "a course has five lessons at least"
    assert game.game.related, "[related] of the rulebook names the nearest games: the map shows them"


def test_games_and_compare_for_programs(tmp_path: Path) -> None:
    games = json.loads(command("games", "--json", home=tmp_path).stdout)["games"]
    assert {game["name"] for game in games} == set(names())
    same = command("compare", "tute", "tute", home=tmp_path)
    assert (same.returncode, "the same game" in same.stderr) == (2, True)
    found = json.loads(command("compare", "tute", "botifarra", "--json", home=tmp_path).stdout)
    assert found["differences"] == [d._asdict() for d in differences("tute", "botifarra")]
