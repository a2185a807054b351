"""The games there are: found as the modules of `tutor.games`, and loaded only when asked for by name."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tutor.kernel.game import Game


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
