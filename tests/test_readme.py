"""What the README shows is what the program prints; what it names is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.program import ROOT, command
from tests.shipped import tree
from tutor.kernel.game import load, names

README = (ROOT / "README.md").read_text("utf-8")
LEFT_OUT = "…"
SESSIONS = re.findall(r"^```\n\$ tutor ([^\n]*)\n(.*?)^```$", README, re.M | re.S)
PROMPT = re.compile(r"^\S+ \d+/\d+> (.*)$", re.M)


def parts(shown: str) -> list[str]:
    """What is shown, between the places where something is left out."""
    return [part.strip("\n") for part in re.split(rf"^{LEFT_OUT}$", shown, flags=re.M) if part.strip()]


@pytest.mark.parametrize(("words", "shown"), SESSIONS, ids=[words[:30] for words, _ in SESSIONS])
def test_a_session_is_what_the_program_prints(words: str, shown: str, tmp_path: Path) -> None:
    typed = PROMPT.findall(shown)
    if not typed:
        got = command(*shlex.split(words), home=tmp_path, columns=80)
        assert (got.returncode, got.stdout) == (0, shown)
        return
    tried = []
    for skipped in range(9):  # what is left out at the beginning are steps of the lesson
        lines = ["skip"] * skipped + typed
        got = command(*shlex.split(words), home=tmp_path / str(skipped), stdin="\n".join(lines) + "\n", columns=80)
        if all(part in got.stdout for part in parts(shown)):
            return
        tried.append(got.stdout)
    pytest.fail("none of these is what the README shows:\n" + "\n-----\n".join(tried[2:5]))


def test_there_are_sessions() -> None:
    assert len(SESSIONS) >= 2


def test_the_commands_it_lists_are_those_there_are() -> None:
    _, commands = tree()
    there = {one.name: {spelling for option in one.options for spelling in option.spellings} for one in commands}
    rows = re.findall(r"^\| `tutor ?([a-z]*)([^|]*)\|(.*)\|$", README, re.M)
    listed = {name for name, _, _ in rows if name}
    assert listed <= set(there)
    for name, form, text in rows:
        options = set(re.findall(r"(?<![a-z-])--[a-z-]+", form + text))
        other = {option for options_ in there.values() for option in options_}
        assert options <= (there.get(name) or other), f"{name}: {options - there.get(name, other)}"
    hidden = set(there) - listed - set(re.findall(r"`(?:tutor )?([a-z]+)`", README))
    assert not hidden, f"the README does not name {sorted(hidden)}"


def test_the_files_it_points_to_are_there() -> None:
    for document in (
        "README.md",
        "tutor/ARCHITECTURE.md",
        "tutor/games/README.md",
        "lessons/README.md",
        "tests/README.md",
    ):
        path = ROOT / document
        assert path.exists(), document
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
            assert (path.parent / target).exists(), f"{document} points to {target}"


def test_the_changelog_names_every_game() -> None:
    text = " ".join((ROOT / "CHANGELOG.md").read_text("utf-8").split())
    assert not [name for name in names() if load(name).title not in text]
