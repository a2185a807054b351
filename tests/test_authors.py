"""What those who write lessons use: new, watch, record, the guide, and lessons of strangers, some of them hostile."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.tables import LONG, played, share, tables
from tutor.kernel import record
from tutor.kernel.by_name import load, names
from tutor.teach.authoring.record import lesson_of
from tutor.teach.authoring.skeleton import CannotWrite, new_lesson, scaffold, slug
from tutor.teach.authoring.watch import changes
from tutor.teach.check.run import check
from tutor.teach.lessons.course import NoLesson, foreign, is_path
from tutor.teach.lessons.isolated import IsolatedSession
from tutor.teach.lessons.sandbox import BadSentence, lesson_sentence
from tutor.teach.lessons.session import LessonSession
from tutor.teach.progress.store import Store
from tutor.teach.text.files import lessons_root
from tutor.teach.text.marks import cleaned, mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent
HOSTILE = ROOT / "tests" / "lessons" / "hostile"
GAMES = [name for name in names() if (lessons_root() / name / "rulebook.toml").is_file()]
LONGEST = 12.0
"""Seconds of the processor that a hostile lesson may take."""


def worked() -> float:
    """Seconds of the processor that this and the programs it waited for have taken: others may keep it busy besides."""
    return sum(os.times()[:4])


def faults(path: Path) -> list[str]:
    return [fault.text for fault in check([str(path)]).findings.errors]


def tutor(*words: str, home: Path, stdin: str = "", cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tutor", *words],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        timeout=120,
        env={**os.environ, "TUTOR_HOME": str(home)},
    )


# -- the guide -----------------------------------------------------------------------------------------


def examples() -> Iterator[tuple[str, str]]:
    text = (ROOT / "lessons" / "README.md").read_text("utf-8")
    yield from re.findall(r"<!-- example: (\S+) -->\n```toml\n(.*?)```", text, re.S)


def test_the_lesson_in_the_guide_is_good(tmp_path: Path) -> None:
    found = list(examples())
    assert found
    for name, text in found:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        assert faults(path) == []
        report = check([str(path)])
        assert not report.findings.warnings, "and it is built as the guide says"


def test_the_guide_knows_every_key_of_a_step() -> None:
    from tutor.teach.lessons.shape import HEAD, OF_STEP
    from tutor.teach.rulebooks.rulebook import _CLAUSE

    text = (ROOT / "lessons" / "README.md").read_text("utf-8")
    missing = [key for key in (*OF_STEP, *HEAD, *_CLAUSE) if f"`{key}`" not in text and f"`[{key}]`" not in text]
    assert missing == ["step"], "every step begins with [[step]], which the example shows"


# -- new -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", share(GAMES, 4))
def test_a_new_lesson_lacks_nothing_but_words(name: str, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    text = scaffold(load(name), "A new lesson", course=False)
    path.write_text(text, encoding="utf-8")
    found = faults(path)
    assert found
    assert all("there is still a TODO" in fault for fault in found), found
    path.write_text(text.replace("TODO: w", "W").replace("TODO: W", "W"), encoding="utf-8")
    assert faults(path) == []


def test_a_new_lesson_is_the_next_of_the_course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.teach.authoring.skeleton.own_folder", lambda game: tmp_path)
    path = new_lesson(load("strange"), "Two super-trumps, façade & more!")
    course = sorted((ROOT / "lessons" / "strange").glob("[0-9]*.toml"))
    assert path.name == f"{len(course) + 1:02}-two-super-trumps-facade-more.toml"
    assert f'after = ["{course[-1].stem}"]' in path.read_text("utf-8")
    assert "game =" not in path.read_text("utf-8")
    with pytest.raises(CannotWrite, match="is there already"):
        new_lesson(load("strange"), "Two super-trumps, façade & more!")


def test_an_installed_copy_writes_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.teach.authoring.skeleton.own_folder", lambda game: None)
    monkeypatch.chdir(tmp_path)
    path = new_lesson(load("strange"), "Mine")
    assert path == tmp_path / "mine.toml"
    assert 'game = "strange"' in path.read_text("utf-8")


def test_names_of_files() -> None:
    assert slug("  Ärger: 2♠?! ") == "arger-2"
    assert slug("♠♠♠") == "lesson"
    assert len(slug("x" * 500)) == 60
    assert "/" not in slug("../../etc/passwd")


def test_new_as_a_command(tmp_path: Path) -> None:
    done = tutor("new", "lesson", "strange", "A title", "--to", str(tmp_path / "mine"), home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "mine" / "a-title.toml").is_file()
    again = tutor("new", "lesson", "strange", "A title", "--to", str(tmp_path / "mine"), home=tmp_path)
    assert again.returncode == 3
    assert "is there already" in again.stderr
    assert tutor("new", "game", "strange", "A title", home=tmp_path).returncode == 2
    assert tutor("new", "lesson", "strnge", "A title", home=tmp_path).returncode == 2


# -- record --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", share(GAMES, 3))
def test_a_played_hand_becomes_a_lesson(name: str, tmp_path: Path) -> None:
    path = tmp_path / "played.toml"
    text = lesson_of(played(tables(name)[0], 1, 200), title="A hand")
    path.write_text(text, encoding="utf-8")
    found = faults(path)
    assert all("there is still a TODO" in fault for fault in found), found
    path.write_text(text.replace("TODO: w", "W"), encoding="utf-8")
    assert faults(path) == []


def test_what_was_refused_then_is_asked_now(tmp_path: Path) -> None:
    game = record.staged(load("strange"), "players=2 upcard=6C,KD hand.P1=JD,3S hand.P2=9D,4S")
    for seat, text in (("P1", "3S+JD"), ("P2", "9D+4S"), ("P2", "4S+9D")):
        game = record.attempt(game, seat, text).record
    text = lesson_of(game)
    assert 'refuse = { "9D+4S" = "strange.follow.suit" }' in text
    assert 'stage = "players=2 upcard=6C,KD' in text
    assert 'replay = ["P1:JD+3S"]' in text or 'replay = ["P1:3S+JD"]' in text
    path = tmp_path / "played.txt"
    path.write_text(record.write(game), encoding="utf-8")
    done = tutor("record", str(path), "--seat", "p2", "--to", str(tmp_path / "made.toml"), home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "made.toml").read_text("utf-8") == text
    assert tutor("record", "-", home=tmp_path, stdin=record.write(game)).stdout == text
    assert tutor("record", "-", home=tmp_path, stdin=record.write_line(game)).stdout == text
    none = tutor("record", str(path), "--seat", "P3", home=tmp_path)
    assert (none.returncode, none.stdout) == (3, "")
    assert tutor("record", "-", home=tmp_path, stdin="no record").returncode == 3


# -- watch ---------------------------------------------------------------------------------------------


def test_a_file_is_looked_at_again_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text("a = 1", encoding="utf-8")
    waits = 0

    def wait(seconds: float) -> None:
        nonlocal waits
        waits += 1
        if waits % 3 == 0:
            path.write_text("a = 1" + "0" * waits, encoding="utf-8")

    assert len(list(islice(changes(path, wait=wait), 3))) == 3
    assert waits == 6


@pytest.mark.skipif(os.name != "posix", reason="interrupts are sent the POSIX way")
def test_watch_as_a_command(tmp_path: Path) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text(next(iter(examples()))[1], encoding="utf-8")
    watching = subprocess.Popen(
        [sys.executable, "-u", "-m", "tutor", "watch", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "TUTOR_HOME": str(tmp_path)},
        text=True,
        encoding="utf-8",
    )
    assert watching.stdout is not None
    assert read_until(watching, "Ctrl-C ends").count("All is well.") == 1
    path.write_text(path.read_text("utf-8").replace('play = "AH"', 'play = "2H"'), encoding="utf-8")
    assert "2H is not allowed here (tute.play.head)" in read_until(watching, "Ctrl-C ends")
    watching.send_signal(signal.SIGINT)
    _, errors = watching.communicate(timeout=30)
    assert (watching.returncode, errors) == (0, "")
    assert tutor("watch", str(tmp_path / "none.toml"), home=tmp_path).returncode == 3


def read_until(program: subprocess.Popen[str], words: str) -> str:
    assert program.stdout is not None
    read = ""
    until = time.monotonic() + 60
    while words not in read and time.monotonic() < until:
        read += program.stdout.readline()
    return read


# -- lessons of strangers ------------------------------------------------------------------------------


def test_what_is_a_path() -> None:
    assert is_path("lesson.toml")
    assert is_path("./x")
    assert is_path("a\\b")
    assert not is_path("strange:3")
    assert not is_path("")


def test_a_strangers_lesson_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "beat.toml"
    path.write_text(next(iter(examples()))[1], encoding="utf-8")
    done = tutor("--plain", "learn", path.name, home=tmp_path, stdin="\n2H\nAH\n\n2H KH\n\n2\nquit\n", cwd=tmp_path)
    assert done.stderr == ""
    assert "Beat it if you can" in done.stdout
    assert "`tutor learn beat.toml` comes back to it" in done.stdout
    assert done.returncode == 1, "there was a wrong answer"
    again = tutor("--plain", "learn", path.name, home=tmp_path, cwd=tmp_path)
    assert "here it goes on" in again.stdout


def test_a_changed_lesson_is_a_new_one(tmp_path: Path) -> None:
    store = Store(None)
    path = tmp_path / "beat.toml"
    path.write_text(next(iter(examples()))[1], encoding="utf-8")
    first = foreign(path, store)
    path.write_text(path.read_text("utf-8") + "# changed\n", encoding="utf-8")
    assert foreign(path, store).lesson.id != first.lesson.id
    assert first.lesson.id.startswith("beat@")


def test_control_characters_go(tmp_path: Path) -> None:
    text = next(iter(examples()))[1]
    text = text.replace('title = "Beat', 'title = "\\u001b]0;own\\u0007\\u001b[2J\\u202e\\u0002Beat')
    text = text.replace('say = "Spades', 'say = "\\u0002sP9\\u0003 \\u009b31m Spades'.replace("sP9", "Seat"))
    path = tmp_path / "control.toml"
    path.write_text(text, encoding="utf-8")
    session = foreign(path, Store(None))
    said = [session.lesson.title, *(step.say for step in session.lesson.steps)]
    assert all(cleaned(one) == one for one in said)
    assert all(sign not in str(session.begin()) for sign in ("\x1b", "\x07", "\x9b", "\u202e"))


@pytest.mark.parametrize("path", sorted(HOSTILE.glob("*"))[:: 1 if LONG else 3], ids=lambda path: path.stem)
def test_hostile_lessons_are_refused(path: Path) -> None:
    """As `tutor learn FILE` opens them: in a process of their own, which is ended where it takes too long."""
    refused_quickly(path, lambda: IsolatedSession(path, None))


def refused_quickly(path: Path, opened: Callable[[], object] | None = None) -> list[str]:
    begun = worked()
    with pytest.raises(NoLesson) as why:
        opened() if opened else foreign(path, Store(None))
    assert worked() - begun < LONGEST
    assert why.value.lines
    for fault in why.value.lines:
        assert len(fault) < 700, "one clear message"
        assert cleaned(fault) == fault
        assert "\n" not in fault
        assert "Traceback" not in fault
        assert "root:" not in fault, "what is in other files is nobody's business"
    return list(why.value.lines)


@pytest.mark.parametrize(
    "raw",
    [
        b"\x7fELF" + bytes(range(256)) * 20,
        "format = 1".encode("utf-16"),
        b"x" * 10_000_000,
        b"[[step]]\n" * 11_000,
        b"a = " + b"[" * 2900,
        b'say = "' + b"\\u0041" * 480 + b'"\n',
        b"a" + b".a" * 40_000 + b" = 1\n",
        ("\n".join("a" + ".a" * 700 + f".b{i} = 1" for i in range(60))).encode(),
        b"\xff\xfe\x00",
        b"\x00" * 5000,
        b"a = 1\r\n" * 3000,
        b'a = """' + b"\n" * 90_000,
    ],
    ids=lambda raw: f"{raw[:8]!r}-{len(raw)}",
)
def test_files_that_are_no_lessons(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "hostile.toml"
    path.write_bytes(raw)
    refused_quickly(path)


def test_places_that_are_no_files(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.toml", Path("/dev/zero"), Path("\x00.toml")):
        assert len(refused_quickly(path)) == 1
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.toml")
        assert len(refused_quickly(tmp_path / "pipe.toml")) == 1


@pytest.mark.parametrize("name", ["class", "dots", "kinds", "no-toml", "game-path"])
def test_hostile_lessons_at_the_command_line(name: str, tmp_path: Path) -> None:
    begun = worked()
    done = tutor("learn", str(HOSTILE / f"{name}.toml"), home=tmp_path)
    assert worked() - begun < LONGEST
    assert done.returncode == 3
    assert done.stdout == ""
    assert all(line.startswith("tutor: ") for line in done.stderr.splitlines())
    assert 1 <= len(done.stderr.splitlines()) <= 12


@pytest.mark.parametrize(
    "source",
    [
        "{% for a in hand %}{% for b in hand %}{{ why('x') }}{% endfor %}{% endfor %}",
        "{{ hand.__class__ }}",
        "{{ why.__func__ }}",
        "{{ v.options.__init__ }}",
        "{{ ''|attr('__class__') }}",
        "{{ [].append(1) }}",
        "{{ hand|pprint }}",
        "{{ 'x'|urlize }}",
        "{{ 'a'|replace('a', 'aaaa') }}",
        "{{ 'a'|indent(999999999) }}",
        "{{ hand|batch(999999999, 'x')|list }}",
        "{{ 'x' * 9 }}",
        "{{ [1] * 999999999 }}",
        "{{ 10 ** 99999999 }}",
        "{{ hand|random }}",
        "{{ lipsum() }}",
        "{{ dict(a=1) }}",
        "{{ joiner() }}",
        "{% filter upper %}x{% endfilter %}",
        "{% call x() %}{% endcall %}",
        "{% raw %}{{ x }}{% endraw %}{% block x %}{% endblock %}",
        "{% with a = 1 %}{{ a }}{% endwith %}",
        "{% autoescape true %}{% endautoescape %}",
        "{% do 1 %}",
        "{{ _('x') }}",
        "{% trans %}x{% endtrans %}",
        "{{ '\\u202e' }}",
        "{{ x.y.z }}",
        "{{ 1 // 0 }}",
        "{{ hand[99] }}",
        "{{ hand['x'] }}",
        "{{ 'x'.join(['a', 'b']) }}",
        "{{ d.__len__() }}",
        "{{ d.pop('a') }}",
        "{{ d.setdefault('a', 1) }}",
        "{{ number('x') }}",
        "{% for a in hand %}" * 8 + "{% endfor %}" * 8,
        "x" * 2001,
        "{{ 'x' ~ 'y' * 3 }}",
        "{{ hand|map('attr', 'x')|list }}",
        "{{ hand|sum(start=[]) }}",
        "{{ hand|sort(attribute='__class__')|list }}",
        "{{ d|tojson }}",
        "{{ none }}",
        "{{ true }}",
    ],
)
def test_sentences_that_may_not_be_said(source: str) -> None:
    facts = {"hand": load("strange").pack.cards[:5], "d": {"a": 1}, "v": object(), "why": len}
    with pytest.raises(BadSentence):
        lesson_sentence(source, facts)
    assert facts["d"] == {"a": 1}


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("{{ n + 1 }} and {{ n * 2 - 1 }}, {{ n / 2 }}, {{ n // 2 }}, {{ n % 2 }}", "4 and 5, 1.5, 1, 1"),
        ("{% if n > 2 and not flag %}more{% else %}less{% endif %}", "more"),
        ("{% for k, v in d.items() %}{{ k }}={{ v }}{{ ', ' if not loop.last }}{% endfor %}", "a=1, b=2"),
        ("{{ names | map('upper') | join(', ') }}", "X, Y"),
        ("{{ names | length }} {{ names | first }} {{ names[1:] | list }} {{ 'a' ~ 'b' }}", "2 x y ab"),
        (
            "{{ listed(names) }}, {{ count(2, 'card') }}, {{ number(3) }}, {{ capital('x') }}",
            "x and y, 2 cards, three, X",
        ),
        ("{{ d.a }} {{ d['b'] }} {{ d.get('a') }} {{ 'x' if 'x' in names else 'y' }}", "1 2 1 x"),
    ],
)
def test_sentences_that_may(source: str, said: str) -> None:
    assert lesson_sentence(source, {"n": 3, "flag": False, "d": {"a": 1, "b": 2}, "names": ("x", "y")}) == said


def test_a_field_with_the_name_of_a_helper_does_not_hide_it() -> None:
    known = {"card": "QS", "v": {"card": "KH"}}
    assert lesson_sentence("{{ card(v.card) }}", known) == mark("c", "KH")


def test_a_session_of_a_stranger_is_no_part_of_a_course(tmp_path: Path) -> None:
    path = tmp_path / "beat.toml"
    path.write_text(next(iter(examples()))[1], encoding="utf-8")
    session = foreign(path, Store(None))
    assert isinstance(session, LessonSession)
    assert session.prompt == "tute Beat it if you can"
    text = str(session.begin().doc)
    assert "lesson 1" not in text
