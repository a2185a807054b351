"""List the games there are, and load one."""

from __future__ import annotations

from typing import Any

from tutor.kernel import by_name
from tutor.kernel.by_name import find_game
from tutor.kernel.game import Game


def names() -> tuple[str, ...]:
    """The names of all games in alphabetical order; loads none of them.

    >>> "tute" in names()
    True
    """
    return by_name.names()


def load(name: str) -> Game[Any]:
    """The game called `name`, in any case and with spaces or hyphens; raises `UnknownGame` with the nearest name.

    >>> load("Scotch Whist").name
    'scotch-whist'
    """
    return find_game(name)


def loaded(game: str | Game[Any]) -> Game[Any]:
    """A game given by its name or as itself; raises `UnknownGame`."""
    return game if isinstance(game, Game) else load(game)
