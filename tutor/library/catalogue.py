"""Which games there are, and loading one."""

from __future__ import annotations

from typing import Any

from tutor.kernel import game as kernel
from tutor.kernel.game import Game
from tutor.teach.answers import find_game


def names() -> tuple[str, ...]:
    """The names of all games, in alphabetical order; none is loaded for that.

    >>> "tute" in names()
    True
    """
    return kernel.names()


def load(name: str) -> Game[Any]:
    """The game called `name`, in capitals or small letters; raises `UnknownGame`, which names the nearest.

    >>> load("Scotch Whist").name
    'scotch-whist'
    """
    return find_game(name)


def loaded(game: str | Game[Any]) -> Game[Any]:
    """A game given by its name or as itself; raises `UnknownGame`."""
    return game if isinstance(game, Game) else load(game)
