"""`tutor new lesson`: write a skeleton made from a moment of the game, complete except for the author's words."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.echo import short
from tutor.kernel.faults import UserFault
from tutor.teach.check.moments import QUICK, Occasion, moments
from tutor.teach.lessons.files import paths_of
from tutor.teach.lessons.shape import MOST_CHOICES
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.text.files import lessons_root, nameable, write_whole
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.teach.drills.moments import Moment

FEW: Final = 4
"""The most moves of each kind that a question offers."""


class CannotWrite(UserFault, ValueError):
    """The file cannot be written; the message says why."""


def new_lesson(game: Game[Any], title: str, folder: Path | None = None) -> Path:
    """Write a skeleton as the next lesson of the game's course, or into `folder`, and return its path.

    Raises `CannotWrite`; never overwrites a file.
    """
    course = folder is None and own_folder(game.name) is not None
    place = folder or own_folder(game.name) or Path.cwd()
    number = f"{len(paths_of(game.name)) + 1:02}-" if course else ""
    path = place / f"{number}{slug(title)}.toml"
    write_new(path, scaffold(game, title, course=course))
    return path


def write_new(path: Path, text: str) -> None:
    """Write a new file; raises `CannotWrite` if it exists or cannot be written."""
    try:
        nameable(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, [text], fresh=True)
    except FileExistsError:
        raise CannotWrite(say("author.exists", path=short(str(path), 120))) from None
    except OSError as why:
        raise CannotWrite(say("author.cannot", path=short(str(path), 120), why=why.strerror or str(why))) from None


def own_folder(game: str) -> Path | None:
    """The folder of the game's course, if this is a checkout and not an installed copy."""
    root = lessons_root()
    return root / game if root.parent.name != "_data" else None


def slug(title: str) -> str:
    """A file name made from a title."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "lesson"


def quoted(value: object) -> str:
    """A text, or a list of texts, as TOML."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(quoted(part) for part in value)}]"
    return json.dumps(str(value), ensure_ascii=False)


def table(values: dict[str, Any]) -> str:
    """Values by name as an inline table of TOML."""
    parts = [f"{quoted(k)} = {v if isinstance(v, int | float) else quoted(v)}" for k, v in values.items()]
    return f"{{ {', '.join(parts)} }}"


def scaffold(game: Game[Any], title: str, *, course: bool) -> str:
    """The text of a new lesson about a moment of the game; everything but the TODOs passes the check."""
    here = _moment(game)
    found = here.judged()
    legal = [r for r in found.rulings if r.legal]
    refused = [r for r in found.rulings if not r.legal]
    clauses = dict.fromkeys(r.clause for r in (*refused[:FEW], legal[0]))
    taught = [c for c in rulebook(game.name).clauses if c in clauses]
    earlier = [path.stem for path in paths_of(game.name)][-1:]
    lines = [
        f"# {say('author.head', game=game.title)}",
        "format = 1",
        *([] if course else [f"game = {quoted(game.name)}"]),
        f"title = {quoted(title)}",
        f"goal = {quoted(say('author.goal'))}",
        "minutes = 5",
        f"clauses = {quoted(taught)}  # {say('author.clauses', game=game.name)}",
        f"after = {quoted(earlier if course else [])}",
        "",
        "[[step]]",
        f"position = {quoted(here.position)}",
        f"say = {quoted(say('author.say'))}",
        "",
        "[[step]]",
        f"play = {quoted(legal[0].text)}",
        f"question = {quoted(say('author.question'))}",
    ]
    if refused:
        lines.append(f"refuse = {table({r.text: r.clause for r in refused[:FEW]})}  # {say('author.refuse')}")
    lines.append(f"because = {quoted(say('author.because'))}")
    if len(found.rulings) > 1:
        lines += ["", "[[step]]", 'ask = "legal"']
        if len(found.rulings) > MOST_CHOICES:
            offered = [r.text for r in (*legal[:FEW], *refused[:FEW])]
            lines.append(f"among = {quoted(Random(title).sample(offered, len(offered)))}")
    return "\n".join(lines) + "\n"


def _moment(game: Game[Any]) -> Moment:
    """The shortest position with a legal move and, if the game has such, an illegal one."""

    def key(seen: Occasion) -> tuple[bool, int]:
        assert seen.moment is not None
        rulings = seen.moment.judged().rulings
        return not any(not r.legal for r in rulings), len(seen.moment.position) + 3 * len(rulings)

    due = [s for s in moments(game, QUICK) if s.moment and s.moment.phase and s.moment.due and s.moment.found.legal]
    found = min(due, key=key).moment
    assert found is not None
    return found
