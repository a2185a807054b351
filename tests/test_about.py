"""Getting about: the help, the list of games and the details of each, home, and what all of it offers to type."""

from __future__ import annotations

import json
import re
import shlex
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.program import ROOT, command
from tests.shipped import tree
from tutor.cli.program import GROUPS
from tutor.kernel.by_name import load, names
from tutor.kernel.judging import judge
from tutor.kernel.position import read_question
from tutor.kernel.position_text import split
from tutor.teach.overview.games_list import game_doc, games_doc
from tutor.teach.overview.games_map import map_doc
from tutor.teach.overview.index import ease, headlines
from tutor.teach.progress.events import LogEvent
from tutor.teach.progress.home import begun, home_doc, next_lesson, recommended
from tutor.teach.progress.store import Store
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.text.doc import Doc, Item
from tutor.teach.text.marks import unmarked
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions
from tutor.ui.wrap import cells

if TYPE_CHECKING:
    from pathlib import Path

every_game = pytest.mark.parametrize("game", names())
SCREEN = 24


# -- the help --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [80, 60, 40])
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_the_help_has_every_command_in_its_group_with_a_whole_sentence(columns: int, flag: str, tmp_path: Path) -> None:
    shown = command(flag, home=tmp_path, columns=columns).stdout
    assert max(map(len, shown.splitlines())) <= columns
    assert "..." not in shown.partition("Options:")[2] and "…" not in shown
    parts = re.split(r"^([A-Z][a-z]+):$", shown, flags=re.M)
    assert parts[3::2] == list(GROUPS)
    _, commands = tree()
    sentences = {one.name: one.help for one in commands}
    for title, functions in GROUPS.items():
        rows = re.findall(r"^  (\w+) +(.*(?:\n {6,}.*)*)", parts[parts.index(title) + 1], re.M)
        assert [name for name, _ in rows] == [function.__name__ for function in functions]
        for name, text in rows:
            assert " ".join(text.split()) == sentences[name]
            assert sentences[name][0].isupper() and sentences[name].endswith("."), sentences[name]
            assert columns < 80 or "\n" not in text, name


def test_every_command_is_in_one_group() -> None:
    _, commands = tree()
    grouped = [function.__name__ for functions in GROUPS.values() for function in functions]
    assert sorted(grouped) == sorted(one.name for one in commands)


@pytest.mark.parametrize("name", [function.__name__ for functions in GROUPS.values() for function in functions])
def test_the_help_of_a_command_fits_a_narrow_window(name: str, tmp_path: Path) -> None:
    done = command(name, "--help", home=tmp_path, columns=40)
    assert done.returncode == 0
    assert not [line for line in done.stdout.splitlines() if len(line) > 40 and len(line.split()) > 1]
    wide = command(name, "--help", home=tmp_path, columns=80).stdout
    broken = set(re.sub(r"(?<=\w)-\n +", "-", done.stdout).split()) - set(wide.split())
    assert not [word for word in broken if len(word) < 20]


# -- the games -------------------------------------------------------------------------------------------------------


def text(doc: Doc, width: int = 80, *, plain: bool = False) -> str:
    return render(doc, RenderOptions(width, plain=plain), {})


def test_the_list_of_games_fits_one_screen() -> None:
    shown = text(games_doc(Store(None).progress()))
    assert shown.count("\n") < SCREEN  # the prompt has a line as well
    for name in names():
        assert len(re.findall(rf"(?<![\w-]){name}(?![\w-])", shown)) == 1, name


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
def test_each_game_has_a_line_with_all_there_is_to_choose_by(width: int) -> None:
    shown = text(games_doc(Store(None).progress()), width)
    assert all(cells(line) <= width for line in shown.splitlines())
    for name in names():
        book, players = rulebook(name), load(name).players
        row = re.search(rf"(?<![\w-]){name} +(\S+) +(\d+) +(\d) +(\d+)/(\d+)(?!\d)", shown)
        assert row, name
        assert [int(row[at]) for at in (2, 3, 4, 5)] == [book.minutes, book.difficulty, 0, len(headlines(name))]
        low, _, high = row[1].partition("-")
        there = [*map(int, row[1].split("/"))] if not high else [*range(int(low), int(high) + 1)]
        assert sorted(players) == there


def test_what_a_fold_cuts_off_has_its_title_again() -> None:
    halves = [
        (line[2:40].rstrip(), line[41:].rstrip()) for line in text(games_doc(Store(None).progress())).splitlines()
    ]
    second = [right for _, right in halves[3:] if right]
    assert second[0] == "Trick-taking" and not re.search(r"\d", second[0])


def test_the_list_is_heard_one_game_a_sentence() -> None:
    lines = text(games_doc(Store(None).progress()), 200, plain=True).splitlines()
    assert f"game: kaiser; for: 4; min: 25; level: 2; done: 0/{len(headlines('kaiser'))}." in lines
    assert lines[1] == "Trick-taking."


@every_game
def test_the_details_of_a_game(game: str, tmp_path: Path) -> None:
    book = rulebook(game)
    doc = game_doc(load(game), Store(None).progress())
    shown = " ".join(text(doc, 200).split())
    for said in (book.title, book.summary, book.aim, f"about {book.minutes} minutes", f"level {book.difficulty},"):
        assert said in shown
    for other, why in book.related.items():
        assert rulebook(other).title in shown and why in shown
    for lesson in headlines(game):
        assert lesson.title in shown
    assert f"tutor learn {game} lesson 1: " in shown and f"tutor practice {game}" in shown
    assert f"tutor explain {game} {book.example} ask about a position" in shown


@every_game
def test_every_game_has_a_question_that_can_be_typed_as_it_stands(game: str) -> None:
    store = Store(None)
    store.add(LogEvent("lesson", game, headlines(game)[0].id, result="started"))
    (asked,) = [item.label for item in home_doc(store) if isinstance(item, Item) and "explain" in item.label]
    _, _, name, *words = asked.split()
    question = read_question(load(name), split(words))
    rulings = judge(question.phase, question.view).rulings
    assert name == game and {ruling.legal for ruling in rulings} == {True, False}


def test_whoever_gives_no_field_is_shown_how(tmp_path: Path) -> None:
    example = f"`tutor explain tute {rulebook('tute').example}`"
    for words in ((), ("…",), ("S", "KH"), ("hand=AH",)):
        said = command("explain", "tute", *words, home=tmp_path).stderr.splitlines()
        assert said[-2:] == [
            "tutor: A position is written in fields; `tutor explain tute --fields` lists them.",
            f"tutor: For example: {example}",
        ]
    assert example in command("explain", "tute", "--fields", home=tmp_path, columns=100).stdout
    assert "--fields" not in command("explain", "tute", "trump=S", "hand=AH,AH", home=tmp_path).stderr
    settled = command("score", "tute", home=tmp_path).stderr
    assert "`tutor score tute --fields`" in settled and "For example: `tutor score tute won.P1+P3=" in settled


@pytest.mark.parametrize("words", [("practice",), ("explain",), ("compare",), ("compare", "whist"), ("drill",)])
def test_whoever_names_no_game_is_told_where_they_stand(words: tuple[str, ...], tmp_path: Path) -> None:
    refused = command(*words, home=tmp_path)
    games, example = refused.stderr.splitlines()[-2:]
    assert refused.returncode == 2 and games == "`tutor games` lists the games."
    assert example.startswith(f"For example: tutor {words[0]} ")


def test_details_and_map_are_reached_from_the_command_line(tmp_path: Path) -> None:
    assert command("games", "Kaiser", home=tmp_path).stdout == text(
        game_doc(load("kaiser"), Store(None).progress()), 78
    )
    assert command("games", "--map", home=tmp_path).stdout == text(map_doc(Store(None).progress()), 78)
    assert command("games", "nosuch", home=tmp_path).returncode == 2
    every = json.loads(command("games", "--json", home=tmp_path).stdout)["games"]
    one = json.loads(command("games", "kaiser", "--json", home=tmp_path).stdout)["games"]
    assert [game["name"] for game in every] == list(names())
    assert one == [game for game in every if game["name"] == "kaiser"]


# -- home ------------------------------------------------------------------------------------------------------------


def finished(store: Store, game: str) -> Store:
    for lesson in headlines(game):
        store.add(LogEvent("lesson", game, lesson.id, result="finished"))
    return store


def test_a_newcomer_is_shown_an_easy_game() -> None:
    game, number, _ = next_lesson(Store(None).progress())
    assert number == 1
    assert ease(game) == min(ease(name) for name in names())
    assert ease(game)[0] == 1


@every_game
def test_how_hard_a_game_is_stands_in_its_rulebook(game: str) -> None:
    assert ease(game) == (rulebook(game).difficulty, rulebook(game).minutes)


@every_game
def test_what_is_begun_goes_on_and_what_is_done_leads_to_another(game: str) -> None:
    store = Store(None)
    first = headlines(game)[0]
    store.add(LogEvent("lesson", game, first.id, result="started"))
    assert next_lesson(store.progress()) == (game, 1, first.title)
    assert next(begun(store.progress())) == game
    after, number, title = next_lesson(finished(store, game).progress())
    assert after == recommended(store.progress())[0] != game and number == 1 and title
    shown = text(home_doc(store))
    assert f"You have done all lessons of {rulebook(game).title}." in " ".join(shown.split())
    assert f"tutor practice {game}" in shown and f"tutor learn {after}" in shown


def test_there_is_an_end_to_all_lessons() -> None:
    store = Store(None)
    for game in names():
        finished(store, game)
    game, _, title = next_lesson(store.progress())
    assert (game, title) == (names()[-1], "")
    assert "tutor learn" not in text(home_doc(store))


def test_the_readme_begins_with_the_game_that_is_recommended() -> None:
    (game,) = re.findall(r"\.venv/bin/tutor learn (\S+)", (ROOT / "README.md").read_text("utf-8"))
    assert game == next_lesson(Store(None).progress())[0]


# -- what is offered -------------------------------------------------------------------------------------------------


def test_every_command_that_is_offered_runs(tmp_path: Path) -> None:
    """What home, the list, the details and the map tell the reader to type."""
    progress = Store(None).progress()
    docs = [home_doc(Store(None)), games_doc(progress), map_doc(progress)]
    docs += [game_doc(load(game), progress) for game in Random(3).sample(names(), 2)]
    offered = {command for doc in docs for command in commands_in(doc)}
    assert len(offered) > 15
    for words in sorted(offered):
        done = command(*shlex.split(words)[1:], home=tmp_path / "home", stdin="quit\n")
        assert (done.returncode, done.stderr) == (0, ""), words


def commands_in(doc: Doc) -> list[str]:
    """The commands in a document: labels that begin with `tutor`, and what stands in such quotation marks."""
    labels = [unmarked(block.label) for block in doc if isinstance(block, Item)]
    quoted = re.findall(r"`(tutor [^`]*)`", text(doc, 200))
    found = [label for label in labels if label.startswith("tutor ")] + quoted
    return [one.replace("GAME", "kaiser").removesuffix(" …") + (" --fields" if "…" in one else "") for one in found]
