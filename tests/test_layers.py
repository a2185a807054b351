"""The house's floors, read off the imports: who may know whom, and who may touch the world outside.

Imports inside functions and under `TYPE_CHECKING` count too: a lazy dependency is still one.
"""

from __future__ import annotations

import ast
import functools
import sys
import warnings
from collections.abc import Iterator, Set
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "tutor"


@dataclass(frozen=True)
class Room:
    """What the modules of one folder may import: rooms of this package, and libraries beyond the standard one."""

    rooms: frozenset[str]
    libraries: frozenset[str] | None = frozenset()  # None: any

    @classmethod
    def of(cls, rooms: str = "", libraries: str | None = "") -> Room:
        return cls(frozenset(rooms.split()), None if libraries is None else frozenset(libraries.split()))


# A module of a room may always import its own room (games excepted, see below) and `tutor` itself, for the version.
ROOMS = {
    "kernel": Room.of(),
    "families": Room.of("kernel"),
    "games": Room.of("kernel families"),
    "advice": Room.of("kernel"),
    "teach": Room.of("kernel advice games", "jinja2 markupsafe fsrs platformdirs genanki"),
    "ui": Room.of("kernel teach", "prompt_toolkit wcwidth"),
    "library": Room.of("kernel teach advice", "pyspiel numpy pettingzoo gymnasium"),
    "cli": Room.of("kernel families games advice teach ui library", None),
}
FRONT = {"__main__", "__init__"}
"""Modules that stand beside the rooms and belong to the top floor."""

RULES_ONLY = {"kernel", "families", "games", "advice"}
WORLD = frozenset(
    {"os", "io", "pathlib", "shutil", "tempfile", "glob", "subprocess", "socket", "ssl", "http", "urllib"}
)
WORLD |= {"sqlite3", "logging", "getpass", "readline", "curses"}
"""Standard modules that reach outside the program."""
WORLD_CALLS = frozenset({"print", "input", "open", "breakpoint"})
UNSAFE_MODULES = frozenset({"pickle", "marshal", "shelve", "dill", "cloudpickle"})
UNSAFE_CALLS = frozenset({"eval", "exec", "__import__"})

AIM, MOST = 320, 400
"""Lines of a module: above the aim it is listed, above the most the test fails."""


@dataclass(frozen=True)
class Source:
    path: Path
    tree: ast.Module
    lines: int

    @property
    def where(self) -> str:
        return self.path.relative_to(PACKAGE.parent).as_posix()

    @property
    def module(self) -> str:
        parts = list(self.path.relative_to(PACKAGE.parent).with_suffix("").parts)
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def package(self) -> str:
        return self.module if self.path.name == "__init__.py" else self.module.rpartition(".")[0]

    @property
    def room(self) -> str:
        parts = self.path.relative_to(PACKAGE).with_suffix("").parts
        return "cli" if len(parts) == 1 and parts[0] in FRONT else parts[0]


def read(path: Path) -> Source:
    text = path.read_text(encoding="utf-8")
    return Source(path, ast.parse(text, str(path)), text.count("\n"))


@functools.cache
def sources() -> tuple[Source, ...]:
    return tuple(read(path) for path in sorted(PACKAGE.rglob("*.py")))


def imports(source: Source, modules: Set[str]) -> Iterator[tuple[int, str]]:
    """(line, full module name) of everything imported; `from tutor import games` gives `tutor.games`."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = source.package.split(".")
                base = ".".join([*parents[: len(parents) - node.level + 1], *([base] if base else [])])
            for name in node.names:
                inner = f"{base}.{name.name}"
                yield node.lineno, inner if inner in modules else base


def calls(source: Source) -> Iterator[tuple[int, str]]:
    """(line, name) of every call of a bare name."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.lineno, node.func.id


def faults(source: Source, modules: Set[str]) -> list[str]:
    """Each import and call of `source` that its room does not allow, with the reason."""
    found: list[str] = []
    room = ROOMS.get(source.room)
    if room is None:
        return [f"{source.where}: no room is called {source.room!r}; say in tests/test_layers.py what it may import"]
    rules_only = source.room in RULES_ONLY and source.module != "tutor.games"
    for line, name in imports(source, modules):
        at = f"{source.where}:{line}: imports {name}"
        top, _, rest = name.partition(".")
        if top == "tutor":
            found += [f"{at}: {why}" for why in inside(source, room, name, rest.partition(".")[0])]
        elif top in UNSAFE_MODULES:
            found.append(f"{at}: reading it back would run what is in it; use JSON, TOML or the text forms")
        elif top not in sys.stdlib_module_names:
            if room.libraries is not None and top not in room.libraries:
                allowed = ", ".join(sorted(room.libraries)) or "the standard library only"
                found.append(f"{at}: {source.room}/ may use {allowed}")
            elif top == "prompt_toolkit" and source.room == "ui" and source.path.name != "repl.py":
                found.append(f"{at}: only ui/repl.py does (it costs 170 ms, and all else must run without a terminal)")
        elif rules_only and top in WORLD:
            found.append(f"{at}: {source.room}/ is rules only, nothing outside the program")
    for line, name in calls(source):
        if name in UNSAFE_CALLS:
            found.append(f"{source.where}:{line}: calls {name}(): nothing a file or a person says is run as code")
        elif rules_only and name in WORLD_CALLS:
            found.append(f"{source.where}:{line}: calls {name}(): {source.room}/ neither reads nor writes")
    return found


def inside(source: Source, room: Room, name: str, target: str) -> Iterator[str]:
    """Why `source` may not import the module `name` of the room `target` of this package."""
    if not target:
        return  # `import tutor`, for the version
    if target == source.room:
        if target == "games" and name != "tutor.games" and name.split(".")[2] != source.module.split(".")[2]:
            yield "a game never imports another game; what they share belongs in families/"
        return
    if target not in room.rooms:
        allowed = ", ".join(f"{one}/" for one in sorted(room.rooms)) or "no other room"
        yield f"{source.room}/ may import {allowed}"
    elif target == "games" and source.room == "teach" and name != "tutor.games":
        yield "teach/ finds games by discovery and never names one"


def test_every_module_keeps_to_its_floor() -> None:
    modules = {source.module for source in sources()}
    found = [fault for source in sources() for fault in faults(source, modules)]
    assert not found, "\n" + "\n".join(found)


def test_no_module_outgrows_what_can_be_read_at_once() -> None:
    long = sorted(((source.lines, source.where) for source in sources() if source.lines > AIM), reverse=True)
    listed = "\n".join(f"  {lines} lines: {where}" for lines, where in long)
    if long:
        warnings.warn(f"modules over {AIM} lines, to be split by what they are about:\n{listed}", stacklevel=1)
    assert not [where for lines, where in long if lines > MOST], f"no module may exceed {MOST} lines:\n{listed}"


SOME_MODULES = {
    "tutor",
    "tutor.kernel.cards",
    "tutor.games",
    "tutor.games.tute",
    "tutor.teach.text.doc",
    "tutor.ui.render",
    "tutor.cli.learning",
}


@pytest.mark.parametrize(
    ("where", "code", "said"),
    [
        ("kernel/x.py", "from tutor.teach.text import doc", "kernel/ may import no other room"),
        ("kernel/x.py", "import jinja2", "the standard library only"),
        ("kernel/x.py", "def f():\n    import sqlite3", "x.py:2: imports sqlite3"),
        ("kernel/x.py", "print('hello')", "neither reads nor writes"),
        ("families/x.py", "from tutor.games import tute", "families/ may import kernel/"),
        ("games/x.py", "from tutor.games.tute import GAME", "never imports another game"),
        ("games/x.py", "from .tute import GAME", "never imports another game"),
        ("advice/x.py", "import tutor.families.tricks", "advice/ may import kernel/"),
        ("teach/x.py", "import tutor.games.tute", "never names one"),
        ("teach/x.py", "import typer", "teach/ may use"),
        ("teach/x.py", "from tutor.ui import render", "teach/ may import advice/, games/, kernel/"),
        ("ui/x.py", "from prompt_toolkit import PromptSession", "only ui/repl.py"),
        ("ui/x.py", "import tutor.games", "ui/ may import kernel/, teach/"),
        ("cli/x.py", "import pickle", "would run what is in it"),
        ("cli/x.py", "eval('1')", "is run as code"),
        ("attic/x.py", "", "no room is called 'attic'"),
    ],
)
def test_the_reader_sees_each_kind_of_breach(where: str, code: str, said: str) -> None:
    assert said in "\n".join(faults(Source(PACKAGE / where, ast.parse(code), 1), SOME_MODULES))


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("kernel/x.py", "from tutor.kernel.cards import Card\nfrom random import Random"),
        ("games/__init__.py", "import pathlib, pkgutil"),
        ("games/tute/melds.py", "from tutor.games.tute import GAME\nfrom . import deals"),
        ("teach/x.py", "from tutor import games, __version__\nimport jinja2, sqlite3"),
        ("ui/repl.py", "from prompt_toolkit import PromptSession"),
        ("cli/x.py", "import typer, tutor.games\nprint('done')"),
        ("cli/x.py", "from tutor.cli import learning"),
    ],
)
def test_the_reader_lets_through_what_is_allowed(where: str, code: str) -> None:
    assert faults(Source(PACKAGE / where, ast.parse(code), 1), SOME_MODULES) == []
