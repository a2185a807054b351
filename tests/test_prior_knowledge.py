"""What is said to players of games that are not played here: its shape, its truth as far as the engine can tell."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.drawn import read
from tests.program import command
from tutor.kernel.by_name import load, names
from tutor.teach.check.diagnostics import Diagnostics
from tutor.teach.check.rulebook import check_rulebook
from tutor.teach.lessons.files import lessons_of
from tutor.teach.lessons.session import LessonSession
from tutor.teach.overview.comparing import comparison, offer
from tutor.teach.overview.contrast import contrast_doc
from tutor.teach.overview.prior_knowledge import ABOUT, NAMES, parse
from tutor.teach.overview.traits import ALWAYS, ELSEWHERE, NEVER, SOMETIMES, contradicted, traits_of
from tutor.teach.progress.store import Store
from tutor.teach.rulebooks.rulebook import rulebook

if TYPE_CHECKING:
    from pathlib import Path

POINT = {"about": "follow", "say": "You follow suit if you can."}


def test_every_known_game_has_its_traits() -> None:
    assert set(ELSEWHERE) == set(NAMES)


@pytest.mark.parametrize(
    ("game", "follow", "trumping", "heading"),
    [
        ("canadian-salad", ALWAYS, None, NEVER),
        ("kaiser", ALWAYS, NEVER, NEVER),
        ("tute", ALWAYS, ALWAYS, ALWAYS),
        ("botifarra", ALWAYS, SOMETIMES, SOMETIMES),
        ("reversis", SOMETIMES, None, NEVER),
        ("strange", None, None, None),
        ("big-two", None, None, None),
    ],
)
def test_duties_are_found_by_asking(game: str, follow: str | None, trumping: str | None, heading: str | None) -> None:
    found = traits_of(game)
    assert (found.follow, found.trumping, found.heading) == (follow, trumping, heading)


def test_packs_ranks_sides_and_bids_are_found() -> None:
    tute, kaiser, salad = map(traits_of, ("tute", "kaiser", "canadian-salad"))
    assert tute.ranking == ("A3KQJ76542",) and tute.cards == 40 and tute.partners and not tute.odd_trumps
    assert kaiser.bidding and kaiser.trumps and not salad.bidding and not salad.trumps and not salad.partners
    assert traits_of("schafkopf").odd_trumps and traits_of("dou-dizhu").kind == "shedding"


@pytest.mark.parametrize(
    ("game", "known", "about", "same", "wrong"),
    [
        ("strange", "whist", "follow", True, False),  # which cannot be told
        ("canadian-salad", "whist", "follow", True, False),
        ("canadian-salad", "whist", "follow", False, True),
        ("tute", "whist", "follow", True, True),
        ("tute", "whist", "head", False, False),
        ("tute", "whist", "ranking", True, True),
        ("kaiser", "whist", "ranking", False, True),  # a shorter pack, in the same order
        ("kaiser", "whist", "cards", True, True),
        ("canadian-salad", "whist", "players", True, True),
        ("canadian-salad", "hearts", "trumps", False, True),
        ("kaiser", "bridge", "bidding", False, False),  # both bid, in different ways
        ("canadian-salad", "bridge", "bidding", True, True),
        ("big-two", "rummy", "aim", True, True),
        ("big-two", "uno", "aim", True, False),
        ("big-two", "uno", "points", True, False),
    ],
)
def test_what_the_engine_can_tell_is_held_against_it(
    game: str, known: str, about: str, same: bool, wrong: bool
) -> None:
    assert contradicted(ELSEWHERE[known], traits_of(game), about, same=same) is wrong


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({"chess": {"same": [POINT], "differs": [POINT]}}, "no such game"),
        ({"whist": {"same": [POINT]}}, "differs must be a list"),
        ({"whist": {"same": [{"about": "colour", "say": "Blue."}], "differs": [POINT]}}, "colour is none of"),
        ({"whist": {"same": [{"about": "aim"}], "differs": [POINT]}}, "has about and say"),
        ({"whist": {"same": [POINT], "differs": [POINT], "also": []}}, "unknown key also"),
        ({"whist": {"same": [POINT] * 6, "differs": [POINT]}}, "5 are the most"),
        ({"whist": 3}, "must be a table"),
        ([], "must be tables"),
    ],
)
def test_faults_of_shape_are_told(data: Any, fault: str) -> None:
    assert any(fault in one for one in parse(data)[1])


def test_what_is_sound_is_read() -> None:
    found, faults = parse({"whist": {"same": [POINT], "differs": [POINT]}})
    assert not faults and found["whist"].same[0].about in ABOUT


def test_the_check_finds_what_is_not_true(monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebook("canadian-salad")
    wrong, _ = parse({"whist": {"same": [{"about": "players", "say": "You play in pairs."}], "differs": [POINT]}})
    monkeypatch.setattr("tutor.teach.check.rulebook.rulebook", lambda game: book._replace(known=wrong))
    findings = Diagnostics()
    check_rulebook(findings, load("canadian-salad"))
    texts = [fault.text for fault in findings.errors if fault.where == "known.whist"]
    assert len(texts) == 2 and any("players is the same" in text for text in texts)


def test_likenesses_stand_before_differences() -> None:
    text = read(comparison("canadian-salad", "Hearts"))
    assert text.index("What you can keep") < text.index("lowest total wins") < text.index("What is different")


def test_our_own_games_are_held_against_each_other_the_weightiest_first() -> None:
    text = read(contrast_doc("tute", "botifarra"))
    places = [text.index(word) for word in ("aim", "Tute: 40", "A 3 K Q J", "The trick goes to another card")]
    assert places == sorted(places)


def test_the_first_lesson_offers_it_and_compare_answers() -> None:
    lesson = LessonSession(load("canadian-salad"), lessons_of("canadian-salad")[0], Store(None))
    opening = read(lesson.begin().doc)
    assert 'Do you know Hearts or Whist? Type "compare hearts"' in opening
    assert "What you can keep" in read(lesson.tell("compare hearts").doc)
    assert "Which game do you know" in read(lesson.tell("compare").doc)
    assert "no game" in read(lesson.tell("compare chess").doc)
    assert "itself" in read(lesson.tell("compare canadian salad").doc)
    assert "Tetka" in read(lesson.tell("compare tetka").doc)
    assert lesson.asking is not None and not lesson.faults
    second = LessonSession(load("canadian-salad"), lessons_of("canadian-salad")[1], Store(None), number=2)
    assert "Do you know" not in read(second.begin().doc)


@pytest.mark.parametrize("game", names())
def test_every_game_answers_whoever_knows_another(game: str) -> None:
    for name in NAMES:
        text = read(comparison(game, name))
        assert ("What you can keep" in text) is (name in rulebook(game).known)
    assert bool(offer(game)) is bool(rulebook(game).known)


def test_the_command_says_it_in_words_and_for_programs(tmp_path: Path) -> None:
    assert "What you can keep" in command("compare", "whist", "canadian-salad", home=tmp_path).stdout
    found = json.loads(command("compare", "whist", "canadian-salad", "--json", home=tmp_path).stdout)
    assert found["known"] == "whist" and found["same"] and {"about", "say"} == set(found["differs"][0])
    assert command("compare", "whist", "chess", home=tmp_path).returncode
    unknown = command("compare", "chess", "strange", home=tmp_path)
    assert unknown.returncode == 2 and "whist or spades" in unknown.stderr
    assert "did you mean botifarra?" in command("compare", "botifara", "strange", home=tmp_path).stderr
    narrow = command("compare", "whist", "canadian-salad", home=tmp_path, columns=40).stdout
    assert max(map(len, narrow.split("\n"))) <= 40
