"""What leaves the terminal: pages, drawings, decks, records in one word."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import sys
import zipfile
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.test_cli import ILLEGAL, POSITION, UNREADABLE, USAGE, run
from tests.worked_cases import explained_cases
from tutor.kernel import record
from tutor.kernel.by_name import load, names
from tutor.teach.flashcards.anki import NoLibrary, write_deck
from tutor.teach.flashcards.deck import guid
from tutor.ui.terminal.pager import pager

# -- rules ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", names())
def test_every_rulebook_can_be_had_in_every_format(game: str) -> None:
    from tutor.teach.rulebooks.reading import rules_doc
    from tutor.ui.drawn.html import to_html
    from tutor.ui.markdown import to_markdown
    from tutor.ui.render_options import RenderOptions

    doc = rules_doc(load(game))
    assert doc is not None
    assert "****" not in to_markdown(doc, RenderOptions(), {})
    assert "<h1>" in to_html(doc, RenderOptions(), {}, title=game)


def test_rules_are_written_where_they_are_wanted(tmp_path: Path) -> None:
    shown = run("rules", "strange", "follow", "--format", "md", home=tmp_path)
    assert shown.returncode == 0 and shown.stdout.startswith(b"- **")
    page = tmp_path / "rules.html"
    got = run("rules", "strange", "--format", "html", "--output", str(page), home=tmp_path)
    assert got.returncode == 0 and not got.stdout
    assert page.read_text("utf-8").startswith("<!doctype html>")
    bad = run("rules", "strange", "--format", "pdf", home=tmp_path)
    assert bad.returncode == USAGE and b"text, md, html" in bad.stderr
    nowhere = run("rules", "strange", "--output", str(tmp_path / "no" / "where"), home=tmp_path)
    assert nowhere.returncode == UNREADABLE and b"cannot be written" in nowhere.stderr


def test_what_goes_down_a_pipe_is_never_paged(tmp_path: Path) -> None:
    got = run("rules", "strange", home=tmp_path, PAGER="false", LINES="5")
    assert got.returncode == 0 and b"Two turn-ups" in got.stdout


def test_only_text_longer_than_the_screen_is_paged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "10")
    assert pager("x\n" * 9, {"PAGER": "cat"}) == ()
    assert pager("x\n" * 30, {"PAGER": "cat -n"}) == ("cat", "-n")
    assert pager("x\n" * 30, {"PAGER": "no-such-pager-here"}) == ()
    assert pager("x\n" * 30, {"PAGER": ""}) == ()


@pytest.mark.pty
@pytest.mark.parametrize(("lines", "paged"), [("10", True), ("999", False)])
def test_rules_are_paged_at_a_terminal(lines: str, paged: bool, tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect")
    seen = tmp_path / "paged"
    pages = tmp_path / "pages"
    pages.write_text(f"#!/bin/sh\ncat > '{seen}'\n")
    pages.chmod(0o755)
    env = {**os.environ, "TUTOR_HOME": str(tmp_path), "LINES": lines, "PAGER": str(pages), "TERM": "xterm"}
    env.pop("ACCESSIBLE", None)
    tutor = str(Path(sys.executable).with_name("tutor"))
    talk = pexpect.spawn(tutor, ["rules", "strange"], env=env, timeout=60, encoding="utf-8")
    talk.expect(pexpect.EOF)
    talk.close()
    assert talk.exitstatus == 0
    assert seen.exists() is paged


# -- records in one word -----------------------------------------------------------------------------------


def word(game: str, moves: int = 4) -> str:
    """A game as one word, after its first deal and so many moves."""
    from random import Random

    played = record.start(load(game))
    rng = Random(1)
    while moves or played.state.chance is not None:
        if played.state.chance is not None:
            played = record.draw(played, rng)
            continue
        seat = played.state.turn[0]
        played = record.play(played, seat, played.game.judge(played.state, seat).legal[0])
        moves -= 1
    return record.write_line(played)


def test_a_record_in_one_word_is_replayed_and_asked_about(tmp_path: Path) -> None:
    line = word("tute")
    assert not set(line) & set(" '\"$&;|<>*?()[]{}`\\!#~\n")
    told = json.loads(run("replay", line, "--json", home=tmp_path).stdout)
    assert told["game"] == "tute" and len([m for m in told["moves"] if m["seat"] != "deck"]) == 4
    file = tmp_path / "game.rec"
    file.write_text(record.write(record.read_line(line)), "utf-8")
    assert run("replay", str(file), home=tmp_path).stdout == run("replay", line, home=tmp_path).stdout
    now = json.loads(run("explain", line, "--json", home=tmp_path).stdout)
    assert now["game"] == "tute" and now["to_move"] in told["turn"] and now["legal"]
    assert run("explain", line, "--move", "pass", home=tmp_path).returncode == ILLEGAL


def test_a_damaged_word_is_said_to_be_damaged(tmp_path: Path) -> None:
    for command in ("replay", "explain"):
        got = run(command, word("tute")[:-3], home=tmp_path)
        assert got.returncode == UNREADABLE and b"damaged" in got.stderr and not got.stdout


# -- the drawn table ---------------------------------------------------------------------------------------

EVIL = "<script>alert(1)</script>\" ' & </svg></title></style>\x02c"


def drawn(game: str, position: str, names_: dict[str, str] | None = None, *, wide: bool = True) -> str:
    from tutor.kernel.judging import judge
    from tutor.kernel.position import read_question
    from tutor.kernel.position_text import split
    from tutor.teach.rulings.offers import offers
    from tutor.teach.tables.tabletop import tabletop
    from tutor.ui.drawn.table_layout import NARROW, WIDE
    from tutor.ui.drawn.table_svg import Drawing
    from tutor.ui.render_options import RenderOptions

    question = read_question(load(game), split(position.split()))
    found = judge(question.phase, question.view)
    shown = tabletop(load(game), "", phase=question.phase, view=question.view, found=found)
    return Drawing(shown, offers(found), RenderOptions(), names_ or {}, WIDE if wide else NARROW, alone=wide).made()


@pytest.mark.parametrize("game", names())
def test_every_worked_position_can_be_drawn(game: str) -> None:
    """Well formed, nothing but shapes and words, nothing outside its frame."""
    for case in explained_cases(game):
        for wide in (True, False):
            made = drawn(game, case["position"], wide=wide)
            root = ElementTree.fromstring(made)
            kinds = {node.tag.rpartition("}")[2] for node in root.iter()}
            assert kinds <= {"svg", "style", "title", "desc", "rect", "ellipse", "circle", "path", "g", "text", "tspan"}
            width, height = map(float, root.attrib["viewBox"].split()[2:])
            cards = re.findall(r'data-card="\w+" transform="translate\(([-\d.]+) ([-\d.]+)\)"', made)
            assert len(cards) == made.count('class="card')
            for x, y in cards:
                assert 0 <= float(x) < width - 20 and 0 <= float(y) < height - 20, case["id"]


def test_the_drawing_says_who_wins_and_what_may_be_played_without_colour() -> None:
    made = drawn("tute", "trump=S trick=KH,JS,4H hand=AS,7S,3D,2H,5H")
    assert made.count('class="card no"') == made.count('class="bar"') == 3
    assert made.count('class="card best"') == 1 and "best so far" in made and "trumps" in made
    assert ">wins<" in drawn("tute", "trump=S trick=KH,JS,4H,5H")
    assert ">to play · dealer<" in made and ">led<" in made
    assert "pass" in drawn("solo", "phase=auction bids=P1:ask,P2:pass hand=QS,AC")


def test_nothing_said_in_a_drawing_can_leave_it() -> None:
    made = drawn("tute", "trump=S trick=KH hand=AS,7S", {"P1": EVIL, "P2": EVIL})
    assert "<script" not in made and "\x02" not in made
    ElementTree.fromstring(made)


def test_a_page_and_a_drawing_are_whole_and_need_nothing_else(tmp_path: Path) -> None:
    page = run("explain", "strange", *POSITION, "--format", "html", home=tmp_path).stdout.decode()
    assert page.count("<svg") == 2 and "prefers-color-scheme: dark" in page and "strange.follow" in page
    for outside in ("src=", "href", "url(", "@import", "<script"):
        assert outside not in page
    alone = tmp_path / "table.svg"
    got = run("explain", "strange", *POSITION, "-m", "9S+AD", "--format", "svg", "-o", str(alone), home=tmp_path)
    assert got.returncode == ILLEGAL and not got.stdout
    ElementTree.fromstring(alone.read_text("utf-8"))
    same = [run("explain", "strange", *POSITION, *how, home=tmp_path) for how in (["--json"], ["--format", "json"])]
    assert same[0].stdout == same[1].stdout and json.loads(same[0].stdout)["legal"]


# -- flash cards -------------------------------------------------------------------------------------------


def test_a_table_of_cards_has_a_guid_that_stays(tmp_path: Path) -> None:
    file = tmp_path / "cards.tsv"
    got = run("export", "strange", "--tsv", str(file), "--count", "1", home=tmp_path)
    assert got.returncode == 0 and str(file) in got.stdout.decode().replace("\n", "")
    rows = [line.split("\t") for line in file.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(rows) > 10 and all(len(row) == 4 for row in rows)
    assert len({row[0] for row in rows}) == len(rows)
    assert guid("strange", "strange.follow.suit", 0) in {row[0] for row in rows}
    assert guid("strange", "strange.follow.suit", 0) == "1081918deb6cf6d63cbf"
    assert all("The answer:" in back and "The answer:" not in front for _, front, back, _ in rows)
    assert not any(re.search(r"<strong>P\d", back) for _, _, back, _ in rows), "players are called as on the front"


def test_a_deck_is_the_same_one_each_time(tmp_path: Path) -> None:
    pytest.importorskip("genanki")
    found = []
    for name in ("a.apkg", "b.apkg"):
        got = run("export", "tute", "--anki", str(tmp_path / name), "--count", "1", home=tmp_path)
        assert got.returncode == 0, got.stderr
        with zipfile.ZipFile(tmp_path / name) as packed:
            packed.extract("collection.anki2", tmp_path)
        with closing(sqlite3.connect(tmp_path / "collection.anki2")) as base:
            found.append(base.execute("select guid, mid, flds, tags from notes order by guid").fetchall())
    assert found[0] == found[1] and len(found[0]) > 10


def test_without_the_library_one_line_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genanki", None)
    with pytest.raises(NoLibrary, match=r"genanki.*--tsv"):
        write_deck(tmp_path / "x.apkg", "x", (), "")
    got = run("export", "strange", home=tmp_path)
    assert got.returncode == USAGE and b"--tsv FILE or --anki FILE" in got.stderr


# -- doctor ------------------------------------------------------------------------------------------------


def test_the_doctor_finds_nothing_here(tmp_path: Path) -> None:
    got = run("doctor", home=tmp_path)
    said = got.stdout.decode()
    assert got.returncode == 0, said
    for name in ("Version", "Libraries", "Encoding", "Width", "Colours", "Data folder", "Lessons"):
        assert name in said
    assert "problem" not in said and "lessons and the rulebooks of" in said


def test_the_doctor_sees_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    got = run("doctor", home=file / "home")
    assert got.returncode == ILLEGAL and "cannot be written" in " ".join(got.stdout.decode().split())
    assert b"Traceback" not in got.stderr
