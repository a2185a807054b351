"""What comes from strangers: positions, records, words, progress. Every one is answered or refused, soon and shortly.

`tests/hostile` is the corpus; lessons have theirs in `tests/lessons/hostile` (see `test_authors.py`). It grows: what
once did harm goes in there.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.figures import counted
from tests.program import ROOT, command
from tutor.kernel import record
from tutor.kernel.by_name import load, names
from tutor.kernel.cards import card
from tutor.kernel.moves import play
from tutor.kernel.position import read_question
from tutor.kernel.record import BadRecord
from tutor.kernel.share_code import encode
from tutor.teach.progress.events import BadEvents
from tutor.teach.progress.export import loads
from tutor.teach.rulings.answers import ask_line
from tutor.teach.text.environment import rendered
from tutor.teach.text.marks import cleaned
from tutor.teach.text.words import TemplateError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HOSTILE = ROOT / "tests" / "hostile"
SOON = 5.0
"""Seconds of work that one of these may cost."""
SHORT = 4_000
"""Characters of all that is said against one."""
ESCAPES = {"\\e": "\x1b", "\\0": "\x00", "\\u202e": "\u202e", "\\a": "\x07"}


def harmless(said: list[str]) -> None:
    """What is said fits on a screen, moves no cursor, and tells nothing of other files."""
    assert said
    for line in said:
        assert line
        assert cleaned(line) == line
        assert "root:" not in line
        assert "Traceback" not in line


def questions() -> list[str]:
    lines = (HOSTILE / "positions.txt").read_text("utf-8").splitlines()
    out = []
    for line in lines:
        if not line.startswith("#"):
            for text, sign in ESCAPES.items():
                line = line.replace(text, sign)
            out.append(line)
    return out


@pytest.mark.parametrize("line", questions(), ids=lambda line: repr(line[:50]))
def test_positions(line: str) -> None:
    counted("hostile inputs")
    began = time.process_time()
    answer = ask_line(line)
    assert time.process_time() - began < SOON
    text = json.dumps(answer)
    assert "root:" not in text
    assert not any(sign in json.dumps(answer, ensure_ascii=False) for sign in ESCAPES.values())
    if "error" in answer:
        harmless(answer["error"])
        assert sum(map(len, answer["error"])) < SHORT


def test_long_positions_of_every_game() -> None:
    """A field of a megabyte, fifty thousand fields, and a move of as many cards: bounded for each game."""
    for name in names():
        for fields in (
            "hand=" + "KH," * 300_000,
            " ".join(f"a{n}=1" for n in range(50_000)),
            "move=" + "KH+" * 300_000,
        ):
            counted("hostile inputs")
            began = time.process_time()
            answer = ask_line(f"explain {name} {fields}")
            assert time.process_time() - began < SOON
            harmless(answer["error"])
            assert sum(map(len, answer["error"])) < SHORT


@pytest.mark.parametrize("path", sorted((HOSTILE / "records").glob("*")), ids=lambda path: path.stem)
def test_records(path: Path) -> None:
    counted("hostile inputs", 2)
    text, began = path.read_text("utf-8"), time.process_time()
    readers: tuple[Callable[[], object], ...] = (lambda: record.read(text), lambda: record.read_line(encode(text)))
    for read in readers:
        with pytest.raises(BadRecord) as why:
            read()
        harmless([str(fault) for fault in why.value.faults[:50]])
        assert len(str(why.value)) < SHORT
    assert time.process_time() - began < 2 * SOON


@pytest.mark.parametrize("path", sorted((HOSTILE / "progress").glob("*")), ids=lambda path: path.stem)
def test_progress(path: Path) -> None:
    counted("hostile inputs")
    began = time.process_time()
    with pytest.raises(BadEvents) as why:
        loads(path.read_text("utf-8"))
    assert time.process_time() - began < SOON
    harmless(list(why.value.lines[:50]))


@pytest.mark.parametrize("kind", ["records", "progress"])
def test_the_program_refuses_them_shortly(kind: str, tmp_path: Path) -> None:
    """The same at the command line: status 3, a few lines on standard error, nothing kept."""
    for path in sorted((HOSTILE / kind).glob("*"))[::3]:
        if path.stem == "nul":  # read from a file, these characters are left out
            continue
        words = ("replay", str(path)) if kind == "records" else ("progress", "import", str(path))
        got = command(*words, home=tmp_path)
        assert got.returncode == 3, f"{path.name}: {got.stdout[-300:]}{got.stderr[-300:]}"
        assert got.stdout == ""
        lines = got.stderr.splitlines()
        assert all(line.startswith("tutor: ") for line in lines), lines[:3]
        harmless(lines[:20])
    assert "Nothing yet" in command("progress", home=tmp_path).stdout


# -- what the program itself never does ----------------------------------------------------------------

FORBIDDEN = {"pickle", "cPickle", "dill", "shelve", "joblib", "yaml", "ctypes", "telnetlib", "ftplib"}
EVALUATING = {"eval", "exec", "compile", "__import__"}


def uses(tree: ast.AST) -> set[str]:
    """Modules that are imported and builtins that are called."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").split(".")[0])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found.add(node.func.id)
        elif isinstance(node, ast.keyword) and node.arg == "shell":
            found.add("shell=")
    return found


def test_nothing_that_was_written_by_others_is_ever_run() -> None:
    """No pickles, no evaluation, no shell: what is read is data (TOML, JSON, text), and sentences are sandboxed."""
    for path in sorted((ROOT / "tutor").rglob("*.py")):
        found: Any = uses(ast.parse(path.read_text("utf-8"))) & (FORBIDDEN | EVALUATING | {"shell="})
        assert not found, f"{path.relative_to(ROOT)}: {found}"


def test_nobody_is_asked_over_the_network(tmp_path: Path) -> None:
    """A lesson, a ruling and practice open no connection."""
    code = (
        "import sys\n"
        "def told(event, arguments):\n"
        "    if event.startswith('socket.connect') or event in ('os.system', 'subprocess.Popen', 'os.exec'):\n"
        "        raise SystemExit(f'{event} {arguments}')\n"
        "sys.addaudithook(told)\n"
        "from tutor.cli import main\n"
        "main()\n"
    )
    for words in (("learn", "tute:3"), ("explain", "tute", "trump=S", "hand=KH"), ("practice", "tute", "--level", "1")):
        got = subprocess.run(
            [sys.executable, "-c", code, *words],
            input="hint\n",
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            cwd=ROOT,
            env={**os.environ, "TUTOR_HOME": str(tmp_path)},
        )
        assert got.returncode in (0, 1), got.stderr
        assert got.stderr == ""


def test_help_beside_an_empty_word_is_still_help(tmp_path: Path) -> None:
    done = command("-h", "", "--version", home=tmp_path)
    assert done.returncode == 0 and done.stdout.startswith("Usage: ") and "  watch " in done.stdout


def test_no_file_is_watched_that_has_no_name(tmp_path: Path) -> None:
    done = command("watch", "", home=tmp_path)
    assert done.returncode == 3 and done.stderr == "tutor: '' is neither a game nor a file or folder\n"


def test_a_link_that_leads_to_itself_is_left_alone(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    for words in (("rules", "solo", "--format=md", f"--output={loop}"), ("progress", "export", str(loop))):
        done = command(*words, home=tmp_path / "home")
        assert done.returncode == 3 and "cannot be written" in done.stderr and len(done.stderr.splitlines()) == 1
    assert loop.is_symlink()


def test_what_means_nothing_to_others_is_not_sent_back(tmp_path: Path) -> None:
    done = command("learn", "solo", "--test", home=tmp_path, stdin="a\uf23fb\U0010b551c\n")
    assert "abc" in done.stdout and not {"\uf23f", "\U0010b551"} & set(done.stdout)


@pytest.mark.parametrize(
    "source",
    [
        "c.__class__",
        "c.__reduce__()",
        "m._hash",
        "v.__dict__",
        "v.see.__globals__",
        "suit.__globals__",
        "card.__code__",
    ],
)
def test_what_is_private_in_our_own_values_stays_so_in_sentences(source: str) -> None:
    v = read_question(load("tute"), [("hand", "KS"), ("trump", "H")]).view
    with pytest.raises(TemplateError):
        rendered("{{ " + source + " }}", {"c": card("KS"), "m": play(card("KS")), "v": v})
