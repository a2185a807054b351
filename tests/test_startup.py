"""What makes the program start quickly, held beside what it stands in for: Typer, Jinja, the files themselves."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from inspect import signature
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import typer

from tutor.cli import app
from tutor.cli.parameters import NotPlain, for_typer, read
from tutor.kernel.by_name import load, names
from tutor.kernel.cards import card
from tutor.kernel.playout import step
from tutor.kernel.position import PositionQuestion
from tutor.teach import index, ruling
from tutor.teach.explain import explain_doc
from tutor.teach.rulebook import rulebook
from tutor.teach.text import environment, sentences, words
from tutor.teach.text.files import lessons_root, templates_root

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tutor.kernel.game import Game

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
    except NotPlain:
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
        except NotPlain:
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
    """The libraries that are loaded when a command has been answered."""
    code = (
        "import sys; sys.argv = ['tutor', *sys.argv[1:]]\nfrom tutor.cli import main\n"
        "try:\n    main()\nexcept SystemExit as why:\n    assert not why.code\n"
        "heavy = {'typer', 'jinja2', 'prompt_toolkit', 'rich', 'tutor.games.strange', 'tutor.advice'}\n"
        "print('@' + ' '.join(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, *line], capture_output=True, text=True, check=True, cwd=ROOT)
    return set(done.stdout.rpartition("@")[2].split())


def test_commands_load_only_what_they_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path))
    loaded("games")  # makes the index
    for line in ([], ["games"], ["progress"], ["rules", "tute"]):
        assert not loaded(*line), line
    assert loaded("--help") == {"typer"}
    assert "typer" not in loaded("explain", "strange", "upcard=JC,QH", "hand=9S,2S,AD,7H")


# -- sentences -----------------------------------------------------------------------------------------------


def by_jinja(source: str, facts: Mapping[str, Any]) -> str:
    """What Jinja makes of a sentence, or of the block that it consists of."""
    template = environment.compiled(source)
    context = environment._context(template, facts)
    parts = [body(context) for body in template.blocks.values()] or [template.root_render_func(context)]
    return "".join(piece for part in parts for piece in part)


def sentences_of(game: Game[Any]) -> None:
    """Say much of what is said in a random hand."""
    rng = Random(f"sentences {game.name}")
    state: Any = game.begin(game.usual, game.options(), game.seats(game.usual)[0])
    for _ in range(30):
        if state.over:
            break
        if state.chance is None:
            phase = game.due(state)
            view = phase.see(state, rng.choice(state.turn))
            explain_doc(game, PositionQuestion(phase, view, ()))
        done = step(game, state, rng)
        for event in done.events:
            ruling.event_text(game, event)
        state = done.state


@pytest.mark.parametrize("name", names())
def test_sentences_read_without_jinja_say_what_it_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said, compared, real = Counter[bool](), set[str](), words._said

    def both(source: str, facts: Mapping[str, Any]) -> str | None:
        found = real(source, facts)
        said[found is not None] += 1
        if found is not None and source not in compared:
            assert words.folded(found) == words.folded(by_jinja(source, facts)), source
            compared.add(source)
        return found

    monkeypatch.setattr(words, "_said", both)
    sentences_of(load(name))
    assert said[True] > 20


def test_nearly_all_sentences_are_read_without_jinja() -> None:
    blocks = [
        words._block(path.stem, name) for path in templates_root().glob("*.j2") for name in words.blocks_of(path.stem)
    ]
    own = [text for name in names() for clause in rulebook(name).clauses.values() for text in clause[5:10] if text]
    for some in (blocks, own):
        assert sum(words.read(source) is not None for source in some) > len(some) * 0.95


FACTS: dict[str, Any] = {
    "n": 3, "one": 1, "half": 2.5, "whole": 3.0, "who": "P1", "c": card("KH"), "cs": (card("KH"), card("2S")), "no": (),
    "d": {"a": 1, "b": 2}, "text": "a <b> & 100 %s", "pairs": [("x", 1), ("y", 2)], "nothing": None, "yes": True,
}  # fmt: skip
READ = [
    "{{ who }} leads {{ c }}, {{ cs }}, {{ text }}: {{ whole }}, {{ half }}, {{ nothing }}, {{ yes }}",
    "{% trans %}{{ who }} has {{ n }}, 100 %{% endtrans %}{% trans %}5 % of it{% endtrans %}",
    "{% trans them=listed(cs, 'or'), n=n %}{{ n }} of {{ them }}: {{ whole }}{% endtrans %}",
    "{% trans n=one %}one card{% pluralize n %}{{ n }} cards{% endtrans %}",
    "{% trans n=n %}one card{% pluralize n %}{{ n }} cards{% endtrans %}",
    "{% if n > 2 and not no or nothing %}a{% elif n == 2 %}b{% else %}c{% endif %}{% if no %}d{% endif %}",
    "{% for x, k in pairs %}{{ loop.index }} {{ x }}{{ k if k > 1 }}{{ ', ' if not loop.last }}{% endfor %}",
    "{% for x, k in pairs if k > 1 %}{{ x }}{{ loop.length }}{% endfor %}",
    "{% for x in cs %}{{ x.suit|suit }}{% endfor %}",
    "{% set there = cards(cs) %}{{ there }} {{ there ~ n * 2 ~ who }} {{ -n|abs }} {{ n - one }} {{ 7 // 2 % 2 }}",
    "{{ cs|length + 1 }} {{ cs|map('card')|join(', ') }} {{ listed(cs|map('suit')|list) if no }} {{ who in 'P1 P2' }}",
    "{{ d.items()|list }} {{ d['a'] }} {{ cs[0].suit }} {{ cs[1:]|length }} {{ text[:1]|lower }}{{ text|capitalize }}",
    "{{ missing is defined }} {{ n is not none and n is defined }} {{ missing|default('') }} {{ 1 < n <= 3 }}",
    "a\n  {% if n %}\n  b\n  {% endif %}\n{% if n %}c{% endif %}\n\n{# why #}\nd",
    "{{ n not in (1, 2) }} {{ [n, 1] }} {{ {'k': 1}['k'] }} {{ 'by' ~ (n if no else c) }}",
]


@pytest.mark.parametrize("source", READ)
def test_each_part_of_jinja_that_is_read(source: str) -> None:
    found = words._said(source, FACTS)
    assert found is not None
    assert words.folded(found) == words.folded(by_jinja(source, FACTS))


LEFT = [
    "{{ n.__class__ }}", "{{ __builtins__ }}", "{{ _names }}", "{{ '%s'.format(n) }}", "{{ n; n }}",
    "{{ n }", "{% if n %}", "{{- n }}", "{% for x in cs recursive %}{% endfor %}", "{% set x %}{% endset %}",
    "{{ self.a() }}", "{{ (n }}", "{{ n|format }}", "{% for x in cs %}{% set n = x %}{% endfor %}", "{{ n n }}",
    "{% include 'move.j2' %}", "{% trans %}{% if n %}{% endtrans %}",
]  # fmt: skip


@pytest.mark.parametrize("source", LEFT)
def test_the_rest_is_left_to_jinja(source: str) -> None:
    with pytest.raises(sentences.NotRead):
        sentences.read(source)


@pytest.mark.parametrize("source", ["{{ who }} leads", "{% trans %}{{ who }} leads{% endtrans %}"])
def test_a_sentence_without_its_fact_is_an_error(source: str) -> None:
    assert words.read(source) is not None
    with pytest.raises(words.TemplateError):
        words.sentence(source, {})


def test_only_the_part_with_a_macro_is_left_to_jinja() -> None:
    source = "{% if who %}{{ who }}{% else %}{% from 'climbs.j2' import named %}{{ named('pair', 2) }}{% endif %}"
    assert words._said(source, {"who": "P1"}) == "P1"
    assert words._said(source, {"who": ""}) is None
    assert words.sentence(source, {"who": ""}) == "a pair"


# -- the index -----------------------------------------------------------------------------------------------


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Lessons of two games in a folder of their own, and an empty cache."""
    for name in ("tute", "kaiser"):
        shutil.copytree(lessons_root() / name, tmp_path / "lessons" / name)
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path / "home"))
    for module in ("tutor.teach.index", "tutor.teach.lessons.files", "tutor.teach.rulebook"):
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
    place = index._place()
    assert place is not None and place.exists()
    place.write_bytes(damage)
    _anew()
    assert index.indexed("tute") == before


def test_a_game_without_a_rulebook_is_still_called_something(copied: Path) -> None:
    (copied / "tute" / "rulebook.toml").unlink()
    _anew()
    assert not index.indexed("tute").rules
    assert index.titled("tute") == load("tute").title and index.ease("tute")[0] == index.UNKNOWN
