"""The games there are: found as the modules of `tutor.games`, and loaded only when asked for by name."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Any

from tutor.kernel.echo import echoed
from tutor.kernel.faults import UserFault
from tutor.kernel.spelling import nearest

if TYPE_CHECKING:
    from tutor.kernel.game import Game


class UnknownGame(UserFault, ValueError):
    """No game has this name; the message suggests the nearest."""

    in_command = True


def names() -> tuple[str, ...]:
    """The names of all games there are, in alphabetical order, without loading them."""
    return tuple(_modules())


@cache
def _modules() -> dict[str, str]:
    # By name: the kernel knows where games live, and imports nothing that stands above it.
    room = importlib.import_module("tutor.games")
    found = (module.name for module in pkgutil.iter_modules(room.__path__))
    return {name.replace("_", "-"): name for name in sorted(found) if not name.startswith("_")}


def load(name: str) -> Game[Any]:
    """The game called `name`; KeyError if there is none."""
    module = importlib.import_module(f"tutor.games.{_modules()[name]}")
    game: Game[Any] = module.GAME
    return game


def find_game(name: str) -> Game[Any]:
    """The game called `name`, ignoring case, blanks and underscores; raises `UnknownGame`."""
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted in names():
        return load(wanted)
    near = nearest(wanted, names())
    hint = f"did you mean {near}?" if near else f"there are {', '.join(names())}"
    raise UnknownGame(f"{echoed(name)} is not a game here; {hint}")
