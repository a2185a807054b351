"""The house's floors: the contracts of `pyproject.toml` about who imports whom, and what they cannot say.

Imports inside functions and under `TYPE_CHECKING` count too: a lazy dependency is still one.
"""

from __future__ import annotations

import ast
import functools
import re
import shutil
import subprocess
import sys
import tomllib
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import grimp
from importlinter import cli

from tutor.families.auctions import AuctionView
from tutor.kernel import events
from tutor.kernel.by_name import load, names
from tutor.kernel.game import Family

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "tutor"
CONFIG = ROOT / "pyproject.toml"

LIBRARIES = {
    "teach": {"fsrs", "genanki", "jinja2", "platformdirs"},
    "ui": {"markupsafe", "prompt_toolkit", "wcwidth"},
    "library": {"gymnasium", "numpy", "pettingzoo", "pyspiel"},
    "cli": {"distributed", "typer"},
}
"""What the rooms use beyond the standard library; a room that is not named uses nothing else."""
RULES_ONLY = {"kernel", "families", "games", "policies", "advice"}
WORLD_CALLS = frozenset({"print", "input", "open", "breakpoint"})
UNSAFE_CALLS = frozenset({"eval", "exec", "__import__"})

AIM, MOST = 320, 400
"""Lines of a module: above the aim it is listed, above the most the test fails."""


@functools.cache
def sources() -> dict[str, str]:
    """The text of every module by its path inside the package."""
    return {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


def test_the_contracts_about_imports_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.lint_imports(config_filename=str(CONFIG), no_cache=True, is_debug_mode=False)
    assert status == cli.EXIT_STATUS_SUCCESS, capsys.readouterr().out


BREACHES = {
    "kernel/planted.py": "def f():\n    from tutor.teach.text import doc",
    "families/planted.py": "from tutor.games import tute",
    "advice/planted.py": "import tutor.families.tricks\nimport tutor.games",
    "teach/planted.py": "from tutor.ui import render\nimport tutor.games.tute",
    "ui/planted.py": "import tutor.games, tutor.advice.value, tutor.library\nfrom prompt_toolkit import PromptSession",
    "cli/planted.py": "import pickle",
    "games/truc/planted.py": "from ..tute import GAME\nimport pathlib",
    "games/kaiser/planted.py": "def f():\n    from tutor.policies import policy_of",
    "attic/__init__.py": "",
}
"""What no contract lets through, planted in a copy of the package."""


def test_every_contract_is_broken_by_what_it_forbids(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "tutor", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(CONFIG, tmp_path)
    for where, code in BREACHES.items():
        planted = tmp_path / "tutor" / where
        planted.parent.mkdir(exist_ok=True)
        planted.write_text(code + "\n")
    told = linted(tmp_path)
    contracts = tomllib.loads(CONFIG.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    assert [one["name"] for one in contracts if f"{one['name']} BROKEN" not in told] == []
    assert "tutor.attic" in told, "no contract knows this room"


def linted(folder: Path) -> str:
    """What the contracts say of the package in `folder`, in one line."""
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == cli.EXIT_STATUS_ERROR, done.stdout + done.stderr
    return " ".join(done.stdout.split())


def test_each_room_uses_no_other_library_than_its_own() -> None:
    graph = grimp.build_graph("tutor", include_external_packages=True)
    used: dict[str, set[str]] = {}
    for module in graph.modules:
        if module.startswith("tutor."):
            direct = {name.partition(".")[0] for name in graph.find_modules_directly_imported_by(module)}
            used.setdefault(module.split(".")[1], set()).update(direct - sys.stdlib_module_names - {"tutor"})
    assert {room: names for room, names in used.items() if names - LIBRARIES.get(room, set())} == {}
    assert used["teach"] == LIBRARIES["teach"], "the graph sees what is there"


def test_no_module_needs_one_that_needs_it() -> None:
    """There are no circles of imports, those for types and those inside functions included."""
    graph = grimp.build_graph("tutor")
    graph.remove_import(importer="tutor", imported="tutor.library")  # made when `import tutor` is asked for it
    imports = [(one, other) for one in graph.modules for other in graph.find_modules_directly_imported_by(one)]
    assert [pair for pair in imports if graph.chain_exists(importer=pair[1], imported=pair[0])] == []


@functools.cache
def nodes(code: str) -> tuple[ast.AST, ...]:
    """Everything in the syntax tree of `code`, the tree first."""
    return tuple(ast.walk(ast.parse(code)))


def calls(code: str) -> Iterator[tuple[int, str]]:
    """(line, name) of every call of a bare name."""
    for node in nodes(code):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.lineno, node.func.id


def forbidden_calls(where: str, code: str) -> list[str]:
    """Calls that read or write in a room of rules, and those that would run what a file or a person says."""
    rules_only = where.partition("/")[0] in RULES_ONLY and where != "games/__init__.py"
    wrong = UNSAFE_CALLS | (WORLD_CALLS if rules_only else frozenset())
    return [f"{where}:{line}: calls {name}()" for line, name in calls(code) if name in wrong]


def test_rules_neither_read_nor_write_and_nothing_is_run_as_code() -> None:
    assert [fault for where, code in sources().items() for fault in forbidden_calls(where, code)] == []
    assert forbidden_calls("kernel/x.py", "\nprint('hello')") == ["kernel/x.py:2: calls print()"]
    assert forbidden_calls("cli/x.py", "eval('1')") == ["cli/x.py:1: calls eval()"]
    assert forbidden_calls("cli/x.py", "print('done')") == []


BY_NAME_CALLS = frozenset({"getattr", "hasattr", "setattr", "delattr", "vars"})
BY_NAME_ATTRIBUTES = frozenset({"__dict__", "__getattribute__", "attrgetter"})


def asked_by_name(where: str, code: str) -> list[str]:
    """Where an attribute is looked up by its name.

    The adviser asks what the classes of the kernel declare (`Policy`, `GamePolicy`, `State`, the views of `seen`), so
    that a game that does not answer is a fault that the type checker tells.
    """
    found = [f"{where}:{line}: calls {name}()" for line, name in calls(code) if name in BY_NAME_CALLS]
    for node in nodes(code):
        if isinstance(node, ast.Attribute) and node.attr in BY_NAME_ATTRIBUTES:
            found.append(f"{where}:{node.lineno}: reads {node.attr}")
    return found


def test_the_adviser_asks_nothing_by_name() -> None:
    rooms = {where: code for where, code in sources().items() if where.startswith("advice/")}
    assert rooms
    assert [fault for where, code in rooms.items() for fault in asked_by_name(where, code)] == []
    assert asked_by_name("advice/x.py", "\ngetattr(view, 'pips', None)") == ["advice/x.py:2: calls getattr()"]
    assert asked_by_name("advice/x.py", "state.__dict__['bets']") == ["advice/x.py:1: reads __dict__"]


@functools.cache
def game_words() -> frozenset[str]:
    """The words that single games or families have: their names, and what moves begin with, numbers left out."""
    phases = [phase for name in names() for phase in load(name).phases]
    calls = [phase.view.calls for phase in phases if issubclass(phase.view, AuctionView)]
    said = [*(phase.words for phase in phases), *(tuple(phase.meanings) for phase in phases), *calls]
    parts = {part for words in said for word in words for part in re.split(r"[:\d]+", word)}
    return frozenset(word for word in {*parts, *names(), *Family} if len(word) > 1)  # suits are everybody's


def words_told(where: str, code: str) -> list[str]:
    """Where a game's word is written out, other than as the name of a fact (the key of a dictionary)."""
    keys = {id(key) for node in nodes(code) if isinstance(node, ast.Dict) for key in node.keys}
    constants = (node for node in nodes(code) if isinstance(node, ast.Constant) and id(node) not in keys)
    return [f"{where}:{node.lineno}: {node.value!r}" for node in constants if node.value in game_words()]


def test_the_adviser_knows_no_word_of_a_game() -> None:
    """What a call means is asked of its phase (`Phase.meaning`), what kind of game it is by `Family`."""
    rooms = {where: code for where, code in sources().items() if where.startswith("advice/")}
    assert [fault for where, code in rooms.items() for fault in words_told(where, code)] == []
    assert words_told("advice/x.py", "move.word == 'pass'") == ["advice/x.py:1: 'pass'"]
    assert words_told("advice/x.py", "WITHOUT = ('nt', 'high')") == ["advice/x.py:1: 'nt'"]
    assert words_told("advice/x.py", "\nword.endswith('no')") == ["advice/x.py:2: 'no'"]
    assert words_told("advice/x.py", "game.family in ('banking',)") == ["advice/x.py:1: 'banking'"]
    assert words_told("advice/x.py", "game.name == 'tute' or 'S' in SUITS") == ["advice/x.py:1: 'tute'"]
    assert words_told("advice/x.py", "Reason('master', {'best': c})") == []


MAKERS = frozenset({"Event", "dealt_again", "occurs"})
"""Functions that take the kind of an event."""


def texts(*nodes: ast.AST) -> set[str]:
    """The string constants in `nodes`."""
    found = (part for node in nodes for part in ast.walk(node) if isinstance(part, ast.Constant))
    return {part.value for part in found if isinstance(part.value, str)}


def made_kinds(code: str) -> set[str]:
    """The kinds of events that are made, or asked for by `occurs`, by a literal string."""
    found: set[str] = set()
    for node in nodes(code):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
            kinds = [*node.args[:1], *(one.value for one in node.keywords if one.arg == "what")]
            found |= texts(*(node.args if node.func.id == "occurs" else kinds))
    return found


def asked_kinds(code: str, kinds: set[str]) -> set[str]:
    """The `kinds` of events that are told by a string: given a name, compared with some `what`, or of several words."""
    found = {text for text in texts(nodes(code)[0]) & kinds if " " in text}
    for node in nodes(code):
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Constant):
            found |= texts(node.value) & kinds
        if isinstance(node, ast.Compare):
            compared = (node.left, *node.comparators)
            if any(
                isinstance(part, ast.Attribute) and part.attr == "what" for one in compared for part in ast.walk(one)
            ):
                found |= texts(*compared) & kinds
    return found


def test_events_are_asked_for_by_the_names_that_make_them() -> None:
    """Kinds of events that more than the game itself asks about have a name in `kernel/events.py`, used by both."""
    made = {where: made_kinds(code) for where, code in sources().items()}
    named = {value for name, value in vars(events).items() if name.isupper() and isinstance(value, str)}
    assert {where: kinds & named for where, kinds in made.items() if kinds & named} == {}
    kinds = named.union(*made.values())
    outside = {where: code for where, code in sources().items() if where.startswith(("teach/", "advice/", "policies/"))}
    found = {where: asked_kinds(code, kinds) for where, code in outside.items()}
    assert {where: told for where, told in found.items() if told} == {}
    assert made_kinds("Event('dealt', seat); dealt_again(state, what='thrown in')") == {"dealt", "thrown in"}
    assert asked_kinds("x = e.what in ('paid', PLAYED); y = {'trick won', 'played'}", kinds) == {"paid", "trick won"}
    assert asked_kinds("CALLED: Final = 'called'", kinds) == {"called"}
    assert asked_kinds("event.what in (HAND_OVER, GAME_OVER) or reason.what == 'hands_won'", kinds) == set()


NOT_OURS = set(
    "__name__ __post_init__ __self__ _asdict getuid jinja_pass_arg pthread_sigmask sqlite_errorcode strerror".split()
)
"""Attributes of other people's objects that are not always there."""


def named_attributes(code: str) -> set[str]:
    """The attributes that `getattr` and `hasattr` are asked for by a literal name."""
    found = set()
    for node in nodes(code):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr"):
            found |= {str(named.value) for named in node.args[1:2] if isinstance(named, ast.Constant)}
    return found


def test_types_are_asked_and_not_names() -> None:
    """What a view, a state, a move, a field type or a question can tell is asked by `isinstance`."""
    rooms = ("teach/", "library/", "policies/", "games/", "families/")
    found = [named_attributes(code) for where, code in sources().items() if where.startswith(rooms)]
    assert set().union(*found) == NOT_OURS
    assert named_attributes("getattr(v, 'hand', ()) if hasattr(kind, 'low') else getattr(v, name)") == {"hand", "low"}


CACHE_NAMES = re.compile(r"\b(memo|state_readers|move_lists)\b")


def test_no_game_mentions_the_cache() -> None:
    """Families say where a state has what views have; a game only declares what there is (`extra_fields`)."""
    games = {where: code for where, code in sources().items() if where.startswith("games/")}
    assert [where for where, code in games.items() if CACHE_NAMES.search(code)] == []
    assert CACHE_NAMES.search("AFTER.memo.legal(state, seat)")


def test_no_module_outgrows_what_can_be_read_at_once() -> None:
    lines = {where: code.count("\n") for where, code in sources().items()}
    long = sorted(((number, where) for where, number in lines.items() if number > AIM), reverse=True)
    listed = "\n".join(f"  {number} lines: {where}" for number, where in long)
    if long:
        warnings.warn(f"modules over {AIM} lines, to be split by what they are about:\n{listed}", stacklevel=1)
    assert not [where for number, where in long if number > MOST], f"no module may exceed {MOST} lines:\n{listed}"
