"""`tutor new game`: write a skeleton of rules, rulebook, lesson and worked cases that runs and passes the check.

The skeleton is a plain game of the family, from `templates/new/FAMILY`, under the new name. It need not be registered:
games are found by their modules.
"""

from __future__ import annotations

import importlib
import keyword
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from tutor.kernel.by_name import names
from tutor.kernel.echo import short
from tutor.teach.authoring.skeleton import CannotWrite, own_folder, write_new
from tutor.teach.text.files import templates_root
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from pathlib import Path

LONGEST: Final = 40
"""The most characters of a name."""
PLACES: Final = {
    "game.py": "tutor/games/{module}/__init__.py",
    "rulebook.toml": "lessons/{name}/rulebook.toml",
    "lesson.toml": "lessons/{name}/01-first-steps.toml",
    "cases.toml": "tests/cases/{name}.toml",
}
"""The place in the checkout of each template of a family."""


def families() -> tuple[str, ...]:
    """The families for which there are templates."""
    return tuple(sorted(path.name for path in (templates_root() / "new").glob("*/") if (path / "game.py").is_file()))


def new_game(name: str, family: str) -> tuple[Path, ...]:
    """Write the files of a game called `name` (such as `my-game`), and return their paths; all are written, or none.

    Raises `CannotWrite` for an invalid or taken name, an unknown family, an existing file, and outside a checkout.
    """
    if family not in families():
        raise CannotWrite(say("author.no_family", family=short(family), there=families()))
    module = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > LONGEST or keyword.iskeyword(module):
        raise CannotWrite(say("author.bad_name", name=short(name), most=LONGEST))
    root = _checkout()
    if name in names():
        raise CannotWrite(say("author.taken", name=name))
    plain = {file: (templates_root() / "new" / family / file).read_text("utf-8") for file in PLACES}
    title = name.replace("-", " ").title()
    kind = title.replace(" ", "")
    if re.search(rf"\b{kind}\b", plain["game.py"]):  # another class has this name
        kind += "Game"
    marks = {"new-game": name, "NewGame": kind, "New Game": title}
    texts = {}
    for file, text in plain.items():
        for mark, own in marks.items():
            text = text.replace(mark, own)
        texts[root / PLACES[file].format(name=name, module=module)] = text
    _written_together(texts)
    importlib.invalidate_caches()
    return tuple(texts)


def _checkout() -> Path:
    """The root of the checkout; `CannotWrite` if this is an installed copy."""
    lessons = own_folder("")
    if lessons is None or not all((lessons.parent / room).is_dir() for room in ("tutor/games", "tests/cases")):
        raise CannotWrite(say("author.no_checkout"))
    return lessons.parent


def _written_together(texts: dict[Path, str]) -> None:
    """Write all these files, or none; creates their folders."""
    taken = next((path for path in texts if path.exists() or path.is_symlink()), None)
    if taken is not None:
        raise CannotWrite(say("author.exists", path=short(str(taken), 120)))
    made = [path.parent for path in texts if not path.parent.exists()]
    try:
        for path, text in texts.items():
            write_new(path, text)
    except BaseException:
        for path in texts:
            path.unlink(missing_ok=True)
        for folder in made:
            with suppress(OSError):
                folder.rmdir()
        raise
