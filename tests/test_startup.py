"""What makes the program start quickly, held beside what it stands in for: Typer, Jinja, the files themselves."""

from __future__ import annotations

import shutil
import subprocess
import sys
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import typer

from tutor.cli import app
from tutor.cli.parameters import NeedsTyper, for_typer, read
from tutor.kernel.by_name import load, names
from tutor.kernel.cards import card
from tutor.teach.overview import index
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.text import environment, words
from tutor.teach.text.blocks import templates
from tutor.teach.text.files import lessons_root, templates_root

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent

# -- command lines -------------------------------------------------------------------------------------------

LINES = [
    "games", "games kaiser --map", "games --json", "learn tute:3 --list", "learn --no-toolbar", "drill tute",
    "drill tute --clause follow --count 5 --seed=7", "drill tute --count 0", "drill tute --count many", "drill",
    "drill tute strange", "compare hearts tute", "review --minutes 0.5", "review --minutes nan", "review --count -1",
    "practice kaiser --hands 1 --deal hands.txt --option a=b --option c=d --no-warnings --warnings",
    "practice kaiser --no-warnings --seed 3", "practice kaiser --warning", "practice kaiser --seed 3.5",
    "explain strange upcard=JC,QH -m 9S --move 2S --json", "explain strange -m9S", "explain strange -- hand=9S",
    "explain strange hand=9S --format=svg --output table.svg", "explain strange --format", "rules tute two words",
    "score tute - @file", "simulate kaiser hand=AS --move 8 --hands 200 --jobs 600", "export tute --tsv cards.tsv",
    "progress import file --json", "check --coverage --thorough", "new lesson strange title --to folder",
    "record game.txt --most 21", "record game.txt --seat P1 --title x", "batch", "doctor --repair", "watch lesson.toml",
]  # fmt: skip


def by_typer(function: Callable[..., Any], line: list[str]) -> dict[str, Any] | None:
    """The values that Typer reads; None if it refuses."""
    heard: dict[str, Any] = {}
    made = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})
    made.command()(for_typer(function, lambda context, **values: heard.update(values)))
    try:
        made(line, standalone_mode=False)
    except Exception as why:
        assert hasattr(why, "format_message"), why
        return None
    return heard


@pytest.mark.parametrize("line", LINES)
def test_a_plain_line_is_read_as_typer_reads_it(line: str) -> None:
    name, *rest = line.split()
    function, _ = app.functions[name]
    theirs = by_typer(function, rest)
    try:
        ours, _ = read(function, rest)
    except NeedsTyper:
        return  # left to Typer
    assert theirs is not None, "Typer refuses it"
    usual = {name: one.default for name, one in signature(function).parameters.items()}
    assert {**usual, **ours} == theirs
    assert all(type(theirs[key]) is type(value) for key, value in ours.items())


def test_most_lines_are_plain() -> None:
    def plain(line: str) -> bool:
        name, *rest = line.split()
        try:
            read(app.functions[name][0], rest)
        except NeedsTyper:
            return False
        return True

    assert sum(map(plain, LINES)) > len(LINES) * 0.6
    refused = [
        "drill",
        "drill tute --count 0",
        "drill tute --count many",
        "explain strange --format",
        "review --count -1",
    ]
    assert not any(map(plain, refused))


def loaded(*line: str) -> set[str]:
    """The modules that are loaded when a command has been answered, or a conversation has come to its first prompt."""
    code = (
        "import sys; sys.argv = ['tutor', *sys.argv[1:]]\nfrom tutor.cli import main\n"
        "try:\n    main()\nexcept SystemExit as why:\n    assert not why.code\n"
        "print('@' + ' '.join(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *line],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return set(done.stdout.rpartition("@")[2].split())


EXCEPTIONS = {"difflib", "gettext", "unicodedata", "fractions", "secrets", "typer", "rich"}
"""Misspelt words, other languages and outputs, calculations of authors, and lines that are not plain: not usual."""
ENGINE = {
    "tutor.kernel.judging",
    "tutor.kernel.game",
    "tutor.families",
    "tutor.games.strange",
    "tutor.teach.lessons.model",
}
LATER = {"tutor.teach.practice.slips", "tutor.teach.questions.feedback", "tutor.advice", "prompt_toolkit", "fsrs"}
"""What comes after the first answer, or after the opening words."""
TALK = {"tutor.teach.conversation", "tutor.teach.questions", "tutor.teach.text.people", "tutor.teach.practice"}
LISTS = EXCEPTIONS | ENGINE | LATER | TALK | {"jinja2", "shutil", "tempfile"}
RULES = EXCEPTIONS | LATER | TALK | {"jinja2", "sqlite3", "tutor.teach.rulings.answers", "tutor.teach.lessons.model"}
ANSWERS = EXCEPTIONS | LATER | TALK | {"sqlite3", "tutor.teach.lessons.model"}
STRANGE = ["strange", "upcard=JC,QH", "hand=9S,2S,AD,7H"]
NEEDLESS: list[tuple[list[str], set[str]]] = [
    ([], LISTS),
    (["games"], LISTS),
    (["progress"], LISTS),
    (["rules", "tute"], RULES),
    (["explain", *STRANGE], ANSWERS),
    (["explain", *STRANGE, "--json"], ANSWERS),
    (["score", "strange", "tricks.P1=12", "tricks.P2=11", "tricks.P3=9"], ANSWERS),
    (["learn", "tute:1"], EXCEPTIONS | LATER | {"tutor.games.strange", "tutor.policies"}),
    (["drill", "tute", "--seed", "1"], EXCEPTIONS | LATER | {"tutor.games.strange"}),
    (["practice", "truc", "--seed", "3"], EXCEPTIONS - {"secrets"} | LATER | {"tutor.games.strange", "tutor.policies"}),
]


@pytest.mark.parametrize(("line", "needless"), NEEDLESS, ids=[" ".join(line[:1]) or "home" for line, _ in NEEDLESS])
def test_commands_load_only_what_they_need(
    line: list[str], needless: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why imports stand in functions: each of these takes a hundredth of a start or more, and would be for nothing."""
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path))
    loaded("games")  # makes the index
    assert needless & loaded(*line) == set()


def test_help_is_left_to_typer() -> None:
    assert "typer" in loaded("--help")


# -- sentences -----------------------------------------------------------------------------------------------


def given(short: words.Plain | words.Choice, turn: int) -> Iterator[dict[str, Any]]:
    """Facts for a plain sentence, which differ from turn to turn; those that decide a choice in every way."""
    values: list[Any] = ["a <b> & 100 %s", 3, 3.0, 2.5, card("KH"), (card("KH"), card("2S")), True, ""]
    facts = {name: values[(turn + at) % len(values)] for at, name in enumerate(short.facts)}
    if isinstance(short, words.Choice):
        yield from (facts | {short.decides: value} for value in (*values, *short.among, (), None, 0))
    else:
        yield facts


def test_plain_sentences_say_what_jinja_says() -> None:
    blocks = [
        (path.stem, block) for path in sorted(templates_root().glob("*.j2")) for block in words.blocks_of(path.stem)
    ]
    own = [text for name in names() for clause in rulebook(name).clauses.values() for text in clause[5:10] if text]
    plain = 0
    for number, (stem, block) in enumerate(blocks):
        short = words.plain(templates().alone(f"{stem}.j2", block))
        if short is not None:
            for facts in given(short, number):
                assert words.say(f"{stem}.{block}", **facts) == words.folded(environment.block(stem, block, facts))
            plain += 1
    for number, text in enumerate(own):
        short = words.plain(text)
        if short is not None:
            for facts in given(short, number):
                assert words.sentence(text, facts) == words.folded(environment.rendered(text, facts))
            plain += 1
    assert plain > 500


@pytest.mark.parametrize(
    "source",
    [
        "{{ who }} leads",
        "{% trans %}{{ who }} leads{% endtrans %}",
        "{% if who %}leads{% else %}follows{% endif %}",
        '{% if who == "P1" %}leads{% else %}follows{% endif %}',
    ],
)
def test_a_plain_sentence_without_its_fact_is_an_error(source: str) -> None:
    assert words.plain(source) is not None
    with pytest.raises(words.TemplateError):
        words.sentence(source, {})


# -- the index -----------------------------------------------------------------------------------------------


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Lessons of two games in a folder of their own, and an empty cache."""
    for name in ("tute", "kaiser"):
        shutil.copytree(lessons_root() / name, tmp_path / "lessons" / name)
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path / "home"))
    for module in ("tutor.teach.overview.index", "tutor.teach.lessons.files", "tutor.teach.rulebooks.rulebook"):
        monkeypatch.setattr(f"{module}.lessons_root", lambda: tmp_path / "lessons")
    _anew()
    yield tmp_path / "lessons"
    monkeypatch.undo()
    _anew()


def _anew() -> None:
    """As in the next run."""
    index.forget()
    index._kept.cache_clear()
    rulebook.cache_clear()


def test_the_index_says_what_the_files_say(copied: Path) -> None:
    for _ in range(2):  # made, and read back
        _anew()
        game, book = load("tute"), rulebook("tute")
        found = index.indexed("tute")
        assert (found.title, found.minutes, found.difficulty) == (book.title, book.minutes, book.difficulty)
        assert (found.players, found.family, dict(found.related)) == (game.players, game.family, dict(book.related))
        assert [line.id for line in found.lessons] == sorted(path.stem for path in copied.glob("tute/[0-9]*.toml"))


def test_a_changed_or_new_lesson_is_in_the_next_list(copied: Path) -> None:
    first = index.headlines("tute")[0]
    path = copied / "tute" / f"{first.id}.toml"
    path.write_text(path.read_text("utf-8").replace(f'title = "{first.title}"', 'title = "Another title"', 1), "utf-8")
    shutil.copy(path, copied / "tute" / "99-own.toml")
    _anew()
    lines = index.headlines("tute")
    assert lines[0].title == "Another title" and lines[-1].id == "99-own"
    assert index.headlines("kaiser")[0].title != "Another title"


@pytest.mark.parametrize("damage", [b"", b"no checksum\n{}", b"\xff"])
def test_a_damaged_index_is_made_again(copied: Path, damage: bytes) -> None:
    before = index.indexed("tute")
    place = index.kept_at()
    assert place is not None and place.exists()
    place.write_bytes(damage)
    _anew()
    assert index.indexed("tute") == before


def test_a_game_without_a_rulebook_is_still_called_something(copied: Path) -> None:
    (copied / "tute" / "rulebook.toml").unlink()
    _anew()
    assert not index.indexed("tute").rules
    assert index.titled("tute") == load("tute").title and index.ease("tute")[0] == index.UNKNOWN
