"""What the README shows is what the program prints; what it names is there."""

from __future__ import annotations

import re
import tomllib
from xml.etree import ElementTree

import pytest

from tests.program import ROOT
from tests.screens import SESSIONS, answered, path, picture
from tests.shipped import tree
from tutor.kernel.by_name import load, names

README = (ROOT / "README.md").read_text("utf-8")
PICTURES = re.findall(r"!\[[^\]]+\]\(\.github/([a-z]+)\.svg\)", README)


def test_what_is_shown_as_text_is_what_the_program_prints() -> None:
    assert re.findall(r"^\$ tutor ([a-z]+)", README, re.M) == ["explain"]
    assert answered(README) == README


@pytest.mark.pty
@pytest.mark.parametrize("name", SESSIONS)
def test_a_picture_is_what_the_program_shows(name: str) -> None:
    assert name in PICTURES, "no picture of it in the README"
    made = picture(SESSIONS[name])
    assert path(name).read_text("utf-8") == made, "python -m tests.screens --update"


def test_the_pictures_hold_a_wrong_answer_and_follow_light_and_dark() -> None:
    for name in PICTURES:
        drawn = path(name).read_text("utf-8")
        root = ElementTree.fromstring(drawn)
        told = next(node.text or "" for node in root if node.tag.endswith("desc"))
        assert "✗" in told and "prefers-color-scheme: dark" in drawn
        for outside in ("href", "url(", "@import", "<script"):
            assert outside not in drawn


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
        ".github/CONTRIBUTING.md",
    ):
        path = ROOT / document
        assert path.exists(), document
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
            assert (path.parent / target).exists(), f"{document} points to {target}"


def test_hosted_ci_and_commit_hooks_do_what_is_done_here() -> None:
    """Hosted CI runs `.ci/run` on the versions of Python that the package names; hooks run commands of that script."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [last for last in (name.rpartition(" :: ")[2] for name in project["classifiers"]) if last[:2] == "3."]
    workflow = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    tried = re.search(r"python: \[(.*)\]", workflow)
    assert tried and re.findall(r"[0-9.]+", tried[1]) == named
    assert project["requires-python"] == f">={named[0]}" and "- run: .ci/run\n" in workflow
    script = (ROOT / ".ci/run").read_text("utf-8")
    hooks = re.findall(r"entry: \.venv/bin/(\w+)([^,]*)", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert {tool for tool, _ in hooks} == {"ruff", "mypy"}
    assert all(f'"$bin/{tool}"{words.removesuffix(" --fix")}' in script for tool, words in hooks)


@pytest.mark.parametrize("name", names())
def test_the_changelog_names_every_game(name: str) -> None:
    assert load(name).title in " ".join((ROOT / "CHANGELOG.md").read_text("utf-8").split())


def test_what_was_measured_stands_in_tables() -> None:
    for section in re.split(r"^#{2,} ", (ROOT / "tests" / "RESULTS.md").read_text("utf-8"), flags=re.M)[1:]:
        title, *lines = section.splitlines()
        assert any(line.startswith("| --- |") for line in lines), title
        prose = [line for line in lines if not line.startswith(("|", "    "))]
        assert len(" ".join(prose)) < 400, title
