"""`tutor check`: what it finds, where it says that it is, and what it leaves alone."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.fresh import forget_sentences
from tests.tables import LONG
from tutor.kernel.by_name import load
from tutor.teach.authoring.watch import forget
from tutor.teach.check import run
from tutor.teach.check.diagnostics import Diagnostics, step_lines
from tutor.teach.check.expect import differences, wanted
from tutor.teach.check.prose import length_faults, prose_faults, typed_faults
from tutor.teach.check.rulebook import check_rulebook
from tutor.teach.check.run import NothingToCheck, Report, check, report_doc, report_json
from tutor.teach.check.templates import check_templates
from tutor.teach.lessons.files import document, paths_of
from tutor.teach.text import files
from tutor.teach.text.agree import spoken
from tutor.teach.text.doc import Pre
from tutor.teach.text.marks import mark

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
LESSONS = ROOT / "tests" / "lessons"
FOLLOW = LESSONS / "good" / "follow.toml"


def said(report: Report) -> list[str]:
    return [f"{fault.where}: {fault.text}" if fault.where else fault.text for fault in report.findings.errors]


def tutor(*words: str, **how: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tutor", *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=how.pop("cwd", ROOT),
        timeout=120,
        **how,
    )


@cache
def report_of(path: Path) -> Report:
    """What is found in a lesson of a stranger."""
    return check([str(path)])


# -- lessons -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((LESSONS / "good").glob("*.toml")), ids=lambda path: path.stem)
def test_good_lessons_of_strangers(path: Path) -> None:
    report = check([str(path)])
    assert report.good, said(report)
    assert not report.findings.warnings


@pytest.mark.parametrize("path", sorted((LESSONS / "bad").glob("*.toml")), ids=lambda path: path.stem)
def test_every_fault_is_found_at_once(path: Path) -> None:
    """The file says at its top, in lines with `#!`, which faults it has; nothing else is found."""
    expected = [line[3:] for line in path.read_text("utf-8").splitlines() if line.startswith("#! ")]
    found = said(report_of(path))
    missing = [one for one in expected if not any(fault.startswith(one) for fault in found)]
    extra = [fault for fault in found if not any(fault.startswith(one) for one in expected)]
    assert not missing, missing
    assert not extra, extra


@pytest.mark.parametrize("path", sorted((LESSONS / "bad").glob("*.toml")), ids=lambda path: path.stem)
def test_faults_stand_at_their_line(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    for fault in report_of(path).findings.errors:
        key = re.match(r"([a-z]+): ", fault.text)
        if fault.line and key and fault.where:
            assert lines[fault.line - 1].startswith((key[1], "[[step]]")), fault


def changed(tmp_path: Path, old: str, new: str, source: Path = FOLLOW) -> Report:
    text = source.read_text("utf-8")
    assert old in text
    path = tmp_path / source.name
    path.write_text(text.replace(old, new), encoding="utf-8")
    return check([str(path)])


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('play = "5C+9S"', 'play = "9S+5C"', "step 2: play: 9S+5C is not allowed here (strange.follow.suit)"),
        ('"5C+AD" = "strange.follow.suit"', '"5C+AD" = "strange.lead.cards"', "not by strange.lead.cards"),
        ("hand=AD,7H,2D", "hand=AD,7H,2D,JC,JC", "step 5: position: upcard and hand: JC is there"),
        ("hand=AD,7H,2D", "hand=AD,7H,2X", "step 5: position: hand: '2X' is"),
        ("trick=QH+KH hand=6H,2C,AS", "trick=QH hand=6H,2C,AS", "step 8: position: trick: everybody plays two cards"),
        ('clauses = ["strange.follow.suit"', 'clauses = ["strange.follow.suits"', "did you mean strange.follow.suit?"),
        ("You need not trump.", "You need not trump, {{ nobody }}.", "step 5: because: cannot be said here: 'nobody'"),
        ("You need not trump.", "You need not trump the KC.", 'step 5: because: "KC" is typed out'),
        ("You need not trump.", "You need not trump", "step 5: because: does not end like a sentence"),
        ('ask = "clause"', 'ask = "winner"', "step 4: of: belongs to"),
        ("format = 1", "format = 2", "format: is 2; this program reads format 1"),
        ("minutes = 6", 'minutes = "6"', "minutes: must be a number"),
        ("[[step]]\nask", "[[step]]\nsaay = 1\nask", "step 4: saay: is no key here; did you mean say?"),
        ("goal =", "#", "goal: is missing"),
    ],
)
def test_one_fault_in_a_good_lesson(tmp_path: Path, old: str, new: str, fault: str) -> None:
    found = said(changed(tmp_path, old, new))
    assert any(fault in one for one in found), found


def test_the_unchanged_lesson_is_good(tmp_path: Path) -> None:
    report = changed(tmp_path, "minutes = 6", "minutes = 5")
    assert report.good, said(report)
    assert report.findings.counts["runs"] == 5
    assert report.findings.counts["questions"] == 8


def test_a_broken_step_hides_no_other(tmp_path: Path) -> None:
    text = FOLLOW.read_text("utf-8").replace("trick=3C+8S hand=5C,9S,AD", "trick=3C+8S hand=5C,9S,AX", 1)
    text = text.replace('play = "2D+5S"', 'play = "5S+2D"')
    path = tmp_path / "two.toml"
    path.write_text(text, encoding="utf-8")
    found = said(check([str(path)]))
    assert len(found) == 2, found
    assert found[0].startswith("step 1: position")
    assert found[1].startswith("step 6: play")


def test_lines_of_steps() -> None:
    text = '[start]\nstage = ""\n[[step]]\nsay = """\n[[step]]\n"""\n [[ step ]]\n[[step]] # three\n'
    assert step_lines(text) == {0: 1, 1: 3, 2: 7, 3: 8}


def quick_check(game: str) -> Report:
    """Rulebook, lessons and course as `tutor check` without a name has them, which takes lessons in one way only."""
    return run.game_report(game)


def test_a_course_is_numbered_and_complete(games: Path) -> None:
    folder = games / "strange"
    shutil.move(folder / "03-follow-both-suits.toml", folder / "14-follow.toml")
    (folder / "notes.txt").write_text("x")
    forget()
    report = quick_check("strange")
    found = said(report)
    assert any("lessons must be numbered" in one for one in found), found
    assert any("there is no lesson 03-follow-both-suits" in one for one in found), found
    assert any("notes.txt" in fault.text for fault in report.findings.warnings)


def test_after_must_come_earlier(games: Path) -> None:
    path = games / "strange" / "02-two-trump-suits.toml"
    text = path.read_text("utf-8").replace('["01-two-cards-at-a-time"]', '["03-follow-both-suits"]')
    path.write_text(text, encoding="utf-8")
    forget()
    assert any("03-follow-both-suits comes later" in one for one in said(quick_check("strange")))


# -- rulebooks -----------------------------------------------------------------------------------------


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the lessons to be broken."""
    copy = tmp_path / "lessons"
    shutil.copytree(ROOT / "lessons", copy)
    real = files._root
    monkeypatch.setattr(files, "_root", lambda name: copy if name == "lessons" else real(name))
    forget()
    yield copy
    monkeypatch.undo()
    forget()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('id = "strange.win"', 'id = "strange.won"', "strange.win: the rules name this clause"),
        ('rule = "The single highest sum wins the trick."\n', "", "strange.win: decides something"),
        ("{{ card(own) }} follows", "{{ card(owned) }} follows", "strange.follow.suit: allowed: cannot be said here"),
        ("move_text(winner.card) }},", "move_text(winner.cards) }},", "strange.win: decided: cannot be said here"),
        ('scored = "{{ count(tricks', 'scored = "{{ count(trick', "strange.hold.left: scored: cannot be said here"),
        ('[event]\n"turned up" = "', '[event]\n"turned up" = "{{ nothing }}', "event.turned up: cannot be said here"),
        ('next = "Next to lead: {{ seat(value) }}."', 'next = "{{ seat(values) }}."', "cannot be said here: 'values'"),
        ("After the last trick: {%", "After KH: {%", 'situation.score: "KH" is typed out'),
        ('round = "round {{', 'round = "KH, round {{', 'table.round: "KH" is typed out'),
        ('round = "round {{ number', 'round = "round {{ numbers', "'numbers' is undefined"),
        ('pile_size = "', 'pile_sizes = "', "table.pile_size: the game shows pile_size on the table, and there is no"),
        ('pile_size = "', 'pile_sizes = "', "table.pile_sizes: the game shows nothing called pile_sizes"),
        ("simple = {", "simpel = {", "option.simple: words are needed for each value"),
        ("simple = {", "simpel = {", "option.simpel: the game has no option called simpel"),
        ('28 = "super', '27 = "super', "option.equal_supers: words are needed for each value of this option"),
        ('show_held = { true = "the', 'show_held = { true = "KH', 'option.show_held: "KH" is typed out'),
        ("[situation]", '[situation]\nplay = "Strange."', "situation.play: only `score`"),
        ("won{% if heaps > 1 %}", "won {% if heaps > 1 %}", "event.trick won: has a blank where none belongs"),
        ("Add the pips of each player's two cards.", "add the pips", "strange.win: text: begins with a small letter"),
        ("hand=5C,9S,AD", "hand=5C,9S,AB", "example: hand: 'AB' is not a card"),
        ("trick=3C+8S hand=5C,9S,AD", "hand=5C,9S,AD", "example: is no question"),
        ('title = "Follow each suit"', 'titel = "Follow each suit"', "strange.follow.suit: title is missing"),
    ],
)
def test_faults_of_a_rulebook(games: Path, old: str, new: str, fault: str) -> None:
    path = games / "strange" / "rulebook.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    forget()
    findings = Diagnostics()
    check_rulebook(findings, load("strange"))
    found = [f"{one.where}: {one.text}" if one.where else one.text for one in findings.errors]
    assert any(fault in one for one in found), found


def test_what_clauses_do_is_seen() -> None:
    findings = Diagnostics()
    bound = check_rulebook(findings, load("strange"))
    assert not findings.errors
    assert {"strange.follow.suit", "strange.follow.free", "strange.lead.cards", "strange.hold.pick"} <= bound.moves
    assert {"strange.win", "strange.draw", "strange.hold.left", "strange.end", "strange.r5.tie"} <= bound.points


def test_sentences_without_occasion_are_told(games: Path) -> None:
    path = games / "strange" / "rulebook.toml"
    text = path.read_text("utf-8").replace("[event]\n", '[event]\n"never happens" = "It never happens."\n', 1)
    path.write_text(text, encoding="utf-8")
    forget()
    findings = Diagnostics()
    check_rulebook(findings, load("strange"), thorough=True)
    assert any(fault.where == "event.never happens" for fault in findings.warnings)


# -- coverage ------------------------------------------------------------------------------------------


@pytest.mark.skipif(not LONG, reason="takes a minute")
def test_coverage_names_what_is_missing_and_takes_reasons(games: Path) -> None:
    lesson = games / "strange" / "03-follow-both-suits.toml"
    lesson.write_text(lesson.read_text("utf-8").replace(', "strange.follow.free"', ""), encoding="utf-8")
    forget()
    report = check(["strange"], with_coverage=True)
    rows = {row.clause.id: row for row in report.rows["strange"]}
    assert rows["strange.follow.free"].gaps == ["taught"]
    assert rows["strange.follow.free"].does == "move"
    teaching = [path.stem for path in paths_of("strange") if "strange.follow.suit" in document(path)["clauses"]]
    assert rows["strange.follow.suit"].taught == teaching
    assert len(teaching) > 1
    assert any("strange.follow.free: no lesson teaches it" in one for one in said(report)), said(report)
    book = games / "strange" / "rulebook.toml"
    text = book.read_text("utf-8").replace(
        'id = "strange.follow.free"\n', 'id = "strange.follow.free"\nuntaught = "It goes without saying."\n'
    )
    book.write_text(text, encoding="utf-8")
    forget()
    assert check(["strange"], with_coverage=True).good
    assert check(["strange"]).good, "gaps are faults only where they were asked for"


# -- templates -----------------------------------------------------------------------------------------


def test_templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "templates"
    copy.mkdir()
    for name in ("lesson.j2", "check.j2"):  # the file with faults, and the words for them
        shutil.copy(ROOT / "templates" / name, copy)
    real = files._root
    monkeypatch.setattr(files, "_root", lambda name: copy if name == "templates" else real(name))
    path = copy / "lesson.j2"
    text = path.read_text("utf-8").replace("{% block enter %}", "{% block entered %}")
    text = text.replace(
        "{% trans n=n %}Back to part {{ n }}.", "{% trans n=n, of=of %}Back to part {{ n }} of {{ of }}."
    )
    text += "{% block broken_one %}{{ nothing_of_the_kind() }}{% endblock %}"
    path.write_text(text, encoding="utf-8")
    forget_sentences()
    try:
        findings = Diagnostics()
        check_templates(findings)
    finally:
        monkeypatch.undo()
        forget_sentences()
    found = [one.text for one in findings.errors]
    assert any("says lesson.enter, which no template has" in one for one in found), found
    assert any("says lesson.went_back without giving it of" in one for one in found), found
    assert any("cannot be said, whatever it is given" in one for one in found), found
    assert any(one.where == "entered" for one in findings.warnings)


def test_our_templates_are_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    findings = check(["templates"]).findings
    assert not findings.errors and not findings.warnings, [*findings.errors, *findings.warnings]
    assert findings.counts["blocks"] > 1000


# -- prose ---------------------------------------------------------------------------------------------

NAMES = {"P1": "You", "P2": "Left"}
YOU = mark("s", "P1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("You won None tricks.", "no word"),
        ("Hello .", "blank"),
        ("Hello , you.", "blank"),
        ("", "says nothing"),
        ("Hello", "end"),
        ("hello.", "small letter"),
        ("Hello.. Well.", "punctuation"),
        ("Hello ().", "nothing in them"),
        ("He (said so.", "other half"),
        ("It is {{ x }}.", "markup"),
        ("It is <Card object at 0x7f>.", "program"),
        (f"{YOU} zaps it.", "You zaps"),
        ("Done.Next one.", "between two sentences"),
        ("It is ; well.", "blank"),
    ],
)
def test_prose_that_will_not_do(text: str, words: str) -> None:
    found = list(prose_faults(text, NAMES))
    assert any(words in one for one in found), found


@pytest.mark.parametrize(
    "text",
    [
        "You won.",
        "Is it?",
        "Name one (or more).",
        f"{YOU} has won.",
        f"{YOU} is third, and {YOU} wins.",
        "Well... yes.",
        "None of your cards does.",
        f"{mark('c', 'KH')} was led.",
        'He said "pass".',
        "So: yes!",
        "See a.pips.P3.0.",
    ],
)
def test_prose_that_will_do(text: str) -> None:
    assert list(prose_faults(text, NAMES)) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("The KH.", ["KH"]),
        ("The 10H and 2c.", ["10H"]),
        ("The K♥.", ["K♥"]),
        ("The king of hearts.", ["king of hearts"]),
        ("King Of Hearts", ["King Of Hearts"]),
        ("For P2.", ["P2"]),
        ("As it was, 5 spades, ACE, A HAT.", []),
        ("{{ card(trick[0]) }}, {{ seat('P1') }}, {{ card('KH') }}.", []),
        ("`tutor explain KH`", []),
    ],
)
def test_what_is_typed_out(source: str, found: list[str]) -> None:
    hits = list(typed_faults(source))
    assert len(hits) == len(found)
    assert all(f'"{one}"' in hit for one, hit in zip(found, hits, strict=True))


def test_a_rule_may_name_a_card() -> None:
    assert list(typed_faults("The queen of clubs is highest.", words=False)) == []
    assert len(list(typed_faults("The QC is highest.", words=False))) == 1


def test_length() -> None:
    assert not list(length_faults("word " * 60))
    assert list(length_faults("word " * 61))


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        (f"{YOU} has 5, {mark('s', 'P2')} has 3.", "You have 5, Left has 3."),
        (f"{YOU} is third and {YOU} carries it.", "You are third and you carry it."),
        (f"{mark('s', 'P1+P2')} wins.", "You and Left win."),
        (f"What does {YOU}'s card count?", "What does your card count?"),
        (f"{YOU} won. {mark('s', 'P2')}'s turn.", "You won. Left's turn."),
        (f"{YOU} passes, exchanges and goes.", "You pass, exchange and go."),
        (f"{YOU} always leads.", "You always leads."),
    ],
)
def test_verbs_agree_with_you(text: str, heard: str) -> None:
    assert spoken(text, NAMES | {"P1+P2": "You and Left"}) == heard


@cache
def bad() -> Report:
    """The report on all bad lessons."""
    return check([str(LESSONS / "bad")])


def test_what_the_guide_says_of_faults_is_what_is_said() -> None:
    """Every message in the guide's table is one that bad lessons get, but for the cards, clauses and numbers in it."""

    def form(message: str) -> str:
        return re.sub(r"[;:,]", "", re.sub(r"[^ ]*[\d.\"'(][^ ]*", "_", message))

    guide = (ROOT / "lessons" / "README.md").read_text("utf-8")
    told = [form(message) for message in re.findall(r"^\| `(step \d+: .+?)` \|", guide, re.M)]
    assert len(told) >= 6
    real = [form(fault) for fault in said(bad())]
    assert [one for one in told if not any(fault.startswith(one) for fault in real)] == []


# -- expect --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("want", "got", "paths"),
    [
        ({"a": 1}, {"a": 1.0, "b": 2}, []),
        ({"a": 1}, {"a": 2}, ["a"]),
        ({"a": []}, {"a": []}, []),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}, ["a.b.1"]),
        ({"a": {}}, {"a": {"x": 1}}, ["a"]),
        ({"a": [1]}, {"a": []}, ["a"]),
        ({"x": 1}, {}, ["x"]),
        ({"x": {"y": 1}}, {"x": {}}, ["x.y"]),
        ({"a": True}, {"a": 1}, ["a"]),
        ({"a": "P1"}, {"a": "P2"}, ["a"]),
        ({"w": None}, {"w": None}, []),
        ({"w": {"seat": "P1"}}, {"w": None}, ["w"]),
    ],
)
def test_expectations(want: Any, got: Any, paths: list[str]) -> None:
    assert [path for path, *_ in differences(want, got)] == paths


def test_short_forms_of_a_winner() -> None:
    assert wanted({"winner": "none", "a": 1}) == {"winner": None, "a": 1}
    assert wanted({"winner": "P2"}) == {"winner": {"seat": "P2"}}
    assert wanted({"winner": {"card": "KH", "seat": "P2"}}) == {"winner": {"card": "KH", "seat": "P2"}}


# -- the command ---------------------------------------------------------------------------------------


def test_a_named_place_must_be_there(tmp_path: Path) -> None:
    for wanted_path in (str(tmp_path / "nothing.toml"), str(tmp_path)):
        with pytest.raises(NothingToCheck):
            check([wanted_path])


def test_a_folder_of_lessons() -> None:
    report = check([str(LESSONS / "good")])
    assert report.good, said(report)
    assert report.findings.counts["lessons"] == len(list((LESSONS / "good").glob("*.toml")))


def test_the_report_is_the_same_each_time() -> None:
    def lines(report: Report) -> list[str]:
        return [block.text for block in report_doc(report) if isinstance(block, Pre)]

    assert lines(bad()) == lines(check([str(LESSONS / "bad")]))


def test_exit_status_and_places() -> None:
    good = tutor("check", "tests/lessons/good/wide.toml")
    assert (good.returncode, good.stderr) == (0, "")
    assert "All is well." in good.stdout
    bad = tutor("--plain", "check", "tests/lessons/bad/head.toml")
    assert bad.returncode == 1
    assert re.search(r"^tests/lessons/bad/head.toml:\d+: minutes: must be", bad.stdout, re.M), bad.stdout
    none = tutor("check", "nowhere.toml")
    assert (none.returncode, none.stdout) == (3, "")
    assert none.stderr.count("\n") == 1


def test_json() -> None:
    answer = json.loads(tutor("check", "tests/lessons/bad/expect.toml", "--json").stdout)
    assert answer["schema"] == "tutor.check/1"
    assert answer["good"] is False
    assert len(answer["faults"]) == 5
    assert {"file", "line", "where", "text", "warning"} == set(answer["faults"][0])
    assert answer == report_json(check(["tests/lessons/bad/expect.toml"]))


def test_a_game_by_its_name_is_that_of_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    asked: list[tuple[str, object]] = []

    def checked(name: str, **how: object) -> Report:
        asked.append((name, how))
        return Report()

    monkeypatch.setattr("tutor.teach.check.run.game_report", checked)
    check(["strange"])
    check(["lessons/strange"])
    assert asked == [("strange", {"closely": True, "thorough": False, "with_coverage": False})] * 2


def test_a_rulebook_by_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    report = check(["lessons/strange/rulebook.toml"])
    assert report.good, said(report)
    assert report.findings.counts


def test_a_question_may_have_its_choices_below_it() -> None:
    assert (
        list(prose_faults("Which of these may you play?\n\u00a0\u00a0five hearts\n\u00a0\u00a0five clubs", NAMES)) == []
    )
    assert list(prose_faults("Which of these\n\u00a0\u00a0five hearts", NAMES))
