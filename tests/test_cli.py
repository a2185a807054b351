"""The real program, asked badly: one clear answer, the right exit code, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.program import command

TUTOR = Path(sys.executable).with_name("tutor")
UNREADABLE, USAGE, ILLEGAL = 3, 2, 1
POSITION = ("upcard=JC,QH", "trick=3C+8S", "hand=9S,AD,7H")


def run(*words: str, home: Path, stdin: str | bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    given = stdin.encode() if isinstance(stdin, str) else stdin
    return subprocess.run(
        [str(TUTOR), *words],
        input=given,
        capture_output=True,
        check=False,
        timeout=120,
        env={**os.environ, "TUTOR_HOME": str(home), "COLUMNS": "78", **env},
    )


BAD = [
    (("explain",), USAGE, "Missing argument"),
    (("explain", "strnge", "x=1"), USAGE, "did you mean strange"),
    (("lern",), USAGE, "Did you mean 'learn'"),
    (("Tute",), USAGE, "`tutor practice tute` plays it"),
    (("play", "tute"), USAGE, "What there is to play: `tutor practice`."),
    (("explain", "strange", "foo"), UNREADABLE, "is not field=value"),
    (("explain", "strange", "upcard=JC,QH", "hnd=2C"), UNREADABLE, "did you mean hand"),
    (("explain", "strange", "upcard=JC,QH", "hand=2C,1C"), UNREADABLE, "'1C' is not a card"),
    (("explain", "strange", "upcard=JC,JC", "hand=JC,2S"), UNREADABLE, "3 times, the pack has 2"),
    (("explain", "strange", "upcard=JC,QH", "trick=3C+8S,5C+9S,2C+2S,4C+4S", "hand=2D,3D"), UNREADABLE, "4 plays"),
    (("explain", "strange", "@nowhere.txt"), UNREADABLE, "cannot be read"),
    (("explain", "strange", '{"upcard":'), UNREADABLE, "isn't JSON"),
    (("score", "strange", "tricks.P1=40"), UNREADABLE, "out of range"),
    (("rules", "strange", "nosuch"), USAGE, "a clause, section or title"),
    (("learn", "strange:99"), USAGE, "a lesson of"),
    (("replay", "nowhere.rec"), UNREADABLE, "cannot be read"),
    (("practice", "strange", "--players", "7"), USAGE, "not 7"),
    (("practice", "strange", "--option", "simple=maybe"), USAGE, "neither true nor false"),
    (("--suits", "odd", "games"), USAGE, "not letters, symbols, words or auto"),
]


@pytest.mark.parametrize(("words", "code", "said"), BAD, ids=[" ".join(b[0])[:40] for b in BAD])
def test_bad_input_gets_one_clear_answer(words: tuple[str, ...], code: int, said: str, tmp_path: Path) -> None:
    got = run(*words, home=tmp_path)
    errors = got.stderr.decode()
    assert got.returncode == code, errors
    assert said in errors
    assert "Traceback" not in errors + got.stdout.decode()


def test_how_things_are_shown_may_be_said_anywhere_and_help_is_a_word_too(tmp_path: Path) -> None:
    plain = run("--plain", "--suits", "words", "rules", "tute", "head", home=tmp_path).stdout
    assert plain
    for words in (
        ("rules", "tute", "head", "--suits", "words", "--plain"),
        ("rules", "--plain", "tute", "--suits=words", "head"),
    ):
        assert run(*words, home=tmp_path).stdout == plain
    told = run("learn", "--help", home=tmp_path).stdout
    assert b"GAME[:LESSON]" in told
    for asked in (("help", "learn"), ("--help", "learn"), ("learn", "--plain", "-h")):
        assert run(*asked, home=tmp_path).stdout == told
    assert run("help", home=tmp_path).stdout == run("--help", home=tmp_path).stdout
    assert run("rules", "tute", "--", "--plain", home=tmp_path).returncode == USAGE


def test_how_a_position_is_written_is_told_where_that_is_missing(tmp_path: Path) -> None:
    for words, told in ((["hand=KH"], 2), (["trump=X", "hand=KH"], 2), (["trump=S", "hand=KH,KH"], 0)):
        errors = run("explain", "tute", *words, home=tmp_path).stderr.decode()
        assert errors.count("`tutor explain tute ") == told
    for verb in ("explain", "score"):
        assert b"nothing is given" in run(verb, "strange" if verb == "score" else "big-two", home=tmp_path).stderr
    assert "`tutor score tute --fields`" in run("score", "tute", "last=P1", home=tmp_path).stderr.decode()
    assert "For example: tutor score" in run("score", home=tmp_path).stderr.decode()
    assert "tutor learn strange:3" in run("learn", "strange", "3", home=tmp_path).stderr.decode()
    fields = run("score", "tute", "--fields", home=tmp_path).stdout.decode()
    assert "won.SIDE" in fields and "phase=" not in fields


def test_every_problem_of_a_position_is_reported_at_once(tmp_path: Path) -> None:
    got = run("explain", "strange", "upcard=JC", "round=9", "players=x", "foo=1", home=tmp_path)
    lines = got.stderr.decode().splitlines()
    assert got.returncode == UNREADABLE
    assert {line.split(": ")[1] for line in lines} >= {"round", "players", "foo"}
    assert all(line.startswith("tutor: ") for line in lines)


def test_an_illegal_move_that_is_asked_about_exits_with_1(tmp_path: Path) -> None:
    assert run("explain", "strange", *POSITION, "--move", "9S+AD", home=tmp_path).returncode == ILLEGAL
    assert run("explain", "strange", *POSITION, "--move", "AD+9S", home=tmp_path).returncode == 0
    words = ("--move", "king of hearts", "--move", "the queen")
    assert run("explain", "tute", "trump=S", "trick=AH", "hand=KH,QH", *words, home=tmp_path).returncode == 0


def test_the_three_kinds_of_error_are_told_apart(tmp_path: Path) -> None:
    asked = [word for move in ("AD+9S", "9S+AD", "KC+9S", "nonsense") for word in ("--move", move)]
    answer = json.loads(run("explain", "strange", *POSITION, *asked, "--json", home=tmp_path).stdout)
    verdicts = {move["move"]: move["verdict"] for move in answer["moves"]}
    assert verdicts["AD+9S"] == "legal"
    assert verdicts["9S+AD"] == "not allowed"
    assert verdicts["KC+9S"] == "not held"
    assert verdicts["nonsense"] == "unreadable"


def test_a_position_may_come_as_json_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    wanted = run("explain", "strange", *POSITION, "--json", home=tmp_path).stdout
    text = json.dumps({"upcard": ["JC", "QH"], "trick": "3C+8S", "hand": ["9S", "AD", "7H"]})
    file = tmp_path / "position.json"
    file.write_text(text, encoding="utf-8")
    assert run("explain", "strange", text, "--json", home=tmp_path).stdout == wanted
    assert run("explain", "strange", f"@{file}", "--json", home=tmp_path).stdout == wanted
    assert run("explain", "strange", "-", "--json", home=tmp_path, stdin=text).stdout == wanted
    assert run("explain", "strange", "-", "--json", home=tmp_path, stdin=" ".join(POSITION)).stdout == wanted


def test_a_batch_answers_every_line_in_order_whatever_it_is(tmp_path: Path) -> None:
    lines = [
        "explain strange " + " ".join(POSITION),
        "nonsense",
        "x" * 200_000,
        "score strange tricks.P1=32",
        "explain",
    ]
    got = run("batch", home=tmp_path, stdin="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in got.stdout.splitlines()]
    assert got.returncode == 0
    assert ["error" in answer for answer in answers] == [False, True, True, False, True]


def test_junk_is_answered_line_by_line(tmp_path: Path) -> None:
    junk = bytes(range(256)) * 40 + b"\n\xff\xfe\n" + b"\x00" * 50 + b"\n"
    got = run("batch", home=tmp_path, stdin=junk)
    assert got.returncode == 0
    assert all("error" in json.loads(line) for line in got.stdout.splitlines())
    file = tmp_path / "junk"
    file.write_bytes(junk)
    for words in (("explain", "strange", f"@{file}"), ("replay", str(file))):
        bad = run(*words, home=tmp_path)
        assert bad.returncode == UNREADABLE
        assert b"Traceback" not in bad.stderr


def test_a_line_of_ten_megabytes_costs_nothing(tmp_path: Path) -> None:
    got = run("batch", home=tmp_path, stdin=b"explain strange " + b"x" * 10_000_000 + b"\nscore strange\n")
    first, second = (json.loads(line) for line in got.stdout.splitlines())
    assert "error" in first
    assert "scores" in second


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    shell = f"'{TUTOR}' rules strange | head -1"
    env = {**os.environ, "TUTOR_HOME": str(tmp_path)}
    got = subprocess.run(["sh", "-c", shell], capture_output=True, env=env, check=False, timeout=60)
    assert got.stdout.decode().strip() == "Reoccurring Strange"
    assert got.stderr == b""


@pytest.mark.parametrize("words", [(), ("learn", "strange:1"), ("drill", "tute"), ("games",), ("practice", "tute")])
def test_a_home_that_cannot_be_written_loses_nothing_but_the_memory(words: tuple[str, ...]) -> None:
    got = run(*words, home=Path("/proc/nowhere"))
    assert got.returncode == 0, got.stderr.decode()
    assert b"Traceback" not in got.stderr
    assert got.stdout and b"is kept" not in got.stdout


def test_neither_explain_nor_batch_loads_the_prompt(tmp_path: Path) -> None:
    code = (
        "import sys; sys.argv = ['tutor', *sys.argv[1:]]\n"
        "from tutor.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'prompt_toolkit', 'cattrs', 'fsrs', 'sqlite3'} & set(sys.modules)\n"
        "sys.stderr.write(repr(sorted(heavy)))\n"
    )
    for words in (("explain", "strange", *POSITION), ("batch",)):
        got = subprocess.run(
            [sys.executable, "-c", code, *words],
            input=b"",
            capture_output=True,
            check=True,
            timeout=60,
            env={**os.environ, "TUTOR_HOME": str(tmp_path)},
        )
        assert got.stderr == b"[]", words


@pytest.mark.parametrize("early", ["tutor.kernel.by_name", "tutor.cli.program"])
def test_ctrl_c_while_a_class_is_made_ends_the_program_quietly(early: str, tmp_path: Path) -> None:
    """Python 3.11 wraps what `__set_name__` raises in an error of its own; it is imported late, or with the program."""
    code = (
        "import sys\n"
        "class Field:\n"
        "    def __set_name__(self, owner, name):\n"
        "        raise KeyboardInterrupt\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {early!r}:\n"
        "            type('Made', (), {'cut': Field()})\n"
        "sys.meta_path.insert(0, Finder())\n"
        "sys.argv = ['tutor', *sys.argv[1:]]\n"
        "from tutor.cli import main\n"
        "main()\n"
    )
    env = {**os.environ, "TUTOR_HOME": str(tmp_path)}
    words = [sys.executable, "-c", code, "explain", "strange", *POSITION]
    got = subprocess.run(words, capture_output=True, check=False, timeout=60, env=env)
    assert (got.returncode, got.stdout, got.stderr) == (130, b"", b"")


def test_an_ascii_locale_gets_letters_and_plain_quotes(tmp_path: Path) -> None:
    got = run("explain", "strange", *POSITION, home=tmp_path, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert got.returncode == 0
    assert got.stdout.isascii()
    assert b"9S" in got.stdout


def test_a_home_of_nobody_is_refused() -> None:
    got = command("progress", home=Path("~nouser/x"))
    assert (got.returncode, got.stdout) == (2, "")
    assert got.stderr == "tutor: TUTOR_HOME: '~nouser/x' is in the home folder of nobody here\n"
