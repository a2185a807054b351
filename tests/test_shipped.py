"""The manual page and the completions: made of the commands, and fit for the programs that read them."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.shipped import COMMAND, FOLDER, MADE, tree
from tutor.kernel.by_name import names

if TYPE_CHECKING:
    from collections.abc import Callable

READERS = {
    "tutor.1": ("mandoc", "-T", "lint", "-W", "error"),
    "tutor.bash": ("bash", "-n"),
    "_tutor": ("zsh", "-n"),
    "tutor.fish": ("fish", "-n"),
}


@pytest.mark.parametrize(("name", "made"), MADE.items(), ids=MADE)
def test_it_is_what_the_commands_say(name: str, made: Callable[[], str]) -> None:
    path = FOLDER / name
    assert path.exists(), f"{path} is missing; make it with `{COMMAND}`"
    assert path.read_text("utf-8") == made(), f"{path.name} is not what the commands say; run `{COMMAND}`"


@pytest.mark.parametrize("name", MADE)
def test_every_command_and_option_is_there(name: str) -> None:
    text = (FOLDER / name).read_text("utf-8").replace("\\-", "-")
    _, commands = tree()
    assert len(commands) > 15
    for one in commands:
        assert one.name in text
        for option in one.options:
            for spelling in option.spellings:
                assert (spelling if name != "tutor.fish" else spelling.lstrip("-")) in text
    assert all(game in text for game in names())


@pytest.mark.parametrize("name", READERS)
def test_its_reader_can_read_it(name: str) -> None:
    reader, *words = READERS[name]
    if shutil.which(reader) is None:
        pytest.skip(f"no {reader} here")
    read = subprocess.run([reader, *words, FOLDER / name], capture_output=True, text=True, check=False, timeout=60)
    assert (read.returncode, read.stderr) == (0, ""), read.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (("pract",), ["practice"]),
        (("explain", "tres"), ["tresette"]),
        (("--plain", "explain", "tres"), ["tresette"]),
        (("--suits", "words", "rules", "botif"), ["botifarra"]),
        (("practice", "tute", "--lev"), ["--level"]),
        (("replay", "any"), []),
        (("rules", "tute", "t"), []),
        (("compare", "tute", "tres"), ["tresette"]),
        (("practice", "--deal", "t"), []),
        (("practice", "--level", "2", "tres"), ["tresette"]),
        (("check", "tute", "tres"), ["tresette"]),
    ],
)
def test_bash_completes(words: tuple[str, ...], completed: list[str]) -> None:
    script = f"source {FOLDER}/tutor.bash; COMP_WORDS=(tutor {' '.join(words)}); COMP_CWORD={len(words)}; _tutor; "
    script += 'printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == completed


@pytest.mark.skipif(shutil.which("fish") is None, reason="no fish here")
def test_fish_completes() -> None:
    script = f'source {FOLDER}/tutor.fish; complete -C "tutor explain tres"; complete -C "tutor pract"'
    done = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == ["tresette", "practice"]
